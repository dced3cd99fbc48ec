"""The line of each rule that a story names: what the rule is about by the ledger of the game, or else what
its designer has ruled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from modules.definition import Definition, DefinitionError
from modules.ledger import read_ledger
from pbem.messages.story import StoryStep

_CITED: Final = re.compile(r"\((?:rule )?([^()]*(?:\([^()]*\)[^()]*)?)\)")


def rule_lines(definition: Definition) -> Mapping[str, str]:
    """The numbers of a game's rules, each with its line; empty for a game that tells of none."""
    try:
        entries = definition.ledger.values() or read_ledger(definition.folder).rules
    except DefinitionError:  # a game that keeps no ledger
        entries = ()
    ruled = {number: each.text for each in definition.rulings.values() for number in each.rules}
    return ruled | {entry.number: entry.summary for entry in entries}


def find_named(steps: Iterable[StoryStep], known: Mapping[str, str]) -> list[str]:
    """The numbers that are known and named in steps: by their dice, or in brackets in their words."""
    found = dict[str, None]()
    for step in steps:
        found |= dict.fromkeys(roll.rule for roll in step.rolls)
        for text in (*(line.text for line in step.lines), *step.told):
            for words in _CITED.findall(text):
                found |= dict.fromkeys(words.split(", "))
    return [number for number in known if number in found]
