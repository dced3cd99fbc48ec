"""Plans of the modules of games that ship: each is made once in a process, as nobody changes one."""

from __future__ import annotations

from functools import cache

from generator.vassal.module.planning import USUAL, AnyModule, Sizes, plan_module
from modules import library


@cache
def shipped_plan(game: str, sizes: Sizes = USUAL) -> AnyModule:
    return plan_module(library.definition(game), sizes)
