"""The preview: whole in one file, everything of the game on it, the same bytes each time."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from looks import TAPESTRY
from lxml import html

from generator.counters.printed import pieces
from generator.drawing.typography import printed
from generator.new_game import start_game
from generator.preview import Preview, make_preview, write_preview
from modules import library
from modules.definition import Definition, load
from modules.engine.hexes.board import Board
from modules.provenance import provenance

MEGABYTES = {"three_battles": 3.4, "hastings_pulsipher": 0.8}


@pytest.fixture(scope="module", params=list(MEGABYTES))
def game(request: pytest.FixtureRequest) -> Definition:
    return library.definition(request.param)


@pytest.fixture(scope="module")
def made(game: Definition) -> Preview:
    return make_preview(game)


@pytest.fixture(scope="module")
def page(made: Preview) -> html.HtmlElement:
    return html.document_fromstring(made.data.decode(), parser=html.HTMLParser(huge_tree=True))


@pytest.fixture
def small(tmp_path: Path) -> Definition:
    start_game(tmp_path / "small")
    return load(tmp_path / "small")


def section(page: html.HtmlElement, name: str) -> html.HtmlElement:
    (found,) = page.xpath(f"//section[@id='{name}']")
    return found


# --- one file ------------------------------------------------------------------------------------------


@pytest.mark.whole
def test_it_needs_no_other_file(made: Preview, page: html.HtmlElement) -> None:
    for name in ("href", "src", "action", "srcset", "data"):
        assert [v for v in page.xpath(f"//@{name}") if not v.startswith(("#", "data:"))] == []
    text = made.data.decode()
    assert [t for t in re.findall(r"url\(([^)]*)", text) if not t.startswith(("data:", "#x"))] == []
    assert "@import" not in text
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'")


def test_ids_stand_once_and_all_that_is_used_is_there(made: Preview, page: html.HtmlElement) -> None:
    ids = Counter(page.xpath("//@id"))
    assert [name for name, count in ids.items() if count > 1] == []
    used = {h[1:] for h in page.xpath("//@href") if h.startswith("#")}
    used |= set(re.findall(r"url\(#([^)]+)\)", made.data.decode()))
    assert used
    assert used - set(ids) == set()
    assert {s for s in ids if re.fullmatch(r"x[0-9a-f]{9}", s)} - used == set(), "what is shared is used"


def test_it_is_small(game: Definition, made: Preview) -> None:
    assert len(made.data) / 1e6 < MEGABYTES[game.name]


def test_letters_have_their_typeface(made: Preview, page: html.HtmlElement) -> None:
    """Every class of text names a face of the page, and that face holds every letter set in it."""
    style = "".join(page.xpath("//style/text()"))
    faces: dict[tuple[str, str, str], set[int]] = {}
    for family, weight, slope, data in re.findall(
        r'@font-face\{font-family:"([^"]+)";font-weight:(\d+);font-style:(\w+);src:url\(data:font/ttf;base64,'
        r"([^)]+)\)",
        style,
    ):
        font = TTFont(io.BytesIO(base64.b64decode(data)))
        faces[family, weight, slope] = set(font.getBestCmap())
    classes = dict(re.findall(r"\.(s\d+)\{([^}]*)\}", style))
    texts = page.xpath("//*[local-name()='text']")
    assert len(texts) > 100
    for text in texts:
        rules = dict(rule.split(":", 1) for rule in classes[text.get("class")].split(";"))
        face = (rules["font-family"].strip('"'), rules["font-weight"], rules.get("font-style", "normal"))
        assert {ord(letter) for letter in text.text_content()} <= faces[face]


# --- everything of the game ----------------------------------------------------------------------------


def test_every_counter_and_card_is_counted(game: Definition, page: html.HtmlElement) -> None:
    def total(name: str) -> int:
        return sum(int(n) for n in section(page, name).xpath(".//h3/small/text()"))

    assert total("counters") == sum(each.count for each in pieces(TAPESTRY, game))
    cards = [c for c in game.counters.values() if c.form == "card"]
    packed = [card.count for deck in game.decks.values() for card in deck.cards.values()]
    if cards:
        assert total("cards") == len(cards) + sum(packed)
    for side in game.game.sides.values():
        assert page.xpath(f"//h3[starts-with(., '{side.name}')]")


def test_what_has_two_faces_turns(page: html.HtmlElement) -> None:
    turning = page.xpath("//label[contains(@class, 'turns')]")
    assert turning
    for each in turning:
        assert each.xpath("input[@type='checkbox']/@aria-label")
        assert len(each.xpath(".//*[@class='front']")) == len(each.xpath(".//*[@class='back']")) == 1
    assert len(page.xpath("//*[@class='back']")) == len(turning)


def test_maps_boards_and_set_ups_are_there(game: Definition, page: html.HtmlElement) -> None:
    windows = page.xpath("//div[@class='view']")
    assert len(windows) == len(game.maps) + len(game.boards)
    for scenario in game.hex_scenarios.values():
        (layer,) = page.xpath(f"//*[@id='setup-{scenario.scenario}']")
        assert len(layer) == sum(len(setup.at) for setup in scenario.setup)
        assert page.xpath(f"//input[@data-layer='setup-{scenario.scenario}']")


def test_the_ground_and_the_forces_are_told(game: Definition, page: html.HtmlElement) -> None:
    told = [json.loads(each) for each in page.xpath("//@data-hexes")]
    hexes = [len(Board(each, game.terrain).grid.ids) for each in game.maps.values()]
    assert [len(each["hexes"].split(" ")) // 4 for each in told] == hexes
    assert all(each["texts"][0].endswith("MP") or ":" in each["texts"][0] for each in told)
    rows = section(page, "scenarios").xpath(".//h3/following-sibling::div[1]//tbody/tr")
    assert len(rows) == sum(len(each.setup) for each in game.hex_scenarios.values())
    assert page.xpath("//nav/input[@type='search']") and page.xpath("//header//svg")


def test_the_kit_and_the_module_are_linked_where_they_are_named(small: Definition) -> None:
    page = html.document_fromstring(make_preview(small, [("Kit", "small.pdf")]).data.decode())
    (link,) = page.xpath("//header//a")
    assert (link.get("href"), link.text) == ("small.pdf", "Kit")


def test_rulings_and_sources_are_told(game: Definition, page: html.HtmlElement) -> None:
    assert len(section(page, "rulings").xpath(".//details/summary")) == len(game.rulings)
    for ruling in game.rulings.values():
        assert printed(ruling.text) in section(page, "rulings").text_content()
    rows = section(page, "provenance").xpath(".//tbody/tr")
    assert len(rows) == len(provenance(game.folder))


def test_the_menu_names_the_sections(made: Preview, page: html.HtmlElement) -> None:
    links = page.xpath("//nav/a")
    assert tuple(link.text for link in links) == made.sections
    assert [link.get("href") for link in links] == [f"#{s.get('id')}" for s in page.xpath("//section")]


def test_no_machine_is_told(made: Preview, game: Definition) -> None:
    assert str(game.folder.parent).encode() not in made.data


# --- words, bytes, files -------------------------------------------------------------------------------


def test_words_of_a_game_are_no_markup(tmp_path: Path) -> None:
    start_game(tmp_path / "tricky", 'A <b> & "c" </script>')
    page = html.document_fromstring(make_preview(load(tmp_path / "tricky")).data.decode())
    assert page.xpath("//h1/text()") == ['A <b> & "c" </script>']
    assert page.xpath("//title/text()") == ['A <b> & "c" </script>']
    assert len(page.xpath("//script")) == 1


@pytest.mark.whole
def test_the_bytes_are_the_same_in_every_process(small: Definition) -> None:
    code = (
        "import sys, hashlib\nfrom pathlib import Path\nfrom generator.preview import make_preview\n"
        "from modules.definition import load\n"
        "print(hashlib.sha256(make_preview(load(Path(sys.argv[1]))).data).hexdigest())"
    )
    seen = {hashlib.sha256(make_preview(small).data).hexdigest()}
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-c", code, str(small.folder)]
        done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
        seen.add(done.stdout.strip())
    assert len(seen) == 1


def test_a_changed_value_changes_the_page(small: Definition) -> None:
    before = make_preview(small).data
    file = small.folder / "counters.yaml"
    file.write_text(file.read_text().replace("movement: 7", "movement: 8"))
    after = make_preview(load(small.folder)).data
    assert b"movement 8" in after
    assert b"movement 8" not in before


def test_the_file_is_what_was_made(small: Definition, tmp_path: Path) -> None:
    made = write_preview(small, tmp_path / "sub" / "page.html")
    assert (tmp_path / "sub" / "page.html").read_bytes() == made.data
    assert made.data.startswith(b"<!DOCTYPE html>\n<html")


def test_a_chart_of_some_scenarios_names_them_in_full(tmp_path: Path) -> None:
    start_game(tmp_path / "two")
    first = tmp_path / "two" / "scenarios" / "mill_bridge.yaml"
    text = first.read_text(encoding="utf-8")
    for name, turns in (("dawn", 8), ("dusk", 5)):
        changed = text.replace("mill_bridge", name, 1).replace("turns: 8", f"turns: {turns}")
        changed = changed.replace("title: The mill bridge", f'title: "The mill: {name}"')
        first.with_name(f"{name}.yaml").write_text(changed, encoding="utf-8")
    first.unlink()
    page = html.document_fromstring(make_preview(load(tmp_path / "two")).data.decode())
    captions = {each.text_content() for each in section(page, "charts").iter("figcaption")}
    assert {"The mill: dawn", "The mill: dusk"} <= captions
