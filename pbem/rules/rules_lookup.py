"""From a charter to the rules of its game: the only place where this room asks for games, installed ones and
those from a file.

What `modules` raises becomes a PbemError here, so that callers need not import it to catch it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from modules import library
from modules.amounts import count_noun
from modules.definition import Definition, DefinitionError, NoSuchGame
from modules.definition.places import hex_grid
from modules.engine.driver import Play
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.objection_rules import ObjectionRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.required_parts import MissingPart, P, require
from modules.engine.square_board import Squares
from modules.game_file.digests import GameDigests
from modules.game_file.names import BadFileName, BadGameFile, is_named
from pbem import errors
from pbem.disk import game_shelf
from pbem.entry.bodies import Adopt, Charter, Game
from pbem.entry.field_types import REFEREE
from pbem.entry.game_identity import Module, RulesIdentity
from pbem.log import adoptions
from pbem.log.log_verifier import LogVerifier
from pbem.reason_codes import Code

if TYPE_CHECKING:
    from modules.game_file.opened import GameFile
    from pbem.entry.setup_papers import Proposal

G = TypeVar("G", bound=Game)

_MOST_FAULTS: Final = 5
"""Of a game's files, as many as a refusal tells."""

Build: TypeAlias = Callable[[Game], MailRules[Any]]
"""Makes the rules that a charter names."""


def split(name: str) -> tuple[str, str]:
    """The game and the scenario in `GAME/SCENARIO`; raises UnknownGame."""
    game, _, scenario = name.rpartition("/")
    if not game or not scenario:
        raise errors.UnknownGame(f"{name!r} is not GAME/SCENARIO, such as three_battles/hastings")
    return game, scenario


def module(game: str, scenario: str) -> Module:
    """The `module` field of a charter for a game as it is here: an installed one, or that of a folder or
    file. Raises UnknownGame, `game-name-taken`."""
    file = game_file(game)
    if file is not None:
        return module_of_file(file, scenario)
    here = _installed(game)
    with report_unknown():
        definition = library.definition(game)
        library.title(definition, scenario)
        return here.replace(data=definition.read_for(scenario))


def game_file(game: str) -> GameFile | None:
    """The file that carries the game of a folder or file, which this process finds from now on; None for the
    name of an installed one, and for a word that is none. Raises UnknownGame for what is no game."""
    if game in library.games():
        return None
    from modules.game_file import opened  # with zips, which a command may not need

    with report_unknown():
        folder = library.folder(game)
        found = opened.open_file(Path(game)) if is_named(game) else opened.pack_folder(folder)
        library.definition(str(found.folder))
    game_shelf.hand_over(found)
    return found


def module_of_file(file: GameFile, scenario: str) -> Module:
    """The `module` field of a charter for a game from a file. Raises UnknownGame, `game-name-taken`."""
    with report_unknown():
        definition = library.definition(str(file.folder))
        does = library.data_rules().behaviour_of(definition)
        library.title(definition, scenario)
    refuse_taken(definition.name)
    return Module(
        id=definition.name,
        version=definition.game.version,
        behaviour=does.number,
        fingerprint=does.fingerprint,
        files=file.digests.files,
        art=file.digests.art,
    )


def renew(game: Game, file: GameFile | None) -> Module:
    """What the `module` field of a game would say by the rules that are here now, and by another version of
    its `file`, if one is given. Raises UnknownGame, MissingGameFile, OtherGameFile, `game-name-taken`."""
    found = file or find_file(game.module)
    if found is None:
        return module(game.module.id, game.scenario)
    newer = module_of_file(found, game.scenario)
    if game.module.files is None or newer.id != game.module.id:
        raise errors.Refusal(
            Code.GAME_NAME_TAKEN,
            f"{found.path} carries {newer.id}, and the game that is played is {game.module.id}"
            + (", which comes with Senlac" if game.module.files is None else ""),
        )
    return newer


def refuse_taken(name: str) -> None:
    """Raise `game-name-taken` for a game from a file that is called like an installed one."""
    if name in library.games():
        raise errors.Refusal(
            Code.GAME_NAME_TAKEN,
            f"the game from this file is called {name}, as a game that comes with Senlac: rename it",
        )


def digests_of(named: RulesIdentity) -> GameDigests | None:
    """By what a game from a file is told; None for an installed one."""
    return None if named.files is None else GameDigests(named.files, named.art or {})


def find_file(named: Module) -> GameFile | None:
    """The file of a charter's game; None for an installed one. Raises MissingGameFile, OtherGameFile,
    `game-name-taken`."""
    digests = digests_of(named)
    if digests is None:
        return None
    refuse_taken(named.id)
    return game_shelf.find(named.id, digests)


