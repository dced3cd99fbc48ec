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
from modules.engine.rules.advice_rules import AdviceRules
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.dice.hash_chain import LENGTH, Chain
from pbem.disk import atomic_files
from pbem.entry import armor
from pbem.entry.bodies import Ack, Decision, Order
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines, closed_orders
from pbem.judge.automatic_answers import Answerer
from pbem.judge.standing_filing import Filings, papers_of
from pbem.keys.openssh_keys import PrivateKey, openssh_text
from pbem.log.log_file import GameLog
from pbem.log.parties import Player as Person
from pbem.log.party import simulation_secrets
from pbem.log.party.chain_links import next_link
from pbem.log.party.folder import LOG, Folder
from pbem.play.orders import order_closing, sealed_orders
from pbem.play.standing_orders import StandingOrders
from pbem.robot import computer_player
from pbem.rules import seat_views
from pbem.rules.replay.replay_base import nobody_knows
from pbem.rules.rules_lookup import Build, part_of, rules_of
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret
from pbem.setup import new_game
from pbem.setup.new_game import Plan
from pbem.simulation.simulated_players import PolicyOrders, StreamChance

START: Final = 1_066_000_000
"""The simulated time of the charter, Unix seconds."""


@dataclass(frozen=True, slots=True)
class FileGame:
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
) -> FileGame:
    """Play to the end; `told` is called after each exchange. With a referee all file the lines of `standing`
    first. `players`: who plays each side, if not the policy. Raises UnknownGame for a game without one,
    FileExists where a game is already."""
    if players is None:
        part_of(build(new_game.head_of(plan)), AdviceRules)
    folders = new_game.folders(plan, out)
    refuse_taken(folders.values())
    charter = make_seeded_charter(plan, folders, build)
    logs = {role: GameLog.create(folder.path / LOG, charter) for role, folder in folders.items()}
    table = Table(build, closed_lines.known_lines(folders[REFEREE]) if plan.refereed else nobody_knows)
    if plan.refereed:
        table.papers = papers_of(folders[REFEREE], table)
    table.verifier.apply(verify_entry(charter))
    game = _Simulation(table, folders, plan.seed or 0, players)
    first, *others = logs.values()
    if standing:
        file_all(table, folders, standing)
    while not table.verifier.ended:
        first.append(*game.exchange())
        told(table)
    for log in others:
        log.append(*table.verifier.entries[1:])
    return FileGame(table, folders, game.lines)


def file_all(table: Table, folders: dict[str, Folder], lines: Sequence[str]) -> None:
    """Every side files these standing orders; the referee receipts them to all."""
    papers = [
        StandingOrders(folders[side], table).file(lines).papers for side in table.verifier.parties.sides
    ]
    receipts = [it for each in papers for it in StandingOrders(folders[REFEREE], table).take(each)]
    for side in table.verifier.parties.sides:
        for _, receipt in receipts:
            StandingOrders(folders[side], table).keep_receipt(receipt)


def refuse_taken(folders: Iterable[Folder]) -> None:
    """Raise FileExists where a game is already: also one that was broken off begins in another folder."""
    for folder in folders:
        if (folder.path / LOG).exists() or folder.invitation_file.exists():
            raise errors.FileExists(f"{folder.path} holds a game already; choose another folder")


def make_seeded_charter(plan: Plan, folders: dict[str, Folder], build: Build) -> SignedEntry:
    """The charter that all have signed, in folders made for it, each with the file of a game that has one."""
    make_seeded_secrets(plan, folders, build)
    whole, head = replace(plan, players=seeded_players(plan)), new_game.head_of(plan)
    for folder in folders.values():
        new_game.keep_file(folder, head)
    return new_game.make_charter(whole, folders, head, START)


def seeded_players(plan: Plan) -> dict[str, Person]:
    """Who plays: where the plan names nobody, the policy."""
    return {
        role: plan.players.get(role, Person(f"policy, seed {plan.seed}", f"{role}@example.invalid"))
        for role in new_game.names(plan)
    }


