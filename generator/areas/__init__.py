"""Maps of areas drawn: land and sea, borders, roads, towns and invasion arrows.

`frame.AreaFrame` tells where each place lies on the sheet, which `generator.sheets.areas` draws.
"""
