"""Standing orders: routs, pursuit, advances and rallies said beforehand: a player turn costs one mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from modules.engine.orders import Grammar, Order, counters_of, places_of
from modules.engine.requests import Choose
from modules.engine.standing_orders import Case, Condition, Kind, Pick, Vocabulary, Word, pick_best, pick_verb
from modules.shield_wall.field import Field
from modules.shield_wall.picks import blow, contact, flight, nearest, spending, worth

See = Callable[[Any], Field]
"""The battlefield of a state."""


def vocabulary(grammar: Grammar, see: See) -> Vocabulary[Any]:
    """What may be said in the standing orders of the battle."""

    def where(state: Any, order: Order) -> Sequence[str]:
        """Where its counters stand, and what it fires at or is placed in; not where a path leads."""
        stands = (see(state).at(counter) for counter in counters_of(order))
        named = () if hasattr(order, "path") else places_of(order)
        return [*named, *(place for place in stands if place is not None)]

    kinds = [*_reactions(see), *_rallies(see), *_fights(see)]
    return Vocabulary(grammar, kinds, _conditions(see), where)


def _most(see: See, name: str, value: Callable[[Field, Any], Any]) -> Pick[Any]:
    """Picks the order with this verb that is worth most."""
    return lambda case: pick_best(case, lambda order: value(see(case.state), order), name)


def _any(see: See, value: Callable[[Field, Any], Any]) -> Pick[Any]:
    """Picks the order that is worth most, of whatever kind."""
    return lambda case: max(case.orders, key=lambda order: value(see(case.state), order))


def _reactions(see: See) -> list[Kind[Any]]:
    def by(name: str, told: str, order: str, value: Callable[[Field, Any], Any]) -> Word[Any]:
        return Word(name, told, _most(see, order, value))

    def ways(order: str) -> tuple[Word[Any], ...]:
        far = by("far", "as far as possible from the Saxons", order, nearest)
        return far, by("near", "the shortest way", order, lambda _, o: -len(o.path))

    out_of_reach = by("out-of-reach", "those behind first, each till five hexes off", "retreat", flight)
    strongest = by("always", "advance with the strongest", "advance", lambda f, o: worth(f, o.unit))
    pursuit = (
        by("best-attack", "where the attack is worth most", "move", _attack_at),
        by("high", "to the highest hex", "move", lambda f, o: f.board.level(o.path[-1])),
    )
    hold, stay = Word("never", "hold", pick_verb("hold")), Word("stay", "they stay", pick_verb("done"))
    nobody = Word("never", "no unit does", pick_verb("done"))
    attack = Word("attack", "whoever comes to an attack that is worth it", _worthwhile(see))
    may_advance = "whether to advance off the hill, or after a rout"
    may_move, withdraw = (
        "whether to move freely after a rout",
        "where knights go that have passed their check",
    )
    return [
        Kind(
            "retreat", "which unit routs, and where", "6.6", (out_of_reach, *ways("retreat")), "out-of-reach"
        ),
        Kind("advance", may_advance, "7.7", (hold, strongest), "never", passes=True),
        Kind("pursuit", "which unit pursues, and where", "6.8", pursuit, "best-attack"),
        Kind("free_movement", may_move, "6.9", (nobody, attack), "never", passes=True),
        Kind("withdrawal", withdraw, "6.7", (*ways("move"), stay), "near", passes=True),
    ]


def _attack_at(field: Field, order: Any) -> float:
    return contact(field, order.unit, order.path)


def _worthwhile(see: See) -> Pick[Any]:
    def pick(case: Case[Any]) -> Order | None:
        field = see(case.state)
        found = pick_best(case, lambda order: _attack_at(field, order), "move")
        order: Order | None = found if found is not None and _attack_at(field, found) > 0 else None
        return order or pick_verb("done")(case)

    return pick


def _rallies(see: See) -> list[Kind[Any]]:
    return [
        Kind("rally", "which leader rallies next", "8.0", (), "first"),
        Kind(
            "rally_points",
            "what rally points are spent for",
            "8.0",
            (
                Word("strongest", "the strongest unit back, then walls", _any(see, spending)),
                Word(
                    "walls",
                    "walls first",
                    lambda case: pick_verb("restore")(case) or _any(see, spending)(case),
                ),
            ),
            "strongest",
            passes=True,
        ),
        Kind("arrival", "where the second reinforcement arrives", "9.0", (), "first"),
    ]


def _fights(see: See) -> list[Kind[Any]]:
    """Said in the order itself as a rule; what no longer fits after a die is answered here."""
    every = Word("always", "every archers unit fires, at the best target", _any(see, blow))
    best_attack = Word("best", "the attack that is worth most, till all are made", _any(see, blow))
    return [
        Kind("archery", "arrow fire", "7.2", (every,), "always", passes=True),
        Kind("combats", "melee, also after a rout", "7.3", (best_attack,), "best", passes=True),
    ]


def _conditions(see: See) -> list[Condition[Any]]:
    def any_unit(holds: Callable[[Field, str], bool]) -> Callable[[Any, Choose, Order], bool]:
        return lambda state, _, order: any(holds(see(state), counter) for counter in counters_of(order))

    return [
        Condition("leader", "the unit is a leader", any_unit(lambda f, c: f.is_leader(c))),
        Condition(
            "mounted", "the unit is knights or a Norman leader", any_unit(lambda f, c: f.counter(c).mounted)
        ),
        Condition("archer", "the unit is archers", any_unit(lambda f, c: f.is_archer(c))),
        Condition("wall-down", "its shield wall is down", any_unit(lambda f, c: f.turned(c))),
        Condition("on-hill", "it stands on a hill hex", any_unit(lambda f, c: f.at(c) in f.battle.hill)),
    ]
