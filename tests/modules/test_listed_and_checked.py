"""Each rule is said twice, by what is listed and by what is checked: in every kind of decision both agree.

Games are played by seed, and decisions in them looked at closely (`listing`): of each kind the first, the
second, the fourth and so on. Every class of options that a game has must be met.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any

import golden_counts
import listing_battles
import listing_cards
import listing_comet
import listing_hastings_berg
import listing_shield_wall
import pytest
from listing import Look, look
from once import once
from watching import Dice, answer_to, drawn_options, rules_of

from modules import game_registry, library
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.game_serialization import SpentOptions
from modules.engine.requests import Choose, Options, Secret
from modules.engine.seeded_random import SeededRandom

GAMES: dict[str, ModuleType] = {
    "three_battles": listing_battles,
    "hastings_pulsipher": listing_cards,
    "shield_wall": listing_shield_wall,
    "hastings_berg": listing_hastings_berg,
    "year_of_the_comet": listing_comet,
}

SENSE = 0.75
"""How often the players are sensible instead of random."""

SEEDS: dict[str, tuple[int, ...]] = {
    "three_battles/fulford": (3, 18),
    "three_battles/stamford_bridge": (2, 13),
    "three_battles/hastings": (0, 8),
    "three_battles/campaign": (14,),
    "hastings_pulsipher/small": (0, 2),
    "hastings_pulsipher/full": (0, 6),
    "shield_wall/hastings": (0, 7),
    "hastings_berg/hastings": (1, 5),
    "year_of_the_comet/campaign": (0, 1),
}
"""The games that are played: among them those in which listing and checking once disagreed."""

Met = Counter[tuple[type[Options[Any]], str]]


@once
def played(name: str, seed: int) -> tuple[Met, Look]:
    """A game played to its end with looks at its decisions: the classes of options met, and what was seen."""
    game, scenario = name.split("/")
    room = GAMES[game]
    rules = rules_of(game, scenario, drawn_options(game, scenario, Dice(seed)))
    play, dice, looker = Play(rules), Dice(seed), Dice(seed + 1)
    kinds: Counter[str] = Counter()
    met: Met = Counter()
    total = Look(0)
    while play.request is not None:
        request = play.request
        asked = [*request.choices.values()] if isinstance(request, Secret) else [request]
        for choice in (each for each in asked if isinstance(each, Choose)):
            kinds[choice.kind] += 1
            often = kinds[choice.kind]
            for options, around in room.seen(rules, play.state, choice.options):
                met[type(options), choice.kind] += 1
                is_forced = options.find_forced() is not None
                total.forced += is_forced
                if is_forced or type(options) in room.ALWAYS or not often & (often - 1):
                    total += looked(
                        f"{name} {seed}, {play.count} answers", choice, options, around, room, looker
                    )
        play.answer(answer_to(rules, request, play.state, dice, SENSE))
    return met, total


def looked(
    where: str, choice: Choose, options: Options[Any], around: Any, room: ModuleType, looker: Dice
) -> Look:
    try:
        return look(options, around, room.VARIANTS, looker)
    except AssertionError as error:
        raise AssertionError(f"{where}, {choice.kind}: {error}") from error


@pytest.mark.whole
@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name, seeds in SEEDS.items() for seed in seeds])
def test_what_is_listed_is_accepted_and_nothing_else_is(name: str, seed: int) -> None:
    _, total = played(name, seed)
    assert min(total.listed, total.accepted, total.refused) > 0, total


def test_every_scenario_that_is_refereed_is_played() -> None:
    games = [(name, library.definition(name)) for name in library.refereed_games()]
    assert set(SEEDS) == {f"{name}/{s}" for name, game in games for s in (*game.scenarios, *game.campaigns)}


def classes(room: str) -> set[type[Options[Any]]]:
    """Every class of options in a room's code that can be used as it is."""
    for file in sorted((Path(game_registry.HERE) / room).rglob("*.py")):
        name = file.relative_to(game_registry.HERE).with_suffix("")
        import_module(".".join(("modules", *name.parts)))
    found: set[type[Options[Any]]] = set()
    waiting: list[type[Options[Any]]] = [Options]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        of_room = [kind for kind in below if kind.__module__.startswith(f"modules.{room}.")]
        found |= {kind for kind in of_room if not isabstract(kind)}
    return found


def met_in(game: str) -> set[type[Options[Any]]]:
    """The classes of options that the games played of one game met."""
    found: Met = Counter()
    for name, seeds in SEEDS.items():
        for seed in seeds if name.startswith(f"{game}/") else ():
            found += played(name, seed)[0]
    return {kind for kind, _ in found}


@pytest.mark.long
@pytest.mark.parametrize("game", ["three_battles", "shield_wall", "hastings_berg", "hastings_pulsipher"])
def test_forced_orders_are_met(game: str) -> None:
    looks = [played(name, seed)[1] for name in SEEDS for seed in SEEDS[name] if name.startswith(f"{game}/")]
    assert sum(each.forced for each in looks) > 0


@pytest.mark.long
@pytest.mark.parametrize("game", library.refereed_games())
def test_every_class_of_options_is_met(game: str) -> None:
    wanted = classes(game)
    assert wanted
    assert met_in(game) - classes("engine") == wanted


@pytest.mark.whole
def test_every_class_of_options_of_the_engine_is_met() -> None:
    """As it is, or as a game's own kind of it. Options that were read back, answered, list nothing. No game
    that ships has stacks: of those, lists and checks are held together in `stacks` and `by_rules`."""
    met = set().union(*map(met_in, library.refereed_games()))
    wanted = {each for each in classes("engine") if not each.__module__.startswith("modules.engine.stacks.")}
    assert [each for each in wanted - {SpentOptions} if not any(issubclass(kind, each) for kind in met)] == []


# --- golden counts -------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.parametrize("name", golden_counts.scenarios())
def test_so_many_orders_are_legal(name: str) -> None:
    """After a change that is meant: python tests/modules/golden_counts.py"""
    assert golden_counts.counted(name) == golden_counts.golden()[name]


def test_ten_positions_of_each_scenario_are_counted() -> None:
    found = golden_counts.golden()
    assert list(found) == golden_counts.scenarios()
    assert {len(rows) for rows in found.values()} == {golden_counts.POSITIONS}
    assert all("next" in " ".join(map(str, rows)) for rows in found.values())


@pytest.mark.parametrize(("game", "scenario"), [("three_battles", "fulford"), ("shield_wall", "hastings")])
def test_a_hex_named_alone_is_refused_for_what_forbids_it(game: str, scenario: str) -> None:
    """That the hex is not beside the counter is the reason only where a way leads there."""
    rules = library.rules(game, scenario, [])
    play, chance = Play(rules, rules.start()), SeededRandom(3)
    while not (isinstance(play.request, Choose) and play.request.kind == "movement"):
        assert isinstance(play.request, Choose)
        legal = [str(order) for order in play.request.options.legal()]
        play.answer(
            rules.grammar.parse("deploy") if "deploy" in legal else play.request.options.sample(chance)
        )
    options: Any = play.request.options
    moves = [order for order in options.legal() if order.verb == "move"]
    reached = {(move.unit, move.path[-1]) for move in moves}
    others = 0
    for unit in list(dict.fromkeys(move.unit for move in moves))[::5]:
        for place in sorted(options.board.neighbours)[::3]:
            try:
                options.check(rules.grammar.parse(f"move {unit} {place}"))
            except Illegal as fault:
                assert ("name every hex" in fault.reason) == ((unit, place) in reached), (unit, place, fault)
                others += fault.rule != options.rules.phase
    assert others > 50
