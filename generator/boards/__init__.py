"""Boards of squares drawn: the grid with its sectors and rows, and the two edges that frame it on a table.

`frame.SquareFrame` tells where each square lies; `sheet.board_sheet` and `edges.edge_drawings` draw it.
"""
