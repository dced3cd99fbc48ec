"""Positions set up by hand, and positions told in the same words (`senlac docs rule-cases`).

Units are called by their counters; which token each becomes is settled here: who stands in reserve comes
first in the pack, then the others, in the order of counters.yaml. Events: first the hands, then the pile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from modules.engine.errors import UnknownThingError
from modules.engine.orders import Grammar
from modules.engine.rules.arrangement_rules import Arrangement
from modules.hastings_pulsipher.field import EVENTS, Battle, Field
from modules.hastings_pulsipher.state import LOST, OFF_BOARD, RESERVE, SET_UP, Effect, State

OTHERS = "others"
"""Every counter that is not named."""

FLAGS = ("moved", "crossed", "withdrawn", "fought", "struck")
"""States of a unit, by the names of a card's fields."""

FACE_DOWN = "face_down"
_WOUNDS = re.compile(r"wounds (\d+)")
_FOE = re.compile(r"attacked by (\S+)")


def arranged(
    battle: Battle, grammar: Grammar, state: State, asked: Arrangement, phases: Sequence[str]
) -> State:
    """The state that is asked for. Raises OrderError for what is not of this game."""
    if asked.active not in battle.sides or asked.phase not in phases:
        raise UnknownThingError(f"{asked.active} {asked.phase}", "phase")
    state.turn, state.phase, state.active = asked.turn, asked.phase, asked.active
    before = asked.phase in phases[: phases.index(SET_UP) + 1]
    default = asked.units.get(OTHERS, RESERVE if before else LOST)
    named = {grammar.counter(w): d for w, d in asked.units.items() if w != OTHERS}
    wanted = {counter: named.get(counter, default) for counter in battle.counters}
    for side in battle.sides:
        unplaced = before and battle.sides.index(side) >= battle.sides.index(asked.active)
        if not unplaced:
            _name_tokens(battle, state, side, wanted)
        if battle.leaders[side] in named or not before:
            state.leaders[side] = _sector(battle, wanted[battle.leaders[side]])
    tokens = {counter: token for token, counter in state.known.items()}
    for counter, token in tokens.items():
        _put(battle, grammar, state, token, wanted[counter], tokens)
    _turn_up(battle, state)
    _Facts(battle, state).take(asked.facts)
    return state


def _name_tokens(battle: Battle, state: State, side: str, wanted: Mapping[str, str]) -> None:
    letter = battle.letters[side]
    order = sorted(battle.packs[letter], key=lambda counter: wanted[counter] != RESERVE)
    state.known |= dict(zip(battle.tokens[letter], order, strict=True))


def _sector(battle: Battle, place: str) -> str:
    if place not in (*battle.board.sectors, *OFF_BOARD):
        raise UnknownThingError(place, "sector")
    return place


def _put(
    battle: Battle, grammar: Grammar, state: State, token: str, description: str, tokens: Mapping[str, str]
) -> None:
    place, *words = (part.strip() for part in description.split(","))
    if place not in (*battle.board.ids, *OFF_BOARD) or place in state.occupants:
        raise UnknownThingError(description, "free place")
    changes: dict[str, Any] = {"at": place, "face_up": place != RESERVE and FACE_DOWN not in words}
    foes = []
    for word in words:
        if found := _WOUNDS.fullmatch(word):
            changes["wounds"] = int(found[1])
        elif found := _FOE.fullmatch(word):
            foes.append(tokens[grammar.counter(found[1])])
        elif word in FLAGS:
            changes[word] = True
        elif word != FACE_DOWN:
            raise UnknownThingError(word, "state of a unit")
    state.put(token, foes=tuple(foes), **changes)


def _turn_up(battle: Battle, state: State) -> None:
    """6.5.2: nobody lies face down near an enemy, whatever is asked for."""
    for square, token in state.occupants.items():
        near = (state.occupants.get(other, token) for other in battle.near[square])
        if any(other[0] != token[0] for other in near):
            state.put(token, face_up=True)


def described(field: Field, counter: str) -> str:
    """A counter's place and states. Where the state does not know where it is: `unknown`."""
    for side, leader in field.battle.leaders.items():
        if counter == leader:
            return field.state.leaders[side]
    names = {what: token for token, what in field.state.known.items()}
    if counter not in names:
        return "unknown"
    card = field.state.cards[names[counter]]
    words = [FACE_DOWN] if card.at not in OFF_BOARD and not card.face_up else []
    words += [f"wounds {card.wounds}"] if card.wounds else []
    words += [flag for flag in FLAGS if getattr(card, flag)]
    words += [f"attacked by {field.state.known[foe]}" for foe in card.foes]
    return ", ".join([card.at, *words])


# --- facts -----------------------------------------------------------------------------------------------


