"""With what a player begins in a module: its set-ups, and keys for whatever he has selected."""
