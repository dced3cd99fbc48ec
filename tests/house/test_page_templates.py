"""Every template is filled by one environment, which escapes all words; nothing goes around it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_words import filled_twice, skeleton

from generator.look import look_of
from generator.new_game import start_game
from generator.preview import make_preview
from generator.studies.report import Part, Report, page
from generator.vassal.module.parts import Topic, help_page
from generator.vassal.module.texts import manual_files, text_charts
from modules.definition import Definition, load
from modules.templates import markup
from pbem.mail import layout

ROOT = Path(__file__).parents[2]
ROOMS = ("generator", "modules", "pbem")
TEMPLATES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("templates/*.html"))
FILES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
DOOR = ROOT / "modules" / "templates.py"
MAKERS = {"generator/preview/gallery.py", "generator/preview/page.py", "generator/studies/plots.py"}
MAKERS |= {"pbem/table/verifier_page.py"}
"""The files that make markup of their own: SVG by lxml or matplotlib, style sheets, scripts."""


def calls(file: Path, name: str) -> bool:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return name in {getattr(each, "id", getattr(each, "attr", "")) for each in called}


def test_one_file_makes_environments_and_few_make_markup() -> None:
    others = [file for file in FILES if file != DOOR]
    assert [file.name for file in others if "jinja2" in file.read_text(encoding="utf-8")] == []
    assert [file.name for file in others if calls(file, "Markup")] == []
    assert {str(file.relative_to(ROOT)) for file in others if calls(file, "markup")} == MAKERS


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: f"{file.parents[1].name}/{file.name}")
def test_no_template_lets_words_be_markup(file: Path) -> None:
    """Quotes stay as they are only between tags, and each value in a tag stands in quotes."""
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"\|\s*(safe|tojson|xmlattr|urlize)\b|autoescape", text)
    for found in re.finditer(r"\{\{.*?\}\}", text):
        before = re.sub(r"\{[{%#].*?[}%#]\}", "", text[: found.start()], flags=re.DOTALL)
        within = before[before.rfind("<") :] if before.rfind("<") > before.rfind(">") else ""
        if within.strip("</"):
            assert "between" not in found[0], found[0]
            assert within.count('"') % 2 or within.count("'") % 2, f"{found[0]} stands outside of quotes"


def test_there_are_templates_for_every_kind_of_page() -> None:
    assert {"mail.html", "game.html", "body.html", "report.html", "manual.html", "help.html"} <= {
        file.name for file in TEMPLATES
    }


# --- hostile words ---------------------------------------------------------------------------------------


def preview(folder: Path) -> None:
    make_preview(game(folder), [("Kit", "kit.pdf")])


def texts_of_a_module(folder: Path) -> None:
    definition = game(folder)
    text_charts(definition)
    manual_files(look_of(definition), definition)
    help_page(definition, [("Ctrl+D", "it goes")], [Topic("Cards", ["one"], "a note", ordered=True)])


def game(folder: Path) -> Definition:
    start_game(folder / "mill")
    return load(folder / "mill")


def report_of_a_study(folder: Path) -> None:
    maps = [("mill", "data:image/png;base64,")]
    part = Part(
        "Wins", "Of all.", ("arm", "won"), [["as shipped", "2"]], picture=markup("<svg></svg>"), maps=maps
    )
    page(Report("Senlac", "2 games.", (part, Part("Ends"))))


def mail(folder: Path) -> None:
    text = "*Turn* 3\n\nLosses\n------\n| Saxons | *Twelve* of 80\n| none | 1\n\n- move\n\n    N-foot-3\n"
    layout.page(text, "picture", "closing")


@pytest.mark.parametrize("make", [preview, texts_of_a_module, report_of_a_study, mail])
def test_hostile_words_are_words_in_every_place(
    make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page has the same elements and attributes, whatever its words are."""
    filled = filled_twice(lambda: make(tmp_path), monkeypatch)
    assert filled
    for template, as_it_is, with_nasty in filled:
        assert skeleton(with_nasty) == skeleton(as_it_is), template
        assert with_nasty.count("{{ 7 * 7 }}") > 0, template