def travelling_file(game: Game) -> bytes | None:
    """The file of a game that goes along with a mail; None for an installed game, and for a file that no mail
    holds. Raises as `find_file`."""
    from modules.game_file.archive import fits_mail

    file = find_file(game.module)
    return file.data if file is not None and fits_mail(len(file.data)) else None


def _definition(named: Module) -> Definition:
    """The definition of a charter's game, from its file if it has one; raises as `find_file`, and what
    loading raises."""
    file = find_file(named)
    if file is None:
        if named.id not in library.games():  # no folder that happens to be called so
            raise NoSuchGame(f"no game {named.id!r} is installed")
        return library.definition(named.id)
    found = library.definition(str(file.folder))
    if (found.name, found.game.version) != (named.id, named.version):
        raise errors.Refusal(
            Code.GAME_NAME_TAKEN,
            f"the charter says {named.id} {named.version}, and the file {file.path} carries {found.name} "
            f"{found.game.version}: the invitation is wrong",
        )
    return found


def _installed(game: str) -> Module:
    """The rules installed here, whatever the scenario; raises UnknownGame."""
    if game not in library.refereed_games():
        known = ", ".join(library.refereed_games())
        raise errors.UnknownGame(f"no game {game!r} with rules is installed; there are: {known}")
    with report_unknown():
        version = library.definition(game).game.version
        does = library.behaviour(game)
        return Module(id=game, version=version, behaviour=does.number, fingerprint=does.fingerprint)


def _here(named: Module) -> Module:
    """What would carry out a charter's game here. Raises UnknownGame, and as `find_file`."""
    if named.files is None:
        return _installed(named.id)
    with report_unknown():
        does = library.data_rules().behaviour_of(_definition(named))
    return named.replace(behaviour=does.number, fingerprint=does.fingerprint)


def options(game: str, scenario: str, chosen: Iterable[str]) -> dict[str, bool]:
    """The `options` field of a charter, names in lower case; raises UnknownGame."""
    file = game_file(game)  # as it is now: a program that runs on may have read another of this name
    with report_unknown():
        definition = library.definition(game if file is None else str(file.folder))
        by_lower = {name.lower(): name for name in library.options_of(definition, scenario)}
        library.check_options(definition, scenario, (by_lower.get(n.lower(), n) for n in chosen))
    return {name.lower(): True for name in chosen}


def side_names(definition: Definition, scenario: str) -> dict[str, str]:
    """What each side of a scenario, or each player of a campaign, is called; raises UnknownGame."""
    with report_unknown():
        if scenario in definition.campaigns:
            return {name: it.name for name, it in definition.campaigns[scenario].players.items()}
        here = set(library.scenario(definition, scenario).sides)
        return {side: it.name for side, it in definition.game.sides.items() if side in here}


def all_side_names(game: Game) -> dict[str, str]:
    """What each side of a charter's game is called, those of a campaign's players among them; raises
    UnknownGame."""
    definition = definition_of(game)
    names = {side: it.name for side, it in definition.game.sides.items()}
    return names | side_names(definition, game.scenario)


def seat_names(game: Game, rules: PlayRules[Any]) -> dict[str, str]:
    """What each player's seat is called: where seats are sides, as these; raises UnknownGame."""
    names = side_names(definition_of(game), game.scenario)
    if set(rules.seats) == set(names):
        return names
    return {seat: names.get(seat, f"{seat}, {names.get(side, side)}") for seat, side in rules.seats.items()}


def definition_of(game: Game) -> Definition:
    """The definition of a charter's game; raises UnknownGame."""
    with report_unknown():
        return _definition(game.module)


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
    with report_unknown():
        definition = _definition(game.module)
        battle = library.title(definition, game.scenario)
    names = [title for _, title, _ in chosen_options(game)]
    return f"{definition.game.title}: {battle}" + (f" (with {'; '.join(names)})" if names else "")


def battle_titles(game: Game) -> dict[str, str]:
    """What each battle of a campaign is called; empty for a game of one scenario. Raises UnknownGame."""
    with report_unknown():
        definition = _definition(game.module)
        if game.scenario not in definition.campaigns:
            return {}
        battles = definition.campaigns[game.scenario].battles
        return {battle: library.title(definition, battle) for battle in battles}


def chosen_options(game: Game) -> list[tuple[str, str, str]]:
    """The options of a charter: name, title, and what it says with its rule; raises UnknownGame."""
    with report_unknown():
        definition = _definition(game.module)
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
    return does_the_same(named) and not edited_files(named)


