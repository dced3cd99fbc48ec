"""A game as data: YAML files, read to types and checked, with every mistake told where it stands."""

from pathlib import Path

from modules.definition.model import Counter, Definition
from modules.written.faults import DefinitionError, Fault, NoSuchGame, SourcePlace

__all__ = ["Counter", "Definition", "DefinitionError", "Fault", "NoSuchGame", "SourcePlace", "load"]


def load(folder: Path, *, variant_of: str = "") -> Definition:
    """The checked definition in a folder. Raises DefinitionError with every fault, NoSuchGame without one.

    `variant_of`: the shipped game of which it is a copy with other data, for studies alone.
    """
    from modules.definition import loader  # with YAML and the checks, which who finds it kept does not need

    return loader.load(folder, variant_of=variant_of)
