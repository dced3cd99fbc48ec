"""Print-and-play kits: a game as one PDF to print, cut and play.

`make.make_kit` gives the whole, `page` the paper and its foot; the other files make one kind of page each.
"""