def does_the_same(named: Module) -> bool:
    """Whether the rules installed here do what these do; raises UnknownGame, and as `find_file`."""
    if named.files is None:
        _installed(named.id)
        return library.behaviour(named.id).is_that_of(named.behaviour, named.fingerprint)
    with report_unknown():
        does = library.data_rules().behaviour_of(_definition(named))
        return does.is_that_of(named.behaviour, named.fingerprint)


def edited_files(named: Module) -> list[str]:
    """The files of an installed game in which the rules read something else here than what these rules read,
    as GAME/FILE; raises UnknownGame, and as `find_file` for a game from a file."""
    if find_file(named) is not None:
        return []
    with report_unknown():
        here = library.definition(named.id).data
    bound = named.data or {}
    return [f"{named.id}/{file}" for file in sorted(bound) if here.get(file, ("", ""))[1] != bound[file]]


def rules_of(game: Game) -> MailRules[Any]:
    """The rules that a charter names; raises UnknownGame, also for rules that know nothing of mail, or
    `other-engine` if those here, or the data that they read, are others."""
    named = game.module
    if not does_the_same(named):
        here = _here(named)
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
    with report_unknown():
        definition = _definition(named)
        offered = library.options_of(definition, game.scenario)
        known = [name for name in offered if game.options.get(name.lower()) is True]
        given = {name for name, on in game.options.items() if on is True}
        strange = given - {name.lower() for name in known}
        word = named.id if named.files is None else str(definition.folder)
        rules = library.rules(word, game.scenario, [*known, *sorted(strange)])
        return require(rules, MailRules)


def judged_rules(build: Build, game: Charter | Proposal) -> MailRules[Any]:
    """The rules of a game in which the referee, if it has one, judges objections; raises as `build`."""
    rules = build(game)
    refereed = any(party.role == REFEREE for party in game.parties)
    return rules.under_referee() if refereed and isinstance(rules, ObjectionRules) else rules


def part_of(rules: PlayRules[Any], part: type[P]) -> P:
    """The same rules as ones that have a part; raises UnknownGame for a game that lacks it."""
    with report_unknown():
        return require(rules, part)


def play_with(play: Play[Any], part: type[P]) -> Play[P]:
    """The same game in progress as one whose rules have a part; raises UnknownGame as `part_of`."""
    part_of(play.rules, part)
    return play


def adopt_rules(build: Build, adopted: Adopt | None) -> Build:
    """Makes the rules of a charter's game as they were adopted since, if they were."""
    return build if adopted is None else _AdoptingBuild(build, adopted)


@dataclass(frozen=True, slots=True)
class _AdoptingBuild:
    """Makes rules as `build` does, of what a charter says with what was adopted since."""

    build: Build
    adopted: Adopt

    def __call__(self, game: Game) -> MailRules[Any]:
        return self.build(adopt_into(game, self.adopted)).as_adopted()


def played_game(verifier: LogVerifier) -> Charter:
    """What the charter of a log says, with the rules and the file that were adopted since."""
    return adopt_into(verifier.parties.charter, adoptions.find_newest(verifier.entries))


def game_by(build: Build, game: G) -> G:
    """What a charter says of its game, with all that `build` reads into it."""
    while isinstance(build, _AdoptingBuild):
        game = adopt_into(game, build.adopted)
        build = build.build
    return game


def adopt_into(game: G, adopted: Adopt | None) -> G:
    """What a charter says of its game, with the rules and the file that were adopted since."""
    if adopted is None:
        return game
    newer = {name: getattr(adopted, name) for name in RulesIdentity.model_fields}
    return game.replace(module=game.module.replace(**newer))


def _behaviour(named: Module) -> str:
    return f"{named.behaviour} ({named.fingerprint[:8]})"


@contextmanager
def report_unknown() -> Iterator[None]:
    """Raises UnknownGame, with every fault told, for a game that cannot be loaded within."""
    try:
        yield
    except DefinitionError as error:
        from modules.game_file import opened

        game = opened.shown_path(error.folder)
        told = "".join(f"\n{game}/{fault}" for fault in error.faults[:_MOST_FAULTS])
        more = len(error.faults) - _MOST_FAULTS
        rest = f"\n{count_noun(more, 'more fault')}: `senlac check {game}` shows all" if more > 0 else ""
        raise errors.UnknownGame(f"the game has faults:{told}{rest}") from error
    except (
        NoSuchGame,
        library.NoSuchScenario,
        library.BadOption,
        library.NoRules,
        MissingPart,
        BadGameFile,
        BadFileName,
        OSError,
    ) as error:
        raise errors.UnknownGame(str(error)) from error
