"""An order and what the rules tell of it, as one line where both say the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from modules.engine.requests import Tell

_COUNTED = re.compile(r"[^:]+: (\d+) \w+")


def narrate_order(line: str, said: str) -> str | None:
    """What the rules say more than an order by its line: of `move X B-C` they say `X moves A-B-C`: `from A`,
    or nothing where no other place is told. None if what they say is another thing.

    So too where several pieces are counted (`move A-B X,Y` and `Side: 2 blocks A-B`), where they name what
    stands in a place (`move A B` and `Some foot A moves A-B`), and where they tell of a word (`play fury` and
    `Side play Fury`).

    >>> narrate_order("move X B-C", "X moves A-B-C")
    'from A'
    >>> narrate_order("move X B-C", "X fires at Y") is None
    True
    """
    order, told = line.split(), said.split()
    if len(order) == 2 and [each.lower() for each in told[-2:]] == [each.lower() for each in order]:
        return ""
    if len(order) not in (3, 4) or len(told) < 3:
        return None
    for way, others in ((order[2], order[1]), (order[1], order[2])):
        if told[-1] == way and (counted := _COUNTED.fullmatch(" ".join(told[:-1]))):
            return "" if counted[1] in (others, str(len(others.split(",")))) else None
    return _match_movement(order, told)


def _match_movement(order: Sequence[str], told: list[str]) -> str | None:
    """As `narrate_order`, of `verb who way` and `who verbs way`; behind the way may stand where who goes
    looks."""
    if told[-2] == "to":
        del told[-2]
    *who, verb, way = told
    before = way.removesuffix(order[2])
    if verb != f"{order[0]}s" or not who or not (way == order[2] or before.endswith("-")):
        return None
    start = before.removesuffix("-") if way != order[2] else ""
    if "-" in start:
        return None
    if start and order[1] == start == who[-1]:
        return " ".join(who[:-1]).removesuffix(" in")
    if len(who) != 1 or not order[1].endswith(who[0]):
        return None
    return f"from {start}" if start else ""


def merge_narration(line: str, heard: Iterable[Tell]) -> tuple[str, list[Tell]]:
    """The line of an order with what the rules tell more of it than it says, and what else they tell."""
    left: list[Tell] = []
    found = False
    for tell in heard:
        more = None if found else narrate_order(line, tell.text)
        if more is None:
            left.append(tell)
        else:
            how = ", ".join(filter(None, (more, tell.rule)))
            found, line = True, f"{line}   ({how})" if how else line
    return line, left
