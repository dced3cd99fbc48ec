"""What the rules of each game do, as digests of seeded games and of every rule case, kept in behaviours.yaml:
what they ask for, what is legal, where it leads; and on the way what standing words pick (`picks`).

A charter binds a game's behaviour by the number and fingerprint in its behaviour.yaml. Words, policies,
pictures and speed change neither. Where a digest that is kept here changes, the rules do something else than
they did: then the number goes up, and games in progress must adopt it. Cases may be added without that. After
a change:

    python tests/modules/behaviours.py            what has changed; new cases are added
    python tests/modules/behaviours.py --bump     and games whose behaviour has changed get a new number
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import picks
import yaml

from modules import cases, game_registry, library
from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Answer, Choose, Request, Roll, Secret, Shuffle
from modules.engine.rules.full_rules import FullRules
from modules.engine.state_digest import canonical
from modules.library import Behaviour

FILE = Path(__file__).with_name("behaviours.yaml")
CASES = Path(__file__).parents[1] / "rules"
GAMES = 2
"""Seeded games of each scenario; the first has no options."""
ANSWERS = 150
"""Answers of each, if it does not end before."""
LEAVING = 10
"""Every so many answers it is looked at how the game would go on without each player."""
RUN = 6
"""So many decisions of one kind follow each other; then comes the shortest order, `done` or its like. At a
set-up that comes at once: it is `deploy`."""

HEAD = """\
# Digests of what the rules do: `games` by scenario, `cases` by file and title; `picks` of standing words in
# both, and the `numbers` by which they weigh.
# Remade by: python tests/modules/behaviours.py
"""

Kept = dict[str, dict[str, str]]
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast, where the library was built with it."""


class Draw:
    """Numbers that follow from a text alone, the same on every machine and in every version of Python."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0

    def below(self, limit: int) -> int:
        self._count += 1
        drawn = hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()
        return int.from_bytes(drawn[:8], "big") % limit

    def order(self, legal: list[tuple[str, Order]]) -> Order:
        """One of the legal orders."""
        return legal[self.below(len(legal))][1]


def of_game(game: str) -> Kept:
    """The digests of one game: of its seeded games, by scenario, and of its rule cases."""
    definition = library.definition(game)
    told = {name: _played(game, name) for name in (*definition.scenarios, *definition.campaigns)}
    ended, picked = _of_cases(game)
    played = {name: games for name, (games, _) in told.items()}
    picked |= {name: each for name, (_, each) in told.items()}
    return {"games": played, "cases": ended, "picks": picked, "numbers": picks.numbers(game)}


def fingerprint(kept: Kept) -> str:
    """64 hex digits, of all digests of a game."""
    return hashlib.sha256(canonical(kept).encode()).hexdigest()


class Told:
    """What was said, line by line, as a digest."""

    def __init__(self) -> None:
        self._total = hashlib.sha256()

    def __call__(self, line: str) -> None:
        self._total.update(f"{line}\n".encode())

    @property
    def digest(self) -> str:
        return self._total.hexdigest()


def _played(game: str, scenario: str) -> tuple[str, str]:
    """The digests of a scenario's seeded games, and of the picks in them."""
    told, picked = Told(), Told()
    for number in range(GAMES):
        draw = Draw(f"{game}/{scenario}/{number}")
        options = _options(game, scenario, draw) if number else ()
        told(f"{options} {of_play(library.rules(game, scenario, options), draw, picked)}")
    return told.digest[:16], picked.digest[:16]


def of_play(rules: FullRules[Any], draw: Draw, picked: picks.Say = lambda _: None) -> str:
    """The digest of one seeded game; the picks on its way are said to `picked`."""
    told = Told()
    _play(rules, draw, told, picked)
    return told.digest


def _options(game: str, scenario: str, draw: Draw) -> tuple[str, ...]:
    definition, chosen = library.definition(game), list[str]()
    for name in sorted(library.options_of(definition, scenario)):
        try:
            library.check_options(definition, scenario, [*chosen, name])
        except library.BadOption:
            continue
        if draw.below(3) == 0:
            chosen.append(name)
    return tuple(chosen)


def _play(rules: FullRules[Any], draw: Draw, say: picks.Say, picked: picks.Say) -> None:
    play, last, run = Play(rules), None, 0
    while (request := play.request) is not None and play.count < ANSWERS:
        if isinstance(request, Choose):
            run = run + 1 if (request.side, request.kind) == last else 0
            last = request.side, request.kind
        picks.say_picks(play, picked)
        if play.count % LEAVING == 0:
            picks.say_without(play, _position, picked)
        answer = _answer(request, draw, run, say)
        picks.say_told(play, answer, picked)
        play.answer(answer)
        say(_position(rules, play))
    _say_end(play, say)


