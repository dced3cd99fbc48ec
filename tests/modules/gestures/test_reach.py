"""What options say to a hand agrees with what is legal: where a piece comes, why not elsewhere, and what may
stand in the fields of an order."""

from __future__ import annotations

import random

import pytest
from decided import SEEDS, sparse

from modules.engine.listed_orders import actors_of, end_of, names_of, start_of, values_of
from modules.engine.orders import Order, parts_of
from modules.engine.requests import Choose


def is_legal(choice: Choose, order: Order) -> bool:
    return choice.options.fault_of(order) is None


def movers(choice: Choose) -> list[str]:
    return list(dict.fromkeys(name or place for name, place in choice.options.actors()))


@pytest.mark.parametrize("name", SEEDS)
def test_a_piece_reaches_the_ends_of_its_orders_and_nothing_else(name: str) -> None:
    """`reach` gives legal orders to their ends, and misses no end of a listed order."""
    looked = costs = 0
    for play, choice in sparse(name, SEEDS[name]):
        draw = random.Random(play.count)
        names = movers(choice)
        for mover in draw.sample(names, min(4, len(names))):
            reached = choice.options.reach(mover)
            for each in draw.sample(reached, min(6, len(reached))):
                choice.options.judge(each.order)
                assert each.place == (end_of(each.order) or start_of(each.order))
                costs += bool(each.cost)
            ends = {(type(each.order), each.place) for each in reached}
            assert len(ends) == len(reached)
            listed = choice.options.orders_by(mover)
            alone = [order for order in listed if end_of(order) and len(names_of(order)) < 2]
            assert {(type(order), end_of(order)) for order in alone} <= ends
            looked += bool(reached)
        orders = draw.sample(list(choice.options.legal()), min(20, len(choice.options.legal())))
        for order in (order for order in orders if end_of(order) and len(names_of(order)) < 2):
            mover = names_of(order)[0] if names_of(order) else start_of(order)
            assert mover in names, (mover, order)
            assert end_of(order) in {each.place for each in choice.options.reach(mover)}, order
    assert looked > 5 and costs > 5


@pytest.mark.parametrize("name", SEEDS)
def test_those_act_who_have_an_order(name: str) -> None:
    """`actors` are quickly found; they are those of the listed orders."""
    for _, choice in sparse(name, SEEDS[name]):
        if choice.kind in ("setup", "set_up"):
            continue
        listed = {actor for order in choice.options.legal() for actor in actors_of(order)}
        found = set(choice.options.actors())
        assert listed <= found, choice.kind
        assert all(
            choice.options.orders_by(a or b) or choice.options.reach(a or b) for a, b in found - listed
        )


@pytest.mark.parametrize("name", SEEDS)
def test_a_place_is_closed_by_a_rule_or_open(name: str) -> None:
    """`why_closed` is None for what is reached; elsewhere it has a rule and a reason."""
    closed = 0
    for play, choice in sparse(name, SEEDS[name]):
        draw = random.Random(play.count)
        places = sorted(play.rules.grammar.places)
        moving = [mover for mover in movers(choice) if choice.options.reach(mover)]
        for mover in draw.sample(moving, min(3, len(moving))):
            reached = {each.place for each in choice.options.reach(mover)}
            for place in draw.sample(sorted(reached), min(4, len(reached))):
                assert choice.options.why_closed(mover, place) is None
            for place in draw.sample(places, 8):
                why = choice.options.why_closed(mover, place)
                if place in reached or why is None:
                    continue
                assert why.rule and why.reason
                closed += 1
    assert closed > 10


def fill(choice: Choose, order: Order) -> bool:
    """Whether an order can be filled in field by field, each part offered when it is its turn."""
    chosen: dict[str, tuple[str, ...]] = {}
    for part in parts_of(type(order)):
        for value in values_of(order, part):
            offered = choice.options.axes(type(order), chosen)
            if part.what != "saying" and value not in offered[part.name]:
                return False
            chosen[part.name] = (*chosen.get(part.name, ()), value)
    return True


@pytest.mark.parametrize("name", SEEDS)
def test_a_legal_order_can_be_filled_in_field_by_field(name: str) -> None:
    kinds = set()
    for play, choice in sparse(name, SEEDS[name], longest=300):
        legal = list(choice.options.legal())
        for order in random.Random(play.count).sample(legal, min(3, len(legal))):
            assert fill(choice, order), (choice.kind, order)
            kinds.add(type(order))
    assert len(kinds) > 5
