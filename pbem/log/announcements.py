"""What an entry that moves no counter says, in words: rulings, more time, new players, games taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from modules.engine.requests import Tell
from pbem.entry.entries import Entry

BY_CHARTER: Final = "charter"
"""What stands in the place of a rule number for what the charter, and no rule of the game, provides for."""


def _extend(body: dict[str, Any]) -> str:
    kind = body["kind"].replace("_", " ")
    return f"{body['role']} has {body['hours']} hours more for the next {kind}"


def _substitute(body: dict[str, Any]) -> str:
    return f"{body['name']} <{body['mail']}> is {body['role']} from now on, with a new dice chain"


def _ruling(body: dict[str, Any]) -> str:
    return f"The referee rules: {body['text']} Reason: {body['why']}"


def _rollback(body: dict[str, Any]) -> str:
    return f"All agree: the game goes on from where it stood after entry {body['to']}. Reason: {body['why']}"


def _standing(body: dict[str, Any]) -> str:
    return f"Standing orders from now on: {'; '.join(body['lines']) or 'none'}"


def _late(body: dict[str, Any]) -> str:
    return f"{body['role']} is late with the {body['kind'].replace('_', ' ')} that is due"


_SAID: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "extend": _extend,
    "substitute": _substitute,
    "ruling": _ruling,
    "rollback": _rollback,
    "standing": _standing,
    "late": _late,
}
ANNOUNCED: Final = frozenset(_SAID) - {"late"}
"""The types that only tell something, and move no counter."""


def announced(entry: Entry) -> Tell:
    """The words of an entry of one of these types."""
    rule = entry.body.get("rule")
    return Tell(_SAID[entry.type](entry.body), rule if isinstance(rule, str) else BY_CHARTER)
