"""Words of ill will in every field of a game: refused with the reason, or the same text in the module, and
never a program. The attack that this closes is mounted first."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from pydantic import ValidationError

import generator.vassal
from generator.checking.faults import faults_of
from generator.drawing.typeface import Fonts
from generator.new_game import start_game
from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.format.beanshell import Word, inner, words
from generator.vassal.format.buildfile import build_file
from generator.vassal.format.codec import split
from generator.vassal.format.container import read_save
from generator.vassal.format.errors import FormatError
from generator.vassal.format.pieces import Piece, read_definition
from generator.vassal.lint.programs import check_text
from generator.vassal.make import _root
from generator.vassal.module import parts
from generator.vassal.module.pictures import ModulePictures
from generator.vassal.module.planning import plan_module
from generator.vassal.module.texts import text_charts
from generator.vassal.module.words import word_faults
from generator.vassal.positions.saves_of import saves_of
from modules import library
from modules.definition import Definition, DefinitionError, load
from modules.definition.files import Files, typed
from modules.definition.formats.special import KEY
from modules.written.folder import LEDGER, read
from modules.written.source import Path_

ATTACK = '"+Runtime.getRuntime().exec("touch x")+"'
QUOTED = '"+x()+"\';,|:/'
"""What may stand in a name: it is a text wherever VASSAL reads it."""

NUMBERED = re.compile(r"\d+" + re.escape(QUOTED) + "?")

REFUSED = {
    "{false ?": "runs a text",
    " {x}": "runs a text",
    "$Army$": "puts properties",
    "<html><img src='x'>": "page of HTML",
    "a <b": "beginning of HTML",
    "a\\": "lists take",
    "!loud": "for a colour",
    "a ": "drops blanks",
}


class Boards(dict[str, str]):
    """A picture's name for every board."""

    def __missing__(self, name: str) -> str:
        return f"board-{name}.png"


def folder_of(name: str, tmp_path: Path) -> Path:
    """A game in a folder of its own, to be changed: a new one, or a copy of one that ships."""
    folder = tmp_path / "copy"
    if name == "new":
        start_game(folder)
        return folder
    for file in library.folder(name).rglob("*.yaml"):
        to = folder / file.relative_to(library.folder(name))
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(file.read_bytes())
    return folder


def loaded(name: str, folder: Path) -> Definition:
    """Such a game; a copy is a variant of the one that ships."""
    return load(folder, variant_of="" if name == "new" else name)


def change(folder: Path, file: str, path: Path_, said: str) -> None:
    """Put other words where a path of a file leads."""
    data = lists(typed(read(folder)).sources[file].data)
    put(data, path, said)
    (folder / file).write_text(spread(data), "utf-8")


def lists(data: Any) -> Any:
    """Data with lists in the place of tuples."""
    if isinstance(data, dict):
        return {key: lists(each) for key, each in data.items()}
    return [lists(each) for each in data] if isinstance(data, tuple | list) else data


def spread(data: Any) -> str:
    """Data as YAML with each text on a line of its own."""
    return json.dumps(data, indent=1)


def put(data: Any, path: Path_, said: str) -> str:
    """Other words at a path; gives those that stood there."""
    *above, last = path
    for key in above:
        data = data[key]
    old, data[last] = data[last], said
    return str(old)


