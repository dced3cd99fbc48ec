"""The battlefield: a state together with the board, cards and numbers that stay the same all game.

Every question that the rules ask of a position is answered here: who lies where, who faces whom, how far a
unit may go, what a card is or may be. Changes are made by the phases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from modules.definition import Counter, Definition
from modules.definition.formats.cards import Card as EventCard
from modules.definition.formats.cards import Choice
from modules.definition.formats.scenarios import CardScenario
from modules.engine.square_board import Squares
from modules.hastings_pulsipher.state import LOST, OFF_BOARD, RESERVE, Effect, State

EVENTS = "E"
"""The secret name of the pack of events; a side's unit cards have the letter of the side."""

Test = Callable[[Counter], bool]


def is_cavalry(counter: Counter) -> bool:
    """True for units that move farther and may fall back (4.1.1, 6.2, 6.7)."""
    return counter.mounted


def is_archer(counter: Counter) -> bool:
    """True for units that shoot (4.1)."""
    return "archery" in counter.front


class Battle:
    """What stays the same all game. `packs`: the cards of each pack before it is shuffled."""

    def __init__(self, definition: Definition, scenario: CardScenario) -> None:
        self.definition, self.scenario = definition, scenario
        self.board = Squares(definition.boards[scenario.board])
        self.deck = definition.decks["events"]
        self.die = definition.game.die
        self.sides = scenario.sides
        self.first = scenario.first_player
        self.forces = {force.side: force for force in scenario.forces}
        self.letters = {side: definition.game.sides[side].letter for side in self.sides}
        self._sides = {letter: side for side, letter in self.letters.items()}
        self.counters = {c.id: c for c in definition.counters.values() if self._takes_part(c)}
        self.leaders = {c.side: c.id for c in self.counters.values() if c.role == "leader"}
        self.packs = {self.letters[side]: self._units(side) for side in self.sides}
        self.packs[EVENTS] = tuple(n for n, card in self.deck.cards.items() for _ in range(card.count))
        self.tokens = {pack: tuple(f"{pack}{i + 1}" for i in range(len(p))) for pack, p in self.packs.items()}
        self._numbers = {**definition.game.parameters, **scenario.parameters}
        reach, ids = self.number("reveal_distance"), self.board.ids
        self.near = {s: tuple(o for o in ids if 0 < self.board.distance(s, o) <= reach) for s in ids}

    def _takes_part(self, counter: Counter) -> bool:
        force = self.forces.get(counter.side)
        return force is not None and (counter.number or 1) <= force.counters.get(counter.group, 0)

    def _units(self, side: str) -> tuple[str, ...]:
        return tuple(i for i, c in self.counters.items() if c.side == side and c.role == "unit")

    def number(self, name: str) -> int:
        """A number of the rules, from the game's or the scenario's parameters."""
        return self._numbers[name].value

    def modifier(self, name: str) -> int:
        """What a modifier adds to the number that an attack needs."""
        return self.definition.tables.modifiers[name].value

    def modifier_name(self, name: str) -> str:
        """What a modifier is called."""
        return self.definition.tables.modifiers[name].name

    def side_name(self, side: str) -> str:
        """How a side is called."""
        return self.definition.game.sides[side].name

    def leader_name(self, side: str) -> str:
        """How a side's leader is called."""
        return self.counters[self.leaders[side]].name

    def sector_name(self, sector: str) -> str:
        """How a sector is called in a sentence."""
        return self.board.board.sectors[sector].name.lower()

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def side_of(self, token: str) -> str:
        """Whose unit card a token is."""
        return self._sides[token[0]]

    def set_aside(self, side: str) -> tuple[str, ...]:
        """The cards dealt off as a reserve before set-up (3.4)."""
        return self.tokens[self.letters[side]][: self.forces[side].reserve]

    def choice(self, card: EventCard, side: str) -> Choice | None:
        """What a side may do with an event."""
        return next((choice for choice in card.choices if side in choice.sides), None)


