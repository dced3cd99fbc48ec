"""What GAME or GAME/SCENARIO of a command stands for: a definition, a scenario, rules.

Rules are code, and code is loaded from the shipped games alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from modules import definition_cache, game_registry
from modules.definition import Definition, load
from modules.definition.formats.scenarios import Option, Scenario
from modules.definition.packing import NotPacked, packed, unpacked
from modules.game_file import opened
from modules.game_registry import folder as folder
from modules.game_registry import games as games
from modules.game_registry import refereed_games as refereed_games

if TYPE_CHECKING:
    from modules.engine.players.evaluation import Weighing
    from modules.engine.players.player import Player
    from modules.engine.rules.play_rules import PlayRules

BEHAVIOUR: Final = "behaviour.yaml"
EVALUATION: Final = "evaluation.yaml"
_BEHAVIOUR_HEAD: Final = "# What these rules do, bound by each charter. Remade by tests/modules/behaviours.py"


class NoSuchScenario(Exception):
    """A scenario that the game does not have."""


class BadOption(Exception):
    """An optional rule that the scenario does not have, or two that exclude one another."""


class NoRules(Exception):
    """A game that is data only: it can be drawn, but not refereed."""


@lru_cache(maxsize=8)
def definition(name: str) -> Definition:
    """The checked definition of a game, of one that ships as it may be kept. Raises NoSuchGame,
    DefinitionError."""
    where = folder(name)
    if name not in games():
        return load(where)
    try:
        return unpacked(
            definition_cache.get_or_build("definition", where, lambda: packed(load(where))), where
        )
    except NotPacked:  # somebody has changed what was kept
        return load(where)


def command_word(game: Definition) -> str:
    """The word for a game in a command: its name if it ships, else its folder or file."""
    ships = game.folder == game_registry.HERE / game.name
    return game.name if ships else str(opened.shown_path(game.folder))


def scenario(game: Definition, name: str) -> Scenario:
    """A scenario of a game. Raises NoSuchScenario."""
    try:
        return game.scenarios[name]
    except KeyError:
        word = command_word(game)
        known = ", ".join(f"{word}/{s}" for s in (*game.scenarios, *game.campaigns))
        raise NoSuchScenario(f"there is no scenario {name!r}: {word} has {known}") from None


def title(game: Definition, name: str) -> str:
    """What a scenario or campaign is called. Raises NoSuchScenario."""
    return game.campaigns[name].title if name in game.campaigns else scenario(game, name).title


def options_of(game: Definition, name: str) -> dict[str, Option]:
    """The options of a scenario, `drawn` among them where dice may choose; of a campaign those of its
    battles, named `BATTLE-OPTION`. Raises NoSuchScenario."""
    if name not in game.campaigns:
        return scenario(game, name).offered
    battles = game.campaigns[name].battles
    return {f"{b}-{o}": option for b in battles for o, option in game.scenarios[b].offered.items()}


def check_options(game: Definition, name: str, options: Iterable[str]) -> frozenset[str]:
    """The options as a set. Raises BadOption, NoSuchScenario."""
    chosen, known = frozenset(options), options_of(game, name)
    for each in sorted(chosen):
        if each not in known:
            raise BadOption(f"{name} has no option {each!r}: it has {', '.join(known) or 'none'}")
        battle, dash, _ = each.rpartition("-")
        clash = sorted(chosen & {f"{battle}{dash}{other}" for other in known[each].excludes})
        if clash:
            raise BadOption(f"options {each} and {clash[0]} exclude each other ({known[each].rule})")
    return chosen


def rules(name: str, scenario_name: str, options: Iterable[str] = ()) -> PlayRules[Any]:
    """The rules of a scenario or campaign, the same object for the same words: it knows no state, and what it
    works out of the map serves every game. Of a folder or a file: what carries out data (`data_rules`).

    Raises NoSuchGame, NoSuchScenario, BadOption, NoRules.
    """
    chosen = check_options(definition(name), scenario_name, options)
    return _rules(name, scenario_name, chosen)


def must_have_rules(name: str) -> None:
    """Raise NoRules for a game without, and NoSuchGame, BadGameFile, OSError as `folder`."""
    if name not in games():
        folder(name)
        return
    if name not in refereed_games():
        raise NoRules(f"{name} has no rules yet: it can be drawn and printed but not refereed")


@lru_cache(maxsize=8)
def _rules(name: str, scenario_name: str, options: frozenset[str]) -> PlayRules[Any]:
    must_have_rules(name)
    if name not in games():
        _refuse_by_hand(name, scenario_name, options)
        return data_rules().build(definition(name), scenario_name, options)
    build: Callable[[Definition, str, frozenset[str]], PlayRules[Any]]
    build = import_module(f"modules.{name}.rules").build
    return build(definition(name), scenario_name, options)


def _refuse_by_hand(name: str, scenario_name: str, options: Iterable[str]) -> None:
    """Raise NoRules for what cannot be played without rules of its own: a campaign, and a table of players at
    which not each side has one."""
    game = definition(name)
    if scenario_name in game.campaigns:
        raise NoRules(f"{name}/{scenario_name} is a campaign: by hand its battles are played one by one")
    offered, each_its_own = options_of(game, scenario_name), {side: (side,) for side in game.game.sides}
    for each in sorted(options):
        number = offered[each].players
        seated = () if number is None else game.table(number)
        if seated and {seat: game.players[seat].sides for seat in seated} != each_its_own:
            raise NoRules(
                f"option {each} of {name}/{scenario_name} seats {', '.join(seated)}: by hand each side has a "
                "player, and a person who plays two sides joins twice, with a folder for each"
            )


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What the rules of a game do: a `number` that goes up with each change of it, and a `fingerprint` of
    seeded games and rule cases. `earlier` fingerprints had fewer cases and the same behaviour."""

    number: int
    fingerprint: str
    earlier: tuple[str, ...] = ()

    def is_that_of(self, number: int, fingerprint: str) -> bool:
        """Whether rules of this number and fingerprint referee alike."""
        return number == self.number and fingerprint in (self.fingerprint, *self.earlier)


