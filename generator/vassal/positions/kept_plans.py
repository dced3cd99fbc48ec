"""The plan of a game's module, made once for all saves and logs of it: most of the work of a small one."""

from __future__ import annotations

from generator.vassal.module.planning import AnyModule, Sizes, plan_module
from modules.definition import Definition

_KEPT: dict[tuple[int, Sizes], tuple[Definition, AnyModule]] = {}
_MOST = 4
_SCREEN = Sizes()


def plan_for(definition: Definition, sizes: Sizes = _SCREEN) -> AnyModule:
    """The plan of a definition that does not change; raises as `planning.plan_module`."""
    key = (id(definition), sizes)  # a definition that is kept keeps its id
    if key not in _KEPT:
        if len(_KEPT) >= _MOST:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = definition, plan_module(definition, sizes)
    return _KEPT[key][1]
