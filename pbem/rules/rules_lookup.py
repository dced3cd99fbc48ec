"""From a charter to the rules of its game: the only place where this room asks for the shipped games.

What `modules` raises becomes a PbemError here, so that callers need not import it to catch it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from modules import library
from modules.definition import Definition, DefinitionError, NoSuchGame
from modules.definition.places import hex_grid
from modules.engine.driver import Play
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.required_parts import MissingPart, P, require
from modules.engine.square_board import Squares
from pbem import errors
from pbem.entry.bodies import Adopt, Game, Module
from pbem.reason_codes import Code

Build: TypeAlias = Callable[[Game], MailRules[Any]]
"""Makes the rules that a charter names."""


def split(name: str) -> tuple[str, str]:
    """The game and the scenario in `GAME/SCENARIO`; raises UnknownGame."""
    game, _, scenario = name.rpartition("/")
    if not game or not scenario:
        raise errors.UnknownGame(f"{name!r} is not GAME/SCENARIO, such as three_battles/hastings")
    return game, scenario


def module(game: str, scenario: str) -> Module:
    """The `module` field of a charter for the rules installed here; raises UnknownGame."""
    here = _installed(game)
    with _report_unknown():
        definition = library.definition(game)
        library.title(definition, scenario)
        return here.replace(data=definition.read_for(scenario))


def _installed(game: str) -> Module:
    """The rules installed here, whatever the scenario; raises UnknownGame."""
    if game not in library.refereed_games():
        known = ", ".join(library.refereed_games())
        raise errors.UnknownGame(f"no game {game!r} with rules is installed; there are: {known}")
    with _report_unknown():
        version = library.definition(game).game.version
        does = library.behaviour(game)
        return Module(id=game, version=version, behaviour=does.number, fingerprint=does.fingerprint)


def options(game: str, scenario: str, chosen: Iterable[str]) -> dict[str, bool]:
    """The `options` field of a charter, names in lower case; raises UnknownGame."""
    with _report_unknown():
        definition = library.definition(game)
        by_lower = {name.lower(): name for name in library.options_of(definition, scenario)}
        library.check_options(definition, scenario, (by_lower.get(n.lower(), n) for n in chosen))
    return {name.lower(): True for name in chosen}


def side_names(game: str, scenario: str) -> dict[str, str]:
    """What each side of a scenario, or each player of a campaign, is called; raises UnknownGame."""
    with _report_unknown():
        definition = library.definition(game)
        if scenario in definition.campaigns:
            return {name: it.name for name, it in definition.campaigns[scenario].players.items()}
        here = set(library.scenario(definition, scenario).sides)
        return {side: it.name for side, it in definition.game.sides.items() if side in here}


def all_side_names(game: Game) -> dict[str, str]:
    """What each side of a charter's game is called, those of a campaign's players among them; raises
    UnknownGame."""
    names = {side: it.name for side, it in definition_of(game).game.sides.items()}
    return names | side_names(game.module.id, game.scenario)


def seat_names(game: str, scenario: str, rules: PlayRules[Any]) -> dict[str, str]:
    """What each player's seat is called: where seats are sides, as these; raises UnknownGame."""
    names = side_names(game, scenario)
    if set(rules.seats) == set(names):
        return names
    return {seat: names.get(seat, f"{seat}, {names.get(side, side)}") for seat, side in rules.seats.items()}


def definition_of(game: Game) -> Definition:
    """The definition of a charter's game; raises UnknownGame."""
    with _report_unknown():
        return library.definition(game.module.id)


def hexes(game: Game, map_name: str) -> str:
    """Which hexes a map has, in words; empty where it is no map of hexes."""
    try:
        ids = hex_grid(definition_of(game).maps[map_name].grid).ids
    except (errors.UnknownGame, KeyError):
        return ""
    half = len(ids[0]) // 2
    one, two = sorted({i[:half] for i in ids}), sorted({i[half:] for i in ids})
    return f"hexes run from {ids[0]} to {ids[-1]}: {one[0]} to {one[-1]}, then {two[0]} to {two[-1]}"


@dataclass(frozen=True, slots=True)
class MapGeometry:
    """Where a game is played: the places on the map or board, and how far apart two of them are."""

    places: frozenset[str]
    distance: Callable[[str, str], int]


GroundOf: TypeAlias = Callable[[Game, str], MapGeometry]
"""Gives the ground of a map or board that a charter's game is played on."""


def geometry_of(game: Game, map_name: str) -> MapGeometry:
    """The ground of a map of hexes or areas, or a board of squares; raises UnknownGame."""
    return find_geometry(definition_of(game), map_name)


def find_geometry(definition: Definition, map_name: str) -> MapGeometry:
    """The ground of one of a game's maps of hexes or areas, or boards of squares."""
    if map_name in definition.boards:
        board = Squares(definition.boards[map_name])
        return MapGeometry(frozenset((*board.ids, *board.sectors)), board.distance)
    if map_name in definition.area_maps:
        graph = definition.area_maps[map_name].graph
        return MapGeometry(frozenset(graph.areas), lambda one, two: graph.within(one, len(graph.areas))[two])
    grid = hex_grid(definition.maps[map_name].grid)
    return MapGeometry(frozenset(grid.ids), grid.distance)


