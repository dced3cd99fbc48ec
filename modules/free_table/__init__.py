"""The free table: a game that is data alone, played by hand with proven dice, on hexes, areas or squares.

The program carries out the set-up and the sequence of play. Everything else is an act of a hand under a
number of the rulebook.
"""
