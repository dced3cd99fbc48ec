"""Advice for any game by clauses: orders that a sensible player might give, worked out of the data alone."""
