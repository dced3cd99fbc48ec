"""Positions of a game of cards as VASSAL saves: the set-up of every scenario, or where a game stands.

A unit card whose counter is empty is one of which the viewer knows only whose it is; without a side it is a
card of the pack that is dealt into hands. Cards of packs are given by their copies, as in "transfer-2".
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from generator.cards import unit_deck
from generator.vassal.format.commands import AddPiece, Command
from generator.vassal.format.decks import DeckType, deck
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece
from generator.vassal.module.card_game import CardModule
from generator.vassal.module.cards import CardRoster
from generator.vassal.module.data import copies
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.hands import HandPlan
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.module.orders.kinds import is_by_hand
from generator.vassal.module.packs import unit_cards
from generator.vassal.module.piles import PilePlan
from generator.vassal.module.squares import BoardPlan
from generator.vassal.module.table import TABLE, TablePlan, discard_place, leader_place, reserve_place
from generator.vassal.positions.saves import BoardsOf, Saves, masked
from generator.vassal.positions.ways import Ground, Spot
from modules.definition import Definition
from modules.definition.formats.scenarios import CardScenario
from modules.engine.position import PlacedCounter

PACK, DISCARD, HAND, RESERVE, LOST = "pile", "discard", "hand", "reserve", "lost"
"""Places off the board: in a pack and not yet drawn, among the discards, `hand SIDE`, set aside (or, of a
leader, not yet placed), eliminated."""


@dataclass(frozen=True)
class CardSaves(Saves[CardScenario]):
    """Saves of a game of cards: the places where they lie."""

    roster: CardRoster
    boards_of: Mapping[str, BoardPlan]
    table: TablePlan
    decks: Mapping[str, DeckType]
    hands: Mapping[str, HandPlan]
    piles: PilePlan

    @classmethod
    def of(cls, plan: CardModule) -> CardSaves:
        """Those of a module."""
        return cls(
            plan.definition, plan.file, plan.roster, plan.metadata, plan.boards, plan.table, plan.decks,
            plan.hands, plan.piles,
        )  # fmt: skip

    @property
    def has_decks(self) -> bool:
        return True

    @property
    def scenarios(self) -> Mapping[str, CardScenario]:
        return self.definition.card_scenarios

    def set_up(self, scenario: CardScenario) -> tuple[PlacedCounter, ...]:
        return set_up(self.definition, scenario)

    def pieces(
        self, scenario: CardScenario, placed: Sequence[PlacedCounter], numbers: Iterator[int]
    ) -> Iterator[Command]:
        """All cards in their packs, then what lies anywhere else."""
        where = _Where(self, scenario)
        packed: dict[str, list[str]] = {key: [] for key in self.decks}
        lying: dict[Spot, list[Piece]] = {}
        reserves: Count[str] = Count()
        for each in placed:
            reserves[each.side] += each.place == RESERVE and not self.leads(each)
            key = self._deck_of(each, reserves[each.side])
            if key is None:
                lying.setdefault(where.spot(each, reserves[each.side]), []).extend(self._shown(each))
                continue
            spot = where.on_table(key)
            for piece in self._shown(each):
                packed[key].append(str(next(numbers)))
                yield AddPiece.of(packed[key][-1], piece.at(*spot))
        for key, ids in packed.items():
            kind = self.decks[key]
            down = kind.face_down != "Never"
            yield deck(str(next(numbers)), kind, *where.on_table(key), ids, face_down=down)
        yield from self.stacks(lying, numbers)

    def leads(self, placed: PlacedCounter) -> bool:
        """Whether it is a leader and no card."""
        counter = self.definition.counters.get(placed.counter)
        return counter is not None and counter.form == "counter"

    def _deck_of(self, placed: PlacedCounter, number: int) -> str | None:
        """The key of the deck in which a card lies, or None. By hand a reserve may hold more cards than there
        are places: the rest lies in its pack."""
        if placed.place == RESERVE and not self.leads(placed) and is_by_hand(self.definition):
            return None if reserve_place(placed.side, number) in self.table.places else self._pack_of(placed)
        if placed.place not in (PACK, DISCARD) or placed.lone or self.leads(placed):
            return None
        pack = self._pack_of(placed)
        if placed.place == DISCARD:
            return discard_place(pack) if pack in self.definition.decks else None
        return pack

    def _pack_of(self, placed: PlacedCounter) -> str:
        """The pack of a card. Raises CommandError for a card that the game does not have."""
        counter, known = self.definition.counters.get(placed.counter), copies(self.definition)
        if counter is not None:
            return unit_deck(counter.side)
        if placed.counter in known:
            return known[placed.counter][0]
        if not placed.counter and placed.side in self.definition.game.sides:
            return unit_deck(placed.side)
        dealt = [name for name, each in self.definition.decks.items() if each.hand]
        if placed.counter or placed.side or len(dealt) != 1:
            raise CommandError(f"{self.definition.name} has no counter or card {placed.counter!r}")
        return dealt[0]

    def _shown(self, placed: PlacedCounter) -> Iterator[Piece]:
        """The piece as it lies, and the markers on it that it cannot show itself."""
        definition, unit = self.definition, self.definition.counters.get(placed.counter)
        if placed.lone:
            shown = self.markers(placed.markers)
        elif unit is not None:
            shown = self.counter_shown(unit, placed, {})
        else:
            shown = chain([self._card(placed)], self.markers(placed.markers))
        if not placed.face_down:
            return shown
        owner = definition.game.sides[placed.side].name if placed.side else ""
        piece = masked(next(shown), owner)
        return chain([piece], shown)

    def _card(self, placed: PlacedCounter) -> Piece:
        pack = self._pack_of(placed)
        return self.roster.card(placed.counter) if placed.counter else self.roster.unknown_card(pack)

    def ground(self, scenario: CardScenario) -> Ground:
        board = self.boards_of[scenario.board]
        squares: dict[str, Spot] = {
            each: (BATTLEFIELD, *board.at(each)) for each in board.sheet.frame.squares
        }
        return Ground(
            tuple(
                squares | {each: (BATTLEFIELD, *board.leader_at(side, each)) for each in board.sectors}
                for side in scenario.sides
            )
        )

    def boards(self, scenario: CardScenario) -> Iterator[BoardsOf]:
        title = self.boards_of[scenario.board].title
        yield BATTLEFIELD, ((title, 0, 0), (TABLE, 1, 0))
        for name in (*(hand.title for hand in self.hands.values()), DISPLAY):
            yield name, ((name, 0, 0),)


@dataclass(frozen=True)
class _Where:
    """Where things lie in a scenario: window and px. The table begins where the board of squares ends."""

    saves: CardSaves
    scenario: CardScenario

    @property
    def board(self) -> BoardPlan:
        return self.saves.boards_of[self.scenario.board]

    def on_table(self, key: str) -> Spot:
        """A place of the table. Raises CommandError for one that it does not have."""
        if key not in self.saves.table.places:
            raise CommandError(f"{self.saves.definition.name} has no place {key!r} beside the board")
        x, y = self.saves.table.places[key].middle
        return BATTLEFIELD, self.board.size[0] + x, y

    def spot(self, placed: PlacedCounter, number: int) -> Spot:
        """Where a piece lies that is in no deck; of a reserve it is the card of this number. Raises
        CommandError for a place that there is not."""
        saves, place = self.saves, placed.place
        if place in self.board.sheet.frame:
            return (BATTLEFIELD, *self.board.at(place))
        if place in self.board.sectors:
            at = self.board.marker_at if placed.lone else self.board.leader_at
            return (BATTLEFIELD, *at(placed.side, place))
        if place == RESERVE:
            leads = saves.leads(placed)
            return self.on_table(
                leader_place(placed.counter) if leads else reserve_place(placed.side, number)
            )
        if place == LOST:
            return (DISPLAY, *saves.piles.places[placed.side])
        word, _, side = place.partition(" ")
        if word == HAND and side in saves.hands:
            return (saves.hands[side].title, *saves.hands[side].first)
        raise CommandError(f"{saves.definition.name}: there is no place {place!r}")


def set_up(definition: Definition, scenario: CardScenario) -> tuple[PlacedCounter, ...]:
    """The at-start position: unit cards and events in their packs, leaders waiting beside the board."""
    found = []
    for side in scenario.sides:
        found += [PlacedCounter(card, side, PACK) for card in unit_cards(definition, scenario, side)]
        force = next(force for force in scenario.forces if force.side == side)
        found += [
            PlacedCounter(counter.id, side, RESERVE)
            for counter in definition.counters.values()
            if counter.form == "counter" and counter.group in force.counters
        ]
    return (*found, *(PlacedCounter(copy, "", PACK) for copy in copies(definition)))
