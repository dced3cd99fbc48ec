"""The built-in player of the card game: unit by unit, or a plan for all its units together."""
