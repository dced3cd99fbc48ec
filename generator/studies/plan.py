"""What a study plays: its arms, which differ in options or data, and the players, all from the same seeds."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from generator.studies.dice import NoDice, maker_of
from modules import library
from modules.amounts import count_noun
from modules.definition import Definition, NoSuchGame, load
from modules.definition.formats.counters import CounterEntry
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.required_parts import MissingPart, require
from modules.engine.rules.view_rules import ViewRules
from modules.free_table.ledger_text import has_player, tell_player_limits
from modules.library import PLAYERS, Contest

COLUMNS: Final = 5
"""Goes up with what a row tells."""
EACH: Final = "options:each"
_VARIED: Final = re.compile(r"counters\.([A-Za-z0-9-]+)\.(\w+)=(-?\d+)\.\.(-?\d+)")


class StudyFault(Exception):
    """A study that cannot be made as it was asked for, with the reason."""


PLAN_FAULTS: Final = (
    StudyFault,
    NoDice,
    NoSuchGame,
    library.NoSuchScenario,
    library.BadOption,
    library.NoEvaluation,
    library.NoRules,
    MissingPart,
)
"""What is raised for a game, a scenario, options or players of which no plan can be made."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to play: `options`; the data of a `folder` (empty: as shipped); one `value` of a counter
    changed, COUNTER.FIELD=NUMBER."""

    name: str
    options: tuple[str, ...] = ()
    folder: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """`players`: one for each seat, in their order; `budget`: playouts of those that search; `first`: the
    first seed. Every arm plays the same seeds. `dice`: where they come from, if not from the seed alone
    (`dice.maker_of`)."""

    game: str
    scenario: str
    players: tuple[str, ...]
    arms: tuple[Arm, ...]
    games: int
    budget: int = 20
    first: int = 0
    dice: str = ""

    def contest(self, arm: int, seed: int) -> Contest:
        """One of its games."""
        options = self.arms[arm].options
        return Contest(self.game, self.scenario, options, self.players, self.budget, seed)

    @property
    def mark(self) -> str:
        """What must be the same for rows to belong together: all but how many games, and the budget where
        nobody searches, with what the rules and the data of each arm are."""
        rules = library.behaviour_of(self.game).fingerprint
        budget = self.budget if "search" in self.players else 0
        arms = tuple(replace(arm, folder="") for arm in self.arms)  # however its path is written
        game = self.game if self.game in library.games() else library.definition(self.game).name
        plan = replace(self, game=game, games=0, budget=budget, arms=arms)
        said = asdict(plan) | {"rules": rules, "columns": COLUMNS}
        digests = [definition_of(self.game, arm).digest for arm in self.arms]
        return hashlib.sha256(json.dumps([said, digests], sort_keys=True).encode()).hexdigest()


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played. Raises StudyFault, NoDice, MissingPart for rules that cannot be
    watched or give no advice, and what the library raises for a game, a scenario or an option that is not
    there."""
    if plan.game not in library.games():
        _refuse_by_hand(plan)
    rules = rules_of(plan.game, plan.scenario, plan.arms[0])
    for arm in plan.arms[1:]:
        rules_of(plan.game, plan.scenario, arm)
    if len(plan.players) != len(rules.seats):
        seats = ", ".join(rules.seats)
        raise StudyFault(
            f"{plan.scenario} has {count_noun(len(rules.seats), 'player')} ({seats}): name one "
            "for each, as in --players " + ",".join("policy" for _ in rules.seats)
        )
    if strange := [each for each in plan.players if each not in PLAYERS]:
        raise StudyFault(f"there is no player {strange[0]!r}: choose from {', '.join(PLAYERS)}")
    if {*plan.players} != {"random"}:
        require(rules, AdviceRules)
    if "search" in plan.players:
        library.load_weighing(plan.game, plan.scenario)
    if plan.dice:
        maker_of(plan.dice)
        if len(plan.arms) > 1:
            raise StudyFault(
                f"with --dice {plan.dice} each arm has dice of its own, so that no two can be compared seed "
                "by seed: leave --dice out, or --against and --vary"
            )
    return plan


def _refuse_by_hand(plan: Plan) -> None:
    """Raise StudyFault for a game that is data, and that no player of the program can play."""
    definition = library.definition(plan.game)
    library.title(definition, plan.scenario)  # raises NoSuchScenario
    if not has_player(definition, plan.scenario):
        raise StudyFault(
            f"{plan.game}/{plan.scenario} is played by hand: it has no rules that could be studied; a "
            "scenario on hexes is played by the clauses of rules.yaml"
        )
    if "random" in plan.players and tell_player_limits(definition, plan.scenario):
        raise StudyFault(
            f"a random player would do anything by hand in {plan.game}, of which a hand carries out a part: "
            "name policy"
        )
    if "search" in plan.players:
        raise StudyFault(f"nobody searches in {plan.game}, which is data alone: name policy or random")


