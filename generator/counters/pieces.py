"""Pieces of cardboard: the counters and markers of a game with all that their faces show.

A counter that cannot be drawn is told with its place in the game's files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from generator.counters.blazon import sign_of
from generator.counters.layout import SIZES, AnySize, Showing, Size, layout
from generator.drawing.art import Look, marker_look
from generator.drawing.typography import name_of
from generator.drawing.typography import printed as typeset
from modules.definition import Counter, Definition
from modules.written.source import Path_, read

Side = Literal["front", "back"]
FACES_OF_A_COUNTER: tuple[Side, Side] = ("front", "back")


class CounterError(ValueError):
    """A piece that cannot be drawn; the message names file, line, the piece, the face and the field.

    `told` is the message without the place; `file` and `path` tell the place in the game's files.
    """

    def __init__(self, told: str, file: str = "", path: Path_ = (), of: Definition | None = None) -> None:
        super().__init__(told)
        self.told, self.file, self.path, self._of = told, file, path, of

    def __str__(self) -> str:
        if self._of is None:
            return self.told
        # Read when it is told: of a thousand that cannot be drawn few are.
        place = read(self._of.folder / self.file, self.file).place(self.path)
        return f"{self._of.name}/{place}: {self.told}"


def fault_at(definition: Definition, told: str, file: str, path: Path_) -> CounterError:
    """An error about what stands at a path of a file of the game."""
    return CounterError(told, file, path, definition)


@dataclass(frozen=True)
class Piece:
    """One kind of cardboard piece: a counter, or a marker of which the game has `count` alike.

    `words` are the texts that a layout may print, `front` and `back` the values, `strengths` those on the
    edges of a block; `states` names the layout's state of each face, `formation` the palette of its stripe,
    `plate` the shape on a marker; `colours` replace some of its palette's. `group` is its entry in the game's
    file, `shield` the figure of its sign. `reverse` is what a marker shows on its back, where that is
    another. `layers` are drawn over the figure; `mm` is its side, where that is not its layout's.
    """

    id: str
    name: str
    palette: str
    nation: str
    layout: str
    figure: str | None
    words: Mapping[str, str]
    group: str
    mounted: bool = False
    front: Mapping[str, int] = field(default_factory=dict)
    back: Mapping[str, int] | None = None
    printed: Mapping[str, str] = field(default_factory=dict)
    printed_back: Mapping[str, str] = field(default_factory=dict)
    marker: bool = False
    count: int = 1
    states: Mapping[str, str] = field(default_factory=dict)
    formation: str | None = None
    plate: str | None = None
    colours: Mapping[str, str] = field(default_factory=dict)
    strengths: tuple[int, ...] = ()
    silent: bool = False
    shield: str = ""
    layers: tuple[str, ...] = ()
    mm: float | None = None
    reverse: Piece | None = None

    def shown_on(self, side: Side) -> Piece:
        """The piece whose front, or whose own back, a side shows."""
        return self.reverse if side == "back" and self.reverse is not None else self

    def without_values(self) -> Piece:
        """The piece with its values left blank, where only who it is matters."""
        back: Mapping[str, int] | None = None if self.back is None else {}
        return replace(self, front={}, back=back, strengths=(), printed={}, printed_back={}, silent=True)

    def showing(self, side: Side) -> Showing:
        """What a side of the piece shows."""
        if side == "front" or self.marker:
            return "front"
        return "shield" if self.back is None else "reduced"

    def fields(self, side: Side, definition: Definition) -> dict[str, str]:
        """What a text on a side may print, by the name of the field; values as they are written."""
        shown = self.values("back" if self.showing(side) == "reduced" and self.back else "front", definition)
        return {**self.words, **{name: typeset(text) for name, text in shown.items()}}

    def values(self, side: Side, definition: Definition) -> dict[str, str]:
        """The values of a side by name, as they are written; of the back where it has its own."""
        known = definition.game.values
        whole, printed = (
            (self.back or {}, self.printed_back) if side == "back" else (self.front, self.printed)
        )
        return {name: known[name].show(number) for name, number in whole.items()} | dict(printed)


def pieces(look: Look, definition: Definition) -> tuple[Piece, ...]:
    """Every counter in the order of the file, cards and blocks apart, then every marker once, with its
    count."""
    units = tuple(
        piece(look, definition, each.id) for each in definition.counters.values() if each.form == "counter"
    )
    return units + tuple(marker(look, definition, name) for name in definition.game.cut_markers)


def piece(look: Look, definition: Definition, counter_id: str) -> Piece:
    """A counter as a piece to draw. Raises CounterError for an id that the game does not have."""
    counter = definition.counters.get(counter_id)
    if counter is None:
        raise CounterError(f"{definition.name} has no counter {counter_id!r}")
    nation, kind = definition.game.nations[counter.nation], definition.kind(counter)
    formation = definition.game.formations.get(counter.formation or "")
    return Piece(
        id=counter.id,
        name=_full_name(counter),
        palette=nation.palette,
        nation=counter.nation,
        layout=f"blocks/{kind.layout}" if kind.form == "block" else kind.layout,
        figure=counter.picture or kind.figure,
        layers=() if counter.picture else kind.layers,
        mm=kind.size,
        printed=counter.printed,
        printed_back=counter.printed_back,
        words=_words(definition, counter),
        group=counter.group,
        mounted=kind.mounted,
        front=counter.front,
        back=counter.back,
        states={str(side): state for side, state in kind.faces.items()},
        formation=formation.palette if formation else None,
        strengths=counter.strengths,
        shield=sign_of(look, nation),
    )


def _words(definition: Definition, counter: Counter) -> dict[str, str]:
    nation, kind = definition.game.nations[counter.nation], definition.kind(counter)
    words = {
        "letter": nation.letter,
        "nation": nation.name,
        "name": counter.name,
        "number": "" if counter.number is None else str(counter.number),
        "label": name_of(counter.id.removeprefix(f"{nation.letter}-")),
        "id": counter.id,
    }
    if kind.letter is not None:
        words["type"] = kind.letter
    if counter.designation is not None:
        words["designation"] = counter.designation
    if counter.size is not None:
        words["size"] = counter.size
    if counter.formation is not None:
        words["formation"] = definition.game.formations[counter.formation].letter
    return words


def marker(look: Look, definition: Definition, name: str) -> Piece:
    """A marker as a piece to draw. Raises CounterError for a name that the game does not have."""
    found = definition.game.markers.get(name)
    if found is None:
        raise CounterError(f"{definition.name} has no marker {name!r}")
    told = marker_look(look, name)
    figure = found.figure or told.figure
    caption = found.text or found.name.upper()
    head, _, last = caption.rpartition(" ")
    words = {"letter": "", "name": found.name, "id": name, "caption": caption, "head": head, "last": last}
    return Piece(
        id=name,
        name=found.name,
        palette=told.palette if found.side is None else definition.game.sides[found.side].palette,
        nation="",
        layout=told.layout or ("marker_words" if figure is None else "marker"),
        figure=figure,
        words=words,
        group=name,
        marker=True,
        count=found.count,
        plate=told.shape,
        colours=told.colours,
        reverse=None if found.back is None else marker(look, definition, found.back),
    )


def _full_name(counter: Counter) -> str:
    return counter.name if counter.number is None else f"{counter.name} {counter.number}"


def side_mm(look: Look, each: Piece, size: AnySize | None = None) -> float:
    """The side of a piece in mm: its kind's or its layout's, unless another size is asked for."""
    if size is not None:
        return SIZES[size] if isinstance(size, str) else size
    return layout(look, each.layout).side if each.mm is None else each.mm


def size_within(look: Look, each: Piece, limit: float) -> AnySize:
    """The size of a piece where it may be at most `limit` mm wide: its layout's, or the next that fits.

    Where not even the smallest fits, the smallest."""
    room = min(limit, side_mm(look, each)) + 1e-9
    if each.mm is not None and each.mm <= room:
        return each.mm
    fitting: list[Size] = [size for size, side in SIZES.items() if side <= room]
    return fitting[-1] if fitting else "1/2"
