"""The state of a battle of cards: plain data, cheap to copy. Cards are immutable values that copies share.

Cards are known by tokens, their places in the shuffled pack (`S7`). Which counter or event a token is stands
in `known`, as far as the `viewer` knows it; the rules ask for what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from modules.engine.rules.play_rules import Outcome

RESERVE = "reserve"
"""Set aside, or not yet placed; of a leader: not yet in a sector."""
LOST = "lost"
"""Eliminated or fled; of a leader: dead."""
OFF_BOARD = frozenset({RESERVE, LOST})

EVERYTHING = "all"
"""The viewer who knows every card: referee, tests, policy, cases."""
PUBLIC = ""
"""The viewer who knows what everybody knows."""

DEAL, SET_UP, LEADERS = "deal", "setup", "leader"
"""The phases before the first turn: events are dealt (3.3), cards placed (3.5), leaders placed (3.6)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A unit card: where it lies (a square or a word of OFF_BOARD) and what it has done in this player turn.

    `crossed`: it changed sector without leave to attack (6.5 A); `withdrawn`: cavalry that fell back (6.7);
    `fought`: it made its attack; `struck`: it struck back; `foes`: who attacked it in melee.
    """

    at: str = RESERVE
    face_up: bool = False
    wounds: int = 0
    moved: bool = False
    crossed: bool = False
    withdrawn: bool = False
    fought: bool = False
    struck: bool = False
    foes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """An event in force: its word in cards.yaml, who played it, where, and how many units it still serves."""

    word: str
    side: str
    sectors: tuple[str, ...] = ()
    serves: int = 1


@dataclass(slots=True)
class State:
    """`melee`: the cards that have made a melee attack in this game. `penalty`: the sides that attack without
    heart since their leader's death (8.9.5). `played`, `led`: the active side has played its event, moved its
    leader. `occupants` is worked out from `cards` and kept in step by `put`."""

    viewer: str
    turn: int
    phase: str
    active: str
    known: dict[str, str]
    cards: dict[str, Card]
    leaders: dict[str, str]
    broken: dict[str, frozenset[str]]
    hands: dict[str, tuple[str, ...]]
    pile: tuple[str, ...]
    discard: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    melee: frozenset[str] = frozenset()
    penalty: frozenset[str] = frozenset()
    played: bool = False
    led: bool = False
    outcome: Outcome | None = None
    occupants: dict[str, str] = field(default_factory=dict, compare=False)

    def copy(self) -> State:
        """An independent equal state."""
        return replace(
            self,
            known=self.known.copy(),
            cards=self.cards.copy(),
            leaders=self.leaders.copy(),
            broken=self.broken.copy(),
            hands=self.hands.copy(),
            occupants=self.occupants.copy(),
        )

    def put(self, token: str, **changes: Any) -> None:
        """Changes a card, and the index of who lies where with it. Its square must be free."""
        self.lay(token, replace(self.cards[token], **changes))

    def lay(self, token: str, after: Card) -> None:
        """Makes this the state of a card, as `put` does."""
        before = self.cards[token]
        self.cards[token] = after
        if after.at == before.at:
            return
        if before.at not in OFF_BOARD:
            del self.occupants[before.at]
        if after.at not in OFF_BOARD:
            self.occupants[after.at] = token

    def lose(self, token: str) -> None:
        """Takes a card off for good; that it was seen is not forgotten."""
        seen = self.cards[token].face_up
        self.put(token, at=LOST)
        self.cards[token] = Card(at=LOST, face_up=seen)
