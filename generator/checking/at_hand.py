"""What players need at hand and no chart prints: the words that a ledger wants on paper, looked for in the
charts of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from generator.drawing.typography import printed
from modules.definition import Definition, DefinitionError, Fault, source
from modules.ledger import read_ledger
from modules.ledger_evidence import LEDGER
from modules.plain_files import is_there

_TEXTS = re.compile(r">([^<]+)</text>")


def left_out(definition: Definition, charts: Iterable[str]) -> Iterator[Fault]:
    """A fault for each rule of the ledger whose `printed` words stand on none of the charts (SVG)."""
    if not is_there(definition.folder / LEDGER):
        return
    try:
        rules = read_ledger(definition.folder).rules
    except DefinitionError as error:
        yield from error.faults
        return
    wanted = [(i, rule) for i, rule in enumerate(rules) if rule.printed]
    told = _words(charts) if wanted else ""
    for i, rule in wanted:
        for words in rule.printed:
            if _plain(words) not in told:
                place = source.read(definition.folder / LEDGER, LEDGER)
                message = f"no chart prints {words!r}, which rule {rule.number} needs"
                yield place.fault(("rules", i, "printed"), message)


def _words(charts: Iterable[str]) -> str:
    """All words of all charts, in the order in which they are drawn."""
    return _plain(" ".join(unescape(text) for svg in dict.fromkeys(charts) for text in _TEXTS.findall(svg)))


def _plain(words: str) -> str:
    return " ".join(printed(words).casefold().split())