@dataclass(frozen=True, slots=True)
class DataRules:
    """The rules for games that are data alone: `build` makes the rules of a scenario with its options, and
    `behaviour_of` says what those of a game do."""

    behaviour_of: Callable[[Definition], Behaviour]
    build: Callable[[Definition, str, frozenset[str]], PlayRules[Any]]


_DATA_RULES: Final[ContextVar[DataRules | None]] = ContextVar("rules of games that are data", default=None)


@contextmanager
def use_data_rules(rules: DataRules) -> Iterator[None]:
    """Until the end of the block games from folders and files are carried out so. Code says this, never a
    file of a game."""
    before = _DATA_RULES.set(rules)
    _rules.cache_clear()
    try:
        yield
    finally:
        _DATA_RULES.reset(before)
        _rules.cache_clear()


def data_rules() -> DataRules:
    """The rules for games that are data alone: those of `use_data_rules`, else the free table."""
    return _DATA_RULES.get() or _free_table()


@lru_cache(maxsize=1)
def _free_table() -> DataRules:
    from modules.free_table.by_rules.tables import build  # not for a command that plays a game that ships

    return DataRules(_behaviour_of_data, build)


def _behaviour_of_data(game: Definition) -> Behaviour:
    """That of the free table; with rules.yaml also of each key that stands in its clauses."""
    does = behaviour("free_table")
    if game.rules_file is None:
        return does
    from modules.free_table.by_rules.clause_numbers import digest_keys, keys_of

    known, *earlier = (
        digest_keys(keys_of(game.rules_file), each) for each in (does.fingerprint, *does.earlier)
    )
    return Behaviour(does.number, known, tuple(earlier))


def behaviour_of(name: str) -> Behaviour:
    """The behaviour of the rules of any game: its own, or that of games that are data. Raises NoRules,
    NoSuchGame, DefinitionError."""
    return behaviour(name) if name in games() else data_rules().behaviour_of(definition(name))


def forget_definitions() -> None:
    """From now on read each game anew: a designer has changed its files."""
    for kept in (definition, _rules, behaviour, load_weighing):
        kept.cache_clear()


class NoEvaluation(Exception):
    """A scenario that has no evaluation, so that nobody can search in it."""


