"""Cards: every face can be drawn and says what its values are; a back says nothing but whose it is."""

from __future__ import annotations

import re

import pytest
from cardgame import battle, with_counter, with_event
from looks import TAPESTRY
from lxml import etree

from generator.cards import (
    CARD_MM,
    CardError,
    CardPiece,
    UnknownCardError,
    back_symbol,
    card_ground,
    card_piece,
    card_pieces,
    card_svg,
    card_symbol,
    decks,
    unit_deck,
)
from generator.cards.layout import CardLayout, card_layout
from generator.drawing.art import FaultyArtError, MissingArtError
from generator.drawing.svg import Canvas
from generator.drawing.typography import printed
from modules.definition import Definition

GAME = battle()
PIECES = card_pieces(TAPESTRY, GAME)
UNITS = [piece for piece in PIECES if piece.side]
PACKED = [piece for piece in PIECES if not piece.side]
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[etree._Element]:
    return list(etree.fromstring(svg.encode()).iter(f"{SVG}text"))


def words(svg: str) -> list[str]:
    return [node.text or "" for node in texts(svg)]


def prose(svg: str) -> str:
    return re.sub(r"\s+", " ", " ".join(words(svg)))


def front(piece: CardPiece, game: Definition = GAME) -> str:
    return card_svg(TAPESTRY, game, piece.id, "front").svg


def test_a_card_is_there_for_each_unit_and_each_event_once_with_its_count() -> None:
    assert [p.id for p in UNITS] == [c.id for c in GAME.counters.values() if c.form == "card"]
    assert {p.deck for p in UNITS} == {unit_deck(side) for side in GAME.game.sides}
    assert [p.id for p in PACKED] == list(GAME.decks["events"].cards)
    assert sum(p.count for p in PACKED) == 14
    assert all(p.count == 1 for p in UNITS)


def test_every_front_draws_at_its_size_and_the_same_each_time(subtests: pytest.Subtests) -> None:
    for piece in PIECES:
        with subtests.test(piece.id):
            drawing = card_svg(TAPESTRY, GAME, piece.id, "front")
            assert sorted((drawing.width_mm, drawing.height_mm)) == sorted(CARD_MM)
            assert drawing.name == f"{piece.id}-front"
            assert drawing.svg == front(piece)


def test_a_unit_card_is_landscape_and_shows_its_values_with_their_signs(subtests: pytest.Subtests) -> None:
    for piece in UNITS:
        with subtests.test(piece.id):
            counter = GAME.counters[piece.id]
            assert piece.width_mm > piece.height_mm
            shown = " ".join(words(front(piece))).replace("/", " ").split()
            for name, number in counter.front.items():
                assert GAME.game.values[name].show(number).replace("-", "−") in shown
            assert printed(counter.name) in words(front(piece))
            assert GAME.game.nations[counter.nation].letter in shown


def test_the_first_number_of_archers_is_that_for_archery() -> None:
    archer = GAME.counters["N-archer-1"].front
    assert f"{archer['archery']}/{archer['attack']}" in words(front(card_piece(TAPESTRY, GAME, "N-archer-1")))


def test_values_are_readable_where_a_card_is_25_mm_wide(subtests: pytest.Subtests) -> None:
    for piece in UNITS:
        with subtests.test(piece.id):
            values = GAME.counters[piece.id].front
            attack = str(values["attack"])
            wanted = {attack, f"{values.get('archery')}/{attack}"}
            sizes = [float(node.get("font-size")) for node in texts(front(piece)) if node.text in wanted]
            assert max(sizes) * 25 / piece.width_mm >= 3.5


def test_a_card_lies_with_its_arrow_on_the_upper_long_side() -> None:
    for name in {piece.layout for piece in UNITS}:
        plan = card_layout(TAPESTRY, name)
        (arrow,) = [sign for sign in plan.signs if sign.facing]
        x, y, wide, tall = arrow.box
        assert x + wide / 2 == pytest.approx(plan.size[0] / 2)
        assert y + tall < plan.size[1] / 4


@pytest.mark.parametrize("name", sorted({piece.layout for piece in PIECES}))
def test_nothing_lies_over_the_figures(name: str) -> None:
    plan = card_layout(TAPESTRY, name)
    assert plan.figures is not None
    x, y, wide, tall = plan.figures.box
    for left, top, width, height in [part.box for part in (*plan.panels, *plan.signs)]:
        assert left >= x + wide or left + width <= x or top >= y + tall or top + height <= y


@pytest.mark.parametrize("corners", ["round", "square"])
def test_without_its_arrow_a_card_is_another_picture(corners: str) -> None:
    canvas = Canvas(TAPESTRY, 100, 100)
    piece = UNITS[0]
    names = {card_symbol(canvas, GAME, piece, corners=corners, arrow=arrow) for arrow in (True, False)}  # type: ignore[arg-type]
    shapes = [len(canvas.definitions[name].tostring()) for name in sorted(names)]
    assert shapes[0] > shapes[1]


# --- events --------------------------------------------------------------------------------------------


