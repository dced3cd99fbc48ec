"""Where what is not on the board lies: cards lost and set aside, leaders, events in hands and packs."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator

from modules.engine.position import PlacedCounter
from modules.hastings_pulsipher.field import EVENTS, Field
from modules.hastings_pulsipher.state import DEAL, EVERYTHING, LOST, RESERVE, SET_UP


def off_board(field: Field) -> Iterator[PlacedCounter]:
    """Unit cards, then leaders, then events. What a state does not know of packs and hands is in `backs`;
    a card set aside or lost is here even if nobody knows which."""
    for side in field.battle.sides:
        yield from _units(field, side)
    for side, at in field.state.leaders.items():
        if at in (LOST, RESERVE):
            yield PlacedCounter(field.battle.leaders[side], side, at)
    yield from _events(field)


def _units(field: Field, side: str) -> Iterator[PlacedCounter]:
    state, letter = field.state, field.battle.letters[side]
    tokens = field.battle.tokens[letter]
    known = {state.known[token] for token in tokens if token in state.known}
    aside = set(_aside(field, side))
    unshuffled = [counter for counter in field.battle.packs[letter] if counter not in known]
    for token in tokens:
        card, counter = state.cards[token], state.known.get(token, "")
        if card.at == RESERVE and state.phase in (DEAL, SET_UP):
            if not counter and state.viewer == EVERYTHING:  # in a pack that is not shuffled yet, all are
                counter = unshuffled.pop(0)
            if token in aside:
                yield PlacedCounter(counter, side, RESERVE, face_down=True)
            elif counter:
                yield PlacedCounter(counter, side, "pile")
        elif card.at in (LOST, RESERVE):
            yield PlacedCounter(counter, side, card.at, face_down=not card.face_up)


def _aside(field: Field, side: str) -> Iterator[str]:
    """The cards that are set aside from the shuffle on (3.4): all know by their set-up that there are two."""
    for token in field.battle.set_aside(side):
        if token in field.state.known or field.state.phase == SET_UP:
            yield token


def _events(field: Field) -> Iterator[PlacedCounter]:
    state, numbers = field.state, Count[str]()

    def known(tokens: Iterable[str]) -> list[str]:
        return [state.known[token] for token in tokens if token in state.known]

    heaps: list[tuple[str, str, Iterable[str]]] = [
        *((side, f"hand {side}", known(state.hands[side])) for side in field.battle.sides),
        ("", "pile", known(state.pile)),
        ("", "discard", known(state.discard)),
    ]
    if state.phase == DEAL and not state.pile:
        heaps = [("", "pile", field.battle.packs[EVENTS])]
    for side, place, events in heaps:
        for event in events:
            numbers[event] += 1
            yield PlacedCounter(f"{event}-{numbers[event]}", side, place)


def backs(field: Field) -> Iterator[PlacedCounter]:
    """The cards in packs and hands that a viewer may not know: a unit's with its side, an event's without."""
    state = field.state
    if state.viewer == EVERYTHING:
        return
    if state.phase in (DEAL, SET_UP):
        for side in field.battle.sides:
            tokens = field.battle.tokens[field.battle.letters[side]]
            aside = set(_aside(field, side))
            packed = [token for token in tokens if state.cards[token].at == RESERVE and token not in aside]
            for _ in _unknown(field, packed):
                yield PlacedCounter("", side, "pile", face_down=True)
    heaps = [(f"hand {side}", state.hands[side]) for side in field.battle.sides]
    for place, tokens in (*heaps, ("pile", state.pile), ("discard", state.discard)):
        for _ in _unknown(field, tokens):
            yield PlacedCounter("", "", place, face_down=True)


def _unknown(field: Field, tokens: Iterable[str]) -> list[str]:
    return [token for token in tokens if token not in field.state.known]
