"""Markers on the tracks of a sheet: that of the turn goes with the turn tracker, those of losses by a key.

Every box of a track is a zone of the board, so that VASSAL names it wherever a piece lies or moves, and sends
markers to it by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.codec import join
from generator.vassal.format.expressions import (
    Term,
    all_of,
    any_of,
    at_most,
    braced,
    choose,
    equal,
    grouped,
    less,
    minus,
    more,
    negated,
    number,
    number_from,
    plus,
    prop,
    rest,
    starts_with,
    text,
    unequal,
)
from generator.vassal.format.keys import ctrl, key, named_key
from generator.vassal.format.maps import box_corners, zone
from generator.vassal.format.pieces import Piece
from generator.vassal.format.traits import (
    CounterGlobalKeyCommand,
    DynamicProperty,
    Labeler,
    ReportState,
    RestrictCommands,
    SendToLocation,
    Trait,
    TriggerAction,
    property_command,
)
from generator.vassal.module.data import VassalFile
from generator.vassal.module.names import BATTLEFIELD, Rendering
from modules.definition import Definition

ARMY = "Army"
"""The property of a marker of losses that tells whose they are."""

ON, BACK = key("]", ctrl=True), key("[", ctrl=True)
"""The keys that move a marker of losses, or of a rating, to the next box, and to the last."""

_TURN, _UNITS, _TENS = "turn", "losses x1", "losses x10"
FACTORS = {_UNITS: 1, _TENS: 10}
"""Strength points for each box of a track of losses."""

_PLACE, _BOARD = prop("LocationName"), prop("CurrentBoard")
_SAME_ARMY_HERE = f"COUNTER|true|CURMAP|||||0|0||true|{ARMY}|${ARMY}$|EQUALS||"
"""Pieces of the map whose army is that of the marker: VASSAL compares the two as texts. Into a filter it
would put the army's name as it is, whatever it says."""

_FOLLOW, _TO_BOX, _CARRY = named_key("turnChanged"), named_key("toTurnBox"), named_key("carryLosses")
_WHOSE = ctrl("A")


