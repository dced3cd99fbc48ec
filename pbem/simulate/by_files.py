"""A whole game between players of the program, under real rules of evidence: keys, move files, signed dice, a
log for each party.

Everything follows from the seed, keys and chains too, so the same seed gives the same bytes; the charter
says so (`options.seed`), because such a log proves nothing about who played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from modules.engine.players.player import Player
from modules.engine.rules.advising import Advising
from pbem import errors
from pbem.begin import newgame
from pbem.begin.newgame import Plan
from pbem.dice.chain import LENGTH, Chain
from pbem.dice.stream import hash_lines
from pbem.disk import whole
from pbem.entry import armor
from pbem.entry.bodies import Ack, Decision, Order
from pbem.entry.border import verify_entry
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.shapes import REFEREE
from pbem.judge import closed_lines, closed_orders
from pbem.judge.answering import Answerer
from pbem.judge.filing import Filings, papers_of
from pbem.keys.openssh import PrivateKey, openssh_text
from pbem.log import seeded
from pbem.log.file import GameLog
from pbem.log.folder import LOG, Folder
from pbem.log.links import next_link
from pbem.log.parties import Player as Person
from pbem.play import own_lines, sealed_orders
from pbem.play.filer import Filer
from pbem.robot import computer
from pbem.rules import seats
from pbem.rules.games import Build, part_of, rules_of
from pbem.rules.ground import nobody_knows
from pbem.rules.table import Table
from pbem.secret.packs import Secret
from pbem.simulate.players import ByPolicy, SeededChance

START: Final = 1_066_000_000
"""The simulated time of the charter, Unix seconds."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its table, the parties' folders, the number of order lines."""

    table: Table
    folders: dict[str, Folder]
    lines: int


def play_game(
    plan: Plan,
    out: Path,
    told: Callable[[Table], None] = lambda _: None,
    build: Build = rules_of,
    standing: Sequence[str] = (),
    players: Mapping[str, Player] | None = None,
) -> Played:
    """Play to the end; `told` is called after each exchange. With a referee all file the lines of `standing`
    first. `players`: who plays each side, if not the policy. Raises UnknownGame for a game without one,
    FileExists where a game is already."""
    if players is None:
        part_of(build(newgame.head_of(plan)), Advising)
    folders = newgame.folders(plan, out)
    refuse_taken(folders.values())
    charter = seeded_charter(plan, folders, build)
    logs = {role: GameLog.create(folder.path / LOG, charter) for role, folder in folders.items()}
    table = Table(build, closed_lines.known(folders[REFEREE]) if plan.refereed else nobody_knows)
    if plan.refereed:
        table.papers = papers_of(folders[REFEREE], table)
    table.walk.step(verify_entry(charter))
    game = _Simulation(table, folders, plan.seed or 0, players)
    first, *others = logs.values()
    if standing:
        file_all(table, folders, standing)
    while not table.walk.ended:
        first.append(*game.exchange())
        told(table)
    for log in others:
        log.append(*table.walk.entries[1:])
    return Played(table, folders, game.lines)


def file_all(table: Table, folders: dict[str, Folder], lines: Sequence[str]) -> None:
    """Every side files these standing orders; the referee receipts them to all."""
    papers = [Filer(folders[side], table).file(lines).papers for side in table.walk.parties.sides]
    receipts = [it for each in papers for it in Filer(folders[REFEREE], table).take(each)]
    for side in table.walk.parties.sides:
        for _, receipt in receipts:
            Filer(folders[side], table).shown(receipt)


def refuse_taken(folders: Iterable[Folder]) -> None:
    """Raise FileExists where a game is already: also one that was broken off begins in another folder."""
    for folder in folders:
        if (folder.path / LOG).exists() or folder.invitation_file.exists():
            raise errors.FileExists(f"{folder.path} holds a game already; choose another folder")


def seeded_charter(plan: Plan, folders: dict[str, Folder], build: Build) -> SignedEntry:
    """The charter that all have signed, in folders made for it."""
    seeded_secrets(plan, folders, build)
    whole = replace(plan, players=seeded_players(plan))
    return newgame.make_charter(whole, folders, newgame.head_of(plan), START)


def seeded_players(plan: Plan) -> dict[str, Person]:
    """Who plays: where the plan names nobody, the policy."""
    return {
        role: plan.players.get(role, Person(f"policy, seed {plan.seed}", f"{role}@example.invalid"))
        for role in newgame.names(plan)
    }


