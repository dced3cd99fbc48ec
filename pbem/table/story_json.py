"""A game as JSON for a page in a browser (`page/story.schema.json`): its boards and pieces as pictures, and
each step of its story with what differs on the board.

All comes from one view of the game, that of everybody or of a seat: what it may not know is in no value here.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from generator.position.page.board_values import BoardValues, LyingPiece, Sprite, side_colours
from generator.position.page.chart_pictures import chart_pictures
from generator.position.stacks import name_counter
from modules.definition import Definition
from modules.engine.position import BoardEvent, PlacedCounter
from modules.engine.rules.view_rules import ViewRules
from pbem.entry.bodies import Game
from pbem.messages import charter_text, dice_statistics, position_text
from pbem.messages.dice_statistics import DiceTally
from pbem.messages.position_pictures import report_faults
from pbem.messages.story import StoryBoard, StoryStep, tell_all
from pbem.rules import rules_lookup
from pbem.rules.table import Table
from pbem.table import rule_lines
from pbem.table.pieces import Kind, PieceNumbers

FORMAT: Final = "senlac-story/1"
_HEAD: Final = 8
"""Of a game and of the head of its log, as many digits as people compare."""
_TOLD_APART: Final = frozenset({"Turn", "Phase", "Period"})
"""Facts that the heading of a step tells."""

Json = dict[str, Any]
AddressOf: TypeAlias = Callable[[bytes], str]
"""Where a page finds a picture (WebP)."""


def make_story(table: Table, side: str, store: Path | None = None) -> Json:
    """The game on a table as a seat sees it, or as everybody (`position_text.PUBLIC`), which takes a table
    that knows the log and nothing else. `store`: a folder for pictures that need not be drawn again.

    Raises BadPicture for an unknown side and for what cannot be drawn, `out-of-step`.
    """
    verifier = table.verifier

    def entry_of(step: StoryStep) -> tuple[str, str]:
        entry = verifier.history[step.seq]
        return entry.type, entry.author

    return write_story(cover_of(table, side, table.seq), list(tell_all(table, side)), entry_of, store)


EntryOf: TypeAlias = Callable[[StoryStep], tuple[str, str]]
"""The type and the author of the entry of a step."""


@dataclass(frozen=True, slots=True)
class StoryCover:
    """What a story says of its game as a whole. `name` and `head` are short digests, empty where there is no
    log; `seq` is the last entry."""

    game: Game
    rules: ViewRules[Any]
    name: str
    view: str
    seq: int
    head: str


def cover_of(table: Table, side: str, seq: int) -> StoryCover:
    """The cover of the story of a game on a table, up to an entry."""
    verifier = table.verifier
    return StoryCover(table.game, table.replay.rules, verifier.game[:_HEAD], side, seq, verifier.head[:_HEAD])


def write_story(
    cover: StoryCover, steps: Sequence[StoryStep], entry_of: EntryOf, store: Path | None = None
) -> Json:
    """A story of these steps. Raises BadPicture for what cannot be drawn."""
    definition = rules_lookup.definition_of(cover.game)
    with report_faults(definition):
        boards = StoryBoards(definition, [step.board for step in steps], store)
        writer = StoryWriter(cover.game, entry_of, boards)
        told = list(writer.write(steps))
        lines = rule_lines.rule_lines(definition)
        named = {number: lines[number] for number in rule_lines.find_named(steps, lines)}
        return {
            **tell_whole(cover, boards, named, embed, store),
            "pieces": [tell_piece(definition, kind) for kind in writer.pieces.kinds],
            "steps": told,
            "dice": tell_dice(steps),
        }


def tell_whole(
    cover: StoryCover,
    boards: StoryBoards,
    rules: Mapping[str, str],
    address_of: AddressOf,
    store: Path | None,
) -> Json:
    """What a story says beside its steps, once these are written: cover, boards, pictures, charts, and
    lines of rules by their numbers. `address_of` says where a picture is found."""
    definition = boards.definition
    return {
        **tell_cover(cover, definition),
        "boards": [tell_board(name, values, address_of) for name, values in boards.by_name.items()],
        "sprites": [tell_sprite(each, address_of) for each in boards.sprites],
        "rules": [{"number": number, "text": text} for number, text in rules.items()],
        "charts": tell_charts(cover.game, definition, store, address_of),
    }


def tell_cover(cover: StoryCover, definition: Definition) -> Json:
    """What stands on the cover."""
    return {
        "format": FORMAT,
        "title": charter_text.title(cover.game),
        "game": cover.name,
        "view": cover.view,
        "seq": cover.seq,
        "head": cover.head,
        "sides": _sides(cover, definition),
    }


def tell_dice(steps: Sequence[StoryStep]) -> list[Json]:
    """Each side's dice against their expectation."""
    tallies = dice_statistics.tally_dice(steps)
    return [_dice(each) for each in tallies if each.rule == dice_statistics.ALL]


