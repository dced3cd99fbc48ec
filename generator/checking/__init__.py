"""What is wrong with a game: the faults of its files, and what of it cannot be drawn, told with its place."""
