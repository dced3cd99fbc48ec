"""The build: every picture of a game as SVG and PNG, with a manifest that tells what each file is.

Names are stable: counters/<id>-<face>, counters/marker-<name>, blocks/<id>-front, blocks/back-<side>,
cards/<id>-front, cards/back-<pack>, maps/<map>, boards/board-<board>, boards/edge-<board>-<left or right>,
charts/<chart>, manifest.json.
All pictures are made before the first file is put in its place, so a game that cannot be drawn, or a full
disk, leaves the folder as it was. Equal games give equal bytes, and only what changed is drawn again.
"""

from generator.building.manifest import MANIFEST
from generator.building.picture import (
    DPI,
    WHATS,
    DrawingStoppedError,
    Picture,
    PictureTooLargeError,
    Progress,
    What,
)
from generator.building.units import parts_of
from generator.building.writing import Built, SameNameError, build, senlac_version

__all__ = [
    "DPI",
    "MANIFEST",
    "WHATS",
    "Built",
    "DrawingStoppedError",
    "Picture",
    "PictureTooLargeError",
    "Progress",
    "SameNameError",
    "What",
    "build",
    "parts_of",
    "senlac_version",
]