@dataclass(frozen=True)
class Tracks:
    """The tracks of a module: the boxes of each board, by what they are for as in "losses x10 3", with the px
    of their middle; `armies` are those whose losses are counted, `names` the markers on tracks. `elsewhere`
    is a zone that every board has."""

    names: Mapping[str, str]
    boxes: Mapping[str, Mapping[str, tuple[int, int]]]
    armies: tuple[str, ...]
    rendering: Rendering
    elsewhere: str

    def _half(self, board: str) -> int:
        """Half the side of the boxes of a board: as large as a marker, or as the boxes of the sheet allow."""
        middles = combinations(self.boxes.get(board, {}).values(), 2)
        apart = (max(abs(x - u), abs(y - v)) for (x, y), (u, v) in middles)
        return min((self.rendering.px, *apart)) // 2

    def box_at(self, board: str, x: int, y: int) -> str:
        """The box in which a piece lies, by what it is for; empty where it lies in none."""
        boxes, half = self.boxes.get(board, {}), self._half(board)
        return next((of for of, (u, v) in boxes.items() if max(abs(x - u), abs(y - v)) <= half), "")

    def zones(self, board: str) -> Iterator[Component]:
        """The boxes of a board."""
        half = self._half(board)
        for box, (x, y) in self.boxes.get(board, {}).items():
            yield zone(box_name(box), box_corners(x - half, y - half, x + half, y + half))

    def traits(self, marker: str) -> tuple[Trait, ...]:
        """What a marker has beside its face."""
        track = self.names.get(marker, "")
        if not self._lasts(track):
            return ()
        if track == _TURN:
            last, turn = self._last(track), prop("Turn")
            box = plus(text(box_name("turn ")), choose(more(turn, last), last, turn))
            return (self._send("", _TO_BOX, box, track),)
        return tuple(self._losses(track) if track in FACTORS else self._numbers(track))

    def _numbers(self, track: str) -> Iterator[Trait]:
        """One on, and one back, between the ends of a track of numbers."""
        called = box_name(f"{track} ")
        there = starts_with(_PLACE, called)
        now = grouped(choose(there, number_from(_PLACE, len(called)), number(0)))
        last, first = self._last(track), self._first(track)
        yield ReportState(keys=(ON, BACK), format="$newPieceName$: now $location$ *")
        yield RestrictCommands("On the track alone", "Disable", braced(negated(there)), (ON, BACK))
        on = choose(less(now, last), plus(now, number(1)), last)
        back = choose(more(now, first), minus(now, number(1)), first)
        yield self._send("One on", ON, plus(text(called), grouped(on)), track)
        yield self._send("One back", BACK, plus(text(called), grouped(back)), track)

    def _losses(self, track: str) -> Iterator[Trait]:
        called, lost = box_name(f"{track} "), "One" if track == _UNITS else "Ten"
        there = starts_with(_PLACE, called)
        now = grouped(choose(there, number_from(_PLACE, len(called)), number(0)))
        last, on, back = self._last(track), plus(now, number(1)), minus(now, number(1))
        after = grouped(rest(on, number(10))) if track == _UNITS else choose(less(now, last), on, last)
        before = choose(more(now, number(0)), back, number(0))
        yield ReportState(keys=(ON, BACK), format="$newPieceName$: now $location$ *")
        yield ReportState(keys=(_WHOSE,), format="$newPieceName$ *")
        yield RestrictCommands("On the track alone", "Disable", braced(negated(there)), (ON, BACK))
        if track == _UNITS:
            nine = braced(equal(_PLACE, text(f"{called}9")))
            yield TriggerAction("Ten more", key=ON, expression=nine, actions=(_CARRY,))
            yield CounterGlobalKeyCommand(
                key=_CARRY, sent_key=ON, filter=self._tens(), target=_SAME_ARMY_HERE
            )
        yield self._send(f"{lost} more lost", ON, plus(text(called), after), track)
        yield self._send(f"{lost} less lost", BACK, plus(text(called), before), track)
        asked = join(("E", "Whose losses?", *self.armies), ",")
        whose = property_command("Whose losses", _WHOSE, asked)
        yield DynamicProperty(ARMY, commands=(whose,))
        aside = -self.rendering.lift
        yield Labeler(
            text="", label=f"${ARMY}$", name_format="$pieceName$ $label$", font_size=9 * self.rendering.unit,
            background="255,255,255", vertical="b", vertical_justify="b", vertical_offset=aside,
            horizontal_offset=aside, property_name="",
        )  # fmt: skip

    def _send(self, words: str, keystroke: str, to: Term, track: str) -> SendToLocation:
        """To a box of the board that is laid out. VASSAL works out the box whenever somebody looks at the
        marker's menu, and warns where there is none: so it must be there whatever is laid out, wherever the
        marker is."""
        there = any_of(*(equal(_BOARD, text(board)) for board in self._lasts(track)))
        zone = braced(choose(there, grouped(to), text(self.elsewhere)))
        return SendToLocation(words, keystroke, map=BATTLEFIELD, destination="Z", zone=zone)

    def _ends(self, track: str) -> dict[str, tuple[int, int]]:
        """The numbers in the first and the last box of a track, by each board that has one."""
        numbers = {
            board: [int(box.rpartition(" ")[2]) for box in boxes if box.rpartition(" ")[0] == track]
            for board, boxes in self.boxes.items()
        }
        return {board: (min(found), max(found)) for board, found in numbers.items() if found}

    def _lasts(self, track: str) -> dict[str, int]:
        """The number in the last box of a track, by each board that has one."""
        return {board: last for board, (_, last) in self._ends(track).items()}

    def _last(self, track: str) -> Term:
        """The same as an expression, of the board on which a marker is."""
        return _by_board(self._lasts(track))

    def _first(self, track: str) -> Term:
        """The number in the first box, as an expression of that board."""
        return _by_board({board: first for board, (first, _) in self._ends(track).items()})

    def _tens(self) -> str:
        return braced(_one_of(name for name, track in self.names.items() if track == _TENS))

    # --- the turn --------------------------------------------------------------------------------------

    def hotkeys(self) -> list[Component]:
        """What the turn tracker does at each of its steps, on or back."""
        if not self._followers():
            return []
        return [
            component("module.turn.TurnGlobalHotkey", name="The marker of the turn", hotkey=_FOLLOW, match="")
        ]

    def commands(self) -> list[Component]:
        """The command that sends the marker of the turn to its box, on the boards whose track is so long."""
        followers, turn = self._followers(), prop("Turn")
        if not followers:
            return []
        where = any_of(
            *(
                all_of(equal(_BOARD, text(board)), at_most(turn, number(last)))
                for board, last in self._lasts(_TURN).items()
            )
        )
        elsewhere = unequal(_PLACE, plus(text(box_name("turn ")), turn))
        follows = all_of(grouped(_one_of(followers)), grouped(where), elsewhere)
        return [
            component(
                "module.GlobalKeyCommand", name="The marker of the turn", buttonText="", hotkey=_TO_BOX,
                buttonHotkey=_FOLLOW, filter=braced(follows), tooltip="",
                reportSingle=True,
            )
        ]  # fmt: skip

    def _followers(self) -> list[str]:
        return [name for name, track in self.names.items() if track == _TURN and self.traits(name)]


def _by_board(numbers: Mapping[str, int]) -> Term:
    """The number of the board on which a marker is."""
    if len({*numbers.values()}) == 1:
        return grouped(number(next(iter(numbers.values()))))
    (_, found), *others = numbers.items()
    told = number(found)
    for board, there in reversed(others):
        told = choose(equal(_BOARD, text(board)), number(there), told)
    return grouped(told)


def _one_of(markers: Iterable[str]) -> Term:
    return any_of(*(equal(prop("MarkerId"), text(name)) for name in markers))


def box_name(box: str) -> str:
    """What VASSAL calls a box: "Turn 3", "Losses x10: 4", "Effects saxon: -2"."""
    track, _, number = box.replace("_", " ").rpartition(" ")
    colon = "" if track == _TURN else ":"
    return f"{track[0].upper()}{track[1:]}{colon} {number}"


def tracks(
    definition: Definition,
    file: VassalFile,
    boxes: Mapping[str, Mapping[str, tuple[int, int]]],
    rendering: Rendering,
    elsewhere: str,
) -> Tracks:
    """The tracks of a game whose boards have these boxes; `elsewhere` is a zone of each of them."""
    morale = (battle.morale.values() for battle in definition.hex_scenarios.values())
    armies = dict.fromkeys(line.name for lines in morale for line in lines)
    return Tracks(file.tracks, boxes, tuple(armies), rendering, elsewhere)


def army_of(piece: Piece) -> str:
    """Whose losses a marker tells, as the army is called; empty where nobody said."""
    found = (t.value for t in piece.traits if isinstance(t, DynamicProperty) and t.name == ARMY)
    return next(found, "")


def of_army(piece: Piece, army: str) -> Piece:
    """A marker of losses as that of an army."""
    traits = (replace(t, value=army) if isinstance(t, DynamicProperty) and t.name == ARMY else t
              for t in piece.traits)  # fmt: skip
    return replace(piece, traits=tuple(traits))