class StoryBoards:
    """The maps and boards of a game, in the order in which it came to them, and pictures of its pieces."""

    def __init__(self, definition: Definition, moments: Sequence[StoryBoard], store: Path | None) -> None:
        names = dict.fromkeys(each.map_name for each in moments)
        self.definition = definition
        self.by_name = {
            name: BoardValues(
                definition, name, (each.placed for each in moments if each.map_name == name), store
            )
            for name in names
        }
        self.numbers = {name: number for number, name in enumerate(names)}
        self.sprites: list[Sprite] = []
        self._known: dict[Sprite, int] = {}

    def picture(self, board: str, piece: LyingPiece) -> int:
        """The number of the picture of a piece on a board."""
        sprite = self.by_name[board].sprite(piece)
        if sprite not in self._known:
            self._known[sprite] = len(self.sprites)
            self.sprites.append(sprite)
        return self._known[sprite]


Row = tuple[int, int, float, float, str, int, str]
"""A piece on the board: the number of the board, and what follows its number in `changes`."""


@dataclass
class StoryWriter:
    """Writes one step after the other, each with what differs from the one before."""

    game: Game
    entry_of: EntryOf
    boards: StoryBoards
    pieces: PieceNumbers = field(default_factory=PieceNumbers)
    _rows: dict[int, Row] = field(default_factory=dict)
    _lying: tuple[str, tuple[PlacedCounter, ...]] | None = None
    _before: Json = field(default_factory=dict)

    def write(self, steps: Sequence[StoryStep]) -> Iterator[Json]:
        """The first step, and all others that tell something or change the board."""
        for step in steps:
            if (told := self.write_step(step)) is not None:
                yield told

    def write_step(self, step: StoryStep) -> Json | None:
        """One step; None, but for the first, where it tells nothing and leaves the board as it is."""
        is_first = self._lying is None
        events = [self._event(each) for each in step.events]
        moved = self._difference(step.board)
        if not (is_first or step.lines or step.rolls or step.told or events or any(moved.values())):
            return None
        return {**self._words(step), **moved, "events": events, **self._numbers(step.board)}

    def copy(self) -> StoryWriter:
        """A writer that stands here too, on the same boards."""
        made = replace(self, pieces=self.pieces.copy())
        made._rows, made._lying, made._before = self._rows, self._lying, dict(self._before)
        return made

    def _words(self, step: StoryStep) -> Json:
        heading, (kind, author) = step.heading, self.entry_of(step)
        return {
            "seq": step.seq,
            "type": kind,
            "author": author,
            "heading": {
                "battle": rules_lookup.battle_titles(self.game).get(heading.battle, "")
                if heading.battle
                else "",
                "period": heading.period,
                "turn": heading.turn,
                "phase": heading.phase,
            },
            "lines": [{"side": line.side, "text": line.text} for line in step.lines],
            "told": list(step.told),
            "rolls": [
                {"side": it.side, "rule": it.rule, "faces": it.faces, "values": list(it.values)}
                for it in step.rolls
            ],
            "taken_back": step.taken_back,
            "board": self.boards.numbers[step.board.map_name],
        }

    def _event(self, event: BoardEvent) -> Json:
        """What happened to a piece that lies as it lay before the step."""
        piece = self.pieces.find(event.counter, event.side, event.path[0])
        return {"kind": event.kind, "side": event.side, "piece": piece, "path": list(event.path)}

    def _difference(self, board: StoryBoard) -> Json:
        lying = (board.map_name, board.placed)
        if lying == self._lying:
            return {"changes": [], "gone": []}
        before, self._lying, self._rows = self._rows, lying, self._lay(board)
        now = sorted(self._rows.items())
        changes = [[number, *row[1:]] for number, row in now if before.get(number) != row]
        return {"changes": changes, "gone": [number for number in sorted(before) if number not in self._rows]}

    def _lay(self, board: StoryBoard) -> dict[int, Row]:
        numbers, rows = self.pieces.follow(board.placed), dict[int, Row]()
        by_piece = {id(each): number for each, number in zip(board.placed, numbers, strict=True)}
        for piece in self.boards.by_name[board.map_name].lay(board.placed):
            states = ", ".join(position_text.states_of(piece.placed, self.boards.definition))
            at = (round(piece.x, 1), round(piece.y, 1), piece.placed.place, piece.level)
            picture = self.boards.picture(board.map_name, piece)
            rows[by_piece[id(piece.placed)]] = (self.boards.numbers[board.map_name], picture, *at, states)
        return rows

    def _numbers(self, board: StoryBoard) -> Json:
        """Facts and tallies, each where it differs from what was written last."""
        left = Counter(each.side for each in board.placed if each.side and not each.lone)
        now = {
            "facts": [list(fact) for fact in board.facts if fact[0] not in _TOLD_APART],
            "tallies": dict(sorted(left.items())),
        }
        fresh = {name: value for name, value in now.items() if self._before.get(name) != value}
        self._before |= fresh
        return fresh