def build_rules(
    name: str, game: Definition, scenario_name: str, options: Iterable[str] = ()
) -> PlayRules[Any]:
    """The rules of a game with other data than it has, such as one counter's value changed.
    Raises as `rules`."""
    chosen = check_options(game, scenario_name, options)
    if name not in games():
        return data_rules().build(game, scenario_name, chosen)
    if name not in refereed_games():
        raise NoRules(f"{name} has no rules: it can be drawn and printed but not refereed")
    build: Callable[[Definition, str, frozenset[str]], PlayRules[Any]]
    build = import_module(f"modules.{name}.rules").build
    return build(game, scenario_name, chosen)


@lru_cache(maxsize=8)
def behaviour(name: str) -> Behaviour:
    """The behaviour of a shipped game's rules. Raises NoRules where the game says nothing of it."""
    try:
        return _parse_behaviour(
            definition_cache.get_or_build(
                "behaviour", game_registry.HERE / name, lambda: _read_behaviour(name)
            )
        )
    except (TypeError, ValueError):  # somebody has changed what was kept
        return _parse_behaviour(_read_behaviour(name))


def _parse_behaviour(said: bytes) -> Behaviour:
    number, fingerprint, earlier = json.loads(said)
    return Behaviour(number, fingerprint, tuple(earlier))


def _read_behaviour(name: str) -> bytes:
    import yaml  # not for who finds it kept

    try:
        read = yaml.safe_load((game_registry.HERE / name / BEHAVIOUR).read_text(encoding="utf-8"))
        said = int(read["number"]), str(read["fingerprint"]), [str(each) for each in read.get("earlier", ())]
    except (OSError, KeyError, TypeError, ValueError, yaml.YAMLError) as error:
        raise NoRules(f"{name} has no {BEHAVIOUR} that can be read: {error}") from error
    return json.dumps(said).encode()


@lru_cache(maxsize=16)
def load_weighing(name: str, scenario_name: str) -> Weighing:
    """How a scenario of a shipped game is weighed. Raises NoEvaluation."""
    import yaml

    from modules.engine.players.evaluation import EvaluationFile  # with the driver of games: for who searches

    try:
        read = yaml.safe_load((game_registry.HERE / name / EVALUATION).read_text(encoding="utf-8"))
        return EvaluationFile.model_validate(read, strict=False).scenarios[scenario_name]
    except (OSError, KeyError, yaml.YAMLError, ValidationError) as error:
        raise NoEvaluation(f"{name}/{scenario_name} has no evaluation that can be read: {error}") from error


PLAYERS: Final = ("policy", "search", "random")
"""The players of the program."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A whole game between players of the program: what each of them does follows from this. `players`: of
    PLAYERS, one for each seat in their order; `budget`: playouts of those that search."""

    game: str
    scenario: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    budget: int
    seed: int


def players(contest: Contest, rules: PlayRules[Any]) -> dict[str, Player]:
    """Who plays each seat, by these rules of its scenario. Raises NoEvaluation, and MissingPart for a policy
    or a search where the rules give no advice."""
    from modules.engine.players.player import PolicyPlayer, RandomPlayer
    from modules.engine.players.searching import SearchingPlayer
    from modules.engine.rules.advice_rules import AdviceRules
    from modules.engine.rules.required_parts import require

    if {*contest.players} != {"random"}:
        require(rules, AdviceRules)
    found: dict[str, Player] = {}
    for at, (seat, kind) in enumerate(zip(rules.seats, contest.players, strict=True), 1):
        if kind == "search":
            weighed = load_weighing(contest.game, contest.scenario)
            found[seat] = SearchingPlayer(seat, rules.seats[seat], weighed, contest.budget, contest.seed)
        else:
            found[seat] = (RandomPlayer if kind == "random" else PolicyPlayer)(contest.seed, at)
    return found


def behaviour_text(said: Behaviour) -> str:
    """The text of a game's behaviour.yaml."""
    lines = [_BEHAVIOUR_HEAD, f"number: {said.number}", f"fingerprint: {said.fingerprint}"]
    lines += ["earlier:", *(f"  - {each}" for each in said.earlier)] if said.earlier else []
    return "".join(f"{line}\n" for line in lines)
