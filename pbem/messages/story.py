"""The story of a game as values: each step with its turn and phase, the orders, the dice, what came of them,
and the board after it. `story_text` writes it as a page; nothing here has a form.

For example, a step of a battle has the line `resolve S-fyrd-5` of one side, the roll of a die for it, and
what the rules told: that the attacker retreats.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modules.engine.narration import narrate_order
from modules.engine.position import BoardEvent, PlacedCounter
from modules.engine.requests import Choose, Roll, Tell
from modules.engine.rules.view_rules import ViewRules
from pbem.entry import bodies
from pbem.log.announcements import ANNOUNCED, describe_announcement
from pbem.messages import dice_text, report_text
from pbem.messages.board_events import EventReader
from pbem.messages.history import HistoryStep, walk_history
from pbem.rules.replay.order_report import (
    EffectReport,
    OrderReport,
    TakenAnswer,
    Told,
    UsedLine,
    name_turn,
)
from pbem.rules.replay.simultaneous_decision import OpenedOrder
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class StoryHeading:
    """Where in the game a step stands: its battle and period, where a game has several, the turn as the game
    counts it (`2 of 10`), and the phase with its side (`Vikings: Movement`)."""

    battle: str
    period: int
    turn: str
    phase: str


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of an order, with the side that gave it, or cards that were dealt or shown, of no side."""

    side: str
    text: str


@dataclass(frozen=True, slots=True)
class StoryRoll:
    """Dice that were rolled together: whose they are, by which rule, with how many faces."""

    side: str
    rule: str
    faces: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoryBoard:
    """What lies on a map or board at a moment, and the facts that stand beside it."""

    map_name: str
    placed: tuple[PlacedCounter, ...]
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StoryStep:
    """What happened in one step of entry `seq`, on the board and in words.

    `lines` and `told` are what the players ordered and what the rules said, with the dice behind each result;
    `rolls` are these dice as values. `board` is that after the step.
    `taken_back`: a later rollback made it undone.
    """

    seq: int
    heading: StoryHeading
    lines: tuple[StoryLine, ...]
    rolls: tuple[StoryRoll, ...]
    told: tuple[str, ...]
    board: StoryBoard
    events: tuple[BoardEvent, ...] = ()
    taken_back: bool = False

    @property
    def placed(self) -> tuple[PlacedCounter, ...]:
        """The counters on the map after the step."""
        return self.board.placed


def tell_story(table: Table, side: str | None) -> Iterator[StoryStep]:
    """Each step of the game on a table, as `side` saw it or, with None, as the party at the table did; and
    what entries said that are no orders, such as a ruling.

    Raises BadPicture for an unknown side, `out-of-step`.
    """
    for step in _tell_steps(table, side, None):
        if step.lines or step.rolls or step.told:
            yield step


def tell_all(table: Table, side: str | None) -> Iterator[StoryStep]:
    """The same with what happened on the board, with the first position as a step of entry 0, and with steps
    of which nothing is told. Raises as `tell_story`, and UnknownGame."""
    start = next(walk_history(table, side, 0)).state
    return _tell_steps(table, side, EventReader(table.replay.rules, table.game, start))


def _tell_steps(table: Table, side: str | None, reader: EventReader | None) -> Iterator[StoryStep]:
    """Every step; what happened on the board is read by `reader`, if there is one."""
    moments = walk_history(table, side, 0)
    teller = StepTeller(table.replay.rules, next(moments).state, reader)
    last = teller.first
    yield last
    played = _group_by_entry(map(teller.tell, moments))
    undone = _undone_entries(table)
    for account in table.accounts(0, table.seq):
        steps = [*_announcements(table, account, last), *played.get(account.seq, ())]
        steps = steps or [_other_step(account, last, undone)]
        yield from steps
        last = steps[-1]
        if _may_know_lines(table, side, account) and report_text.names_something(account.dropped):
            yield _quiet(last, account.seq, tuple(_dropped_lines(account)))


def _board_of(rules: ViewRules[Any], state: Any) -> StoryBoard:
    return StoryBoard(rules.map_of(state), rules.position(state), rules.summary(state))


def _quiet(last: StoryStep, seq: int, told: tuple[str, ...], taken_back: bool = False) -> StoryStep:
    """A step of which something is told, and which leaves the board as it was."""
    return replace(last, seq=seq, lines=(), rolls=(), told=told, events=(), taken_back=taken_back)