def texts(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(data, dict):
        for key, each in data.items():
            yield from texts(each, (*path, key))
    elif isinstance(data, list):
        for i, each in enumerate(data):
            yield from texts(each, (*path, i))
    elif isinstance(data, str):
        yield path, data


def built(definition: Definition) -> tuple[etree._Element, list[str]]:
    """The build file of a module without its pictures, and the command texts of its saves."""
    plan = plan_module(definition)
    saves = saves_of(plan)
    free, named = saves.free_setups(), {name: (name, save) for name, save in saves.setups().items()}
    others = free, saves.unnumbered_setups(named | free)
    pictures = ModulePictures(images={}, boards=Boards(), charts={}, cover="cover.png")
    root = etree.fromstring(build_file(_root(plan, pictures, *others, shows=False)))
    files = [*saves.setups().values(), *(save for each in others for _, save in each.values())]
    return root, [read_save(read_archive(each, "x")).text for each in files]


def values(root: etree._Element, saves: list[str]) -> Iterator[str]:
    """Everything that VASSAL could take for an expression or a format: attributes and fields of traits."""
    for element in root.iter():
        yield from element.attrib.values()
        text = (element.text or "").strip()
        yield from of_piece(read_definition(text)[1]) if text.startswith("+/") else [text]
    for save in saves:
        for command in c.read_commands(save):
            if isinstance(command, c.AddPiece) and command.type != "stack" and command.type[:5] != "deck;":
                yield from of_piece(command.piece())
            else:
                yield from split(command.text(), "\t")


def of_piece(piece: Piece) -> Iterator[str]:
    for part in (*piece.traits, piece.basic):
        for text in (part.type_text(), part.state_text()):
            for field in split(text, ";"):
                yield field
                yield from split(field, ",") if "," in field else ()


def words_in(value: str) -> list[Word]:
    code = inner(value)
    assert code is not None
    return words(code)


# --- the attack ------------------------------------------------------------------------------------------


def test_a_phase_that_closes_the_quotes_is_a_text_in_its_expression(tmp_path: Path) -> None:
    folder = folder_of("new", tmp_path)
    change(folder, "game.yaml", ("sequence", 0, "name"), ATTACK)
    assert [*word_faults(typed(read(folder)))] == []
    root, _ = built(load(folder))
    matches = [each.get("match", "") for each in root.iter() if str(each.tag).endswith("TurnGlobalHotkey")]
    shown = [words_in(each) for each in matches if each]
    assert [[word.kind for word in each] for each in shown] == [["name", "sign", "text"]] * len(shown)
    assert {each[2].value for each in shown} >= {ATTACK, "Combat"}


def test_a_phase_that_opens_a_program_in_its_hint_is_refused_where_it_stands(tmp_path: Path) -> None:
    folder = folder_of("new", tmp_path)
    change(folder, "game.yaml", ("sequence", 0, "name"), "{false ?")
    change(folder, "game.yaml", ("sequence", 0, "hint"), '1 : Runtime.getRuntime().exec("touch x")}')
    place = typed(read(folder)).sources["game.yaml"].place(("sequence", 0, "name"))
    (fault,) = faults_of(folder)
    assert fault.place == place
    assert fault.message == "found '{false ?': VASSAL runs a text that begins with { as a program"
    with pytest.raises(FormatError, match=r"sequence\.0\.name: found '{false \?': VASSAL runs"):
        plan_module(load(folder))


# --- every field -----------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.parametrize("name", ["new", "three_battles", "hastings_pulsipher", "year_of_the_comet"])
def test_words_in_every_field_are_texts_wherever_they_come_to_stand(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All fields at once bear what closes quotes, each with a number of its own; the module has the same
    expressions, word for word, and each text in them says what the field says."""
    monkeypatch.setattr(Fonts, "fit", lambda *asked: asked[-1])  # whether words have room is not asked here
    folder = folder_of(name, tmp_path)
    before = [words_in(value) for value in values(*built(loaded(name, folder))) if inner(value) is not None]
    meant = {*hostile(name, folder)}
    assert len(meant) > 20
    assert [*word_faults(typed(read(folder)))] == []
    after = [*values(*built(loaded(name, folder)))]
    programs = [words_in(value) for value in after if inner(value) is not None]
    # Prototypes lie in the order of their names. Of two long lists a difference would take minutes to tell.
    now, then = (Counter(" ".join(kinds(each)) for each in part) for part in (programs, before))
    assert (now - then, then - now) == (Counter(), Counter())
    for said in (word.value for each in programs for word in each if word.kind == "text"):
        assert QUOTED[:7] not in NUMBERED.sub("", said)
        assert {*NUMBERED.findall(said)} <= meant
    for value in after:
        assert [*check_text(value, "")] == []
    assert len({one for value in after for one in NUMBERED.findall(value)}) > 20


def kinds(program: list[Word]) -> list[str]:
    return [word.kind if word.kind == "text" else word.code for word in program]


def hostile(name: str, folder: Path) -> list[str]:
    """Give every field that takes any words a name that closes quotes; gives what they say."""
    files = typed(read(folder))
    for source in files.sources.values():
        source.data = lists(source.data)
    places = [(file, path) for file, each in files.sources.items() for path, _ in [*texts(each.data, ())]]
    old = {
        (file, path): put(files.sources[file].data, path, new)
        for number, (file, path) in enumerate(places)
        if taken(files, file, path, new := words_of_ill_will(file, path, number))
    }
    while True:
        for file, source in files.sources.items():
            (folder / file).write_text(spread(source.data), "utf-8")
        try:
            loaded(name, folder)
        except DefinitionError as error:
            wrong = {fault.place for fault in error.faults}
            written = typed(read(folder)).sources
            for file, path in [*old]:
                if any(written[file].place(path[:end]) in wrong for end in range(1, len(path) + 1)):
                    put(files.sources[file].data, path, old.pop((file, path)))
        else:
            return [words_of(files, file, path) for file, path in old]


def words_of_ill_will(file: str, path: Path_, number: int) -> str:
    words = f"{number}{QUOTED}"
    board = path == ("title",) and file.startswith(("maps/", "boards/", "areas/"))
    return words.replace("/", "") if board or path[0] == "sides" else words


def words_of(files: Files, file: str, path: Path_) -> str:
    data = files.sources[file].data
    for key in path:
        data = data[key]
    return str(data)


def taken(files: Files, file: str, path: Path_, said: str) -> bool:
    """Whether a field takes any words, by the type of its file."""
    if file.startswith("sheets/") or path[0] == KEY:
        return False  # what sheets print is drawn; the game's own part has no words that a module shows
    if file == LEDGER and (path[0] == "numbers" or path[-1] in ("number", "defers")):
        return False  # a number of the rulebook stands in two places of it
    data = files.sources[file].data
    old = put(data, path, said)
    try:
        common = {key: each for key, each in data.items() if key != KEY}
        type(files.typed[file]).model_validate_json(json.dumps(common))
    except ValidationError:
        return False
    finally:
        put(data, path, old)
    return True


# --- names that are refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "why"), REFUSED.items())
@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("game.yaml", ("title",)),
        ("game.yaml", ("sides", "shire", "name")),
        ("game.yaml", ("sequence", 1, "name")),
        ("counters.yaml", ("counters", "S-Wulf", "name")),
        ("terrain.yaml", ("terrain", "clear", "name")),
    ],
)
def test_a_name_that_vassal_would_misread_is_refused_where_it_stands(
    file: str, path: Path_, said: str, why: str, tmp_path: Path
) -> None:
    folder = folder_of("new", tmp_path)
    change(folder, file, path, said)
    files = typed(read(folder))
    (fault,) = word_faults(files)
    assert fault.place == files.sources[file].place(path)
    assert fault.message.startswith(f"found {said!r}: ") and why in fault.message


@pytest.mark.parametrize(
    ("file", "path", "said", "why"),
    [
        ("game.yaml", ("sides", "shire", "name"), "Referee", "who sees everything"),
        ("game.yaml", ("sides", "raider", "name"), "Men of the shire", "so is the side"),
        ("game.yaml", ("sides", "shire", "name"), "12", "for a number or a truth"),
        ("game.yaml", ("sequence", 1, "name"), "true", "for a number or a truth"),
        ("maps/mill.yaml", ("title",), "North/South", "at a /"),
        ("maps/mill.yaml", ("title",), "Eliminated", "something of that name"),
        ("maps/mill.yaml", ("title",), "null", "something of that name"),
        ("maps/mill.yaml", ("title",), "1066", "for a number or a truth"),
    ],
)
def test_a_name_that_means_something_to_vassal_is_refused(
    file: str, path: Path_, said: str, why: str, tmp_path: Path
) -> None:
    folder = folder_of("new", tmp_path)
    change(folder, file, path, said)
    assert [why in fault.message for fault in word_faults(typed(read(folder)))] == [True]


def test_a_hint_may_have_signs_of_html_which_the_chat_shows_as_they_are(tmp_path: Path) -> None:
    folder = folder_of("new", tmp_path)
    change(folder, "game.yaml", ("sequence", 1, "hint"), 'Odds < 1-2: no <img src="http://x"> & \\')
    assert [*word_faults(typed(read(folder)))] == []
    root, _ = built(load(folder))
    told = [each.get("reportFormat", "") for each in root.iter() if "Odds" in each.get("reportFormat", "")]
    assert told == ['Combat (3): Odds &lt; 1-2: no &lt;img src="http://x"&gt; &amp; \\']


# --- nowhere else ----------------------------------------------------------------------------------------


def test_no_expression_is_put_together_anywhere_else() -> None:
    """No text in the writers begins with a brace, or has an operator of BeanShell in it."""
    room, found = Path(generator.vassal.__file__).parent, []
    for file in sorted(room.rglob("*.py")):
        if file.parent.name == "lint" or file.name in ("expressions.py", "beanshell.py", "plain.py"):
            continue
        tree = ast.parse(file.read_text("utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in said:
                continue
            if node.value.lstrip()[:1] == "{" or any(sign in node.value for sign in SIGNS):
                found.append(f"{file.name}:{node.lineno}: {node.value!r}")
    assert found == []


SIGNS = (" == ", " != ", " && ", " || ", " ? ", ".startsWith(", "parseInt(")


def test_pages_of_a_module_have_letters_beyond_ascii_as_numbers(tmp_path: Path) -> None:
    """VASSAL guesses in which encoding a page of its own window is."""
    start_game(tmp_path / "mill", title="Sénlac à l'aube")
    plan = plan_module(load(tmp_path / "mill"))
    help_page = parts.help_page(plan.definition, plan.keys(), plan.topics())
    assert b"<h1>S&#233;nlac &#224; l&#x27;aube</h1>" in help_page
    pages = [help_page, *(data for _, data in text_charts(plan.definition).values())]
    assert len(pages) > 4
    assert all(each.isascii() for each in pages)