def _answer(request: Request, draw: Draw, run: int, say: picks.Say) -> Answer:
    if isinstance(request, Roll):
        say(f"roll {request.side} {[die.sides for die in request.dice]} {request.rule}")
        return tuple(1 + draw.below(die.sides) for die in request.dice)
    if isinstance(request, Shuffle):
        say(f"shuffle {request.size} {request.rule}")
        cards = list(range(request.size))
        return tuple(cards.pop(draw.below(len(cards))) for _ in range(request.size))
    if isinstance(request, Secret):
        return {s: draw.order(_legal(choice, say)) for s, choice in sorted(request.choices.items())}
    assert isinstance(request, Choose), request
    legal = _legal(request, say)
    if run < RUN and request.kind != "setup":
        return legal[draw.below(len(legal))][1]
    return min(legal, key=lambda order: (len(order[0]), order[0]))[1]


def _legal(request: Choose, say: picks.Say) -> list[tuple[str, Order]]:
    """The legal orders as they are written, sorted so."""
    legal = sorted(((str(order), order) for order in request.options.legal()), key=itemgetter(0))
    say(f"{request.side} {request.kind} {request.rule} {len(legal)}")
    say("".join(f"{text}\n" for text, _ in legal)[:-1])
    return legal


def _say_end(play: Play[Any], say: picks.Say) -> None:
    say(f"{[event.rule for event in play.events]}")
    outcome = play.state.outcome
    say("" if outcome is None else f"{outcome.winner} {outcome.level} {outcome.rule}")


def _position(rules: FullRules[Any], play: Play[Any]) -> str:
    """The position in the words in which it can be set up: they say nothing of how it is kept."""
    state = play.state
    placed = (*rules.position(state), *rules.off_map(state))
    return canonical((state.turn, state.phase, state.active, sorted(map(_lying, placed)), rules.facts(state)))


@cache  # most counters lie as they lay before
def _lying(placed: PlacedCounter) -> str:
    """A counter as it lies; of a facing, and of steps, nothing is said where there are none."""
    said = {
        name: each for name, each in asdict(placed).items() if each or name not in ("facing", "steps_lost")
    }
    return canonical(said)


def _of_cases(game: str) -> tuple[dict[str, str], dict[str, str]]:
    """The digests of the ends of a game's rule cases, and of the picks on the way, by file and title."""
    ended, picked = dict[str, str](), dict[str, str]()
    for file in sorted((CASES / game).glob("*.yaml")):
        read = cases.read_cases(file)
        for case in read.cases:
            told, on_the_way = Told(), Told()
            for play in stages_of(read.scenario, case):
                picks.say_picks(play, on_the_way)
            if isinstance(play.request, Choose):
                _legal(play.request, told)
            told(_position(play.rules, play))
            _say_end(play, told)
            name = f"{file.stem}: {case.title}"
            ended[name], picked[name] = told.digest[:16], on_the_way.digest[:16]
    return ended, picked


def stages_of(scenario: str, case: cases.Case) -> Iterator[Play[Any]]:
    """A case where it begins, and after each of its steps."""
    for steps in range(len(case.play)):
        yield cases.played(
            scenario, case.model_copy(update={"play": case.play[:steps], "then": cases.Then()})
        )
    yield cases.played(scenario, case)


def kept() -> dict[str, Kept]:
    """What stands in behaviours.yaml, by game."""
    found: dict[str, Kept] = (
        yaml.load(FILE.read_text(encoding="utf-8"), Loader=_LOADER) if FILE.is_file() else {}
    )
    return found


def changed(before: Kept, now: Kept) -> list[str]:
    """Which digests are gone or have changed; what was added is no change of behaviour."""
    return [
        f"{part}: {name}"
        for part, digests in before.items()
        for name, digest in digests.items()
        if now[part].get(name) != digest
    ]


def _remake(game: str, bump: bool) -> Kept:
    now, before = of_game(game), kept().get(game, {})
    differs = changed(before, now)
    for each in differs:
        print(f"{game}: {each} does something else than it did")
    if differs and not bump:
        sys.exit(f"if {game} is meant to behave so from now on: --bump")
    (game_registry.HERE / game / library.BEHAVIOUR).write_text(
        _shipped(game, bool(differs), now), encoding="utf-8"
    )
    return now


def _shipped(game: str, differs: bool, now: Kept) -> str:
    try:
        before = library.behaviour(game)
    except library.NoRules:
        before = Behaviour(0, "")
    made = fingerprint(now)
    if differs or not before.number:
        return library.behaviour_text(Behaviour(before.number + 1, made))
    earlier = (*before.earlier, before.fingerprint) if made != before.fingerprint else before.earlier
    return library.behaviour_text(Behaviour(before.number, made, earlier))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--bump", action="store_true", help="games whose behaviour has changed get a new number"
    )
    given = parser.parse_args()
    made = {game: _remake(game, given.bump) for game in library.refereed_games()}
    FILE.write_text(
        HEAD + yaml.safe_dump(made, sort_keys=True, allow_unicode=True, width=200), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