def _sides(cover: StoryCover, definition: Definition) -> list[Json]:
    """The sides that counters are of, then seats that are none: those have the colour of the side for which
    they play, and of a player of several battles there is none."""
    rules, known, colours = cover.rules, definition.game.sides, side_colours(definition)
    names = rules_lookup.all_side_names(cover.game) | rules_lookup.seat_names(cover.game, rules)
    return [
        {
            "id": seat,
            "name": name,
            "short": known[seat].short if seat in known else name,
            "colour": colours.get(rules.seats.get(seat, seat), ""),
        }
        for seat, name in names.items()
    ]


def tell_board(name: str, values: BoardValues, address_of: AddressOf) -> Json:
    """A board; `address_of` says where a picture is found."""
    ground = values.ground()
    return {
        "id": name,
        "title": values.title,
        "width": round(values.width, 1),
        "height": round(values.height, 1),
        "ground": address_of(ground.data),
        "pixels": [ground.width, ground.height],
        "places": [
            {
                "id": each.id,
                "name": each.name,
                "x": round(each.x, 1),
                "y": round(each.y, 1),
                "reach": round(each.reach, 1),
                "off": each.off,
            }
            for each in values.places
        ],
    }


def tell_sprite(sprite: Sprite, address_of: AddressOf) -> Json:
    """The picture of a piece."""
    return {
        "src": address_of(sprite.data),
        "width": round(sprite.width, 1),
        "height": round(sprite.height, 1),
    }


def tell_piece(definition: Definition, kind: Kind) -> Json:
    """What a piece is called."""
    counter, side, markers = kind
    known, of = definition.game.markers, definition.game.sides.get(side)
    if counter:
        name = name_counter(definition, counter)
    elif markers:
        name = ", ".join(known[marker].name if marker in known else marker for marker in markers)
    else:
        name = "a counter" if of is None else f"a counter of the {of.name}"
    return {"id": counter, "side": side, "name": name}


def _dice(tally: DiceTally) -> Json:
    return {
        "side": tally.side,
        "faces": tally.faces,
        "number": tally.number,
        "mean": round(float(tally.mean), 3),
        "expected": float(tally.expected),
        "rarity": float(f"{tally.rarity:.3g}"),
        "counts": [tally.counts.get(face, 0) for face in range(1, tally.faces + 1)],
    }


def tell_charts(game: Game, definition: Definition, store: Path | None, address_of: AddressOf) -> list[Json]:
    """The charts that a player looks up beside the board."""
    battles: Mapping[str, str] = rules_lookup.battle_titles(game) or {game.scenario: ""}
    charts = chart_pictures(definition, battles, store)
    return [{"title": each.title, "src": address_of(each.data)} for each in charts]


def embed(picture: bytes) -> str:
    """The address of a picture that stands in its own address."""
    return f"data:image/webp;base64,{base64.b64encode(picture).decode()}"
