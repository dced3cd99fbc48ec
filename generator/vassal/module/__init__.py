"""A game as a module: what is planned of its maps, pieces, windows and charts, and their pictures.

`planning.plan_module` plans any game; `hexes`, `areas` and `card_game` are the plans of the three kinds.
"""