def title(game: Game) -> str:
    """The scenario of a charter with its options, in words; raises UnknownGame."""
    with _report_unknown():
        definition = library.definition(game.module.id)
        battle = library.title(definition, game.scenario)
    names = [title for _, title, _ in chosen_options(game)]
    return f"{definition.game.title}: {battle}" + (f" (with {'; '.join(names)})" if names else "")


def battle_titles(game: Game) -> dict[str, str]:
    """What each battle of a campaign is called; empty for a game of one scenario. Raises UnknownGame."""
    with _report_unknown():
        definition = library.definition(game.module.id)
        if game.scenario not in definition.campaigns:
            return {}
        battles = definition.campaigns[game.scenario].battles
        return {battle: library.title(definition, battle) for battle in battles}


def chosen_options(game: Game) -> list[tuple[str, str, str]]:
    """The options of a charter: name, title, and what it says with its rule; raises UnknownGame."""
    with _report_unknown():
        definition = library.definition(game.module.id)
        known = library.options_of(definition, game.scenario)
    return [
        (
            name,
            _of_battle(definition, name) + option.name,
            f"{' '.join(option.text.split())} (rule {option.rule})",
        )
        for name, option in known.items()
        if game.options.get(name.lower()) is True
    ]


def _of_battle(definition: Definition, option: str) -> str:
    """The battle of a campaign's option, which is named BATTLE-OPTION."""
    battle, dash, _ = option.rpartition("-")
    return f"{library.title(definition, battle)}: " if dash else ""


def is_installed(named: Module) -> bool:
    """Whether the rules installed here do what these do, by the same data; raises UnknownGame."""
    return _does_the_same(named) and not edited_files(named)


def _does_the_same(named: Module) -> bool:
    _installed(named.id)
    return library.behaviour(named.id).is_that_of(named.behaviour, named.fingerprint)


def edited_files(named: Module) -> list[str]:
    """The files of a game in which the rules read something else here than what these rules read, as
    GAME/FILE; raises UnknownGame."""
    with _report_unknown():
        here = library.definition(named.id).data
    bound = named.data or {}
    return [f"{named.id}/{file}" for file in sorted(bound) if here.get(file, ("", ""))[1] != bound[file]]


def rules_of(game: Game) -> MailRules[Any]:
    """The rules that a charter names; raises UnknownGame, also for rules that know nothing of mail, or
    `other-engine` if those here, or the data that they read, are others."""
    named = game.module
    if not _does_the_same(named):
        here = _installed(named.id)
        raise errors.LogFault(
            Code.OTHER_ENGINE,
            f"the game is played by {named.id} {named.version}, behaviour {_behaviour(named)}; installed "
            f"here is {here.version}, behaviour {_behaviour(here)}: install a version of Senlac with that "
            "behaviour, or let all parties adopt the new one (`pbem adopt`)",
        )
    if files := edited_files(named):
        raise errors.LogFault(
            Code.OTHER_ENGINE,
            f"{Code.OTHER_ENGINE}: {', '.join(files)}: the values that the rules read there are not those by "
            "which the game is played: somebody has edited the game data of this program, or they are of "
            "another release; install Senlac again, or let all parties adopt the data here (`pbem adopt`)",
        )
    with _report_unknown():
        offered = library.options_of(library.definition(named.id), game.scenario)
        known = [name for name in offered if game.options.get(name.lower()) is True]
        given = {name for name, on in game.options.items() if on is True}
        strange = given - {name.lower() for name in known}
        rules = library.rules(named.id, game.scenario, [*known, *sorted(strange)])
        return require(rules, MailRules)


def part_of(rules: PlayRules[Any], part: type[P]) -> P:
    """The same rules as ones that have a part; raises UnknownGame for a game that lacks it."""
    with _report_unknown():
        return require(rules, part)


def play_with(play: Play[Any], part: type[P]) -> Play[P]:
    """The same game in progress as one whose rules have a part; raises UnknownGame as `part_of`."""
    part_of(play.rules, part)
    return play


def adopt_rules(build: Build, adopted: Adopt | None) -> Build:
    """Makes the rules of a charter's game as they were adopted since, if they were."""
    if adopted is None:
        return build
    names = ("version", "behaviour", "fingerprint", "data")
    newer = {name: getattr(adopted, name) for name in names}
    return lambda game: build(game.replace(module=game.module.replace(**newer)))


def _behaviour(named: Module) -> str:
    return f"{named.behaviour} ({named.fingerprint[:8]})"


@contextmanager
def _report_unknown() -> Iterator[None]:
    try:
        yield
    except (
        NoSuchGame,
        DefinitionError,
        library.NoSuchScenario,
        library.BadOption,
        library.NoRules,
        MissingPart,
    ) as error:
        raise errors.UnknownGame(str(error)) from error
