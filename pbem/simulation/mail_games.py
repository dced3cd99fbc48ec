"""A whole game by policy and by mail, from the invitation to the end: each party has a folder and a mailbox,
and nothing goes between them but mails. Keys, chains and policy follow from the seed, as in `policy_play`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from modules.engine.rules.advice_rules import AdviceRules
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry.entries import sign
from pbem.entry.field_types import REFEREE
from pbem.judge import closed_lines
from pbem.log.party.folder import Folder
from pbem.mail import limits
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.messages import setup_text
from pbem.messages.letters import game_letters
from pbem.messages.letters.game_letters import Picture, send_move
from pbem.play.orders import order_closing
from pbem.play.standing_orders import StandingOrders
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.post.outbox_flush import flush
from pbem.post.robot_log import LogNote
from pbem.post.stop_signal import Stop
from pbem.post.transports import Delivery, Sink, Source, TooBig
from pbem.reason_codes import Code
from pbem.robot import computer_player
from pbem.robot.inbox import Inbox
from pbem.rules import seat_views
from pbem.rules.rules_lookup import Build, part_of, rules_of
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.setup.join_request import JoinRequest
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import (
    START,
    make_order,
    make_seal,
    make_seeded_secrets,
    refuse_taken,
    seeded_players,
)
from pbem.simulation.simulated_players import PolicyOrders, StreamChance

MAILDIR: Final = "Maildir"
_HOUR: Final = 3600
"""What passes with each mail, Unix seconds."""


@dataclass(frozen=True, slots=True)
class MailTransport:
    """How one party's mails come and go."""

    source: Source
    sink: Sink


Ways = Callable[[Mapping[str, Folder], Plan], Mapping[str, MailTransport]]


@dataclass(frozen=True, slots=True)
class MailGame:
    """A game that was played: the referee's table, the parties' folders, how many mails were read in all."""

    table: Table
    folders: dict[str, Folder]
    mails: int


class LocalSink:
    """Mails go straight into the other parties' Maildirs."""

    def __init__(self, boxes: Mapping[str, MaildirSink]) -> None:
        self._boxes = boxes

    def send(self, message: bytes, to: Sequence[str]) -> Delivery:
        """Deliver; every address is that of a party."""
        for address in to:
            self._boxes[address].send(message, [address])
        return Delivery(delivered=tuple(to))

    def close(self) -> None:
        """Nothing is open between two mails."""


def maildirs(folders: Mapping[str, Folder], plan: Plan) -> Mapping[str, MailTransport]:
    """Each party's mailbox is a Maildir in its folder, and no server is needed."""
    boxes = {plan.players[role].mail: MaildirSink(folder.path / MAILDIR) for role, folder in folders.items()}
    return {
        role: MailTransport(MaildirSource(folder.path / MAILDIR, limits.MAX_BYTES), LocalSink(boxes))
        for role, folder in folders.items()
    }


def play_game(
    plan: Plan,
    out: Path,
    told: Callable[[Table], None] = lambda _: None,
    ways: Ways = maildirs,
    picture: Picture | None = None,
    build: Build = rules_of,
    standing: Sequence[str] = (),
) -> MailGame:
    """Play to the end; `told` is called after each round of mails. All file the lines of `standing` first.

    Raises UnknownGame for a game without a policy, FileExists where a game is already, and `out-of-step` if a
    mail is refused that should not be.
    """
    part_of(build(new_game.head_of(plan)), AdviceRules)
    plan = replace(plan, seed=plan.seed or 0, players=seeded_players(plan))
    folders = new_game.folders(plan, out)
    refuse_taken(folders.values())
    make_seeded_secrets(plan, folders, build)
    game = _Game(plan, folders, ways(folders, plan), picture, build)
    game.set_up()
    if standing:
        game.file(standing)
    while not game.has_ended:
        game.round()
        told(game.table)
    return MailGame(game.table, folders, game.mails)


