"""The language of layouts: facing, shield walls, states, formations, values as words; what does not fit."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from looks import TAPESTRY
from lxml import etree
from PIL import Image
from pydantic import TypeAdapter, ValidationError
from samples import sample

from generator.art_folder import Choice, find_art, shipped_folders
from generator.checking.faults import faults_of
from generator.counters.layout import FACES, SIZES, Layout, Place, Words, layout
from generator.counters.pieces import CounterError, Piece, Side, piece, pieces
from generator.counters.printed import FACES_OF_A_COUNTER, counter_svg, piece_svg
from generator.drawing.art import look_with
from generator.drawing.raster import png
from generator.drawing.svg import pt
from generator.new_game import start_game
from modules import library

GAME = sample("tactical")
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in etree.fromstring(svg.encode()).iter(f"{SVG}text")]


def uses(svg: str, figure: str) -> int:
    return len(re.findall(rf'href="#figure-{figure}', svg))


@cache
def pixels(counter_id: str, face: Side = "front") -> Image.Image:
    data = png(TAPESTRY, counter_svg(TAPESTRY, GAME, counter_id, face).svg, width=400)
    return Image.open(io.BytesIO(data)).convert("RGB")


def colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(TAPESTRY.palette("sides")[name][1:]))


def test_every_piece_fits_every_size(subtests: pytest.Subtests) -> None:
    for each, size, face in product(pieces(TAPESTRY, GAME), SIZES, FACES_OF_A_COUNTER):
        with subtests.test(each.id, size=size, face=face):
            assert piece_svg(TAPESTRY, GAME, each, face, size=size).width_mm == SIZES[size]


def test_all_values_of_a_tactical_unit_are_printed_and_morale_as_a_letter() -> None:
    assert texts(counter_svg(TAPESTRY, GAME, "S-housecarl-1", "front").svg) == [
        "S", "HC", "Housecarl 1", "A", "L", "3", "wall", "8", "7", "5",
    ]  # fmt: skip
    assert "J" in texts(counter_svg(TAPESTRY, GAME, "S-fyrd-1", "front").svg)


def test_what_needs_a_value_is_left_out_without_it() -> None:
    assert "wall" not in texts(counter_svg(TAPESTRY, GAME, "N-knight-1", "front").svg)
    light, ground = colour("norman.light"), colour("norman.ground")
    assert pixels("N-knight-1").getpixel((380, 270)) == ground
    assert pixels("S-housecarl-1").getpixel((380, 270)) == colour("anglo_saxon.light")
    assert light != ground


def test_the_arrow_stands_at_the_top_and_leads_off_the_ground() -> None:
    assert pixels("N-knight-1").getpixel((200, 30)) == colour("norman.outline")  # on the light band
    assert pixels("N-knight-1", "back").getpixel((200, 30)) == colour("norman.ink")
    assert pixels("S-Leofwine").getpixel((200, 30)) == colour("anglo_saxon.stripe"), "leaders have no facing"


@pytest.mark.parametrize("kind", ["hexside", "vertex"])
@pytest.mark.parametrize(
    ("at", "where"),
    [
        ("top", (50, 6)),
        ("right", (94, 50)),
        ("bottom_left", (18, 82)),
        ("left", (6, 50)),
        ("top_right", (82, 18)),
    ],
)
def test_a_facing_arrow_stands_where_the_layout_says(
    monkeypatch: pytest.MonkeyPatch, kind: str, at: str, where: tuple[int, int]
) -> None:
    told = {"note": "x", "facing": {"at": at, "kind": kind, "size": 24}, "words": []}
    bare = Layout.model_validate(told, context=TAPESTRY)
    monkeypatch.setattr("generator.counters.face.layout", lambda *_: bare)
    knight = replace(piece(TAPESTRY, GAME, "N-knight-1"), figure=None)
    shot = png(TAPESTRY, piece_svg(TAPESTRY, GAME, knight, "front").svg, width=100)
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    assert picture.getpixel(where) == colour("norman.ink")
    dark = sum(picture.getpixel((x, y)) == colour("norman.ink") for x in range(100) for y in range(100))
    assert 60 < dark < 600


def test_the_wall_stands_in_its_state_alone() -> None:
    up, down = (counter_svg(TAPESTRY, GAME, "S-huscarl-1", face).svg for face in FACES_OF_A_COUNTER)
    assert (uses(up, "shields"), uses(down, "shields")) == (6, 0)
    assert uses(up, "huscarl") == uses(down, "huscarl") == 3
    assert pixels("S-huscarl-1").getpixel((200, 12)) == colour("anglo_saxon.light")
    assert pixels("S-huscarl-1", "back").getpixel((200, 12)) == colour("anglo_saxon.ground")
    assert texts(up) == texts(down)


def test_a_formation_has_its_colour_and_letter() -> None:
    assert pixels("S-housecarl-1").getpixel((24, 220)) == colour("flemish.ground")
    assert pixels("S-fyrd-1").getpixel((24, 220)) == colour("french.ground")
    assert pixels("S-bowman").getpixel((24, 220)) == colour("anglo_saxon.ground")


def test_a_leader_shows_other_values_on_the_back() -> None:
    assert texts(counter_svg(TAPESTRY, GAME, "S-Leofwine", "front").svg) == ["S", "Leofwine", "5", "0", "L"]
    assert texts(counter_svg(TAPESTRY, GAME, "S-Leofwine", "back").svg) == ["S", "Leofwine", "2", "L"]


# --- what is wrong in a layout -------------------------------------------------------------------------


def test_a_place_has_a_name() -> None:
    place = TypeAdapter(Place)
    assert place.validate_python("foot_pair.left", context=TAPESTRY) == (25, 82.5)
    with pytest.raises(
        ValidationError, match=r"'foot_pair\.top' is not a place in art/places\.yaml.*foot_pair\.left"
    ):
        place.validate_python("foot_pair.top", context=TAPESTRY)


def test_a_part_of_an_unknown_state_is_a_mistake() -> None:
    plan = {
        "note": "x",
        "words": [{"text": "a", "at": [1, 2], "size": 9, "floor": 5, "room": 9, "state": "up"}],
    }
    with pytest.raises(ValidationError, match="'up' is not one of the layout's states"):
        Layout.model_validate(plan)
    assert Layout.model_validate({**plan, "states": {"up": "it is up"}}).words[0].state == "up"


def test_a_face_in_a_state_that_its_layout_lacks_is_told() -> None:
    odd = replace(piece(TAPESTRY, GAME, "S-huscarl-1"), states={"front": "kneeling"})
    with pytest.raises(
        CounterError,
        match=r"game.yaml:\d+:\d+: layout shield_wall has no state 'kneeling'.*wall_up, wall_down",
    ):
        piece_svg(TAPESTRY, GAME, odd, "front")


# --- what does not fit ---------------------------------------------------------------------------------


def _fields(words: Words) -> list[str]:
    return re.findall(r"\{(\w+)\}", words.text)


def _printed() -> dict[tuple[str, str], tuple[Piece, Side]]:
    """Every text with a field, by its layout, and a piece and a face that print it."""
    found = {}
    for each in pieces(TAPESTRY, GAME):
        for side in FACES_OF_A_COUNTER:
            known = each.fields(side, GAME)
            for words in layout(TAPESTRY, each.layout).words:
                if each.showing(side) in words.shows and _fields(words) and {*_fields(words)} <= {*known}:
                    found.setdefault((each.layout, words.text), (each, side))
    return found


PRINTED = _printed()


def test_every_text_that_does_not_fit_names_counter_field_file_and_line(
    subtests: pytest.Subtests,
) -> None:
    for name, text in PRINTED:
        with subtests.test(name, text=text):
            words = next(w for w in layout(TAPESTRY, name).words if w.text == text)
            each, side = PRINTED[name, text]
            field = _fields(words)[0]
            long = replace(each, words={**each.words, field: "MMMMMMMMMMMM" * 2}, front={}, back=None)
            values = {k: v for k, v in each.fields(side, GAME).items() if k != field}
            long = replace(long, words={**values, **long.words})
            if each.back is not None:
                long = replace(long, back={})
            wanted = rf"{each.id}, {side}, field '{re.escape(text)}': text 'MMM.*\(mm\)"
            file = r"tactical/(counters|game)\.yaml:\d+:\d+: "
            with pytest.raises(CounterError, match=f"^{file}.*{wanted}") as told:
                piece_svg(TAPESTRY, GAME, long, side)
            line = int(str(told.value).split(":")[1])
            assert (
                each.group
                in (GAME.folder / told.value.file).read_text(encoding="utf-8").splitlines()[line - 1]
            )


def test_a_text_fits_to_the_last_hundredth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides of the threshold: as wide as the room it is printed, a hair wider it is refused."""
    each, name = piece(TAPESTRY, GAME, "S-Leofwine"), "Leofwine"
    words = next(w for w in layout(TAPESTRY, "tactical_leader").words if w.text == "{name}")
    fonts, side = TAPESTRY.fonts, SIZES["5/8"]
    wide = fonts.width(name, FACES[words.face], pt(words.floor)) / side * 100
    for room, fits in ((wide + 0.01, True), (wide - 0.01, False)):
        plan = Layout(note="x", words=(words.model_copy(update={"room": room}),))
        monkeypatch.setattr("generator.counters.face.layout", lambda *_, plan=plan: plan)
        if fits:
            assert texts(piece_svg(TAPESTRY, GAME, each, "front").svg) == [name]
        else:
            with pytest.raises(CounterError, match=r"S-Leofwine, front, field '\{name\}'.*needs"):
                piece_svg(TAPESTRY, GAME, each, "front")


