"""Standing orders: reactions, fire, routs, pursuits and choices of order said beforehand: a battle turn costs
four mails, two of them sealed strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from modules.engine.orders import Grammar, Order, counters_of, places_of
from modules.engine.requests import Choose
from modules.engine.standing_orders import Case, Condition, Kind, Pick, Vocabulary, Word, pick_best, pick_verb
from modules.hastings_berg import orders
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing
from modules.hastings_berg.missiles import supply_box
from modules.hastings_berg.picks import blow, loss, row_for, safest, value, volley

See = Callable[[Any], Field]
"""The battlefield of a state."""

FAST = ("shield_wall", "hold")
"""The rows that stand fast."""


def vocabulary(grammar: Grammar, see: See) -> Vocabulary[Any]:
    """What may be said in the standing orders of the battle."""

    def where(state: Any, order: Order) -> Sequence[str]:
        """Where its counters stand, and what it fires at; not where a path leads."""
        stands = (see(state).at(counter) for counter in counters_of(order))
        named = () if hasattr(order, "path") else places_of(order)
        return [*named, *(place for place in stands if place is not None)]

    kinds = [*_commands(see), *_fights(see), *_runs(see)]
    return Vocabulary(grammar, kinds, _conditions(see), where)


def _most(see: See, worth: Callable[[Field, Any], Any]) -> Pick[Any]:
    """Picks the order that is worth most, of whatever kind."""
    return lambda case: max(case.orders, key=lambda order: worth(see(case.state), order))


# --- commands --------------------------------------------------------------------------------------------


def _commands(see: See) -> list[Kind[Any]]:
    def by_rating(case: Case[Any]) -> Order | None:
        field = see(case.state)
        return next((o for o in case.orders if o.row == row_for(field, o.box)), None)

    rows = (
        Word("by-rating", "the order that suits the rating", by_rating),
        Word("fast", "Shield Wall or Hold", _row(lambda row: row in FAST)),
        Word("advance", "Advance to Combat, for one turn", _row(lambda row: row in ("advance", "advance_1"))),
        Word(
            "attack",
            "Attack & Pursue or Charge, for one turn",
            _row(lambda row: row in ("pursue_1", "charge_1")),
        ),
        Word("in-place", "Melee/Fire in Place", _row(lambda row: row == "in_place")),
    )
    return [
        Kind("wings", "changes of the Saxon wings", "4.1.2", (), "pass", passes=True),
        Kind("merging", "whether to give up a wing", "11.5.7", (), "pass", passes=True),
        Kind("optional", "the order where the dice leave the choice", "4.2.7", rows, "by-rating"),
        Kind("housecarls", "what housecarls do instead of Attack & Pursue", "4.3.8", rows[1:], "fast"),
        Kind(
            "reroll",
            "whether to roll again in added turns",
            "3.3.2",
            (
                Word("always", "roll again", pick_verb("reroll")),
                Word("never", "let it stand", pick_verb("pass")),
            ),
            "always",
            passes=True,
        ),
        Kind(
            "extension",
            "which condition prolongs the period",
            "3.3.1",
            (
                Word("surrounded", "while the Saxons are surrounded", _how("surrounded")),
                Word("turns", "by two or three turns", lambda case: case.orders[0]),
            ),
            "turns",
        ),
    ]


def _row(fits: Callable[[str], bool]) -> Pick[Any]:
    return lambda case: next((o for o in case.orders if fits(o.row)), None)


def _how(word: str) -> Pick[Any]:
    return lambda case: next((o for o in case.orders if o.how == word), None)


# --- fights ----------------------------------------------------------------------------------------------


def _fights(see: See) -> list[Kind[Any]]:
    own, enemy = "missile fire in the own player turn", "fire in the enemy's player turn"
    fights = (
        Word("best", "the melee that is worth most, while any is", _most(see, blow)),
        Word("duty", "only what must be fought, the best first", _duty(see)),
    )
    losses = (
        Word("cheapest", "a unit of full strength, the weakest", _least(see)),
        Word("strongest", "a unit of full strength, the strongest", _strong(see)),
    )
    return [
        Kind("fire", own, "7.0", _volleys(see), "best", passes=True),
        Kind("defensive_fire", enemy, "7.0", _volleys(see), "best", passes=True),
        Kind("reaction", "whether to react", "5.4", _reactions(see), "never", passes=True),
        Kind("combats", "melee", "8.0", fights, "best", passes=True),
        Kind("loss", "who takes the loss", "8.2.5", losses, "cheapest"),
    ]


def _volleys(see: See) -> tuple[Word[Any], ...]:
    def sparing(case: Case[Any]) -> Order | None:
        """The best fire that leaves its box so many segments."""
        field = see(case.state)
        kept = [o for o in case.orders if isinstance(o, orders.Volley) and _left(field, o) > case.number]
        found = max(kept, key=lambda o: volley(field, o), default=None)
        return found or pick_verb("done")(case)

    return (
        Word("best", "the fire that is worth most, while it is worth a segment", _most(see, volley)),
        Word("keep", "fire while so many segments of supply are left over", sparing, (0, 6)),
        Word("never", "hold fire", pick_verb("done")),
    )


def _left(field: Field, order: orders.Volley) -> int:
    """The segments of supply that the poorest of those who fire has; many for an endless supply."""
    boxes = [supply_box(field, u) for u in order.units]
    return min((field.state.supply.get(box, 0) for box in boxes if box), default=99)


def _reactions(see: See) -> tuple[Word[Any], ...]:
    def escaping(fits: Callable[[Field, str], bool]) -> Pick[Any]:
        def pick(case: Case[Any]) -> Order | None:
            field = see(case.state)
            found = [o for o in case.orders if isinstance(o, orders.React) and fits(field, o.unit)]
            held = [o for o in found if field.exerting(field.hex_of(o.unit), field.side(o.unit))]
            return max(held, key=lambda o: safest(field, o), default=None) or pick_verb("done")(case)

        return pick

    return (
        Word("never", "nobody reacts", pick_verb("done")),
        Word("bowmen", "bowmen in an EZOC step out of it", escaping(Field.is_bow)),
        Word("shaken", "disrupted units in an EZOC step out of it", escaping(Field.shaky)),
        Word("always", "every unit in an EZOC steps out of it, if it may", escaping(lambda *_: True)),
    )


def _duty(see: See) -> Pick[Any]:
    return lambda case: pick_verb("done")(case) or _most(see, blow)(case)


def _least(see: See) -> Pick[Any]:
    return lambda case: min(case.orders, key=lambda o: loss(see(case.state), o))


def _strong(see: See) -> Pick[Any]:
    def least(field: Field, unit_id: str) -> tuple[bool, float]:
        return field.unit(unit_id).reduced, -value(field, unit_id)

    return lambda case: min(case.orders, key=lambda o: least(see(case.state), o.unit))


# --- those who run ---------------------------------------------------------------------------------------


def _runs(see: See) -> list[Kind[Any]]:
    far: Word[Any] = Word("far", "as far as possible from the enemy", _most(see, safest))
    near: Word[Any] = Word("near", "the shortest way", _most(see, lambda _, o: -len(o.path)))
    company = (Word("follow", "he goes", pick_verb("follow")), Word("stay", "he stays", pick_verb("stay")))
    room = (
        Word("always", "displace", pick_verb("displace")),
        Word("never", "lose a step instead", pick_verb("hold")),
    )
    strongest: Word[Any] = Word(
        "strongest", "the strongest first", lambda case: pick_best(case, _power(see, case), "pursue")
    )
    displacing = "whether to displace a friend for a unit that routs"
    return [
        Kind("rout", "which of the ways of least resistance a unit routs", "9.3.1", (far,), "far"),
        Kind("flight", "where a leader flees", "10.2.2", (far, near), "far"),
        Kind("company", "whether a leader goes with his unit", "9.2.3", company, "follow"),
        Kind("displacement", displacing, "9.3.3", room, "always", passes=True),
        Kind("facing", "which way a displaced unit faces", "6.1.1", _facings(see), "enemy"),
        Kind("pursuit", "who pursues first, and by which way", "9.4", (strongest, near), "strongest"),
    ]


def _facings(see: See) -> tuple[Word[Any], ...]:
    def faced(case: Case[Any]) -> Order | None:
        field, unit_id = see(case.state), case.orders[0].unit
        wanted = best_facing(field, unit_id, field.hex_of(unit_id))
        return next((o for o in case.orders if o.facing == wanted), None)

    def kept(case: Case[Any]) -> Order | None:
        field = see(case.state)
        return next((o for o in case.orders if o.facing == field.unit(o.unit).facing), None)

    return (Word("enemy", "at the enemies beside it", faced), Word("keep", "as it does", kept))


def _power(see: See, case: Case[Any]) -> Callable[[Any], float]:
    return lambda order: value(see(case.state), order.unit)


def _conditions(see: See) -> list[Condition[Any]]:
    def any_unit(holds: Callable[[Field, str], bool]) -> Callable[[Any, Choose, Order], bool]:
        return lambda state, _, order: any(holds(see(state), counter) for counter in counters_of(order))

    return [
        Condition("bowmen", "bowmen are named", any_unit(Field.is_bow)),
        Condition("knights", "knights are named", any_unit(Field.is_knight)),
        Condition("leader", "a leader is named, or is with a named unit", any_unit(_with_leader)),
        Condition("reduced", "a reduced unit is named", any_unit(lambda field, u: field.unit(u).reduced)),
        Condition("kings", "William or Harold is named or with a named unit", any_unit(_with_king)),
    ]


def _with_leader(field: Field, counter: str) -> bool:
    here = field.at(counter)
    return field.is_leader(counter) or (here is not None and bool(field.sharing_in(here)))


def _with_king(field: Field, counter: str) -> bool:
    here = field.at(counter)
    those = {counter, *(field.sharing_in(here) if here is not None else ())}
    return not those.isdisjoint(("N-William", "S-Harold"))
