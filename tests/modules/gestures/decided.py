"""Decisions of seeded games of all five games, for tests of what a hand may do."""

from collections.abc import Iterator
from typing import Any

import behaviours
from watching import Dice, answer_to, rules_of

from modules import cases
from modules.engine.driver import Play
from modules.engine.requests import Choose, Secret

SEEDS = {
    "three_battles/fulford": 3,
    "three_battles/stamford_bridge": 2,
    "three_battles/hastings": 0,
    "three_battles/campaign": 14,
    "hastings_pulsipher/full": 6,
    "shield_wall/hastings": 0,
    "hastings_berg/hastings": 1,
    "year_of_the_comet/campaign": 0,
}
"""Each scenario with the seed of its game."""
SENSE = 0.8


def asked(play: Play[Any]) -> list[Choose]:
    """The decisions that are due."""
    request = play.request
    if isinstance(request, Secret):
        return list(request.choices.values())
    return [request] if isinstance(request, Choose) else []


def decisions(
    name: str, seed: int, options: tuple[str, ...] = (), longest: int = 8000
) -> Iterator[tuple[Play[Any], Choose]]:
    """Every decision of a game."""
    game, scenario = name.split("/")
    rules = rules_of(game, scenario, options)
    play, dice = Play(rules), Dice(seed)
    while play.request is not None and play.count < longest:
        for choice in asked(play):
            yield play, choice
        play.answer(answer_to(rules, play.request, play.state, dice, SENSE))


def sparse(
    name: str, seed: int, options: tuple[str, ...] = (), longest: int = 700
) -> Iterator[tuple[Play[Any], Choose]]:
    """Of the decisions of each kind the first, the second, the fourth and so on."""
    kinds: dict[str, int] = {}
    for play, choice in decisions(name, seed, options, longest):
        kinds[choice.kind] = often = kinds.get(choice.kind, 0) + 1
        if not often & (often - 1):
            yield play, choice


def of_cases(game: str) -> Iterator[tuple[Play[Any], Choose]]:
    """Every decision of the rule cases of a game: where a case begins, and after each of its steps."""
    for file in sorted((behaviours.CASES / game).glob("*.yaml")):
        read = cases.read_cases(file)
        for case in read.cases:
            for play in behaviours.stages_of(read.scenario, case):
                for choice in asked(play):
                    yield play, choice


def all_of(game: str) -> Iterator[tuple[Play[Any], Choose]]:
    """Decisions of every kind that a game has: of its rule cases, and of a seeded game of each scenario."""
    yield from of_cases(game)
    for name, seed in SEEDS.items():
        if name.startswith(f"{game}/"):
            yield from sparse(name, seed, longest=3000)
