"""The boxes that lie in players' move files: what travels beside the entries to the referee."""

from said import BOXES

from pbem.entry import armor


def boxes_in(folders):
    """All boxes of all moves in these folders, by role, and of orders that a test wrote by hand."""
    files = [file for role in sorted(folders) for file in sorted(folders[role].path.glob("moves/*.pbem"))]
    return BOXES + [box for file in files for box in armor.boxes(file.read_text())]
