"""Maps of areas drawn: land and sea, borders, roads, towns and invasion arrows, and the sheet around them.

`frame.AreaFrame` tells where each place lies on the sheet; `sheet.area_sheet` draws all.
"""
