"""Whole sheets: maps with charts, tracks and a title around them, and the list of all sheets that a game has.

`hexes.map_sheet` and `areas.area_sheet` draw one; `pictures` is what builds, kits and previews share.
"""
