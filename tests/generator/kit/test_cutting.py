"""Files for cutting machines fit the sheets of the kit, and cards for printing on demand have their bleed."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from kits import game
from looks import TAPESTRY
from lxml import etree

from generator.cards import card_pieces
from generator.counters.printed import pieces
from generator.kit.cards import BLEED
from generator.kit.make import write_cuts
from generator.kit.on_demand import make_cards
from generator.kit.options import KitOptionError, Options

SVG = "{http://www.w3.org/2000/svg}"
MM = 72 / 25.4


def test_every_piece_is_cut_once_between_marks(tmp_path: Path) -> None:
    options = Options(only=("counters", "markers"))
    files = write_cuts(game("mill"), tmp_path / "cuts.svg", options)
    cuts = 0
    for file in files:
        root = etree.fromstring(file.read_bytes())
        assert (root.get("width"), root.get("viewBox")) == ("210mm", "0 0 210 297")
        layers = {each.get("id"): each for each in root.iter(f"{SVG}g")}
        assert [each.tag for each in layers["registration"]] == [f"{SVG}rect", f"{SVG}path"]
        cuts += len(layers["cut"])
    assert cuts == sum(each.count for each in pieces(TAPESTRY, game("mill")))
    before = [file.read_bytes() for file in files]
    assert [each.read_bytes() for each in write_cuts(game("mill"), tmp_path / "cuts.svg", options)] == before


def test_each_face_of_a_card_has_a_page_with_bleed() -> None:
    definition = game("hastings_pulsipher")
    data, count = make_cards(definition)
    with pikepdf.open(io.BytesIO(data)) as document:
        assert len(document.pages) == 2 * count == 2 * len(card_pieces(TAPESTRY, definition))
        page = document.pages[0]
        trim = [float(v) / MM for v in page.obj.TrimBox]
        whole = [float(v) / MM for v in page.mediabox]
    assert trim == pytest.approx([BLEED, BLEED, whole[2] - BLEED, whole[3] - BLEED], abs=0.02)


def test_a_game_without_cards_has_none_to_print() -> None:
    with pytest.raises(KitOptionError, match="mill has no cards"):
        make_cards(game("mill"))