def test_an_event_tells_both_choices_whose_they_are_and_when_they_are_barred(
    subtests: pytest.Subtests,
) -> None:
    for piece in PACKED:
        with subtests.test(piece.id):
            card, svg = GAME.decks["events"].cards[piece.id], front(piece)
            text, shown = prose(svg), words(svg)
            assert piece.height_mm > piece.width_mm
            for choice in card.choices:
                assert choice.text in text
                assert choice.name in shown
                for side in choice.sides:
                    assert GAME.game.sides[side].letter in shown
                barred = (
                    f"Not in your first turn ({choice.not_first_turn})." if choice.not_first_turn else None
                )
                assert barred is None or barred in shown
            bars = sum(choice.not_first_turn is not None for choice in card.choices)
            assert sum(line.startswith("Not in your first turn") for line in shown) == bars


# --- backs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", decks(TAPESTRY, GAME))
def test_the_backs_of_a_pack_are_alike_and_name_no_card(deck: str) -> None:
    members = [piece for piece in PIECES if piece.deck == deck]
    drawings = {card_svg(TAPESTRY, GAME, piece.id, "back") for piece in members}
    assert len(drawings) == 1
    back = drawings.pop()
    for piece in members:
        assert piece.id not in back.svg + back.name + back.title
        assert piece.name not in back.svg + back.title


def test_the_backs_of_packs_differ() -> None:
    assert (
        len({card_svg(TAPESTRY, GAME, first.id, "back").svg for first in decks(TAPESTRY, GAME).values()}) == 3
    )


def test_the_symbol_of_a_back_is_named_after_its_pack_alone() -> None:
    canvas = Canvas(TAPESTRY, 100, 100)
    piece = UNITS[0]
    assert card_symbol(canvas, GAME, piece, "back") == back_symbol(canvas, GAME, piece.deck)
    assert not any(piece.id in name for name in canvas.definitions)


def test_what_runs_out_over_the_cut_has_the_colour_of_the_edge() -> None:
    for piece in (UNITS[0], PACKED[0]):
        for face in ("front", "back"):
            svg = card_svg(TAPESTRY, GAME, piece.id, face).svg  # type: ignore[arg-type]
            first = next(etree.fromstring(svg.encode()).iter(f"{SVG}rect"))
            assert first.get("fill") == card_ground(TAPESTRY, GAME, piece, face)  # type: ignore[arg-type]


# --- faults --------------------------------------------------------------------------------------------


def test_a_name_too_long_is_told_with_card_and_field() -> None:
    game = with_counter(
        "S-fyrd", name="The very long name of men of the fyrd who came from afar and are tired"
    )
    with pytest.raises(
        CardError, match=r"hastings_pulsipher: card S-fyrd-1, front, field '\{name\}'.*shorten"
    ):
        card_svg(TAPESTRY, game, "S-fyrd-1", "front")


def test_a_choice_too_long_is_told_with_card_and_choice() -> None:
    game = with_event("ruse", 1, text="Choose a sector. " * 40)
    with pytest.raises(CardError, match=r"card ruse, front, field 'choices'.*'Steady the Line'"):
        card_svg(TAPESTRY, game, "ruse", "front")


def test_a_title_of_too_many_lines_is_told() -> None:
    game = with_event("hold", name="Hold fast " * 12)
    with pytest.raises(CardError, match=r"card hold, front, field '\{name\}': .*more than 2 lines"):
        card_svg(TAPESTRY, game, "hold", "front")


def test_a_value_that_a_card_lacks_is_told() -> None:
    with pytest.raises(
        CardError, match=r"card S-levy-1, front, field '\{defence\}': it has no value 'defence'"
    ):
        card_svg(TAPESTRY, with_counter("S-levy", values={"attack": 5}), "S-levy-1", "front")


def test_a_picture_that_is_not_there_is_told() -> None:
    with pytest.raises(CardError, match=r"card hold, front, figure: .*events/nothing.svg is missing"):
        card_svg(TAPESTRY, with_event("hold", figure="events/nothing"), "hold", "front")


def test_a_character_without_a_glyph_is_told() -> None:
    with pytest.raises(CardError, match=r"card hold, front, text of 'Hold Fast': .*U\+2020"):
        card_svg(TAPESTRY, with_event("hold", 0, text="Until your next turn †."), "hold", "front")


def test_cards_and_layouts_that_are_not_there_are_told() -> None:
    with pytest.raises(UnknownCardError, match="hastings_pulsipher has no card 'S-Harold'"):
        card_svg(TAPESTRY, GAME, "S-Harold", "front")
    with pytest.raises(UnknownCardError, match="no pack 'units danish'; it has units saxon"):
        back_symbol(Canvas(TAPESTRY, 10, 10), GAME, "units danish")
    with pytest.raises(MissingArtError, match=r"art/layouts/cards/none.yaml is missing; there is archer"):
        card_layout(TAPESTRY, "none")


def test_every_layout_of_cards_is_sound_and_keeps_to_its_card() -> None:
    for name in ("unit", "archer", "event", "back_units", "back_event"):
        plan = card_layout(TAPESTRY, name)
        width, height = plan.size
        for x, y in (text.at for text in plan.words):
            assert 3 <= x <= width - 3
            assert 2 <= y <= height - 2
    with pytest.raises(ValueError, match="box"):
        CardLayout.model_validate({"note": "", "size": (1, 1), "areas": [{"fill": "light"}]})
    assert issubclass(FaultyArtError, ValueError)
