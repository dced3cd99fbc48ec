"""Charts and tracks: the numbers of a definition on paper, each a picture of its own or part of a map sheet.

`players.charts` gives all charts of a scenario; the other files draw one kind each. No chart knows a number:
what it prints is read from the same objects that the rules look up.
"""
