"""Dice in words: the result first, then what was rolled, a line for each unit.

For example `1d6: N-archer-1 fires at 2722 (rule 6.2): 2` and `N-archer-1 fires at 2722: 2, hits (6.2)`, which
the rules tell of it, become one line: `hits: N-archer-1 fires at 2722, 1d6: 2 (6.2)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import Final, TypeAlias

from modules.engine.requests import Roll, Tell
from pbem.log.announcements import BY_CHARTER
from pbem.log.due_rolls import describe_roll, label
from pbem.rules.replay.order_report import RollResult, Told

_RESULT: Final = re.compile(r"(?P<head>.+): (?P<dice>\d+(?:, \d+)*), (?P<result>[a-z].*)")
"""What rules tell of a roll: `N-archer-1 fires at 2722: 2, hits`."""
_END: Final = ":?,"
ItemText: TypeAlias = Callable[[Told | Tell], str]


def is_rolled(item: Told | Tell | None) -> bool:
    """Whether dice were rolled, and nothing was drawn or shuffled."""
    return isinstance(item, RollResult) and isinstance(item.due, Roll)


def tell_rolls(
    block: Sequence[Told | Tell], item_text: ItemText, words: Callable[[str], str]
) -> Iterator[str]:
    """A run of rolls and of what the rules tell, in lines. `words`: how a label is written for people.

    Each roll goes with what is told up to the next rolls. No fact is lost; what came of the dice stands above
    them.
    """
    for part in _parts(block):
        rolls = [item for item in part if isinstance(item, RollResult)]
        tells = [item for item in part if isinstance(item, Tell)]
        pairs = _pair_off(rolls, tells)
        yield from (item_text(tell) for tell in tells if not any(tell is told for _, told in pairs))
        alone = [roll for roll in rolls if not any(roll is rolled for rolled, _ in pairs)]
        yield from _tell_alone(alone, item_text)
        yield from (_fold(roll, tell, words) for roll, tell in pairs)


def _parts(block: Sequence[Told | Tell]) -> Iterator[list[Told | Tell]]:
    """The rolls of one moment, each time with what is told after them."""
    part: list[Told | Tell] = []
    for item in block:
        if is_rolled(item) and part and not is_rolled(part[-1]):
            yield part
            part = []
        part.append(item)
    if part:
        yield part


def _pair_off(rolls: Sequence[RollResult], tells: Sequence[Tell]) -> list[tuple[RollResult, Tell]]:
    """Each roll with the first that is told of the same subject and names what was rolled."""
    left, pairs = list(tells), list[tuple[RollResult, Tell]]()
    for roll in rolls:
        subject = label(roll.due).split(" ", 1)[0]
        found = (
            tell
            for tell in left
            if tell.text.split(" ", 1)[0] == subject
            and all(re.search(rf"\b{value}\b", tell.text) for value in roll.values)
        )
        if (tell := next(found, None)) is not None:
            left.remove(tell)
            pairs.append((roll, tell))
    return pairs


def _fold(roll: RollResult, tell: Tell, words: Callable[[str], str]) -> str:
    """A roll and what is told of it, as one line."""
    asked, dice = words(label(roll.due)), describe_roll(roll.due)
    rules = dict.fromkeys(each for each in (roll.due.rule, tell.rule) if each != BY_CHARTER)
    rule = f" ({', '.join(rules)})" if rules else ""
    found = _RESULT.fullmatch(tell.text)
    if found is not None and found["head"].replace(" SP", "") == asked:
        return f"{found['result']}: {found['head']}, {dice}: {found['dice']}{rule}"
    values = " ".join(map(str, roll.values))
    rest = _rest(asked, tell.text)
    return f"{tell.text}{rule}; {dice}{f' for `{rest}`' if rest else ''}: {values}"


def _rest(asked: str, told: str) -> str:
    """The label of a roll without the words with which the telling begins too."""
    words = asked.split()
    pairs = zip(words, told.split(), strict=False)
    same = takewhile(lambda pair: pair[0].rstrip(_END) == pair[1].rstrip(_END), pairs)
    return " ".join(words[len(list(same)) :])


def _tell_alone(rolls: Sequence[RollResult], item_text: ItemText) -> Iterator[str]:
    """Rolls of which nothing is told by itself; several of one unit in one line."""

    def key(roll: RollResult) -> tuple[str, str, str]:
        return label(roll.due).partition(", ")[0], describe_roll(roll.due), roll.due.rule

    for (unit, dice, rule), group in groupby(rolls, key):
        same = list(group)
        if len(same) == 1:
            yield item_text(same[0])
            continue
        kinds: dict[str, list[RollResult]] = {}
        for roll in same:
            kinds.setdefault(label(roll.due).partition(", ")[2], []).append(roll)
        if len(kinds) == 1:
            unit, kinds = label(same[0].due), {"": same}
        values = (f"{what} {_values(rolls)}".strip() for what, rolls in kinds.items())
        yield f"{dice}: {unit} (rule {rule}): {', '.join(values)}"


def _values(rolls: Sequence[RollResult]) -> str:
    return " ".join(str(value) for roll in rolls for value in roll.values)
