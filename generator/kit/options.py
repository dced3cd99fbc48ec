"""How a kit is printed: paper, ways of printing, parts, ink; and what of it contradicts itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from generator.kit.impose import Duplex
from generator.kit.page import Paper

PartName = Literal[
    "cover",
    "test",
    "counters",
    "cards",
    "blocks",
    "markers",
    "maps",
    "boards",
    "charts",
    "aids",
    "guide",
    "parts",
    "credits",
]
PART_NAMES: tuple[PartName, ...] = get_args(PartName)
"""The parts of a kit in the order of its pages."""

Offset = tuple[float, float]
"""Millimetres right and down."""

MOST_OFFSET = 5.0
"""How far backs may be moved in mm: no printer is worse, and the page's margin stays white."""

MOST_OVERLAP = 50.0
TWO_SIDED: tuple[PartName, ...] = ("test", "counters", "cards", "markers")
_CUT_UP: tuple[PartName, ...] = ("maps", "boards")
_CUT: tuple[PartName, ...] = ("counters", "cards", "blocks", "markers", *_CUT_UP)


class KitOptionError(ValueError):
    """Options of a kit that contradict one another or that nothing can come of; the message names them as
    the command does."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a kit is printed.

    `duplex`: how fronts and backs come together (impose.py). `back_offset`: mm right and down by which backs
    are moved, for a printer that sets them aside. `ink_saver`: pale grounds; `greyscale`: no colours. `only`:
    the parts to print, all where it is empty. `poster`: each map on one page at full size. `overlap`: mm that
    tiles share, else as much as a hex is wide. `marks`: whether cut marks are printed. `machine`: whether
    sheets of pieces bear registration marks, by which a cutting machine finds them (cutting.py).
    """

    paper: Paper = "a4"
    duplex: Duplex = "long"
    back_offset: Offset = (0.0, 0.0)
    ink_saver: bool = False
    greyscale: bool = False
    only: tuple[PartName, ...] = ()
    poster: bool = False
    overlap: float | None = None
    marks: bool = True
    machine: bool = False

    def __post_init__(self) -> None:
        for fault in (self._fault_of_offset(), self._fault_of_tiles(), self._fault_of_marks()):
            if fault:
                raise KitOptionError(fault)

    def wants(self, part: PartName) -> bool:
        """Whether a part is asked for."""
        return not self.only or part in self.only

    @property
    def turned(self) -> bool:
        """Whether the printer turns sheets over: backs then stand on the pages behind the fronts."""
        return self.duplex in ("long", "short")

    def _fault_of_offset(self) -> str:
        if not all(abs(mm) <= MOST_OFFSET for mm in self.back_offset):
            return f"--back-offset: backs may be moved by at most {MOST_OFFSET:g} mm"
        if not any(self.back_offset):
            return ""
        if not self.turned:
            return (
                f"--back-offset: not with --duplex {self.duplex}: only two-sided printing can misalign backs"
            )
        return "" if self._some((*TWO_SIDED, "maps")) else self.no_backs

    def _fault_of_tiles(self) -> str:
        if self.poster and not self.wants("maps"):
            return f"--poster: {self._only} leaves the maps out"
        if self.overlap is None:
            return ""
        if self.poster and not self.wants("boards"):
            return "--overlap: cannot be used with --poster, which makes no tiles"
        if not 0 <= self.overlap <= MOST_OVERLAP:
            return f"--overlap: tiles may share 0 to {MOST_OVERLAP:g} mm, not {self.overlap:g}"
        return "" if self._some(_CUT_UP) else f"--overlap: {self._only} has no tiles"

    def _fault_of_marks(self) -> str:
        if self.marks or self._some(_CUT):
            return ""
        return f"--no-marks: {self._only} has nothing to cut"

    def _some(self, parts: tuple[PartName, ...]) -> bool:
        return any(self.wants(part) for part in parts)

    @property
    def no_backs(self) -> str:
        """The fault of backs that are to be moved where there are none."""
        return f"--back-offset: {self._only} has no backs"

    @property
    def _only(self) -> str:
        return f"--only {','.join(self.only)}"
