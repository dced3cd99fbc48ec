"""The wheel: installed into an empty environment, away from the checkout, both commands work and find
fonts, art and game data inside."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from modules import library

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.packaging


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def installed_megabytes(home: Path) -> float:
    """What senlac and all that it needs take, without pip and its own, in millions of bytes.

    Without the bytecode that pip adds, which takes long to make: 22.5 on Python 3.11, 20.8 on 3.13. So 100
    here are less than 130 for a user.
    """
    (packages,) = home.glob("lib/python*/site-packages")
    own = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence")
    taken = [each for each in packages.iterdir() if not each.name.startswith(own)]
    files = [file for each in taken for file in ([each] if each.is_file() else each.rglob("*"))]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return out


@pytest.mark.whole
def test_the_wheel_holds_code_data_and_licences(built: Path) -> None:
    (wheel,) = built.glob("senlac-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "generator/art/fonts/fonts.yaml",
        "modules/three_battles/maps/hastings.yaml",
        "generator/new_game/templates/tapestry/maps/mill.yaml",
        "generator/preview/page.css",
        "generator/preview/page.js",
        "generator/preview/templates/body.html",
        "pbem/mail/templates/mail.html",
    ):
        assert wanted in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert sum(name.endswith("-OFL.txt") for name in names) >= 4
    assert any(name.startswith("modules/rule_cases/three_battles/") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "art/", "scripts/"))]


def test_the_package_page_leads_nowhere_that_is_not_there() -> None:
    """It is shown without the repository: what it links to is absolute."""
    text = (ROOT / "PACKAGE.md").read_text(encoding="utf-8")
    assert all(link.startswith("https://") for link in re.findall(r"\]\(([^)]+)\)", text))
    assert "pipx install senlac" in text.split("\n\n")[2]


def test_the_package_page_names_the_games_that_ship() -> None:
    page = " ".join((ROOT / "PACKAGE.md").read_text(encoding="utf-8").split())
    told = page.partition("ship with it")[2].partition("The manual")[0]
    titles = {library.definition(name).game.title.partition(" (")[0] for name in library.games()}
    assert set(re.findall(r"\*([^*]+)\*", told)) == titles


def test_the_sdist_holds_the_tests(built: Path) -> None:
    (sdist,) = built.glob("senlac-*.tar.gz")
    assert sdist.stat().st_size < 20_000_000


@pytest.mark.whole
def test_the_wheel_works_outside_of_the_checkout(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("senlac-*.whl")
    home = tmp_path / "empty"
    venv.create(home)
    pip = (sys.executable, "-m", "pip", "--python", home / "bin" / "python")
    run(*pip, "install", "--quiet", "--no-compile", wheel, cwd=tmp_path)
    assert "three_battles/hastings" in run(home / "bin" / "senlac", "list", cwd=tmp_path)
    assert installed_megabytes(home) <= 100
    run(home / "bin" / "senlac", "rules", "three_battles", cwd=tmp_path)
    run(home / "bin" / "senlac", "check", "three_battles", cwd=tmp_path)
    run(home / "bin" / "senlac", "build", "three_battles", "--out", "out", "--only", "charts", cwd=tmp_path)
    assert list((tmp_path / "out").rglob("*.png"))
    run(
        home / "bin" / "pbem",
        "simulate",
        "three_battles/hastings",
        "--seed",
        "3",
        "--out",
        "game",
        cwd=tmp_path,
    )
    assert "holds" in run(home / "bin" / "pbem", "verify", "game", cwd=tmp_path)