def make_seeded_secrets(plan: Plan, folders: dict[str, Folder], build: Build) -> None:
    """Folders, keys, chains and the referee's secret, that all follow from the plan's seed."""
    head = new_game.head_of(plan)
    for role, folder in folders.items():
        atomic_files.DISK.make_directory(folder.path)
        secret = simulation_secrets.key_of(plan.seed, role)
        public = PrivateKey.from_seed(secret).public.line
        atomic_files.write_new(folder.key_file, openssh_text(secret), mode=0o600)
        atomic_files.write_new(folder.key_file.with_suffix(".pub"), f"{public}\n".encode())
        Chain(simulation_secrets.chain_of(plan.seed, role), LENGTH).save(folder.chain_file)
        if role == REFEREE and build(head).needs_secret:
            RefereeSecret(simulation_secrets.secret_of(plan.seed, role)).save(folder.secret_file)
        if role == REFEREE or not plan.refereed:
            atomic_files.DISK.make_directory(folder.answer_file(0).parent)
        if role != REFEREE:
            atomic_files.DISK.make_directory(folder.move_file(0, role).parent)


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
        sides = table.verifier.parties.sides
        answering = [REFEREE] if table.verifier.parties.has_referee else sides
        self._answering = {role: Answerer(folders[role], table) for role in answering}
        self._chances = {s: StreamChance(hash_lines("senlac-policy/1", str(seed), s)) for s in sides}
        self._players = players or {side: PolicyOrders(chance) for side, chance in self._chances.items()}
        self._keys = {side: folders[side].key() for side in sides}
        self._chains = {side: folders[side].chain() for side in sides}
        self._boards = {side: seat_views.Follower(table, side, folders[side]) for side in sides}

    def exchange(self) -> list[SignedEntry]:
        """One move and the answer to it, with their files."""
        side = self.table.owing_roles[0]
        if opened := self._open(side):
            return opened
        plan = order_closing.NO_PLAN
        if self.table.replay.due_sealing is not None:
            entry = make_seal(self.table, self._folders[side], side, self._decide(side), self._chances[side])
        else:
            entry, plan = make_order(
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
        self.table.verifier.apply(verify_entry(signed))
        closer = self.table.verifier.parties.closer(side)
        new = [signed, *(each.signed for each in self._answering[closer].settle())]
        armor.write(self._folders[closer].answer_file(entry.seq), new, self._spread(entry.seq))
        return new

    def _spread(self, first: int) -> list[bytes]:
        """The news in the answer to an entry, each taken in by its seat."""
        if not self.table.replay.rules.closed_orders:
            return []
        found = closed_orders.boxes(self.table, self._folders[REFEREE], first, self.table.seq)
        boxes = [box for _, box in found]
        for side in self.table.verifier.parties.sides:
            closed_orders.take_news(self.table, self._folders[side], boxes)
        return boxes

    def _keep(self, side: str, plan: order_closing.SigningPlan) -> None:
        """What an order closed, in the files of who knows it."""
        if plan.closed is not None:
            for folder in (self._folders[side], self._folders[REFEREE]):
                closed_lines.keep_lines(folder, str(plan.move.box), plan.closed)

    def _open(self, side: str) -> list[SignedEntry]:
        """Without a referee: the openings of sealed orders that are a side's turn."""
        return (
            []
            if self.table.verifier.parties.has_referee
            else [each.signed for each in self._answering[side].settle()]
        )

    def _decide(self, side: str) -> list[str]:
        lines = computer_player.lines_of(self._players[side], self._boards[side].try_ahead(), side)
        self.lines += len(lines)
        return lines


def make_order(
    table: Table, folder: Folder, side: str, chain: Chain, lines: list[str], key: PrivateKey
) -> tuple[Entry, order_closing.SigningPlan]:
    """A side's orders as they come next, or the dice opened where these come first."""
    kind = Order if table.replay.is_active(side) else Decision
    link = next_link(chain, table.verifier.parties[side])
    more = Filings(folder, table).standing_lines()
    if table.replay.dice_due:
        return table.next_entry(
            side, Ack(applied=0, at=table.time_of_writing(None), **more), link
        ), order_closing.NO_PLAN
    plan = order_closing.plan_order(table, kind, side, link, lines, key)
    return table.next_entry(side, plan.move.replace(**more), link), plan


def make_seal(table: Table, folder: Folder, side: str, lines: Sequence[str], chance: StreamChance) -> Entry:
    """A side's order where several decide at once, under seal; the salt follows from the seed."""
    salt = "".join(f"{chance.below(256):02x}" for _ in range(32))
    return sealed_orders.seal(folder, table, side, lines, salt)
