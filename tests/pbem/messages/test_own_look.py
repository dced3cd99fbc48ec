"""Pictures, mails, saves and logs of a refereed game are in the look of that game: of one with its own art,
whose palette and figure are in no style."""

import io
import re
import shutil

import pytest
from by_policy import begun, load
from PIL import Image

from generator.art_folder import find_art
from modules import library
from modules.definition.loader import load as load_game
from pbem.messages import position_pictures

pytestmark = pytest.mark.whole

GAME, OWN = "three_battles", "#c0ffee"


@pytest.fixture(scope="module")
def dressed(tmp_path_factory):
    """The game whose Saxons wear a palette of its own, and whose fyrd has a figure of its own."""
    folder = tmp_path_factory.mktemp("dressed") / GAME
    shutil.copytree(library.folder(GAME), folder, ignore=shutil.ignore_patterns("__pycache__"))
    for kind in ("palettes", "figures"):
        (folder / "art" / kind).mkdir(parents=True)
    shipped = find_art() / "styles" / "tapestry"
    palettes = (shipped / "palettes" / "sides.yaml").read_text(encoding="utf-8")
    (saxon,) = re.findall(r"^anglo_saxon:.*\n(?: .*\n)*", palettes, re.MULTILINE)
    worn = re.sub(r'(\bground: )"#\w+"', rf'\1"{OWN}"', saxon.replace("anglo_saxon:", "raspberry:"), count=1)
    assert OWN in worn
    (folder / "art/palettes/sides.yaml").write_text(worn, encoding="utf-8")
    shutil.copy(shipped / "figures/fyrd.svg", folder / "art/figures/unicorn.svg")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    for old, new in (("palette: anglo_saxon", "palette: raspberry"), ("figure: fyrd", "figure: unicorn")):
        assert old in text
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(folder, variant_of=GAME)


@pytest.fixture(scope="module")
def table(tmp_path_factory, dressed):
    path = begun(tmp_path_factory.mktemp("fulford"), GAME, "fulford", 4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "definition", lambda name: dressed)
        yield load(path)


@pytest.mark.parametrize("ending", ["svg", "png", "vsav", "vlog"])
def test_a_position_is_shown_in_the_look_of_its_game(table, ending, tmp_path):
    out = tmp_path / f"shown.{ending}"
    position_pictures.draw(table, None, out, dpi=40, since=0 if ending == "vlog" else None)
    assert out.stat().st_size > 500
    if ending == "svg":
        assert OWN in out.read_text(encoding="utf-8")


def test_a_mail_has_a_picture_in_the_look_of_its_game(table, dressed):
    shown = Image.open(io.BytesIO(position_pictures.mail_picture(table, None, 0))).convert("RGB")
    own = tuple(bytes.fromhex(OWN[1:]))
    near = sum(
        count
        for count, pixel in shown.getcolors(1 << 24)
        if max(abs(a - b) for a, b in zip(pixel, own, strict=True)) < 12
    )
    assert near > 200
