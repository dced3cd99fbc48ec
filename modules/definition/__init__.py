"""A game as data: YAML files, read to types and checked, with every mistake told where it stands."""

from modules.definition.faults import DefinitionError, Fault, NoSuchGame, Place
from modules.definition.loader import load
from modules.definition.model import Counter, Definition

__all__ = ["Counter", "Definition", "DefinitionError", "Fault", "NoSuchGame", "Place", "load"]
