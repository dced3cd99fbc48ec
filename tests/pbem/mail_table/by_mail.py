"""A game by mail whose players sit at tables: the pages' calls, and mails that go by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.seeded_random import SeededRandom
from pbem.cli.game_setup import plan
from pbem.log.party.folder import Folder
from pbem.mail_table.mail_calls import MailCalls
from pbem.mail_table.mail_seat import MailSeat
from pbem.post.outbox import Outbox
from pbem.robot.inbox import Inbox
from pbem.rules import rules_lookup
from pbem.setup import new_game

NOW = 1_791_979_200
Json = dict[str, Any]


class NoDay:
    """A day of which nothing is told."""

    def describe(self, _: MailSeat) -> Json:
        return {}

    def mark(self) -> object:
        return None


class Tables:
    """The folders of a game, and a table at each player's. `seats`: what each page was told last."""

    def __init__(
        self, path: Path, game: str = "three_battles/fulford", *, refereed: bool = True, deadline: str = ""
    ) -> None:
        wanted = plan(game, None, deadline=[deadline] if deadline else None, refereed=refereed)
        self.folders: dict[str, Folder] = new_game.create(wanted, path, NOW)
        self.inboxes = {role: Inbox(folder) for role, folder in self.folders.items()}
        self.tables = {role: self.open(role) for role in self.folders if role != "referee"}
        self.seats: dict[str, Json] = {}

    def open(self, role: str) -> MailCalls:
        """Another table at a folder."""
        return MailCalls(self.folders[role], lambda: NOW, NoDay(), "pbem table")

    def call(self, role: str, name: str, /, **body: Any) -> Json:
        """A call of the page as it was told last; what it is told now."""
        draft = self.seats.get(role, {}).get("draft", -1)
        said: Json = self.tables[role].calls()[name]({"draft": draft, **body})
        self.seats[role] = said.get("seat", self.seats.get(role))
        return said

    def send(self, role: str, *lines: str) -> Json:
        """Lines that are given and sent."""
        self.call(role, "begin")
        for line in lines:
            self.call(role, "give", line=line)
        return self.call(role, "send", digest=self.call(role, "preview")["digest"])

    def post(self) -> Sequence[str]:
        """Each mail to whom it is for, until none waits; what became of them."""
        told = list[str]()
        while fresh := [found for role in self.folders for found in self._post_from(role)]:
            told += fresh
        return told

    def _post_from(self, role: str) -> list[str]:
        outbox, told = Outbox(self.folders[role].path), list[str]()
        for mail in outbox.list_waiting():
            for address in mail.to:
                told.append(self.inboxes[address.split("@")[0]].receive(mail.message, NOW).outcome)
            outbox.move_to_sent(mail.name)
        return told

    def log(self, role: str) -> bytes:
        return (self.folders[role].path / "game.log").read_bytes()

    def moves(self, role: str) -> list[str]:
        """The files of what a side has signed."""
        return sorted(file.name for file in (self.folders[role].path / "moves").glob("*.pbem"))

    def give_as_policy(self, role: str, kind: str = "") -> None:
        """The lines that the built-in policy gives, up to a decision of a kind, or to what is not known."""
        seat, chance = self.tables[role].seat, SeededRandom(5)
        self.call(role, "begin")
        while (due := seat.due_choice) is not None and not seat.board.is_supposed and due.kind != kind:
            play = rules_lookup.play_with(seat.board.choosing_play, AdviceRules)
            self.call(role, "give", line=str(play.rules.advise(due, play.state, chance)))

    def play_until(self, kind: str) -> str:
        """Plays on as the policy would, until a player must make such a decision; who."""
        for _ in range(200):
            for role, table in self.tables.items():
                self.give_as_policy(role, kind)
                due = table.seat.due_choice
                if due is not None and due.kind == kind:
                    return role
                if self.seats[role]["mail"]["plan"]["may"]:
                    self.call(role, "send", digest=self.call(role, "preview")["digest"])
                    self.post()
        raise AssertionError(f"no decision {kind} came")
