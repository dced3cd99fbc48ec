"""Hex maps: a board made visible, from the ground up to the sheet with its charts.

`hexmap.draw_map` draws the map alone, `sheet.map_sheet` the whole sheet; the other files are the layers.
"""
