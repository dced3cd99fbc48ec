"""Positions of a game as saves and logs of VASSAL: set-ups and games in progress written, and saves read."""
