"""Players that a program plays: each answers requests from its own view of the game."""
