"""Hex maps: a board made visible, from the ground up.

`hexmap.draw_map` draws the map; the other files are its layers. Sheets are in `generator.sheets`.
"""
