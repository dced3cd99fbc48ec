"""Standing orders of the battle of cards: counterattacks, cavalry that falls back, archers who change places.

They are carried out by everybody who replays the game, so they look only at cards that lie face up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modules.engine.orders import Grammar, Order
from modules.engine.requests import Choose
from modules.engine.standing_orders import Case, Condition, Kind, Vocabulary, Word, pick_best, pick_verb
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import Battle, Field, Test, is_archer, is_cavalry
from modules.hastings_pulsipher.picks import exchange
from modules.hastings_pulsipher.state import State

Judge = Callable[[Field, str, str], bool]
"""Whether the card in a square of this side had better go."""


def vocabulary(grammar: Grammar, battle: Battle) -> Vocabulary[State]:
    """What may be said in the standing orders of a battle."""
    return Vocabulary(
        grammar,
        [
            Kind("counterattacks", "which units strike back", "8.7", _strikes(battle), "always", passes=True),
            Kind(
                "cavalry_retreat",
                "whether cavalry withdraws when an enemy comes into contact",
                "6.7",
                _going(battle, "when-outmatched", "if his attack would pay off for him", _is_outmatched),
                "when-outmatched",
            ),
            Kind(
                "archers_exchange",
                "whether archers under attack change places with the unit behind",
                "6.6",
                _going(
                    battle, "when-firmer", "if the card behind is face up and stronger in defence", _is_firmer
                ),
                "when-firmer",
            ),
            Kind(
                "attacks",
                "which attacks to make",
                "8.1",
                (Word("duty", "only those that you must make (8.2), best first", _duty(battle)),),
                "duty",
                passes=True,
                planned=True,
            ),
        ],
        [
            Condition("cavalry", "the unit is cavalry, face up", _seen(battle, is_cavalry)),
            Condition("archer", "the unit is archers, face up", _seen(battle, is_archer)),
            Condition("wounded", "the unit is wounded", _wounded(battle)),
        ],
    )


def _going(battle: Battle, name: str, says: str, better: Judge) -> tuple[Word[State], ...]:
    def pick(case: Case[State]) -> Order | None:
        field = Field(battle, case.state)
        go: Any = pick_verb("withdraw")(case)
        goes = go is not None and better(field, case.choice.side, go.at)
        return go if goes else pick_verb("stand")(case)

    return (
        Word(name, says, pick),
        Word("always", "always", pick_verb("withdraw")),
        Word("never", "stay where it is", pick_verb("stand")),
    )


def _face_up(field: Field, square: str) -> str | None:
    """The card in a square, if everybody knows what it is."""
    token = field.state.occupants.get(square)
    return token if token is not None and field.state.cards[token].face_up else None


def _is_outmatched(field: Field, side: str, square: str) -> bool:
    foe, own = _face_up(field, field.board.square_ahead(square, side)), _face_up(field, square)
    return foe is not None and own is not None and exchange(field, foe, own) > 0


def _is_firmer(field: Field, side: str, square: str) -> bool:
    behind, own = _face_up(field, field.board.square_ahead(square, side, -1)), _face_up(field, square)
    return behind is not None and own is not None and _firmness(field, behind) > _firmness(field, own)


def _firmness(field: Field, token: str) -> int:
    return field.counter(token).front["defence"] - field.state.cards[token].wounds


def _worth(field: Field, order: Any, answered: bool) -> int:
    """What a blow wins on the average, as far as the cards are seen."""
    own, enemy = _face_up(field, order.at), _face_up(field, order.target)
    return 0 if own is None or enemy is None else exchange(field, own, enemy, answered=answered)


def _strikes(battle: Battle) -> tuple[Word[State], ...]:
    def strike(case: Case[State]) -> Order | None:
        field = Field(battle, case.state)
        found: Order | None = pick_best(case, lambda o: _worth(field, o, answered=False), "strike")
        return found or pick_verb("done")(case)

    return (
        Word("always", "every unit that may, at the most valuable enemy first", strike),
        Word("never", "none", pick_verb("done")),
    )


def _duty(battle: Battle) -> Callable[[Case[State]], Order | None]:
    def pick(case: Case[State]) -> Order | None:
        field = Field(battle, case.state)
        bound = [o for o in case.orders if o.verb == "attack" and _is_bound(field, o, case.choice.side)]
        only: Case[State] = Case(case.state, case.choice, bound)
        return pick_verb("done")(case) or pick_best(only, lambda o: _worth(field, o, answered=True), "attack")

    return pick


def _is_bound(field: Field, order: orders.Attack, side: str) -> bool:
    """8.2: who has an enemy straight in front of him attacks him."""
    return field.facing(order.at, side) is not None


def _seen(battle: Battle, test: Test) -> Callable[[State, Choose, Order], bool]:
    def holds(state: State, _: Choose, order: Order) -> bool:
        field = Field(battle, state)
        token = _face_up(field, getattr(order, "at", ""))
        return token is not None and test(field.counter(token))

    return holds


def _wounded(battle: Battle) -> Callable[[State, Choose, Order], bool]:
    def holds(state: State, _: Choose, order: Order) -> bool:
        token = Field(battle, state).state.occupants.get(getattr(order, "at", ""))
        return token is not None and state.cards[token].wounds > 0

    return holds
