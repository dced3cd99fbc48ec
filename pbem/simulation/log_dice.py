"""The dice of a whole game as the signed log of it will have them, before anybody writes one.

All that stands in a seed is promised in the charter, and which link is shown for which batch follows from who
orders when: so the dice can be rolled beside the rules alone, a hundred times as fast as the log is written
(`row_replay` writes it, and checks that these were its dice). Steps are those of `file_games`: an entry has
the orders of one seat up to dice, another's decision, or what its author cannot foresee; each opens a batch
with the next link of his chain, and the referee's next link goes with it only where dice fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.requests import Answer, Roll, Shuffle
from modules.engine.requests import Secret as Simultaneous
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from modules.library import Contest
from pbem.dice.dice_stream import Stream
from pbem.entry.bodies import Deadline, Game
from pbem.entry.field_types import REFEREE
from pbem.log.deadlines import DECISION, ORDER
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.rules.boards.seat_board import SeatBoard
from pbem.rules.replay.replay_base import openers
from pbem.rules.rules_lookup import Build, rules_of
from pbem.secrets.card_packs import RefereeSecret, Source
from pbem.setup import new_game
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import make_seeded_charter

_DEADLINES: Final = (
    Deadline(kind=ORDER, hours=168, grace=24, then="wait"),
    Deadline(kind=DECISION, hours=72, grace=24, then="wait"),
)
"""The dice of a study follow from its charters: these terms stay, so that rows of earlier releases replay."""


def head_of(contest: Contest) -> Game:
    """What a charter says of the game itself. Raises UnknownGame."""
    return new_game.head_of(_unnamed_plan(contest))


def _unnamed_plan(contest: Contest) -> Plan:
    return Plan(
        contest.game,
        contest.scenario,
        contest.options,
        {},
        contest.seed,
        deadlines=_DEADLINES,
        reading=None,
    )


def plan_of(contest: Contest) -> Plan:
    """The game by mail that is the same as one of a study, refereed. Its charter says what it is."""
    plan = _unnamed_plan(contest)
    kinds = [f"search {contest.budget}" if kind == "search" else kind for kind in contest.players]
    seats = [role for role in new_game.names(plan) if role != REFEREE]
    names = {REFEREE: "referee", **dict(zip(seats, kinds, strict=True))}
    players = {
        role: Player(f"{name}, game of a study, seed {contest.seed}", f"{role}@example.invalid")
        for role, name in names.items()
    }
    return replace(plan, players=players)


class LogDice:
    """`modules.engine.players.match.Dice` of a game by these rules, whose charter has this `head` (64 hex
    digits), by the secrets of its parties, in their order."""

    def __init__(self, rules: MailRules[Any], head: str, folders: Mapping[str, Folder]) -> None:
        self._rules, self._head, self._roles = rules, head, tuple(folders)
        self._chains = {role: folder.chain() for role, folder in folders.items()}
        referee = folders[REFEREE]
        self._secret = RefereeSecret.load(referee.secret_file) if referee.secret_file.exists() else None
        seats = ("", *rules.seats) if rules.secret_packs else ()
        self._boards = {seat: SeatBoard(rules, seat) for seat in seats}
        self._shown, self._batches = Counter[str](), 0
        self._opener, self._link, self._goes_on = "", "", False
        self._source: Source | None = None
        self._stream = Stream("")

    def note_decision(self, play: Play[PlayRules[Any]], given: Mapping[str, Order]) -> None:
        """Which entry the orders stand in: the one before, or one that opens the next batch. Seals open
        none."""
        if isinstance(play.request, Simultaneous):
            self._opener, self._goes_on = "", False
            self._follow(play, given)
            return
        ((seat, order),) = given.items()
        if not (self._goes_on and seat == self._opener):
            self._open(seat)
        self._follow(play, order)
        self._goes_on = self._is_foreseen(play, seat, order)

    def next_dice(self, play: Play[PlayRules[Any]], request: Roll | Shuffle) -> tuple[int, ...]:
        """The next dice of the open batch, or a pack."""
        source = self._batch(play, request.side if isinstance(request, Roll) else "")
        given: tuple[int, ...]
        if isinstance(request, Roll):
            given = tuple(self._stream.die(die.sides) for die in request.dice)
        elif request.secret and self._secret is not None:
            given = source.pack(request.secret, request.size, self._secret).order
        else:
            given = tuple(self._stream.shuffle(request.size))
        self._goes_on = False
        self._follow(play, given)
        return given

    def _follow(self, play: Play[PlayRules[Any]], answer: Answer) -> None:
        """Each board takes in an answer. Cards that everybody is shown are in a batch, as dice are."""
        if play.request is None or not self._boards:
            return
        for board in self._boards.values():
            board.follow(play.request, answer)
        if self._boards[""].looked:
            self._batch(play, "")

    def _is_foreseen(self, play: Play[PlayRules[Any]], seat: str, order: Order) -> bool:
        """Whether the author of an order can go on by himself: he knows its effect, and is shown no cards."""
        if self._boards and self._boards[seat].looked:
            return False
        rules = self._rules
        return not rules.closed_orders or rules.effect(rules.view(play.state, seat), order) is not None

    def _batch(self, play: Play[PlayRules[Any]], side: str) -> Source:
        """The open batch; dice before any order are opened by their side."""
        if not self._opener:
            self._open(openers(self._rules, side, self._rules.eliminated_seats(play.state))[0])
        if self._source is None:
            self._batches += 1
            links = {self._opener: self._link, REFEREE: self._next_link(REFEREE)}
            first, second = (links[role] for role in self._roles if role in links)
            self._source = Source(self._head, self._head, self._batches, first, second)
            self._stream = self._source.stream()
        return self._source

    def _open(self, seat: str) -> None:
        self._opener, self._link, self._source = seat, self._next_link(seat), None

    def _next_link(self, role: str) -> str:
        self._shown[role] += 1
        return self._chains[role].reveal(self._shown[role] - 1)


def dice_of(contest: Contest, build: Build = rules_of) -> LogDice:
    """The dice of a game of a study. Raises UnknownGame."""
    plan = plan_of(contest)
    with TemporaryDirectory() as place:
        folders = new_game.folders(plan, Path(place))
        return LogDice(build(head_of(contest)), make_seeded_charter(plan, folders, build).head, folders)
