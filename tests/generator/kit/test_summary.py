"""The rules in brief: every rule of the ledger that is played, once, on two pages that can be read."""

from __future__ import annotations

import pytest
from looks import TAPESTRY
from measuring import words_of

from generator.drawing.svg import pt
from generator.drawing.typography import printed
from generator.kit.page import Sheet
from generator.kit.summary import summary_page_count, summary_pages, summary_rules
from modules import library
from modules.ledger import read_ledger

SHEET = Sheet(TAPESTRY, 210, 297, "test")


@pytest.mark.parametrize("name", library.refereed_games())
def test_two_pages_tell_every_rule(name: str) -> None:
    definition = library.definition(name)
    pages = summary_pages(definition, SHEET, 1)
    assert 1 <= len(pages) == summary_page_count(definition, SHEET) <= 2
    words = [word for page in pages for word in words_of(page.svg)]
    assert min(word.size for word in words if word.box.y < 260) >= pt(7) - 1e-6
    told = "".join(word.text for word in words).replace(" ", "")
    played = [rule for rule in read_ledger(definition.folder).rules if rule.kind == "rule"]
    assert [rule for _, rules in summary_rules(definition) for rule in rules] == played
    missing = [rule.summary for rule in played if printed(rule.summary).split()[0] not in told]
    assert missing == []
