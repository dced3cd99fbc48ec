"""A whole game by policy and by mail: three parties, each with a folder and a Maildir, and nothing between
them but mails. What a person reads in each of them can be looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from modules.engine.requests import Choose
from pbem import errors, newgame, views
from pbem.bodies import REFEREE
from pbem.desk import Desk
from pbem.dice import hash_lines
from pbem.entries import sign
from pbem.gamefolder import LOG, Folder, next_link
from pbem.gamelog import GameLog
from pbem.games import Build, rules_of
from pbem.inbox import Inbox
from pbem.letters import Picture, send_move
from pbem.mail import limits
from pbem.newgame import Plan
from pbem.policy_play import SeededChance, seeded_charter
from pbem.post.loop import Received
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.post.ways import TooBig
from pbem.table import Table

MAILDIR: Final = "Maildir"
_START: Final = 1_066_000_000
"""The simulated hour of the first mail, Unix seconds; one passes with each mail."""
_HOUR: Final = 3600
_MOST: Final = 5_000


@dataclass(frozen=True, slots=True)
class Mailed:
    """A game that was played: the referee's table, the parties' folders, how many mails went each way."""

    table: Table
    folders: dict[str, Folder]
    moves: int
    answers: int


class _Player:
    """A side: takes in what is in its Maildir, and answers by policy with a signed mail in its outbox."""

    def __init__(self, side: str, inbox: Inbox, seed: int) -> None:
        self.side, self.inbox = side, inbox
        self._chance = SeededChance(hash_lines("senlac-policy/1", str(seed), side))

    def move(self) -> bool:
        """Write a move if one is due; whether it was."""
        desk = self.inbox.desk
        table = desk.table()
        if self.side not in table.owing:
            return False
        kind = "order" if table.replay.play.state.active == self.side else "decision"
        body: dict[str, Any] = {"lines": self._decide(desk, table)}
        if table.replay.dice_due:
            kind, body = "ack", {"applied": 0}
        link = next_link(desk.folder.chain(), table.walk.parties[self.side])
        entry = table.next_entry(kind, self.side, body, link)
        send_move(desk.folder, table.walk, [sign(entry, desk.folder.key())])
        return True

    def _decide(self, desk: Desk, table: Table) -> list[str]:
        play = views.Follower(table, self.side, desk.folder).ahead()
        lines = []
        while isinstance(request := play.request, Choose) and request.side == self.side:
            order = play.rules.advise(request, play.state, self._chance)
            play.answer(order)
            lines.append(str(order))
        return lines


def play_game(
    plan: Plan,
    out: Path,
    told: Callable[[Table], None] = lambda _: None,
    picture: Picture | None = None,
    build: Build = rules_of,
) -> Mailed:
    """Play to the end; `told` is called after each answer of the referee.

    Raises FileExists where a game is already, and OutOfStep if a mail is refused that should not be.
    """
    folders = newgame.folders(plan, out)
    for folder in folders.values():
        if (folder.path / LOG).exists():
            raise errors.FileExists(f"{folder.path} holds a game already; choose another folder")
    charter = seeded_charter(replace(plan, seed=plan.seed or 0), folders, build)
    for folder in folders.values():
        GameLog.create(folder.path / LOG, charter)
    post = _Post(folders)
    referee = Inbox(folders[REFEREE], picture, build)
    players = [
        _Player(side, Inbox(folder, build=build), plan.seed or 0)
        for side, folder in folders.items()
        if side != REFEREE
    ]
    moves = 0
    while not referee.desk.table().walk.ended and moves < _MOST:
        for player in players:
            moves += player.move()
        post.deliver()
        post.read(REFEREE, referee)
        told(referee.desk.table())
        post.deliver()
        for player in players:
            post.read(player.side, player.inbox)
    return Mailed(referee.desk.table(), folders, moves, post.read_count - moves)


class _Post:
    """Carries what lies in the outboxes to the Maildirs of those to whom it goes."""

    def __init__(self, folders: dict[str, Folder]) -> None:
        self._folders = folders
        self.read_count = 0
        self._boxes: dict[str, MaildirSink] = {}
        for role, folder in folders.items():
            table = Table.load(folder.log)
            self._boxes[table.walk.parties[role].mail] = MaildirSink(folder.path / MAILDIR)

    def deliver(self) -> None:
        """Empty every outbox."""
        for folder in self._folders.values():
            outbox = Outbox(folder.path)
            for mail in outbox.waiting():
                for address in mail.to:
                    self._boxes[address].send(mail.message, [address])
                outbox.sent(mail.name)

    def read(self, role: str, inbox: Inbox) -> list[Received]:
        """Take in everything in a party's Maildir; raises OutOfStep for a mail that is refused."""
        source = MaildirSource(self._folders[role].path / MAILDIR, limits.MAX_BYTES)
        found: list[Received] = []
        if not source.path.is_dir():
            return found
        for mail in source.waiting():
            data = b"" if isinstance(mail.data, TooBig) else mail.data
            received = inbox.receive(data, _START + self.read_count * _HOUR)
            self.read_count += 1
            source.settle(mail, refused=received.outcome == "refused")
            if received.outcome == "refused":
                raise errors.OutOfStep(f"a simulated mail of {role} was refused: {received.text}")
            found.append(received)
        return found
