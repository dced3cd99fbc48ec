"""What players need at hand and no chart prints: the words that a ledger wants on paper, looked for in the
charts of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.drawing.typography import printed
from modules.definition import Definition, DefinitionError, Fault
from modules.ledger import read_ledger
from modules.plain_files import is_there
from modules.written import source
from modules.written.folder import LEDGER


def left_out(definition: Definition, texts: Iterable[str]) -> Iterator[Fault]:
    """A fault for each rule of the ledger whose `printed` words are not among the texts of the charts, in the
    order in which they are drawn; these are asked for only where there are such rules."""
    if not is_there(definition.folder / LEDGER):
        return
    try:
        rules = read_ledger(definition.folder).rules
    except DefinitionError as error:
        yield from error.faults
        return
    wanted = [(i, rule) for i, rule in enumerate(rules) if rule.printed]
    told = _plain(" ".join(texts)) if wanted else ""
    for i, rule in wanted:
        for words in rule.printed:
            if _plain(words) not in told:
                place = source.read(definition.folder / LEDGER, LEDGER)
                message = f"no chart prints {words!r}, which rule {rule.number} needs"
                yield place.fault(("rules", i, "printed"), message)


def _plain(words: str) -> str:
    return " ".join(printed(words).casefold().split())
