"""Standing orders of the three battles: retreats, losses, advances, fire, rallies, said beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from modules.engine.orders import Grammar, Order, counters_of, places_of
from modules.engine.requests import Choose
from modules.engine.standing_orders import Case, Condition, Kind, Pick, Vocabulary, Word, pick_best, pick_verb
from modules.three_battles import orders
from modules.three_battles.archery import FireOptions
from modules.three_battles.combat import reckon
from modules.three_battles.declaring import Combat
from modules.three_battles.field import Field

See = Callable[[Any], Field]
"""The battlefield of a state, that of a battle or of a campaign."""

FAR = 99
"""Hexes to an enemy where there is none."""


def vocabulary(grammar: Grammar, see: See) -> Vocabulary[Any]:
    """What may be said in the standing orders of a battle or of the campaign."""

    def where(state: Any, order: Order) -> Sequence[str]:
        """Where its counters stand, and what it fires at or is placed in; not where a path leads."""
        stands = (see(state).at(counter) for counter in counters_of(order))
        named = () if hasattr(order, "path") else places_of(order)
        return [*named, *(place for place in stands if place is not None)]

    return Vocabulary(grammar, [*_out_of_turn(see), *_own_turn(see), *_planned(see)], _conditions(see), where)


def _out_of_turn(see: See) -> list[Kind[Any]]:
    return [
        Kind("retreat", "which unit retreats, and where", "7.8", _retreats(see), "away-from-enemy"),
        Kind("loss", "which unit takes a loss", "7.7", _losses(see), "cheapest"),
        Kind("advance", "whether to advance after combat", "7.9", _advances(see), "never", passes=True),
        Kind(
            "defensive_archery",
            "archery in the enemy's turn",
            "6.5",
            _fire(see),
            "always",
            passes=True,
        ),
        Kind(
            "leader_follows",
            "whether a leader follows a retreating unit",
            "10.2",
            (
                Word("always", "he follows", pick_verb("follow")),
                Word("never", "he stays", pick_verb("stand")),
            ),
            "always",
        ),
        Kind(
            "leader_retreat",
            "whether and where a leader retreats before combat",
            "10.5",
            _flights(see),
            "to-friends",
        ),
        Kind(
            "surge",
            "which units advance when a nationality disintegrates",
            "16.5",
            (
                Word("strongest", "the strongest unit first", _by_strength(see, "advance", 1)),
                Word("weakest", "the weakest unit first", _by_strength(see, "advance", -1)),
            ),
            "strongest",
        ),
    ]


def _own_turn(see: See) -> list[Kind[Any]]:
    return [
        Kind(
            "next_combat",
            "which combat is resolved next",
            "7.1",
            (
                Word("weakest-defender", "the one with the weakest defender", _next_combat(see, -1)),
                Word("strongest-defender", "the one with the strongest defender", _next_combat(see, 1)),
            ),
            "first",
        ),
        Kind(
            "rally",
            "whether to try to rally a unit",
            "11.2",
            (Word("always", "try", pick_verb("rally")), Word("never", "do not try", pick_verb("pass"))),
            "always",
            passes=True,
        ),
        Kind(
            "rally_placement",
            "which unit rallies, and where",
            "11.2",
            (
                Word("strongest", "the strongest unit", _by_front(see, 1)),
                Word("weakest", "the weakest unit", _by_front(see, -1)),
            ),
            "strongest",
        ),
    ]


def _planned(see: See) -> list[Kind[Any]]:
    return [
        Kind(
            "archery",
            "archery in your own turn",
            "6.3",
            _fire(see),
            "pass",
            passes=True,
            planned=True,
        ),
        Kind(
            "combats",
            "which combats to declare",
            "7.3",
            (Word("duty", "only those that you must fight, best odds first", _duty(see)),),
            "duty",
            passes=True,
            planned=True,
        ),
    ]


def _conditions(see: See) -> list[Condition[Any]]:
    def any_unit(holds: Callable[[Field, str], bool]) -> Callable[[Any, Choose, Order], bool]:
        return lambda state, _, order: any(holds(see(state), counter) for counter in counters_of(order))

    def with_leader(field: Field, counter: str) -> bool:
        return field.is_leader(counter) or bool(field.leaders_in(field.state.units[counter].at))

    return [
        Condition("leader", "the counter is a leader or has one with it", any_unit(with_leader)),
        Condition("mounted", "the counter is cavalry", any_unit(lambda f, c: f.counter(c).mounted)),
        Condition("archer", "the counter is an archer unit", any_unit(lambda f, c: f.is_archer(c))),
        Condition("disordered", "the unit is disordered", any_unit(lambda f, c: f.state.units[c].disordered)),
        Condition("reduced", "the unit has lost a step", any_unit(lambda f, c: f.state.units[c].reduced)),
    ]


# --- retreats --------------------------------------------------------------------------------------------


def _retreats(see: See) -> tuple[Word[Any], ...]:
    def staying(worth: Callable[[Field, orders.Retreat], Any]) -> Pick[Any]:
        """The best retreat that stays on the map; without one the loss, from which a unit may rally."""

        def pick(case: Case[Any]) -> Order | None:
            field = see(case.state)
            found: Order | None = pick_best(_on_map(case), lambda o: worth(field, o), "retreat")
            return found or pick_verb("lose")(case) or leaving(case)

        return pick

    def leaving(case: Case[Any]) -> Order | None:
        ways = (order for order in case.orders if isinstance(order, orders.Retreat))
        return next((order for order in ways if order.path[-1] == orders.EXIT), None)

    return (
        Word(
            "away-from-enemy",
            "as far as possible from the nearest enemy",
            staying(lambda f, o: (_clear(f, o),)),
        ),
        Word(
            "toward-friends",
            "next to most friendly units, then away from the enemy",
            staying(lambda f, o: (_company(f, o), _clear(f, o))),
        ),
        Word(
            "uphill",
            "to the highest hex, then away from the enemy",
            staying(lambda f, o: (_height(f, o), _clear(f, o))),
        ),
        Word("off-map", "off the map, if the retreat may leave it (14.2, 15.2)", leaving),
    )


def _on_map(case: Case[Any]) -> Case[Any]:
    """The same decision without the ways off the map."""
    ways = (order for order in case.orders if getattr(order, "path", ("",))[-1] != orders.EXIT)
    return Case(case.state, case.choice, list(ways))


def _clear(field: Field, order: orders.Retreat) -> int:
    """Hexes from the end of a retreat to the nearest enemy unit."""
    end = order.path[-1]
    enemies = field.on_map(field.battle.enemy(field.side(order.unit)))
    return min((field.board.distance(end, field.state.units[e].at) for e in enemies), default=FAR)


def _company(field: Field, order: orders.Retreat) -> int:
    """Friendly units next to the end of a retreat."""
    end, side = order.path[-1], field.side(order.unit)
    beside = (field.friend_in(place, side) for place in field.board.neighbours[end])
    return sum(friend is not None and friend != order.unit for friend in beside)


def _height(field: Field, order: orders.Retreat) -> int:
    return field.board.level(order.path[-1])


def _flights(see: See) -> tuple[Word[Any], ...]:
    def to_friends(case: Case[Any]) -> Order | None:
        field = see(case.state)

        def worth(order: orders.Retreat) -> tuple[bool, int]:
            friend = field.friend_in(order.path[-1], field.side(order.unit))
            return friend is not None, _clear(field, order)

        stand = next((order for order in case.orders if isinstance(order, orders.Stand)), None)
        if stand is not None and field.unit_in(field.state.units[stand.leader].at) is not None:
            return stand
        found: Order | None = pick_best(_on_map(case), worth, "retreat")
        return found or staying(case)

    def farthest(case: Case[Any]) -> Order | None:
        found: Order | None = pick_best(_on_map(case), lambda o: _clear(see(case.state), o), "retreat")
        return found or staying(case)

    def staying(case: Case[Any]) -> Order | None:
        """Off the map only where he may not stay."""
        return pick_verb("stand")(case) or pick_verb("retreat")(case)

    return (
        Word(
            "to-friends",
            "with a unit he stays; alone he goes to a hex with one, otherwise away from the enemy",
            to_friends,
        ),
        Word("away-from-enemy", "as far as possible from the nearest enemy", farthest),
        Word("stand", "he stays, if he may", pick_verb("stand")),
    )


# --- losses, advances ------------------------------------------------------------------------------------


def _losses(see: See) -> tuple[Word[Any], ...]:
    def by(worth: Callable[[Field, str], Any]) -> Pick[Any]:
        return lambda case: pick_best(case, lambda o: worth(see(case.state), o.unit), "lose")

    def cheapest(field: Field, unit_id: str) -> tuple[bool, bool, Fraction]:
        survives = field.counter(unit_id).steps == 2 and not field.state.units[unit_id].reduced
        return not field.leaders_in(field.state.units[unit_id].at), survives, -field.strength(unit_id)

    return (
        Word(
            "cheapest",
            "first a unit without a leader, then one that survives, then the weakest",
            by(cheapest),
        ),
        Word("weakest", "the weakest unit", by(lambda f, u: -f.strength(u))),
        Word("strongest", "the strongest unit", by(lambda f, u: f.strength(u))),
        Word(
            "disordered",
            "a disordered unit, then the weakest",
            by(lambda f, u: (f.state.units[u].disordered, -f.strength(u))),
        ),
    )


def _advances(see: See) -> tuple[Word[Any], ...]:
    def worth(field: Field, order: orders.Advance) -> tuple[int, bool, Fraction]:
        alone = not field.leaders_in(field.state.units[order.unit].at)
        return -len(order.path), alone, field.strength(order.unit)

    def always(case: Case[Any]) -> Order | None:
        found: Order | None = pick_best(case, lambda o: worth(see(case.state), o), "advance")
        return found

    def never(case: Case[Any]) -> Order | None:
        return pick_verb("hold")(case) or always(case)

    return (
        Word("never", "hold; if an advance is forced, advance one hex", never),
        Word("always", "advance one hex: first a unit without a leader, then the strongest", always),
    )


def _by_strength(see: See, name: str, sign: int) -> Pick[Any]:
    """The strongest unit as it stands, or the weakest, with this verb."""
    return lambda case: pick_best(case, lambda o: sign * see(case.state).strength(o.unit), name)


def _by_front(see: See, sign: int) -> Pick[Any]:
    """The unit with the highest printed combat strength, or the lowest, that can be placed."""
    return lambda case: pick_best(
        case, lambda o: sign * see(case.state).counter(o.unit).front.get("combat", 0), "place"
    )


# --- fire and combat -------------------------------------------------------------------------------------


def _fire(see: See) -> tuple[Word[Any], ...]:
    """Fire at the strongest enemy, one in order and not yet aimed at first."""

    def worth(field: Field, order: orders.Fire, aimed: frozenset[str]) -> tuple[bool, bool, Fraction]:
        enemy = field.unit_in(order.target)
        fresh = enemy is None or not field.state.units[enemy].disordered
        return order.target not in aimed, fresh, Fraction(FAR) if enemy is None else field.strength(enemy)

    def within(case: Case[Any], hexes: int) -> Order | None:
        field = see(case.state)
        near = [
            order
            for order in case.orders
            if order.verb == "fire"
            and field.board.distance(field.state.units[order.unit].at, order.target) <= hexes
        ]
        options = getattr(case.choice.options, "inner", case.choice.options)  # of a campaign's battle
        declared = options.declared if isinstance(options, FireOptions) else ()
        aimed = frozenset(order.target for order in declared)
        shot: Order | None = pick_best(
            Case(case.state, case.choice, near), lambda o: worth(field, o, aimed), "fire"
        )
        return shot or pick_verb("done")(case)

    return (
        Word(
            "always",
            "every archer unit fires, at the strongest enemy not yet targeted",
            lambda c: within(c, FAR),
        ),
        Word("range", "the same, but only up to this many hexes", lambda c: within(c, c.number), (1, 9)),
        Word("never", "hold fire", pick_verb("done")),
    )


def _next_combat(see: See, sign: int) -> Pick[Any]:
    return lambda case: pick_best(case, lambda o: sign * see(case.state).strength(o.defender), "resolve")


def _duty(see: See) -> Pick[Any]:
    """7.3: what must be fought, the best column of the CRT first, then no more."""

    def pick(case: Case[Any]) -> Order | None:
        field = see(case.state)

        def worth(order: orders.Attack) -> tuple[int, int]:
            column = reckon(field, Combat(order.attackers, order.defenders)).column
            return column, -len(order.attackers)

        return pick_verb("done")(case) or pick_best(case, worth, "attack")

    return pick