def test_check_tells_the_line_of_the_name_that_is_too_long(tmp_path) -> None:
    folder = tmp_path / "mygame"
    start_game(folder, title="A game")
    file = folder / "counters.yaml"
    text = file.read_text(encoding="utf-8").replace(
        "name: Orm,", "name: Orm the Unlikely of Orkney and Shetland,"
    )
    file.write_text(text, encoding="utf-8")
    (fault,) = [f for f in faults_of(folder) if "front" in f.message]
    line = text.splitlines().index(next(row for row in text.splitlines() if "Unlikely" in row)) + 1
    assert (fault.place.file, fault.place.line) == ("counters.yaml", line)
    assert text.splitlines()[line - 1][fault.place.column - 1 :].startswith("name:")
    assert "field '{name}'" in fault.message and "counters.yaml" not in fault.message


def test_the_change_of_a_look_that_the_readme_shows(tmp_path: Path) -> None:
    told = (Path(__file__).parents[3] / "generator" / "docs" / "reference" / "counters.md").read_text(
        encoding="utf-8"
    )
    (old,) = re.findall(r"^    -(  - \{text.*)$", told, re.MULTILINE)
    (new,) = re.findall(r"^    \+(  - \{text.*)$", told, re.MULTILINE)
    text = (find_art() / "layouts" / "unit.yaml").read_text(encoding="utf-8")
    assert text.count(f"{old}\n") == 1
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "unit.yaml").write_text(text.replace(old, new), encoding="utf-8")
    game = library.definition("three_battles")
    look = look_with(Choice((*shipped_folders("tapestry"), tmp_path)))
    svg = piece_svg(look, game, piece(look, game, "S-fyrd-1"), "front").svg
    assert "<circle" in svg
    assert texts(svg).count("3") == 2
