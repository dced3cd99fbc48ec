"""`sheets/*.yaml`: how a map's sheet is laid out: its paper, the size of a hex, where each panel stands.

A layout is a cell: a panel, or cells side by side (`across`) or one above the other (`down`). A panel says
what stands there, never how it is drawn. Lengths are in mm unless they bear a unit: `104`, `104mm`, `34in`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, Tag, model_validator

from modules.definition.formats.fields import Name, Part, formed
from modules.written.lengths import HexLength, Length

PanelName = Literal[
    "map",
    "title",
    "compass",
    "scale",
    "crt",
    "table",
    "facing",
    "terrain",
    "modifiers",
    "numbers",
    "sequence",
    "turns",
    "losses",
    "morale",
    "options",
    "setup",
    "entries",
    "eliminated",
    "displays",
    "guide",
    "credits",
]
"""What can stand on a sheet. Those of `OF_A_SIDE` are made once for each side unless `side` names one."""

PANELS: tuple[PanelName, ...] = get_args(PanelName)
OF_A_SIDE = frozenset({"setup", "entries", "eliminated"})
DISPLAYS: PanelName = "displays"
"""The panel of all displays, unless `display` names one."""

TABLE: PanelName = "table"
"""The panel of the table that `table` names."""


class Cell(Part):
    """A part of a sheet: a `panel`, or the cells `across` or `down` it.

    `size` is its width where it stands in an `across`, its height where it stands in a `down`; the map's size
    follows from its hexes. What is left over goes to cells without a size in proportion to `share`: in an
    `across` as width; in a `down`, where each panel is at least as tall as its words, as height beyond that.
    `type` enlarges what is printed, in percent; cells within inherit it.
    """

    panel: PanelName | None = None
    across: "tuple[CellOrName, ...]" = ()
    down: "tuple[CellOrName, ...]" = ()
    size: Length | None = None
    share: int | None = Field(default=None, ge=0, le=100)
    type: int | None = Field(default=None, ge=60, le=250)
    side: Name | None = None
    display: Name | None = None
    table: Name | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> "Cell":
        if (self.panel is not None) + bool(self.across) + bool(self.down) != 1:
            raise ValueError("expected one of `panel`, `across` and `down`")
        if (self.panel == TABLE) != (self.table is not None):
            raise ValueError("expected `panel: table` with the name of one: `table: melee`")
        return self

    @property
    def cells(self) -> "tuple[Cell, ...]":
        """The cells within."""
        return tuple(_cell(each) for each in (*self.across, *self.down))


def _kind_of_cell(value: Any) -> str:
    return "name" if isinstance(value, str) else "cell"


CellOrName = Annotated[
    Annotated[PanelName, Tag("name")] | Annotated[Cell, Tag("cell")], Discriminator(_kind_of_cell)
]
"""A cell; the name of a panel alone is a cell with that panel."""


def _cell(value: PanelName | Cell) -> Cell:
    return value if isinstance(value, Cell) else Cell(panel=value)


_Sections = Annotated[int, Field(ge=1, le=6)]


SheetName = Annotated[
    str,
    formed(
        r"^[a-z][a-z0-9_]*(-[a-z][a-z0-9_]*)?$",
        "a map, or where it has several sheets the map and the scenario of one, such as canal-relief",
        max_length=81,
    ),
]
"""What a sheet is called: see `PrintedSheet`."""


class SheetFile(Part):
    """`sheets/*.yaml`: the sheet of one map, printed for one of its scenarios. Where none is named, it is
    that of the first one that no other file of this map names.

    `paper` is its width and height, or `auto`: as large as what stands on it. `hex` is the size of a hex from
    flat side to flat side, `margin` the paper left white around, `gap` what is left between panels. It is
    printed in so many equal `sections`, across and down. On its `back` another sheet is printed. Without a
    `layout` it is laid out by itself.
    """

    map: Name
    scenario: Name | None = None
    paper: tuple[Length, Length] | Literal["auto"] = "auto"
    hex: HexLength | None = None
    margin: Length = 5.0
    gap: Length = 3.0
    sections: tuple[_Sections, _Sections] = (1, 1)
    back: SheetName | None = None
    layout: Cell | None = None


Cell.model_rebuild()
SheetFile.model_rebuild()


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet of a hex map: for which scenario, laid out as which file says, if any. Its `name` is that of
    its map or, where the map has several sheets, `MAP-SCENARIO`."""

    name: str
    map: str
    scenario: str | None
    file: SheetFile | None

    @property
    def back(self) -> str | None:
        """The sheet on its other side."""
        return None if self.file is None else self.file.back


def sheets_of_map(name: str, scenarios: Iterable[str], files: Iterable[SheetFile]) -> list[PrintedSheet]:
    """The sheets of a map: one for each of its `scenarios` that a file names, and that of a file which names
    none for the first of the others; where there are no files, one for each scenario."""
    own = {file.scenario: file for file in files}
    on_map = list(scenarios)
    left = [each for each in on_map if each not in own]
    shared = own.get(None)
    printed: dict[str | None, SheetFile | None] = {each: own[each] for each in on_map if each in own}
    if not own:
        printed = dict.fromkeys(on_map)
    elif shared is not None and left:
        printed[left[0]] = shared
    if not printed:
        return [PrintedSheet(name, name, None, shared)]
    order = [each for each in on_map if each in printed]
    several = len(order) > 1
    return [PrintedSheet(f"{name}-{each}" if several else name, name, each, printed[each]) for each in order]
