"""What all players have agreed on beside the rules, put into a state: only of what everybody knows."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.amendments import CounterPlacement, CounterState, Fact, FactValue
from modules.engine.errors import Illegal, UnknownThingError
from modules.hastings_pulsipher.arranging import FLAGS
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.state import LOST, RESERVE

_SHOWN = "counter that everybody has seen"
_BROKEN = "broken"


def amend(field: Field, facts: Sequence[Fact]) -> None:
    """See `MailRules.amend`. Raises UnknownThingError for a card that lies face down, or a place that is not
    free."""
    tokens = {counter: token for token, counter in field.state.known.items()}
    for fact in facts:
        if isinstance(fact, CounterPlacement) and fact.counter not in field.battle.leaders.values():
            field.state.put(_seen(field, tokens, fact.counter), at=RESERVE)  # so that two may change places
    for fact in facts:
        match fact:
            case FactValue(name, number):
                _number(field, name, number)
            case CounterPlacement(counter, place) if counter in field.battle.leaders.values():
                _station(field, counter, place)
            case CounterPlacement(counter, place):
                _put(field, tokens[counter], place)
            case CounterState(counter, name, holds):
                if name not in FLAGS:
                    raise UnknownThingError(name, f"state of a counter ({', '.join(FLAGS)})")
                field.state.put(_seen(field, tokens, counter), **{name: holds})
    _check_faces(field)


def _seen(field: Field, tokens: dict[str, str], counter: str) -> str:
    """The card of a counter that everybody has seen: whoever knows more changes nothing else by it."""
    token = tokens.get(counter, "")
    if not token or not field.state.cards[token].face_up:
        raise UnknownThingError(counter, _SHOWN)
    return token


def _put(field: Field, token: str, place: str) -> None:
    if place == LOST:
        field.state.lose(token)
        return
    if place not in field.battle.board.ids or place in field.state.occupants:
        raise UnknownThingError(place, "free place")
    field.state.put(token, at=place)


def _station(field: Field, leader: str, place: str) -> None:
    if place not in (*field.battle.board.sectors, LOST):
        raise UnknownThingError(place, "sector")
    side = next(side for side, counter in field.battle.leaders.items() if counter == leader)
    field.state.leaders[side] = place


def _number(field: Field, name: str, number: int) -> None:
    """`broken SIDE SECTOR`: 1 for a sector that is broken, else 0."""
    word, side, sector = (*name.split(), "", "", "")[:3]
    known = side in field.battle.sides and sector in field.battle.board.sectors
    if f"{word} {side} {sector}" != name or word != _BROKEN or not known or number > 1:
        raise UnknownThingError(f"{name} {number}", "fact", ("broken SIDE SECTOR 1", "broken SIDE SECTOR 0"))
    there = field.state.broken[side]
    field.state.broken[side] = there | {sector} if number else there - {sector}


def _check_faces(field: Field) -> None:
    """6.5.2: nobody lies face down near an enemy, and no fact turns a card up."""
    for square, token in field.state.occupants.items():
        near = (field.state.occupants.get(other, token) for other in field.battle.near[square])
        if not field.state.cards[token].face_up and any(other[0] != token[0] for other in near):
            raise Illegal("6.5.2", f"the card in {square} would lie face down near an enemy")
