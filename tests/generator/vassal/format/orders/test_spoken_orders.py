"""Orders in words among the talk of a chat."""

from __future__ import annotations

import pytest

from generator.vassal.format.orders.spoken import spoken
from generator.vassal.format.traits import ReportState, TriggerAction
from generator.vassal.module.planning import plan_module
from modules import library
from modules.engine.orders import Order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("<Edith> - order: strategy center:moderate,left:cautious", "strategy center:moderate,left:cautious"),
        ("&lt;Edith&gt; - order: attack 24 &gt; 23", "attack 24 > 23"),
        ("* order: join S-fyrd-3 left", "join S-fyrd-3 left"),
        ("* order: join S-fyrd-3 left *", "join S-fyrd-3 left"),
        ("<Edith> - done! move N-foot-3 2922", ""),
        ("<Edith> - in order: one, two", ""),
        ("- order: done", ""),
        ("* S-fyrd-3 moves 2010 \u2192 2110 *", ""),
    ],
)
def test_an_order_is_told_from_talk(line: str, order: str) -> None:
    assert spoken(line) == order


def test_what_a_menu_says_is_an_order_of_the_game() -> None:
    """Of Saxon units alone, and with the menu's own key."""
    plan = plan_module(library.definition("hastings_berg"))
    grammar = library.rules("hastings_berg", "hastings").grammar
    traits = plan.roster.counter("S-fyrd-1").traits
    said = {t.keys: t.format for t in traits if isinstance(t, ReportState) and t.format.startswith("order: ")}
    menu = {(t.key,): t.text for t in traits if isinstance(t, TriggerAction) and (t.key,) in said}
    assert said.keys() == menu.keys() and len(said) == 3
    orders: list[Order] = [
        grammar.parse(spoken(f"* {each}").replace("$CounterId$", "S-fyrd-1")) for each in said.values()
    ]
    assert [str(each) for each in orders] == [
        "join S-fyrd-1 right", "join S-fyrd-1 center", "join S-fyrd-1 left",
    ]  # fmt: skip
    other = plan.roster.counter("N-bowman-1").traits
    assert not [t for t in other if isinstance(t, ReportState) and t.format.startswith("order: ")]
