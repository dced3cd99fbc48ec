"""Positions on a board of squares: each card where it lies, hidden ones hidden, markers as cubes."""

from __future__ import annotations

import pytest
from cardgame import battle
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from generator.position import position_drawing
from modules.engine.position import PlacedCounter

GAME = battle()
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
CARDS = [c for c in GAME.counters.values() if c.form == "card"]
SQUARES = [f"{column}{row}" for row in range(1, 8) for column in range(1, 7)]


def placed(hidden: set[str], down: set[str] = frozenset()) -> tuple[PlacedCounter, ...]:  # type: ignore[assignment]
    """Every card in a square of its own, as a viewer sees it who does not know the hidden ones."""
    return tuple(
        PlacedCounter("" if c.id in hidden else c.id, c.side, square, face_down=c.id in hidden | down)
        for c, square in zip(CARDS, SQUARES, strict=False)
    )


def draw(position: tuple[PlacedCounter, ...], board: str = "full", **more: object) -> etree._Element:
    drawing = position_drawing(GAME, board, position, **more)  # type: ignore[arg-type]
    return etree.fromstring(drawing.svg.encode())


def uses(root: etree._Element) -> list[str]:
    return [node.get(f"{XLINK}href")[1:] for node in root.iter(f"{SVG}use")]


def words(root: etree._Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def fronts(root: etree._Element) -> list[str]:
    return [name for name in uses(root) if name.startswith("card-")]


def backs(root: etree._Element) -> list[str]:
    return [name for name in uses(root) if name.startswith("back-")]


@settings(max_examples=12, deadline=None)
@given(st.sets(st.sampled_from([c.id for c in CARDS])))
def test_a_position_never_holds_the_identity_of_a_card_not_known(hidden: set[str]) -> None:
    drawing = position_drawing(GAME, "full", placed(hidden))
    for card_id in hidden:
        assert card_id not in drawing.svg
    root = etree.fromstring(drawing.svg.encode())
    assert len(backs(root)) == len(hidden)
    assert len(fronts(root)) == len(CARDS) - len(hidden)


def test_with_all_hidden_no_name_and_no_value_of_a_card_is_there() -> None:
    everyone = {c.id for c in CARDS}
    svg = position_drawing(GAME, "full", placed(everyone)).svg
    for counter in CARDS:
        assert counter.name not in svg
    assert not {"+1", "−1", "5/6"} & set(words(etree.fromstring(svg.encode())))
    assert set(backs(etree.fromstring(svg.encode()))) == {"back-units-saxon-round", "back-units-norman-round"}


def test_a_card_that_its_owner_knows_is_its_face_with_a_sign_that_it_lies_face_down() -> None:
    card = CARDS[0].id
    up, down = draw(placed(set())), draw(placed(set(), {card}))
    assert fronts(up) == fronts(down)
    assert "lies face down" in words(down)
    assert "lies face down" not in words(up)
    paths = [len(list(root.iter(f"{SVG}path"))) for root in (up, down)]
    assert paths[1] > paths[0] + 3


def test_a_card_that_nobody_may_know_wears_no_fold() -> None:
    assert "lies face down" not in words(draw(placed({c.id for c in CARDS})))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_wound_is_a_cube_and_the_legend_names_it(count: int) -> None:
    def red(markers: tuple[str, ...]) -> int:
        root = draw((PlacedCounter("S-fyrd-1", "saxon", "34", markers=markers),))
        return sum(node.get("fill") == "#cf3a2a" for node in root.iter(f"{SVG}path"))

    assert red(("wound",) * count) == count + 1  # one more in the legend
    assert "Wound" in words(draw((PlacedCounter("S-fyrd-1", "saxon", "34", markers=("wound",)),)))
    assert red(()) == 0


def test_cubes_of_wounds_and_of_lacking_arrows_differ() -> None:
    pictures = {
        marker: position_drawing(
            GAME, "full", (PlacedCounter("N-archer-1", "norman", "36", markers=(marker,)),)
        ).svg
        for marker in ("wound", "dry")
    }
    assert pictures["wound"] != pictures["dry"]


def test_a_leader_stands_in_his_sector_and_a_broken_sector_is_marked() -> None:
    root = draw(
        (
            PlacedCounter("S-Harold", "saxon", "left"),
            PlacedCounter("", "norman", "right", markers=("broken",)),
        )
    )
    assert [name for name in uses(root) if name.startswith("counter-S-Harold")]
    assert "Broken sector" in words(root)


def test_what_lies_nowhere_on_the_board_stands_below_with_the_facts() -> None:
    position = (
        PlacedCounter("", "saxon", "reserve", face_down=True),
        PlacedCounter("N-foot-1", "norman", "lost"),
        PlacedCounter("N-William", "norman", "lost"),
    )
    plain, root = draw(()), draw(position, facts=[("Turn", "3 of 7")])
    assert {"Reserve (1)", "Lost (2)", "Turn: 3 of 7"} <= set(words(root))
    assert float(root.get("height")[:-2]) > float(plain.get("height")[:-2]) + 50
    assert len(backs(root)) == 1


def test_the_arrow_of_the_front_points_to_the_enemy() -> None:
    turned = draw((PlacedCounter("S-fyrd-1", "saxon", "34"),)).iter(f"{SVG}g")
    assert any("rotate(180)" in node.get("transform", "") for node in turned)
    upright = draw((PlacedCounter("N-foot-1", "norman", "34"),)).iter(f"{SVG}g")
    assert not any("rotate(180)" in node.get("transform", "") for node in upright)


@pytest.mark.parametrize("board", GAME.boards)
def test_the_same_position_gives_the_same_bytes(board: str) -> None:
    position = placed({"S-royal-1"}, {"N-foot-1"})
    there = tuple(p for p in position if int(p.place[0]) <= 4)
    drawings = {position_drawing(GAME, board, there, text_as="paths").svg for _ in range(2)}
    assert len(drawings) == 1
