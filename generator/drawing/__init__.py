"""What draws: figures, type, lines and tables as SVG, and pixels and PDF of it. It knows no game.

`svg` writes every document, `typeface` measures words, `art` gives fonts, palettes and figures; `raster` and
`pdf` turn documents into files. Lengths are in mm, or in px where a canvas says so.
"""
