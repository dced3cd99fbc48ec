"""Which game a save belongs to: its moduledata names the module, and a module bears its game's title."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from generator.vassal.format.archive import Archive, open_archive
from generator.vassal.format.errors import ContainerError
from generator.vassal.module.names import HIGH
from generator.vassal.module.planning import AnyModule, Sizes
from generator.vassal.positions.kept_plans import plan_for
from modules import library
from modules.definition import Definition

_LARGEST = 1 << 20


def module_name(path: Path) -> str:
    """The name of the module that a save was made with. Raises OSError, ContainerError."""
    return module_of(path)[0]


def module_of(path: Path) -> tuple[str, str]:
    """Name and version of the module that a save was made with. Raises OSError, ContainerError."""
    return module_in(open_archive(path))


def module_in(archive: Archive) -> tuple[str, str]:
    """As `module_of`, of a file that is open. Raises ContainerError."""
    path = archive.name
    if "moduledata" not in archive:
        raise ContainerError(f"{path}: it does not name its module: no moduledata")
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(archive.read("moduledata", _LARGEST), parser)
    except etree.XMLSyntaxError as error:
        raise ContainerError(f"{path}: moduledata is damaged ({error})") from error
    return root.findtext("name") or "", root.findtext("version") or ""


def plan_of(path: Path, game: str = "") -> tuple[str, AnyModule]:
    """The name and the module plan of a save's game, or of `game` if given.

    Raises OSError, ContainerError, NoSuchGame, DefinitionError, and as `planning.plan_module`.
    """
    module = module_name(path)
    definition = library.definition(game) if game else _definition_called(path, module.removesuffix(HIGH))
    sizes = Sizes(resolution="high" if module.endswith(HIGH) else "screen")
    return definition.name, plan_for(definition, sizes)


def _definition_called(path: Path, name: str) -> Definition:
    for game in library.games():
        if library.definition(game).game.title == name:
            return library.definition(game)
    raise ContainerError(f"{path}: a save of the module {name!r}, which is not a known game: give --game")