@lru_cache(maxsize=32)
def rules_of(game: str, scenario: str, arm: Arm) -> ViewRules[Any]:
    """The rules of an arm; the same object for the same arm. Raises as `checked`."""
    if not (arm.folder or arm.value):
        return require(library.rules(game, scenario, arm.options), ViewRules)
    return require(library.build_rules(game, definition_of(game, arm), scenario, arm.options), ViewRules)


@lru_cache(maxsize=32)
def definition_of(game: str, arm: Arm) -> Definition:
    """The data of an arm; a folder must hold a variant of a shipped game, by the name in its game.yaml.
    Raises StudyFault, DefinitionError, NoSuchGame."""
    ships = game if game in library.games() else ""
    definition = load(Path(arm.folder), variant_of=ships) if arm.folder else library.definition(game)
    return _changed(definition, arm.value) if arm.value else definition


def _changed(definition: Definition, value: str) -> Definition:
    """The data with one value of a counter changed."""
    where, _, number = value.partition("=")
    counter, _, field = where.partition(".")
    entries = definition.counters_file.counters
    entry = entries.get(counter)
    if entry is None:
        raise StudyFault(
            f"counters.yaml has no entry {counter!r}; it has {', '.join(list(entries)[:12])}, ..."
        )
    if field not in entry.values:
        raise StudyFault(f"{counter} has no {field!r}; it has {', '.join(entry.values)}")
    changed = _with(entry, field, int(number))
    file = definition.counters_file.model_copy(update={"counters": {**entries, counter: changed}})
    return replace(definition, counters_file=file)


def _with(entry: CounterEntry, field: str, number: int) -> CounterEntry:
    return entry.model_copy(update={"values": {**entry.values, field: number}})


def varied(text: str, options: Sequence[str]) -> tuple[Arm, ...]:
    """The arms of `counters.COUNTER.FIELD=LEAST..MOST`. Raises StudyFault."""
    found = _VARIED.fullmatch(text)
    if found is None or int(found[3]) >= int(found[4]) or int(found[4]) - int(found[3]) > 40:
        raise StudyFault(f"{text!r} is not such as counters.S-guard.combat=6..9, of 41 values at most")
    values = (f"{found[1]}.{found[2]}={n}" for n in range(int(found[3]), int(found[4]) + 1))
    return tuple(Arm(value, tuple(options), "", value) for value in values)


def asked(
    name: str, players: str, options: str, against: tuple[str, ...] = (), vary: tuple[str, ...] = ()
) -> Plan:
    """The plan of a command line, of one game. `against`: folders, or `options:A,B` (`options:` for none,
    `options:each` for each option alone). Raises StudyFault, NoSuchGame, NoSuchScenario."""
    game, _, scenario = name.rpartition("/")
    if not game or not scenario:
        raise StudyFault(f"{name!r} is not GAME/SCENARIO, such as three_battles/hastings")
    if len(vary) + bool(against) > 1:
        raise StudyFault("give one --vary, or --against: not both")
    chosen = _words(options)
    base = Arm("options " + " ".join(chosen) if chosen else "as shipped", chosen)
    arms = varied(vary[0], chosen) if vary else (base, *_others(game, scenario, against, chosen))
    return Plan(game, scenario, _words(players), _told_apart(arms), 1)


def _told_apart(arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """Folders of the same name are named with the folder that they are in. Raises StudyFault where two arms
    cannot be told apart."""
    often = Counter(arm.name for arm in arms)
    found = tuple(
        replace(arm, name=f"{arm.name} in {Path(arm.folder).resolve().parent.name}")
        if arm.folder and often[arm.name] > 1
        else arm
        for arm in arms
    )
    twice = [name for name, count in Counter(arm.name for arm in found).items() if count > 1]
    if twice:
        raise StudyFault(f"two arms are called {twice[0]}: leave one out, or copy its folder to another name")
    return found


def _others(game: str, scenario: str, against: Sequence[str], options: tuple[str, ...]) -> Iterator[Arm]:
    """The arms to compare with the first."""
    for text in against:
        if text == EACH:
            every = library.options_of(library.definition(game), scenario)
            yield from (Arm(f"options {name}", (name,)) for name in every if (name,) != options)
        else:
            yield _other(text, options)


def _other(text: str, options: tuple[str, ...]) -> Arm:
    """An arm to compare with the first."""
    if text.startswith("options:"):
        own = _words(text.removeprefix("options:"))
        return Arm("options " + " ".join(own) if own else "no options", own)
    return Arm(Path(text).resolve().name or text, options, text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def sized(plan: Plan, games: int, budget: int, first: int, dice: str = "") -> Plan:
    """The plan with so many games, playouts, this first seed and these dice."""
    return replace(plan, games=games, budget=budget, first=first, dice=dice)


def percent(text: str) -> float:
    """The share that `0.5%` means. Raises StudyFault."""
    found = re.fullmatch(r"(\d{1,2}(?:\.\d+)?) ?%?", text)
    if found is None:
        raise StudyFault(f"{text!r} is not a percentage such as 0.5%")
    return float(found[1]) / 100