class _Facts:
    """Numbers that an arrangement sets, by the first word of their names."""

    def __init__(self, battle: Battle, state: State) -> None:
        self.battle, self.state = battle, state
        self.books: dict[str, Callable[[str, int, Sequence[str]], None]] = {
            "broken": self._broken,
            "dead": self._dead,
            "effect": self._effect,
            "led": self._flag,
            "melee": self._melee,
            "penalty": self._penalty,
            "played": self._flag,
        }

    def take(self, facts: Mapping[str, int]) -> None:
        self._deal(facts)
        for name, value in facts.items():
            word, *rest = name.split()
            if word == "hand" or name == "pile":
                continue
            if word not in self.books:
                raise UnknownThingError(name, "fact")
            self.books[word](name, value, rest)

    def _side(self, name: str, words: Sequence[str], *, more: int = 0) -> str:
        """The side that comes first, before so many words more at most."""
        if not 1 <= len(words) <= 1 + more or words[0] not in self.battle.sides:
            raise UnknownThingError(name, "fact of a side")
        return words[0]

    def _flag(self, name: str, value: int, words: Sequence[str]) -> None:
        if words:
            raise UnknownThingError(name, "fact")
        if name == "played":
            self.state.played = bool(value)
        else:
            self.state.led = bool(value)

    def _broken(self, name: str, value: int, words: Sequence[str]) -> None:
        side = self._side(name, words, more=1)
        if words[1:] and words[1] in self.battle.board.sectors:
            self.state.broken[side] |= {words[1]} if value else set()
            return
        raise UnknownThingError(name, "fact of a sector")

    def _dead(self, name: str, value: int, words: Sequence[str]) -> None:
        side = self._side(name, words)
        if value:
            self.state.leaders[side] = LOST

    def _penalty(self, name: str, value: int, words: Sequence[str]) -> None:
        side = self._side(name, words)
        self.state.penalty |= {side} if value else set()

    def _melee(self, name: str, value: int, words: Sequence[str]) -> None:
        """Who has fought is not said: those who are lost before those who are not."""
        tokens = self.battle.tokens[self.battle.letters[self._side(name, words)]]
        order = sorted(tokens, key=lambda t: self.state.cards[t].at != LOST)
        self.state.melee |= set(order[:value])

    def _effect(self, name: str, value: int, words: Sequence[str]) -> None:
        """`effect WORD`, with the side where both have it, and the sectors where it is for some."""
        word, rest = (words[0], words[1:]) if words else ("", ())
        sides = _sides_with(self.battle, word)
        side = next((w for w in rest if w in sides), sides[0] if len(sides) == 1 else "")
        sectors = tuple(s for s in self.battle.board.sectors if s in rest)
        if not side or len(rest) != len(sectors) + (side in rest):
            raise UnknownThingError(name, "effect of an event")
        if value:
            self.state.effects = (*self.state.effects, Effect(word, side, sectors, value))

    def _deal(self, facts: Mapping[str, int]) -> None:
        """Hands, then the pile, then the discards, as tokens."""
        left, tokens = list(self.battle.packs[EVENTS]), iter(self.battle.tokens[EVENTS])
        for name, value in facts.items():
            word, *rest = name.split()
            if word != "hand":
                continue
            side = self._side(name, rest, more=1)
            if rest[1:] and left.count(rest[1]) < value:
                raise UnknownThingError(name, "event card that is left")
            for _ in range(value if rest[1:] else 0):
                left.remove(rest[1])
                self.state.hands[side] += (self._card(next(tokens), rest[1]),)
        cards = tuple(self._card(token, event) for token, event in zip(tokens, left, strict=True))
        size = facts.get("pile", len(left))
        self.state.pile, self.state.discard = cards[:size], cards[size:]

    def _card(self, token: str, event: str) -> str:
        self.state.known[token] = event
        return token


def _sides_with(battle: Battle, word: str) -> list[str]:
    choices = [choice for card in battle.deck.cards.values() for choice in card.choices]
    return [s for s in battle.sides if any(c.effect == word and s in c.sides for c in choices)]


def facts_of(field: Field) -> dict[str, int]:
    """The numbers of a state, as far as it knows them."""
    battle, state = field.battle, field.state
    facts = {"pile": len(state.pile), "discard": len(state.discard)}
    facts |= {"played": int(state.played), "led": int(state.led)}
    for side in battle.sides:
        facts[f"hand {side}"] = len(state.hands[side])
        for event in battle.deck.cards:
            facts[f"hand {side} {event}"] = sum(state.known.get(t) == event for t in state.hands[side])
        for sector in battle.board.sectors:
            facts[f"broken {side} {sector}"] = int(field.broken(side, sector))
        facts[f"melee {side}"] = sum(token[0] == battle.letters[side] for token in state.melee)
        facts[f"dead {side}"] = int(field.leader_dead(side))
        facts[f"penalty {side}"] = int(side in state.penalty)
    return facts | _effects(battle, state)


def _effects(battle: Battle, state: State) -> dict[str, int]:
    """0 for each effect that is not in force; how many units it serves for one that is."""
    words = {c.effect for card in battle.deck.cards.values() for c in card.choices}
    facts = {}
    for word in sorted(words):
        sides = _sides_with(battle, word)
        for side in sides:
            found = [e for e in state.effects if (e.word, e.side) == (word, side)]
            name = f"effect {word}" if len(sides) == 1 else f"effect {word} {side}"
            facts[name] = sum(e.serves for e in found)
            facts |= {" ".join((name, *e.sectors)): e.serves for e in found if e.sectors}
    return facts