def _undone_entries(table: Table) -> frozenset[int]:
    """The numbers of the entries that a rollback took back."""
    found: set[int] = set()
    for entry in table.verifier.history:
        if isinstance(entry.body, bodies.Rollback):
            found.update(range(entry.body.to + 1, entry.seq))
    return frozenset(found)


def find_heading(rules: ViewRules[Any], state: Any) -> StoryHeading:
    """The heading under which what happens next in a state stands."""
    turn, phase = name_turn(rules, state)
    return StoryHeading(rules.battle_of(state), rules.period(state), turn or str(state.turn), phase)


class StepTeller:
    """Tells one step of a game's history after the other, from the state `start` on, of which `first` tells;
    what happened on the board is read by `reader`, if there is one."""

    def __init__(self, rules: ViewRules[Any], start: Any, reader: EventReader | None) -> None:
        self._rules, self._reader = rules, reader
        self.first = StoryStep(0, find_heading(rules, start), (), (), (), _board_of(rules, start))
        self._heading = self.first.heading

    def tell(self, step: HistoryStep) -> StoryStep:
        """The next step."""
        told = _make_step(self._heading, step, _board_of(self._rules, step.state))
        self._heading = find_heading(self._rules, step.state)
        return told if self._reader is None else replace(told, events=self._reader.read(step, told.placed))


def _group_by_entry(steps: Iterable[StoryStep]) -> Mapping[int, Sequence[StoryStep]]:
    found: dict[int, list[StoryStep]] = {}
    for step in steps:
        found.setdefault(step.seq, []).append(step)
    return found


def _announcements(table: Table, account: OrderReport, last: StoryStep) -> Iterator[StoryStep]:
    """What an entry says that is no move, before what it did on the board: the reason of a ruling."""
    body = table.verifier.history[account.seq].body
    if isinstance(body, ANNOUNCED):
        told = report_text.item_text(describe_announcement(body))
        yield _quiet(last, account.seq, (told,))


def _other_step(account: OrderReport, last: StoryStep, undone: Container[int]) -> StoryStep:
    """What an entry told that the game keeps as no answer, such as an order that was taken back."""
    told = tuple(report_text.item_text(item) for item in account.story)
    return _quiet(last, account.seq, told, account.seq in undone)


def _may_know_lines(table: Table, side: str | None, account: OrderReport) -> bool:
    """Whether a side may know the lines of an order that were not used, which the referee knows before it."""
    return side in (None, account.author) or table.verifier.ended


def _dropped_lines(account: OrderReport) -> Iterator[str]:
    yield f"Lines of {account.author} that were not used, because {account.why}:"
    yield from account.dropped


def _make_step(heading: StoryHeading, step: HistoryStep, board: StoryBoard) -> StoryStep:
    lines, rolls, heard = list[StoryLine](), list[StoryRoll](), list(step.heard)
    for taken in step.taken:
        rolls += rolls_of(taken)
        for item in taken.told:
            if dice_text.is_rolled(item):
                continue
            text = report_text.item_text(item)
            if isinstance(item, UsedLine | EffectReport):
                text, heard = _join_narration(text, heard)
            lines.append(StoryLine(_side_of(taken, item), text))
    thrown = [item for taken in step.taken for item in taken.told if dice_text.is_rolled(item)]
    told = tuple(report_text.block_lines([*thrown, *heard]))
    return StoryStep(step.taken[0].seq, heading, tuple(lines), tuple(rolls), told, board)


def _join_narration(line: str, heard: Sequence[Tell]) -> tuple[str, list[Tell]]:
    """An order with what the rules told more of it, such as `from 2211`, and what else they told."""
    for number, tell in enumerate(heard):
        if (more := narrate_order(line, tell.text)) is not None:
            return f"{line} ({more})" if more else line, [*heard[:number], *heard[number + 1 :]]
    return line, list(heard)


def _side_of(taken: TakenAnswer, item: Told) -> str:
    if isinstance(item, UsedLine):
        return taken.request.seat if isinstance(taken.request, Choose) else ""
    if isinstance(item, StandingAnswer | OpenedOrder):
        return item.side
    return item.seat if isinstance(item, EffectReport) else ""


def rolls_of(taken: TakenAnswer) -> Iterator[StoryRoll]:
    """The dice of an answer, those of one kind together."""
    request, answer = taken.request, taken.answer
    if not isinstance(request, Roll) or not isinstance(answer, tuple):
        return
    faces = [die.sides for die in request.dice]
    for kind in dict.fromkeys(faces):
        values = tuple(value for value, sides in zip(answer, faces, strict=True) if sides == kind)
        yield StoryRoll(request.side, request.rule, kind, values)
