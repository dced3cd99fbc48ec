"""The house: a player's games together, before one of them is opened."""