class Field:
    """A state seen with the eyes of the rules."""

    def __init__(self, battle: Battle, state: State) -> None:
        self.battle, self.state, self.board = battle, state, battle.board

    def copy(self) -> Field:
        """The battlefield as it is now."""
        return Field(self.battle, self.state.copy())

    # --- what a card is -------------------------------------------------------------------------------

    def counter(self, token: str) -> Counter:
        """The counter that a card is known to be. Raises KeyError where the state does not know."""
        return self.battle.counters[self.state.known[token]]

    def may_be(self, token: str, test: Test) -> bool:
        """True if a card is of a kind, or, where it is not known, if one of the kind is unaccounted for."""
        if token in self.state.known:
            return test(self.counter(token))
        return self._unseen(token, frozenset(self.state.known.values()), test)

    def may_seem(self, token: str, test: Test) -> bool:
        """As `may_be`, for who knows only what everybody knows: the same in all views of a state."""
        cards = self.state.cards
        if cards[token].face_up:
            return test(self.counter(token))
        shown = (what for t, what in self.state.known.items() if t in cards and cards[t].face_up)
        return self._unseen(token, frozenset(shown), test)

    def _unseen(self, token: str, seen: frozenset[str], test: Test) -> bool:
        pack = self.battle.packs[token[0]]
        return any(test(self.battle.counters[i]) for i in pack if i not in seen)

    def called(self, token: str) -> str:
        """How reports name a card: `Breton Infantry 34`, or, face down, `the card in 34`."""
        card = self.state.cards[token]
        return f"{self.counter(token).name} {card.at}" if card.face_up else f"the card in {card.at}"

    # --- who lies where -------------------------------------------------------------------------------

    def side(self, token: str) -> str:
        """Whose card it is."""
        return self.battle.side_of(token)

    def at(self, token: str) -> str:
        """The square of a card, or a word of OFF_BOARD."""
        return self.state.cards[token].at

    def on_board(self, side: str) -> Iterator[str]:
        """A side's cards on the board, in the order of the pack."""
        cards = self.state.cards
        for token in self.battle.tokens[self.battle.letters[side]]:
            if cards[token].at not in OFF_BOARD:
                yield token

    def reserve(self, side: str) -> tuple[str, ...]:
        """A side's cards that are set aside."""
        tokens = self.battle.tokens[self.battle.letters[side]]
        return tuple(t for t in tokens if self.state.cards[t].at == RESERVE)

    def in_sector(self, side: str, sector: str) -> list[str]:
        """A side's cards in a sector."""
        return [t for t in self.on_board(side) if self.board.sector(self.at(t)) == sector]

    def own(self, square: str, side: str) -> str | None:
        """The card of this side in a square."""
        token = self.state.occupants.get(square)
        return token if token is not None and self.side(token) == side else None

    def enemy(self, square: str, side: str) -> str | None:
        """The card of the other side in a square."""
        token = self.state.occupants.get(square)
        return token if token is not None and self.side(token) != side else None

    def enemies_beside(self, square: str, side: str) -> list[str]:
        """The cards of the other side next to a square: front, rear, flank; never diagonally (6.3)."""
        return [e for n in self.board.neighbours[square] if (e := self.enemy(n, side)) is not None]

    def facing(self, square: str, side: str) -> str | None:
        """The enemy card straight in front of a square, as a side faces: front to front with its card."""
        return self.enemy(self.board.square_ahead(square, side), side)

    # --- sectors and leaders --------------------------------------------------------------------------

    def leader_in(self, side: str, sector: str) -> bool:
        """True if a side's leader lives and is in the sector."""
        return self.state.leaders[side] == sector

    def leader_dead(self, side: str) -> bool:
        """True once a side's leader has been killed."""
        return self.state.leaders[side] == LOST

    def broken(self, side: str, sector: str) -> bool:
        """True if a side has lost a sector (8.11)."""
        return sector in self.state.broken[side]

    # --- events in force ------------------------------------------------------------------------------

    def effect(self, word: str, side: str, sector: str = "") -> Effect | None:
        """The event of this word that a side has in force, in a sector where it is for one."""
        found = (e for e in self.state.effects if (e.word, e.side) == (word, side))
        return next((e for e in found if not sector or sector in e.sectors), None)

    # --- movement -------------------------------------------------------------------------------------

    def allowance(self, token: str) -> int:
        """The areas that a unit may move (6.2, 8.6.3); of a card that is not known, the most it may be."""
        if self.state.cards[token].wounds:
            return self.battle.number("move_wounded")
        cavalry = self.may_be(token, is_cavalry)
        return self.battle.number("move_cavalry" if cavalry else "move_foot")

    # --- changes --------------------------------------------------------------------------------------

    def swap(self, one: str, other: str) -> None:
        """Two cards on the board change places."""
        here, there = self.at(one), self.at(other)
        self.state.put(other, at=RESERVE)
        self.state.put(one, at=there)
        self.state.put(other, at=here)
