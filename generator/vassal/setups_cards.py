"""Positions of a game of cards as VASSAL saves: the set-up of every scenario, or where a game stands.

A position is a tuple of `Placed`, as the engine gives it. A unit card whose counter is empty is one of which
the viewer knows only whose it is. Cards of packs are given by their copies, as in "transfer-2".
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.cards import unit_deck
from generator.vassal.commands import (
    BEGIN_SAVE,
    END_SAVE,
    SETUP_STACK,
    AddPiece,
    Boards,
    Command,
    stack,
    write_commands,
)
from generator.vassal.container import Metadata, save_bytes
from generator.vassal.decks import DeckType, deck
from generator.vassal.errors import CommandError
from generator.vassal.module_cards import CardRoster
from generator.vassal.module_data import VassalFile, copies
from generator.vassal.module_display import DISPLAY
from generator.vassal.module_hands import HandPlan
from generator.vassal.module_packs import unit_cards
from generator.vassal.module_pieces import at_levels, state_levels
from generator.vassal.module_piles import PilePlan
from generator.vassal.module_squares import BoardPlan
from generator.vassal.module_table import TABLE, TablePlan, discard_place, leader_place, reserve_place
from generator.vassal.moments import Moment, first_moment, setup_comment, turn_command
from generator.vassal.pieces import Piece
from generator.vassal.traits import Obscurable
from modules.definition import Definition
from modules.definition.scenarios import CardScenario
from modules.engine.position import Placed

BATTLEFIELD = "Battlefield"
"""The name of the main map."""

PACK, DISCARD, HAND, RESERVE, LOST = "pile", "discard", "hand", "reserve", "lost"
"""Places off the board: in a pack and not yet drawn, among the discards, `hand SIDE`, set aside (or, of a
leader, not yet placed), eliminated."""

_FIRST_ID = 1000
_Spot = tuple[str, int, int]


@dataclass(frozen=True)
class CardSaves:
    """What saves of one module share: its pieces, the places where they lie, and its metadata."""

    definition: Definition
    file: VassalFile
    roster: CardRoster
    boards: Mapping[str, BoardPlan]
    table: TablePlan
    decks: Mapping[str, DeckType]
    hands: Mapping[str, HandPlan]
    piles: PilePlan
    moduledata: Metadata

    def setup(self, scenario: CardScenario) -> bytes:
        """The save with which a scenario begins: all cards in their packs, leaders beside the board."""
        first = first_moment(self.definition, scenario)
        comment = setup_comment(self.definition, scenario)
        return self.position(scenario, set_up(self.definition, scenario), first, comment)

    def position(
        self, scenario: CardScenario, placed: Sequence[Placed], moment: Moment, comment: str
    ) -> bytes:
        """A .vsav of a position; `comment` is shown when it is loaded.

        Raises CommandError for a counter, card, marker, place, side or phase that the game does not have.
        """
        where = _Where(self, scenario)
        text = write_commands(
            [
                BEGIN_SAVE,
                *self._pieces(where, placed),
                *self._boards(scenario),
                SETUP_STACK,
                turn_command(self.definition, scenario, moment),
                END_SAVE,
            ]
        )
        data = self.moduledata
        return save_bytes(text, Metadata(data.version, comment, data.saved), data)

    def _pieces(self, where: _Where, placed: Iterable[Placed]) -> Iterator[Command]:
        numbers = iter(range(_FIRST_ID, 1_000_000))
        packed: dict[str, list[str]] = {key: [] for key in self.decks}
        lying: dict[_Spot, list[Piece]] = {}
        reserves: Count[str] = Count()
        for each in placed:
            key = self._deck_of(each)
            if key is None:
                reserves[each.side] += each.place == RESERVE and not self.leads(each)
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
        for spot, pieces in lying.items():
            ids = []
            for piece in pieces:
                ids.append(str(next(numbers)))
                yield AddPiece.of(ids[-1], piece.at(*spot))
            yield stack(str(next(numbers)), *spot, ids)

    def leads(self, placed: Placed) -> bool:
        """Whether it is a leader and no card."""
        counter = self.definition.counters.get(placed.counter)
        return counter is not None and counter.form == "counter"

    def _deck_of(self, placed: Placed) -> str | None:
        """The key of the deck in which a card lies, or None."""
        known = copies(self.definition)
        if placed.counter in known and placed.place in (PACK, DISCARD):
            pack = known[placed.counter][0]
            return pack if placed.place == PACK else discard_place(pack)
        counter = self.definition.counters.get(placed.counter)
        if placed.place == PACK and counter is not None and counter.form == "card":
            return unit_deck(counter.side)
        return None

    def _shown(self, placed: Placed) -> Iterator[Piece]:
        """The piece as it lies, and the markers on it that it cannot show itself."""
        definition = self.definition
        states: dict[str, int] = {}
        own: set[str] = set()
        if placed.lone:
            yield from self._markers(placed.markers)
            return
        if not placed.counter and placed.side in definition.game.sides:
            piece = self.roster.unknown_card(unit_deck(placed.side))
        elif placed.counter in self.roster.cards:
            piece = self.roster.card(placed.counter)
        elif placed.counter in definition.counters:
            counter = definition.counters[placed.counter]
            kinds = self.file.of_kind(counter.kind, counter.role)
            states, own = state_levels(kinds, placed.markers), set(kinds)
            piece = self.roster.counter(placed.counter)
        else:
            raise CommandError(f"{definition.name} has no counter or card {placed.counter!r}")
        if placed.face_down:
            piece = masked(piece, definition.game.sides[placed.side].name)
        yield at_levels(piece, states)
        yield from self._markers(name for name in placed.markers if name not in own)

    def _markers(self, names: Iterable[str]) -> Iterator[Piece]:
        for name in names:
            if name not in self.roster.markers:
                raise CommandError(f"{self.definition.name} has no marker {name!r}")
            yield self.roster.marker(name)

    def _boards(self, scenario: CardScenario) -> Iterator[Command]:
        title = self.boards[scenario.board].title
        yield Boards(BATTLEFIELD, ((title, 0, 0), (TABLE, 1, 0)))
        for name in (*(hand.title for hand in self.hands.values()), DISPLAY):
            yield Boards(name, ((name, 0, 0),))


@dataclass(frozen=True)
class _Where:
    """Where things lie in a scenario: window and px. The table begins where the board of squares ends."""

    saves: CardSaves
    scenario: CardScenario

    @property
    def board(self) -> BoardPlan:
        return self.saves.boards[self.scenario.board]

    def on_table(self, key: str) -> _Spot:
        """A place of the table. Raises CommandError for one that it does not have."""
        if key not in self.saves.table.places:
            raise CommandError(f"{self.saves.definition.name} has no place {key!r} beside the board")
        x, y = self.saves.table.places[key].middle
        return BATTLEFIELD, self.board.size[0] + x, y

    def spot(self, placed: Placed, number: int) -> _Spot:
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


def set_up(definition: Definition, scenario: CardScenario) -> tuple[Placed, ...]:
    """The at-start position: unit cards and events in their packs, leaders waiting beside the board."""
    found = []
    for side in scenario.sides:
        found += [Placed(card, side, PACK) for card in unit_cards(definition, scenario, side)]
        force = next(force for force in scenario.forces if force.side == side)
        found += [
            Placed(counter.id, side, RESERVE)
            for counter in definition.counters.values()
            if counter.form == "counter" and counter.group in force.counters
        ]
    return (*found, *(Placed(copy, "", PACK) for copy in copies(definition)))


def masked(piece: Piece, owner: str) -> Piece:
    """The card face down: only `owner`, as VASSAL calls a side, and who may see his cards know it."""
    traits = (replace(t, masked_by=owner) if isinstance(t, Obscurable) else t for t in piece.traits)
    return replace(piece, traits=tuple(traits))
