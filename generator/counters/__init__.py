"""Counters and markers: what each of them is, and its faces, drawn from its values by a layout.

`printed` gives whole counters, `blocks` the labels of wooden ones; `layout` reads what art/layouts says.
"""
