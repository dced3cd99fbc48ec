"""Hidden cards: packs are shuffled, cards are dealt and shown, and a state learns what its viewer may know.

Who knows everything learns it with the shuffle and is never asked again. Everybody else is told of each deal,
empty but for the side it is for, and asked what a card is when it is turned up.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Mapping, Sequence
from dataclasses import replace

from modules.amounts import count_noun
from modules.definition import Counter
from modules.engine.decisions import Asks
from modules.engine.requests import Chance, Deal, Reveal, Shuffle, Tell
from modules.engine.rules.answers import WrongAnswer
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.state import EVERYTHING, State


def shuffle(field: Field, pack: str, label: str, rule: str) -> Asks[None]:
    """Shuffles a pack; its cards are tokens from now on."""
    cards = field.battle.packs[pack]
    order: tuple[int, ...] = yield Shuffle(label, len(cards), rule, pack)
    if field.state.viewer == EVERYTHING:
        for token, number in zip(field.battle.tokens[pack], order, strict=True):
            field.state.known[token] = cards[number]


def deal(field: Field, side: str, label: str, rule: str, tokens: Sequence[str]) -> Asks[None]:
    """Lets a side look at cards."""
    if field.state.viewer == EVERYTHING or not tokens:
        return
    shown: Mapping[str, int] = yield Deal(side, label, rule, tuple(tokens))
    if field.state.viewer == side:
        learn(field, shown)
        if not all(token in field.state.known for token in tokens):
            raise WrongAnswer(f"the {field.battle.side_name(side)} were not shown all of {', '.join(tokens)}")
        cards = ", ".join(f"{token} {field.state.known[token]}" for token in tokens)
        yield Tell(f"the {field.battle.side_name(side)} look at {cards}", rule, seen_by=(side,))


def learn(field: Field, shown: Mapping[str, int]) -> None:
    """Puts what was shown into the state. Raises WrongAnswer for a number that its pack does not have."""
    for token, number in shown.items():
        pack = field.battle.packs[token[0]]
        if not 0 <= number < len(pack):
            raise WrongAnswer(f"{token} is shown as number {number} of {count_noun(len(pack), 'card')}")
        field.state.known[token] = pack[number]


def show(field: Field, tokens: Sequence[str], label: str, rule: str) -> Asks[None]:
    """Turns cards up, for good (6.5.2)."""
    unknown = tuple(t for t in tokens if t not in field.state.known)
    if unknown:
        shown: Mapping[str, int] = yield Reveal(label, rule, unknown, len(unknown))
        learn(field, shown)
    for token in tokens:
        field.state.put(token, face_up=True)
        counter = field.counter(token)
        yield Tell(f"{counter.name} {values(counter)} is turned up in {field.at(token)}", rule, (counter.id,))


def values(counter: Counter) -> str:
    """A unit's values as players write them: `4/0`, `2/+1`, of archers, who have two attacks, `5/6/-1`."""
    numbers = [counter.front[name] for name in ("archery", "attack") if name in counter.front]
    return "/".join([*map(str, numbers), f"{counter.front['defence']:+d}".replace("+0", "0")])


def turn_up(field: Field, rule: str = "6.5.2") -> Asks[None]:
    """Turns up every card that lies near an enemy (6.5.2; 3.7), one side after the other."""
    for side in field.battle.sides:
        tokens = [
            t for t in field.on_board(side) if not field.state.cards[t].face_up and _near_enemy(field, t)
        ]
        if tokens:
            squares = ", ".join(field.at(t) for t in tokens)
            yield from show(field, tokens, f"cards near the enemy: {squares}", rule)


def _near_enemy(field: Field, token: str) -> bool:
    side = field.side(token)
    return any(field.enemy(square, side) for square in field.battle.near[field.at(token)])


def forget(field: Field, token: str) -> None:
    """A card that was shown without leave goes back: who may not know it does not keep it."""
    viewer = field.state.viewer
    if viewer != EVERYTHING and token not in field.state.hands.get(viewer, ()):
        field.state.known.pop(token, None)


def seen_by(field: Field, viewer: str) -> dict[str, str]:
    """What a viewer may know of what the state knows: cards that lie or lay face up, discards, his own."""
    state = field.state
    letter = field.battle.letters.get(viewer)
    own_hand = state.hands.get(viewer, ())

    def may(token: str) -> bool:
        if token in state.cards:
            return token[0] == letter or state.cards[token].face_up
        return token in own_hand or token in state.discard

    return {token: what for token, what in state.known.items() if viewer == EVERYTHING or may(token)}


def filled_in(field: Field, view: State, now: State, chance: Chance) -> State:
    """A whole state that fits a view: each card that the viewer does not know, now or later, is one of those
    that he has not seen, all equally likely."""
    state = replace(view.copy(), viewer=EVERYTHING, known={**view.known, **now.known})
    for pack, tokens in field.battle.tokens.items():
        left = Counted(field.battle.packs[pack])
        left.subtract(state.known[token] for token in tokens if token in state.known)
        unseen = sorted(left.elements())
        for token in (t for t in tokens if t not in state.known):
            state.known[token] = unseen.pop(chance.below(len(unseen)))
    return state
