"""1066: Year of the Comet."""