class _Game:
    """The parties and their mails, read and answered in turn."""

    def __init__(
        self,
        plan: Plan,
        folders: dict[str, Folder],
        ways: Mapping[str, MailTransport],
        picture: Picture | None,
        build: Build,
    ) -> None:
        self._plan, self._folders, self._ways = plan, folders, ways
        self._inboxes = {role: Inbox(folder, picture, build) for role, folder in folders.items()}
        self._chances = {
            role: StreamChance(hash_lines("senlac-policy/1", str(plan.seed), role)) for role in folders
        }
        self.mails = 0
        self._stop = Stop()

    @property
    def table(self) -> Table:
        """The game as the referee has it."""
        return self._inboxes[REFEREE].desk.table()

    @property
    def has_ended(self) -> bool:
        """Whether the end stands in every log."""
        return all(inbox.desk.table().verifier.ended for inbox in self._inboxes.values())

    def set_up(self) -> None:
        """The three mails: invitation, joins, charter."""
        setup_text.invite(self._plan, REFEREE, self._folders[REFEREE], None)
        self._send(REFEREE)
        for side in self._sides:
            for data in self._waiting_mails(side):
                letter = read(data, from_robot=True)
                setup_text.join(ReceivedFile((), letter.papers), self._folders[side], JoinRequest(side))
            self._send(side)
        self._take_in(REFEREE)
        for side in self._sides:
            self._take_in(side)

    def file(self, lines: Sequence[str]) -> None:
        """Every side files these standing orders; the referee's receipts come to all."""
        for side in self._sides:
            folder = self._folders[side]
            game_letters.send_standing(
                folder, StandingOrders(folder, self._inboxes[side].desk.table()).file(lines)
            )
            self._send(side)
        for role in (REFEREE, *self._sides):
            self._take_in(role)

    def round(self) -> None:
        """Whoever owes something writes, the referee answers, all read; else raises `out-of-step`."""
        before = self.mails
        for side in self._sides:
            self._move(side)
        for role in (REFEREE, *self._sides):
            self._take_in(role)
        if self.mails == before:
            raise errors.LogFault(Code.OUT_OF_STEP, "nobody has written although the game is not over")

    @property
    def _sides(self) -> list[str]:
        return [role for role in self._folders if role != REFEREE]

    def _move(self, side: str) -> None:
        desk = self._inboxes[side].desk
        table = desk.table()
        if table.owing_roles[:1] != (
            side,
        ):  # of several who seal one writes in a round: their mails do not cross
            return
        chance, plan = self._chances[side], order_closing.NO_PLAN
        lines = computer_player.lines_of(
            PolicyOrders(chance), seat_views.Follower(table, side, desk.folder).try_ahead(), side
        )
        if table.replay.due_sealing is not None:
            entry = make_seal(table, desk.folder, side, lines, chance)
        else:
            entry, plan = make_order(table, desk.folder, side, desk.folder.chain(), lines, desk.folder.key())
            if plan.closed is not None:
                closed_lines.keep_lines(desk.folder, str(plan.move.box), plan.closed)
        signed = sign(entry, desk.folder.key())
        send_move(desk.folder, table.verifier, [signed], [plan.box] if plan.box else [])
        self._send(side)

    def _take_in(self, role: str) -> None:
        for data in self._waiting_mails(role):
            received = self._inboxes[role].receive(data, START + self.mails * _HOUR)
            if received.outcome == "refused":
                raise errors.LogFault(Code.OUT_OF_STEP, f"a mail to {role} was refused: {received.text}")
        self._send(role)

    def _waiting_mails(self, role: str) -> Iterator[bytes]:
        source = self._ways[role].source
        try:
            for mail in source.waiting_mails():
                self.mails += 1
                yield b"" if isinstance(mail.data, TooBig) else mail.data
                source.settle(mail, refused=False)
        finally:
            source.close()

    def _send(self, role: str) -> None:
        flush(Outbox(self._folders[role].path), self._ways[role].sink, self._stop, _trouble)


def _trouble(note: LogNote) -> None:
    """Everything but a mail that was sent is a fault of the simulation."""
    if note.what != "sent":
        raise errors.LogFault(Code.OUT_OF_STEP, note.line().strip())
