"""Stacks of counters on hexes as rules.yaml rules them: zones, stacking, moves, attacks. Knows no game."""
