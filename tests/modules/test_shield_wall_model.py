"""Shield Wall held against a second, simple model of it: who goes where and for how many MP, who fires at
whom, who attacks whom with what, who routs and pursues where, and what the dice make of it.

Positions are drawn, and the games go on from them with random orders. Each decision is looked at on the way.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import pytest
import shield_wall_model as model
from ridge_battles import battle_of
from shield_wall_model import NORMAN, SAXON, Piece, Position
from watching import rules_of

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.shield_wall import orders

DRAWN, MANY = range(100, 116), 1200
"""Seeds of positions from which games go on; how many more there are with `--long`."""
ANSWERS = 24
LEAVES = 0.3
"""How often a movement phase is ended, which else would be most of what is looked at."""
UNITS, TRIES = 4, 8
"""Units whose paths are tried in one decision, and how many, legal or not."""

STAGES = (
    (NORMAN, "movement"),
    (NORMAN, "archery"),
    (NORMAN, "melee"),
    (SAXON, "unit_rout"),
    (SAXON, "movement"),
    (SAXON, "melee"),
    (SAXON, "corps_rout"),
    (SAXON, "corps_rout"),
    (SAXON, "reaction"),
    (SAXON, "reaction"),
    (SAXON, "reaction"),
)
CORPS = {"N": "norman", "B": "breton", "F": "french"}
EVERYONE = [
    f"{name}-{number}" if number else name
    for name, entry in model.COUNTERS.items()
    for number in (range(1, entry["count"] + 1) if "count" in entry else (0,))
]


# --- positions -------------------------------------------------------------------------------------------


def drawn(chance: random.Random) -> tuple[Play[Any], Position]:
    """A position near the front of the ridge, in the middle of a turn, with armies in contact."""
    middle = f"{chance.randint(3, 19):02d}{chance.randint(5, 14):02d}"
    near = [h for h in model.LETTERS if model.distance(h, middle) <= 4 and h not in model.CLOSED]
    field = chance.sample(near, min(len(near), chance.randint(8, 26)))
    units = chance.sample(EVERYONE, len(EVERYONE))
    side, phase = chance.choice(STAGES)
    if phase == "reaction":  # archers in the way
        units.sort(key=lambda unit: model.kind(unit) == "archer" and chance.random() < 0.5, reverse=True)
    pieces = {unit: Piece(place) for unit, place in zip(units, field, strict=False)}
    for far, own in (("1101", SAXON), ("1124", NORMAN)):
        lone = next(
            u for u in units if u not in pieces and model.army(u) == own and model.kind(u) != "leader"
        )
        pieces[lone] = Piece(far) if far not in field else Piece("dead")
    dead, most = chance.choice((SAXON, NORMAN)), chance.choice((0, 3, 11, 12, 15))
    left = [u for u in units if u not in pieces]
    pieces |= {u: Piece("dead") for u in [u for u in left if model.army(u) == dead][:most]}
    for unit, piece in pieces.items():
        if piece.at not in model.OFF_MAP:
            piece.down = model.walled(unit) and chance.random() < 0.5
            piece.charging = model.kind(unit) != "archer" and chance.random() < 0.15
    taken = [option for option in ("fatigue", "mud") if chance.random() < 0.4]
    position = Position(chance.choice((1, 3, 4, 5, 6, 7, 8)), pieces, "fatigue" in taken, "mud" in taken)
    facts = _facts(chance, position, phase, near)
    described = {unit: _described(piece) for unit, piece in pieces.items()}
    rules = rules_of("shield_wall", "hastings", tuple(taken))
    return Play(rules, rules.arrange(Arrangement(position.turn, phase, side, described, facts))), position


def _described(piece: Piece) -> str:
    states = {"wall_down": piece.down, "charging": piece.charging, "berserk": piece.berserk}
    return ", ".join([piece.at, *(state for state, holds in states.items() if holds)])


def _facts(chance: random.Random, position: Position, phase: str, near: Collection[str]) -> dict[str, int]:
    """The numbers of a phase: what was lost, who has routed from where."""
    if phase == "corps_rout":
        return {f"losses {corps}": 1 for corps in CORPS.values() if chance.random() < 0.7}
    if phase == "reaction":
        gone = [u for u in position.pieces if model.army(u) == NORMAN]
        runners = chance.sample(gone, min(len(gone), chance.randint(1, 5)))
        held = position.hexes(SAXON)
        beside = sorted({n for h in held for n in model.around(h)} & {*near})
        return {f"rout {unit}": int(chance.choice(beside or sorted(near))) for unit in runners}
    if phase == "unit_rout":
        return {f"fallen {h}": i for i, h in enumerate(chance.sample(sorted(near), 2), start=1)}
    return {}


def read(play: Play[Any]) -> Position:
    """The position that a game has come to, in the words of the model."""
    rules, state = battle_of(play.rules), play.state
    pieces = {}
    for unit in EVERYONE:
        place, *states = rules.describe(state, unit).split(", ")
        pieces[unit] = Piece(place, *(word in states for word in ("wall_down", "charging", "berserk")))
    facts = {name.partition(" "): number for name, number in rules.facts(state).items()}
    routed = {unit: f"{number:04d}" for (kind, _, unit), number in facts.items() if kind == "rout"}
    effects = rules.battle.effects
    return Position(state.turn, pieces, "fatigue" in effects, "mud" in effects, routed)


# --- what is legal ---------------------------------------------------------------------------------------

Ends = dict[str, int]
"""Where a unit may end, and the least MP that it needs."""


def listed(choice: Choose, kind: type[Any]) -> dict[str, list[Any]]:
    """The orders of a kind, by unit."""
    found: dict[str, list[Any]] = {}
    for order in choice.options.legal():
        if isinstance(order, kind):
            found.setdefault(order.unit, []).append(order)
    return found


def ends_of(choice: Choose, found: Sequence[Any]) -> Ends:
    """Where listed ways of a unit end, and for how many MP, by the game."""
    least: Ends = {}
    options: Any = choice.options
    going = options.going(found[0].unit) if found else None
    for order in found:
        spent = int(going.spent(order.path)) // int(options.field.board.units(1))
        least[order.path[-1]] = min(spent, least.get(order.path[-1], 99))
    return least


def least_of(ways: Iterable[model.Way]) -> Ends:
    least: Ends = {}
    for way in ways:
        for (end, _), spent in way.ends().items():
            least[end] = min(spent, least.get(end, 99))
    return least


def marches(choice: Choose, position: Position) -> None:
    """Movement (6.1 to 6.5), withdrawal (6.7), and where a charge is possible (6.10, 6.11)."""
    options: Any = choice.options
    moves, checks = listed(choice, orders.Move), listed(choice, orders.Withdraw)
    zone = position.zone(model.enemy(choice.side))
    for unit in options.movable:
        way = model.march(position, unit)
        due = choice.kind == "movement" and model.must_check(position, unit)
        assert (unit in checks) == due, unit
        if way is None or due or (choice.kind == "movement" and stuck(position, unit)):
            assert unit not in moves, unit
            continue
        found = moves.get(unit, [])
        assert ends_of(choice, found) == least_of([way]), unit
        charging = {o.path[-1] for o in found if model.charge(position, unit, o.path)}
        assert charging == may_charge(position, unit, way, zone), unit


def stuck(position: Position, unit: str) -> bool:
    """Knights in an EZOC that have nowhere to go do not check, and do not move."""
    beset = position.pieces[unit].at in position.zone(model.enemy(model.army(unit)))
    return model.kind(unit) == "knight" and beset


def may_charge(position: Position, unit: str, way: model.Way, zone: Collection[str]) -> set[str]:
    """The ends to which some way of a unit is a charge."""
    if position.level == 4 or model.kind(unit) == "archer":
        return set()
    found = way.ends(lambda h: h in model.CLEAR and h not in zone)
    run_up = {end for end, flagged in found if flagged and end in zone and model.mounted(unit)}
    down = {end for end, _ in found if end in zone and end in model.CLEAR and way.start in model.HILL}
    return run_up | down


def free_moves(choice: Choose, position: Position) -> None:
    """6.9."""
    options: Any = choice.options
    moves = listed(choice, orders.Move)
    for unit in options.movable:
        found = ends_of(choice, moves.get(unit, []))
        assert found == least_of(model.free_ways(position, unit)), unit


def pursuits(choice: Choose, position: Position) -> None:
    """6.8: of the ways to a hex the cheapest is listed."""
    options: Any = choice.options
    moves = listed(choice, orders.Move)
    assert {*options.waiting} <= model.tempted(position) | {*moves}
    for unit in options.waiting:
        wanted = set()
        for way in model.pursuits(position, unit):
            for (end, _), spent in way.ends().items():
                onward = way._replace(start=end, mp=way.mp - spent, first=frozenset())
                wanted |= {end} if end in way.stops or not onward.ends() else set()
        assert {order.path[-1] for order in moves.get(unit, [])} == wanted, unit


def routs(choice: Choose, position: Position) -> None:
    """6.6."""
    options: Any = choice.options
    moves = listed(choice, orders.Retreat)
    for unit in options.waiting:
        found = ends_of(choice, moves.get(unit, []))
        assert found == least_of([model.rout(position, unit)]), unit


def shots(choice: Choose, position: Position) -> None:
    """7.2."""
    options: Any = choice.options
    found = {(o.unit, o.target) for o in choice.options.legal() if isinstance(o, orders.Fire)}
    targets = position.hexes(SAXON).items()
    archers = [u for u in position.of(NORMAN) if u not in options.fired]
    assert found == {(u, h) for u in archers for h, t in targets if model.may_fire(position, u, t)}


def attacks(choice: Choose, position: Position) -> None:
    """7.3, and what is added to the die (7.5)."""
    options: Any = choice.options
    legal = choice.options.legal()
    found = {(o.attackers[0], o.defenders[0]): o for o in legal if isinstance(o, orders.Attack)}
    free = [u for u in position.of(choice.side) if u not in options.busy]
    assert found.keys() == {(u, foe) for u in free for foe in model.foes_of(position, u)}
    assert (orders.Done() in legal) == (not any(model.must_attack(position, u) for u in free))
    for (attacker, defender), order in found.items():
        shown = rules_of("shield_wall", "hastings").modifiers(options.field.state, order)
        named = {each.what: int(each.by) for each in shown}
        assert {n: v for n, v in named.items() if v} == model.added(position, attacker, defender), order


def advances(choice: Choose, position: Position) -> None:
    """7.7, after a rout; after melee see `Walker.fought`."""
    options: Any = choice.options
    if not options.forced and options.field.state.phase in ("unit_rout", "corps_rout"):
        wanted = model.may_follow(position, choice.side, options.empty[0])
        found = {order.unit for order in choice.options.legal() if isinstance(order, orders.Advance)}
        assert found == wanted


CHECKS: dict[str, Callable[[Choose, Position], None]] = {
    "movement": marches,
    "withdrawal": marches,
    "free_movement": free_moves,
    "pursuit": pursuits,
    "retreat": routs,
    "archery": shots,
    "combats": attacks,
    "advance": advances,
}


# --- paths that are tried --------------------------------------------------------------------------------


Judge = Callable[[list[str]], bool]
"""Whether a unit may go a path."""


def tried(choice: Choose, position: Position, chance: random.Random) -> None:
    """Random paths of random units, hex by hex, are legal where the model lets them go."""
    kind: Any = orders.Retreat if choice.kind == "retreat" else orders.Move
    options: Any = choice.options
    units = list(options.waiting if choice.kind in ("pursuit", "retreat") else options.movable)
    for unit in chance.sample(units, min(len(units), UNITS)):
        judge = judge_of(choice, position, unit)
        for _ in range(TRIES):
            path, here = [], position.pieces[unit].at
            for _ in range(chance.randint(1, 7)):
                here = chance.choice(sorted(model.around(here)))
                path.append(here)
            try:
                options.judge(kind(unit, tuple(path)))
                legal = True
            except Illegal:
                legal = False
            assert legal == judge(path), (choice.kind, unit, path)


def judge_of(choice: Choose, position: Position, unit: str) -> Judge:
    """What the model says of the paths of a unit."""
    if choice.kind == "pursuit":
        pursuits = list(model.pursuits(position, unit))
        return lambda path: any(model.pursued(way, path) for way in pursuits)
    if choice.kind == "free_movement":
        frees = list(model.free_ways(position, unit))
        return lambda path: any(way.spent(path) is not None for way in frees)
    if choice.kind == "retreat":
        rout = model.rout(position, unit)
        return lambda path: rout.spent(path) is not None
    way = model.march(position, unit)
    if way is None or (choice.kind == "movement" and stuck(position, unit)):
        return lambda _: False
    return lambda path: way.spent(path) is not None


# --- what comes of orders and dice -----------------------------------------------------------------------


class Walker:
    """A game that goes on with random orders, looked at before and after each answer."""

    def __init__(self, play: Play[Any], chance: random.Random) -> None:
        self.play, self.chance = play, chance
        self.seen: dict[str, int] = {}
        self.done: dict[tuple[Any, ...], set[str]] = {}

    def go_on(self, answers: int) -> None:
        for _ in range(answers):
            request = self.play.request
            if request is None:
                return
            if isinstance(request, Roll):
                self.roll(request)
                continue
            assert isinstance(request, Choose)
            self.look(request)
            self.order(request)

    def look(self, choice: Choose) -> None:
        position = read(self.play)
        if choice.kind in CHECKS:
            self.busy(choice, position)
            CHECKS[choice.kind](choice, position)
            self.seen[choice.kind] = self.seen.get(choice.kind, 0) + 1
        if choice.kind in ("movement", "withdrawal", "free_movement", "pursuit", "retreat"):
            tried(choice, position, self.chance)

    def busy(self, choice: Choose, position: Position) -> None:
        """Who has moved, fired or attacked does not do so again; in the reaction those alone fight who have
        pursued or moved freely."""
        options: Any = choice.options
        own = set(position.of(choice.side))
        done = self.done.get(self.moment(choice.kind), set())
        if choice.kind == "movement":
            assert {*options.movable} == own - done
        if choice.kind == "archery":
            assert {*options.fired} & own == done & own
        if choice.kind == "free_movement":
            pursuers = {u for u in own if position.pieces[u].berserk}
            assert {*options.movable} == own - done - pursuers
        if choice.kind == "combats":
            moved = self.done.get(self.moment("free_movement"), set())
            fight = (
                own
                if self.play.state.phase == "melee"
                else {u for u in own if position.pieces[u].berserk or u in moved}
            )
            assert own - options.busy == fight - done

    def moment(self, kind: str) -> tuple[Any, ...]:
        state = self.play.state
        return (state.turn, state.active, state.phase, kind)

    def order(self, choice: Choose) -> None:
        legal = choice.options.legal()
        order: Any = self.chance.choice(self.telling(choice, legal))
        if choice.kind == "movement" and self.chance.random() < LEAVES:
            order = orders.Done()
        before, doing = read(self.play), self.done.setdefault(self.moment(choice.kind), set())
        doing |= {*getattr(order, "attackers", ()), *([order.unit] if hasattr(order, "unit") else [])}
        self.play.answer(order)
        if isinstance(order, orders.Move):
            self.moved(order, before, berserk=choice.kind == "pursuit")
        if isinstance(order, orders.Attack):
            self.fought(order.attackers[0], order.defenders[0], before)
        if isinstance(order, orders.Fire):
            self.fired(order, before)

    def telling(self, choice: Choose, legal: Sequence[Any]) -> Sequence[Any]:
        """Half the time the orders that tell most: withdrawals, and moves into contact."""
        zone = read(self.play).zone(model.enemy(choice.side)) if choice.kind == "movement" else set()
        most = [o for o in legal if isinstance(o, orders.Withdraw)]
        most = most or [o for o in legal if isinstance(o, orders.Move) and o.path[-1] in zone]
        return most if most and self.chance.random() < 0.5 else legal

    def moved(self, order: Any, before: Position, *, berserk: bool) -> None:
        """6.8, 6.10 to 6.12: the markers of the unit, and the archers that are gone."""
        told = [event.text for event in self.play.events]
        for unit in model.ridden_down(before, order.unit, order.path):
            assert f"{unit} is eliminated" in told, unit
        if self.play.request is None or self.play.state.turn != before.turn:
            return
        piece, was = read(self.play).pieces[order.unit], before.pieces[order.unit]
        charging = was.charging or bool(model.charge(before, order.unit, order.path))
        if piece.at == order.path[-1]:  # those who came after may have gone on from themselves
            assert (piece.charging, piece.berserk) == (charging, was.berserk or berserk), order

    def dice(self) -> tuple[int, ...]:
        request = self.play.request
        assert isinstance(request, Roll)
        least = 4 if request.rule == "6.8" else 1
        values = tuple(self.chance.randint(least, 6) for _ in request.dice)
        self.play.answer(values)
        return values

    def fought(self, attacker: str, defender: str, before: Position) -> None:
        """7.3 to 7.7."""
        (value,) = self.dice()
        if not model.is_hit(before, attacker, defender, value):
            assert f"{model.name(defender)}: {value}, " in self.last(" attacks ").text
            assert self.last(" attacks ").text.endswith("misses")
            return
        assert self.last(" attacks ").text.endswith("hits")
        vacated, here = before.pieces[defender].at, before.pieces[attacker].at
        if self.struck(defender, before) != "eliminated" or self.play.request is None:
            return
        choice = self.play.request
        if model.may_hold(here, vacated):
            assert isinstance(choice, Choose) and choice.kind == "advance"
            assert {str(o) for o in choice.options.legal()} == {"hold", f"advance {attacker} {vacated}"}
        else:
            assert f"{model.name(attacker)} advances to {vacated}" in [e.text for e in self.play.events]

    def fired(self, order: Any, before: Position) -> None:
        """7.2."""
        (value,) = self.dice()
        told = model.shot(value)
        assert self.last(" fires ").text.endswith(told)
        if told == "out of arrows":
            assert read(self.play).pieces[order.unit].at == "rear"
        if told == "hits":
            self.struck(before.hexes(SAXON)[order.target], before)

    def struck(self, unit: str, before: Position) -> str:
        """7.1, 7.6: what becomes of who is hit."""
        save = self.dice()[0] if model.kind(unit) == "leader" else None
        comes = model.hit(before, unit, save)
        words = {
            "saved": "is saved from",
            "wall": "is saved by the shield wall",
            "eliminated": "is eliminated",
        }
        assert self.last(f"{model.name(unit)} is ").text.startswith(f"{model.name(unit)} {words[comes]}")
        return comes

    def waiting(self, kind: str) -> set[str]:
        """Those who have still to go, where that is what is due."""
        request = self.play.request
        options: Any = request.options if isinstance(request, Choose) and request.kind == kind else None
        return set() if options is None else {*options.waiting}

    def last(self, words: str) -> Any:
        return next(event for event in reversed(self.play.events) if words in event.text)

    def roll(self, request: Roll) -> None:
        """Rout checks of units (12.1) and of corps (7.8, 12.2); all other dice are only thrown."""
        position, labels = read(self.play), [die.label for die in request.dice]
        unit = re.match(r"(\S+-\d+) checks for rout", labels[0])
        corps = [re.match(r"(Norman|Breton|French) corps checks", label) for label in labels]
        count = len(self.play.events)
        state, fallen = self.play.state, {*self.play.state.fallen}
        losing = {letter for letter, name in CORPS.items() if state.losses.get(name)}
        leaderless = {letter for letter, name in CORPS.items() if state.leaders.get(name)}
        values = self.dice()
        since = [event.text for event in self.play.events[count:]]
        if unit and request.rule == "7.9":
            assert unit[1] in model.shaken(position, fallen)
        if unit:
            passed = values[0] <= model.passes(position, unit[1])
            assert f"{unit[1]} {'passes' if passed else 'fails'} its rout check" in since[0]
        if all(corps):
            assert {label[0] for label in labels} == model.checking(position, losing)
            thrown = {label[0]: value for label, value in zip(labels, values, strict=True)}
            ran = {c for c, die in thrown.items() if model.corps_routs(die, leader_lost=c in leaderless)}
            runners = {u for c in ran for u in model.routing(position, c)}
            routed = [re.match(r"(.+) (routs \d|cannot rout)", text) for text in since]
            named = {found[1] for found in routed if found}
            named |= {model.name(u) for u in self.waiting("retreat")}
            assert named == {model.name(u) for u in runners}
            self.seen["corps"] = self.seen.get("corps", 0) + 1
        if labels == ["involuntary pursuit?"]:
            goes = model.pursues(position, values[0])
            assert since[0].startswith("involuntary") == goes
            named = {
                found[1] for text in since if (found := re.match(r"(\S+) (pursues|cannot pursue)", text))
            }
            named |= {model.name(u) for u in self.waiting("pursuit")}
            assert named == ({model.name(u) for u in model.tempted(position)} if goes else set())
            self.seen["temptation"] = self.seen.get("temptation", 0) + 1


def held_against(seeds: Iterable[int]) -> dict[str, int]:
    """Plays on from drawn positions; how many decisions of each kind were looked at."""
    seen: dict[str, int] = {}
    for seed in seeds:
        chance = random.Random(seed)
        play, _ = drawn(chance)
        walker = Walker(play, chance)
        walker.go_on(ANSWERS)
        for kind, number in walker.seen.items():
            seen[kind] = seen.get(kind, 0) + number
    return seen


def test_the_game_and_the_model_agree() -> None:
    seen = held_against(DRAWN)
    assert seen.keys() >= {*CHECKS} - {"withdrawal"}, seen


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_they_agree_in_many_positions(block: int) -> None:
    each = MANY // 8
    seen = held_against(range(1000 + block * each, 1000 + (block + 1) * each))
    assert seen.keys() >= {*CHECKS, "corps"}, seen
