"""The keys that may stand at a place of a file, by its type: what somebody is told who has mistyped one."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel


def keys_at(kind: type[BaseModel], steps: Iterable[str | int]) -> list[str]:
    """The keys that may stand where these steps lead in a file of a type; none where nobody knows."""
    here: list[Any] = [kind]
    for step in steps:
        there = [inner for each in here for inner in _below(each, step)]
        here = there or here  # a step that only the type has: which of several it is
    models = [each for each in here if isinstance(each, type) and issubclass(each, BaseModel)]
    return sorted({info.alias or name for each in models for name, info in each.model_fields.items()})


def _below(hint: Any, step: str | int) -> list[Any]:
    """What may stand below a hint at a step, without what is around types."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        fields = {info.alias or name: name for name, info in hint.model_fields.items()}
        hints = get_type_hints(hint, include_extras=True)
        return _opened(hints[fields[str(step)]]) if step in fields else []
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is dict:
        return _opened(arguments[1])
    return [each for argument in arguments for each in _opened(argument)] if origin is tuple else []


def _opened(hint: Any) -> list[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _opened(arguments[0])
    if origin in (Union, types.UnionType):
        return [each for argument in arguments for each in _opened(argument)]
    return [hint]
