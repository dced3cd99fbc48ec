"""A stranger's fonts: no name leads out of `art/fonts`, and what no renderer could set is one error in every
command that draws, at the file in which it stands."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from forked import senlac

from generator.art_folder import find_art
from generator.checking.faults import faults_of
from generator.kit.make import make_kit
from generator.kit.options import Options
from generator.new_game.start import start_game
from modules.definition.loader import load

LISTED = "fonts:\n  - {{family: Mine, weight: 400, file: '{file}', for: [text, sans, caps, title]}}\n"
DRAWN = (
    ("preview", "--out", "p.html"),
    ("build", "--out", "pictures"),
    ("kit", "--out", "kit.pdf"),
    ("module", "--out", "game.vmod"),
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "deep" / "game"
    start_game(folder)
    (folder / "art/fonts").mkdir(parents=True)
    return folder


def listed(game: Path, name: str) -> list[str]:
    (game / "art/fonts/fonts.yaml").write_text(LISTED.format(file=name))
    return [str(fault) for fault in faults_of(game) if not fault.warning]


@pytest.mark.parametrize(
    "name",
    [
        "../../../x.ttf",
        "../fonts/x.ttf",
        "/etc/x.ttf",
        "x/../y.ttf",
        "C:x.ttf",
        "C:\\x.ttf",
        "\\\\server\\share\\x.ttf",
        "..\\x.ttf",
        "//server/share/x.ttf",
        "x.ttf ",
        ".",
        "",
        "x.png",
    ],
)
def test_a_name_that_leads_out_of_the_folder_is_refused(game: Path, name: str) -> None:
    (game.parent.parent / "x.ttf").write_bytes((find_art() / "fonts/SenlacText-Regular.ttf").read_bytes())
    (told,) = listed(game, name)
    assert told.startswith("art/fonts/fonts.yaml:") and "plain name of a font beside it" in told


def test_a_link_or_a_file_without_end_is_not_opened(game: Path) -> None:
    (game / "art/fonts/zero.ttf").symlink_to("/dev/zero")
    assert any("a link" in told for told in listed(game, "zero.ttf"))


@pytest.mark.parametrize("command", DRAWN, ids=[name for name, *_ in DRAWN])
def test_each_command_that_draws_says_what_check_says(
    game: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    whole = (find_art() / "fonts/SenlacText-Regular.ttf").read_bytes()
    (game / "art/fonts/cut.ttf").write_bytes(whole[: len(whole) // 3])
    (told,) = listed(game, "cut.ttf")
    name, option, out = command
    done = senlac(name, game, option, tmp_path / out)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert told.partition(": ")[2] in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]


OWN = "fonts:\n  - {family: Senlac Text, weight: 400, file: Own.ttf, for: [text]}\n"


def test_what_check_lets_pass_of_a_damaged_font_is_drawn(game: Path) -> None:
    """Some letters of it may be empty. None is refused only when a page sets it."""
    whole = (find_art() / "fonts/SenlacText-Regular.ttf").read_bytes()
    (game / "art/fonts/fonts.yaml").write_text(OWN)
    drawn = 0
    for seed, bytes_changed in ((288, 1), (48, 5), (0, 1)):  # the first two spoil what a PDF is given
        seeds, broken = random.Random(seed), bytearray(whole)
        for _ in range(bytes_changed):
            broken[seeds.randrange(len(broken))] = seeds.randrange(256)
        (game / "art/fonts/Own.ttf").write_bytes(broken)
        told = [str(fault) for fault in faults_of(game) if not fault.warning]
        assert all(each.startswith("art/fonts/Own.ttf") for each in told)
        if not told:
            drawn += 1
            make_kit(load(game), Options(only=("cover", "charts")))
    assert drawn == 1
