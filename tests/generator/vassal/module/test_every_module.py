"""What holds in the module of every game that ships: who may do what, which keys do something, names."""

from __future__ import annotations

import pytest
from plans import shipped_plan

from generator.vassal.format.keys import ctrl
from generator.vassal.format.pieces import Piece, expand
from generator.vassal.format.traits import Delete, Obscurable, RestrictCommands
from generator.vassal.module.names import SPECTATORS, seats
from generator.vassal.module.parts import tracker
from generator.vassal.module.planning import AnyModule
from modules import library


@pytest.fixture(params=sorted(library.refereed_games()))
def plan(request: pytest.FixtureRequest) -> AnyModule:
    return shipped_plan(request.param)


def pieces(plan: AnyModule) -> list[Piece]:
    roster = plan.roster
    more = [*getattr(roster, "cards", {}).values(), *getattr(roster, "unknown", {}).values()]
    more += getattr(roster, "blanks", {}).values()
    slots = [*roster.counters.values(), *roster.markers.values(), *more]
    return [expand(each, roster.prototypes) for each in slots]


def test_what_others_may_not_know_they_cannot_take_away(plan: AnyModule) -> None:
    """The guard stands outside of the command that it forbids."""
    for piece in pieces(plan):
        marks = piece.markers()
        hidden = marks.get("UnknownOf") or any(isinstance(trait, Obscurable) for trait in piece.traits)
        deletes = [n for n, trait in enumerate(piece.traits) if isinstance(trait, Delete)]
        if not hidden or not deletes or marks.get("UnknownOf") in plan.definition.decks:
            continue
        guards = [
            n
            for n, trait in enumerate(piece.traits)
            if isinstance(trait, RestrictCommands) and trait.name == "Owner alone" and ctrl("D") in trait.keys
        ]
        assert guards and guards[0] < deletes[0], piece.basic.name


def test_the_menu_for_a_selection_has_what_some_piece_can_do(plan: AnyModule) -> None:
    found = plan.selection()
    assert {"Turn over", "Eliminate", "Return to the map"} <= set(found)
    assert ("Turn right" in found) == (plan.file.facing is not None)
    assert ("Clear marks" in found) == bool(plan.marks)


def test_who_has_a_second_side_alone_turns_over(plan: AnyModule) -> None:
    for counter in plan.definition.counters.values():
        if counter.form == "counter":
            types = [trait.type_text().replace("\\", "") for trait in plan.roster.counter(counter.id).traits]
            turns = any(text.startswith("emb2") and ctrl("F") in text for text in types)
            assert turns == (counter.back is not None), counter.id


def test_sides_are_called_the_same_everywhere(plan: AnyModule) -> None:
    sides = {side.name for side in plan.definition.game.sides.values()}
    assert {*seats(plan.definition)} >= sides | {*SPECTATORS}
    told = {piece.markers()["Side"] for piece in pieces(plan) if "Side" in piece.markers()}
    assert told == sides
    assert "The last turn is over" in str(tracker(plan.definition).attributes["turnFormat"])