def seeded_secrets(plan: Plan, folders: dict[str, Folder], build: Build) -> None:
    """Folders, keys, chains and the referee's secret, that all follow from the plan's seed."""
    head = newgame.head_of(plan)
    for role, folder in folders.items():
        whole.DISK.make_directory(folder.path)
        secret = seeded.key_of(plan.seed, role)
        public = PrivateKey.from_seed(secret).public.line
        whole.write_new(folder.key_file, openssh_text(secret), mode=0o600)
        whole.write_new(folder.key_file.with_suffix(".pub"), f"{public}\n".encode())
        Chain(seeded.chain_of(plan.seed, role), LENGTH).save(folder.chain_file)
        if role == REFEREE and build(head).needs_secret:
            Secret(seeded.secret_of(plan.seed, role)).save(folder.secret_file)
        if role == REFEREE or not plan.refereed:
            whole.DISK.make_directory(folder.answer_file(0).parent)
        if role != REFEREE:
            whole.DISK.make_directory(folder.move_file(0, role).parent)


class _Simulation:
    """Both sides and who answers their dice. Each side decides on a board that shows what it may see."""

    def __init__(
        self,
        table: Table,
        folders: dict[str, Folder],
        seed: int,
        players: Mapping[str, Player] | None = None,
    ) -> None:
        self.table, self.lines = table, 0
        self._folders = folders
        sides = table.walk.parties.sides
        answering = [REFEREE] if table.walk.parties.refereed else sides
        self._answering = {role: Answerer(folders[role], table) for role in answering}
        self._chances = {s: SeededChance(hash_lines("senlac-policy/1", str(seed), s)) for s in sides}
        self._players = players or {side: ByPolicy(chance) for side, chance in self._chances.items()}
        self._keys = {side: folders[side].key() for side in sides}
        self._chains = {side: folders[side].chain() for side in sides}
        self._boards = {side: seats.Follower(table, side, folders[side]) for side in sides}

    def exchange(self) -> list[SignedEntry]:
        """One move and the answer to it, with their files."""
        side = self.table.owing[0]
        if opened := self._open(side):
            return opened
        plan = own_lines.NO_PLAN
        if self.table.replay.sealing is not None:
            entry = sealed(self.table, self._folders[side], side, self._decide(side), self._chances[side])
        else:
            entry, plan = ordered(
                self.table,
                self._folders[side],
                side,
                self._chains[side],
                self._decide(side),
                self._keys[side],
            )
            self._keep(side, plan)
        signed = sign(entry, self._keys[side])
        armor.write(self._folders[side].move_file(entry.seq, side), [signed], [plan.box] if plan.box else [])
        self.table.walk.step(verify_entry(signed))
        closer = self.table.walk.parties.closer(side)
        new = [signed, *(each.signed for each in self._answering[closer].settle())]
        armor.write(self._folders[closer].answer_file(entry.seq), new, self._spread(entry.seq))
        return new

    def _spread(self, first: int) -> list[bytes]:
        """The news in the answer to an entry, each taken in by its seat."""
        if not self.table.replay.rules.closed_orders:
            return []
        found = closed_orders.boxes(self.table, self._folders[REFEREE], first, self.table.seq)
        boxes = [box for _, box in found]
        for side in self.table.walk.parties.sides:
            closed_orders.take_news(self.table, self._folders[side], boxes)
        return boxes

    def _keep(self, side: str, plan: own_lines.Plan) -> None:
        """What an order closed, in the files of who knows it."""
        if plan.closed is not None:
            for folder in (self._folders[side], self._folders[REFEREE]):
                closed_lines.keep(folder, str(plan.move.box), plan.closed)

    def _open(self, side: str) -> list[SignedEntry]:
        """Without a referee: the openings of sealed orders that are a side's turn."""
        return (
            []
            if self.table.walk.parties.refereed
            else [each.signed for each in self._answering[side].settle()]
        )

    def _decide(self, side: str) -> list[str]:
        lines = computer.lines_of(self._players[side], self._boards[side].ahead(), side)
        self.lines += len(lines)
        return lines


def ordered(
    table: Table, folder: Folder, side: str, chain: Chain, lines: list[str], key: PrivateKey
) -> tuple[Entry, own_lines.Plan]:
    """A side's orders as they come next, or the dice opened where these come first."""
    kind = Order if table.replay.is_active(side) else Decision
    link = next_link(chain, table.walk.parties[side])
    more = Filings(folder, table).beforehand()
    if table.replay.dice_due:
        return table.next_entry(side, Ack(applied=0, at=table.at(None), **more), link), own_lines.NO_PLAN
    plan = own_lines.planned(table, kind, side, link, lines, key)
    return table.next_entry(side, plan.move.but(**more), link), plan


def sealed(table: Table, folder: Folder, side: str, lines: Sequence[str], chance: SeededChance) -> Entry:
    """A side's order where several decide at once, under seal; the salt follows from the seed."""
    salt = "".join(f"{chance.below(256):02x}" for _ in range(32))
    return sealed_orders.seal(folder, table, side, lines, salt)
