"""A whole module: what it refers to is there, the same bytes each time, slot ids that stay."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from html import unescape
from pathlib import Path

import pytest
from lxml import etree
from pictured import SMALL, drawn
from plans import shipped_plan

from generator.building.taking import Sources
from generator.cache.store import Store
from generator.vassal.format.errors import SlotIdError
from generator.vassal.format.keys import ctrl
from generator.vassal.format.pieces import read_definition
from generator.vassal.format.slots import read_slot_ids
from generator.vassal.format.traits import (
    AreaOfEffect,
    CalculatedProperty,
    Embellishment,
    FreeRotator,
    UsePrototype,
)
from generator.vassal.lint import lint_file
from generator.vassal.make import assemble, write_module
from generator.vassal.module.data import SLOTS, counter_slot, read_vassal_file, slot_ids
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.parts import chart_windows
from generator.vassal.module.pictures import ModulePictures, rendered
from generator.vassal.module.planning import Sizes, plan_module
from generator.vassal.module.shared import shared_pictures
from modules import library
from modules.definition import Definition, DefinitionError, load

VASSAL = "VASSAL.build."


@pytest.fixture(scope="module")
def plan() -> HexModule:
    made = shipped_plan("three_battles", SMALL)
    assert isinstance(made, HexModule)
    return made


@pytest.fixture(scope="module")
def pictures(plan: HexModule, tmp_path_factory) -> ModulePictures:
    return drawn(plan, tmp_path_factory)


@pytest.fixture(scope="module")
def archive(plan: HexModule, pictures: ModulePictures, tmp_path_factory) -> zipfile.ZipFile:
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    write_module(plan.definition, path, SMALL, pictures=pictures)
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def root(archive: zipfile.ZipFile) -> etree._Element:
    return etree.fromstring(archive.read("buildFile.xml"))


def parts(root: etree._Element, name: str) -> list[etree._Element]:
    return root.findall(f".//{VASSAL}{name}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a game that nobody has built yet."""
    copy = tmp_path / "game"
    shutil.copytree(
        library.folder("three_battles"), copy, ignore=shutil.ignore_patterns("*.py", "__pycache__", SLOTS)
    )
    return copy


def variant(folder: Path) -> Definition:
    return load(folder, variant_of="three_battles")


def test_the_module_bears_the_names_of_the_definition(root: etree._Element, archive: zipfile.ZipFile) -> None:
    game = library.definition("three_battles").game
    assert (root.get("name"), root.get("version"), root.get("VassalVersion")) == (
        game.title,
        game.version,
        "3.7.0",
    )
    data = etree.fromstring(archive.read("moduledata"))
    assert (data.findtext("name"), data.findtext("version")) == (game.title, game.version)


def test_every_file_that_is_named_is_in_the_module(root: etree._Element, archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    for element in root.iter():
        for key in ("image", "fileName", "file"):
            value = element.get(key)
            if value:
                assert {value, f"images/{value}"} & names, (element.tag, key, value)


def test_every_image_of_a_piece_is_in_the_module_and_none_is_idle(
    root: etree._Element, archive: zipfile.ZipFile, pictures: ModulePictures
) -> None:
    used = set()
    for element in (*parts(root, "widget.PieceSlot"), *parts(root, "module.PrototypeDefinition")):
        _, piece = read_definition(element.text or "")
        used |= {image for t in piece.traits if isinstance(t, Embellishment) for image in t.images}
    used -= {""}
    boards = {*pictures.boards.values(), pictures.cover}
    charts = {image for row in pictures.charts.values() for _, image in row}
    icons = {e.get(key) for e in root.iter() for key in ("icon", "iconName")} - {None, ""}
    icons = {name for name in icons if not name.startswith("/")}
    assert {f"images/{name}" for name in used | boards | charts | icons} == {
        name for name in archive.namelist() if name.startswith("images/")
    }


def test_pictures_of_many_tiles_are_named_by_their_content(pictures: ModulePictures) -> None:
    for name in (*pictures.boards.values(), pictures.cover):
        assert re.search(r"-[0-9a-f]{8}\.png$", name)


def test_every_counter_and_marker_has_a_slot_in_the_palettes(root: etree._Element, plan: HexModule) -> None:
    slots = {
        read_definition(e.text or "")[1].markers().get("CounterId"): e
        for e in parts(root, "widget.PieceSlot")
    }
    assert set(plan.definition.counters) <= set(slots)
    assert len(parts(root, "widget.PieceSlot")) == len(plan.definition.counters) + len(
        plan.definition.game.markers
    )
    for counter_id in plan.definition.counters:
        assert slots[counter_id].get("gpid") == str(plan.roster.ids[counter_slot(counter_id)])


def test_prototypes_exist_and_lead_down_to_the_side(root: etree._Element, plan: HexModule) -> None:
    known = {e.get("name") for e in parts(root, "module.PrototypeDefinition")}
    for element in (*parts(root, "widget.PieceSlot"), *parts(root, "module.PrototypeDefinition")):
        _, piece = read_definition(element.text or "")
        assert {t.name for t in piece.traits if isinstance(t, UsePrototype)} <= known
    found = plan.roster.counter("B-knight-2").markers()
    wanted = {
        "Side": "Norman army",
        "Nation": "Bretons",
        "Kind": "Knights",
        "Role": "Unit",
        "Mounted": "true",
    }
    assert wanted.items() <= found.items()


def test_values_follow_the_face_that_is_up(plan: HexModule) -> None:
    piece = plan.roster.counter("S-huscarl-1")
    calculated = {t.name: t.expression for t in piece.traits if isinstance(t, CalculatedProperty)}
    assert calculated.pop("Condition").startswith('{CurrentMap == "Eliminated" ? "eliminated" : ')
    calculated = {name: calculated[name] for name in ("Combat", "Values")}
    words = '{Step_Level == 2 ? "combat 4, movement 3" : "combat 7, movement 3"}'
    assert calculated == {"Combat": "{Step_Level == 2 ? 4 : 7}", "Values": words}
    assert piece.markers()["Movement"] == "3"


def test_states_zone_of_control_and_facing_combine(folder: Path) -> None:
    (folder / "vassal.yaml").write_text(
        "states: {disordered: {key: O}, charge: {key: H, kinds: [knight]}}\n"
        "zone_of_control: {key: K}\nfacing: {steps: 6, kinds: [knight]}\n"
    )
    pieces = plan_module(variant(folder), SMALL).roster
    knight, foot, duke = (pieces.counter(name).traits for name in ("N-knight-1", "N-foot-1", "N-William"))
    (zone,) = (trait for trait in knight if isinstance(trait, AreaOfEffect))
    assert (zone.key, zone.radius, zone.always_active) == (ctrl("K"), 1, False)
    (turn,) = (trait for trait in knight if isinstance(trait, FreeRotator))
    layers = {trait.name: knight.index(trait) for trait in knight if isinstance(trait, Embellishment)}
    assert layers["Disordered"] < layers["Charge"] < knight.index(turn) < layers["Step"] and turn.facings == 6
    assert [sum(isinstance(t, FreeRotator | AreaOfEffect) for t in each) for each in (foot, duke)] == [1, 0]
    (told,) = (t for t in knight if isinstance(t, CalculatedProperty) and t.name == "Condition")
    assert '(Charge_Active == true ? ", charge" : "")' in told.expression


def test_names_in_the_chat_are_unique(plan: HexModule) -> None:
    names = [piece.basic.name for piece in plan.roster.counters.values()]
    assert len(set(names)) == len(names)
    assert {"Gyrth", "Harold S-Harold-mounted", "Foot N-foot-3", "Foot F-foot-3"} <= set(names)


def test_only_the_kinds_that_can_show_a_state_have_its_layer(plan: HexModule) -> None:
    def states(counter_id: str) -> set[str]:
        layers = {t.name for t in plan.roster.counter(counter_id).traits if isinstance(t, Embellishment)}
        return {name for name in layers if not name.endswith("Sign")} - {"Step"}

    assert states("N-knight-1") == {"Disordered", "Charge"}
    assert states("S-fyrd-1") == {"Disordered"}
    assert states("S-Harold") == set()


def test_sides_turns_and_dice_are_those_of_the_game(root: etree._Element) -> None:
    (roster,) = parts(root, "module.PlayerRoster")
    assert [e.text for e in roster] == ["Anglo-Saxons", "Norman army", "Vikings", "Referee", "Solitaire"]
    lists = [e.get("list") for e in parts(root, "module.turn.ListTurnLevel")]
    assert lists[0] == "Vikings,Anglo-Saxons,Norman army"
    assert lists[1] == "Movement,Archery fire,Combat,Reorganization and rally"
    (dice,) = parts(root, "module.DiceButton")
    assert (dice.get("nDice"), dice.get("nSides")) == ("1", "6")
    assert "practice" in (dice.get("reportFormat") or "")


def test_cells_of_the_display_do_not_touch(plan: HexModule) -> None:
    cells, side = list(plan.display.cells.values()), plan.display.cell
    width, height = plan.display.size
    for i, (x, y) in enumerate(cells):
        assert side / 2 <= x <= width - side / 2 and side / 2 <= y <= height - side / 2
        assert all(abs(x - a) > side or abs(y - b) > side for a, b in cells[:i])


@pytest.mark.long
def test_the_same_game_gives_the_same_bytes(plan: HexModule, pictures: ModulePictures) -> None:
    again = plan_module(load(plan.definition.folder), SMALL)
    assert assemble(again, again.draw(workers=2)) == assemble(plan, pictures)


WITH_MODULES = [name for name in library.games() if not library.definition(name).area_maps]
"""Modules of maps of areas cannot be made yet."""


@pytest.mark.parametrize("name", WITH_MODULES)
def test_the_slot_ids_of_shipped_games_are_recorded(name: str) -> None:
    definition = library.definition(name)
    wanted = slot_ids(definition, read_vassal_file(definition))
    assert read_slot_ids(definition.folder / SLOTS).ids == wanted.ids


# --- in the folder of a game of one's own --------------------------------------------------------------


def test_new_slots_are_recorded_and_old_ones_keep_their_ids(folder: Path, pictures: ModulePictures) -> None:
    (folder / SLOTS).write_text(json.dumps({"counter gone": 7, "counter N-foot-1": 3}))
    made = write_module(variant(folder), folder.parent / "a.vmod", SMALL, pictures=pictures)
    ids = read_slot_ids(folder / SLOTS)
    assert (ids["counter gone"], ids["counter N-foot-1"]) == (7, 3)
    assert made.new_slots == made.counters + made.markers - 1
    again = write_module(variant(folder), folder.parent / "b.vmod", SMALL, pictures=pictures)
    assert again.new_slots == 0
    assert (folder.parent / "a.vmod").read_bytes() == (folder.parent / "b.vmod").read_bytes()


def test_a_module_that_stands_is_not_drawn_again(folder: Path, pictures: ModulePictures) -> None:
    out = folder.parent / "game.vmod"
    made = write_module(variant(folder), out, SMALL, pictures=pictures)
    before = out.read_bytes()
    assert zipfile.ZipFile(out).testzip() is None
    again = write_module(variant(folder), out, SMALL, workers=0)
    assert not again.drawn
    assert (again.images, again.size, again.setups) == (made.images, len(before), made.setups)
    assert out.read_bytes() == before


def test_a_build_that_fails_leaves_the_last_module(folder: Path, pictures: ModulePictures) -> None:
    out = folder.parent / "game.vmod"
    out.write_bytes(b"the last one")
    (folder / SLOTS).write_text('{"counter N-foot-1": 0}')
    with pytest.raises(SlotIdError, match=r"vassal-slots\.json"):
        write_module(variant(folder), out, pictures=pictures)
    assert out.read_bytes() == b"the last one"


def test_without_a_folder_to_write_to_nothing_is_recorded(folder: Path, pictures: ModulePictures) -> None:
    with pytest.raises(OSError, match=r"game\.yaml"):
        write_module(variant(folder), folder / "game.yaml" / "game.vmod", pictures=pictures)
    assert not (folder / SLOTS).exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("states:\n  sleepy: {key: O}\n", r"vassal\.yaml:2:3: found 'sleepy'"),
        ("states:\n  charge: {key: H, kinds: [knight, horse]}\n", r"vassal\.yaml:2:36: found 'horse'"),
        ("states:\n  charge: {key: F}\n", r"vassal\.yaml:2:12: Ctrl\+F already means turn over"),
        ("states:\n  charge: {key: h}\n", r"vassal\.yaml:2:12: "),
        (
            "states:\n  charge: {key: H}\n  disordered: {key: H}\n",
            r"vassal\.yaml:3:16: Ctrl\+H already means charge",
        ),
        (
            "states:\n  charge: {key: H}\nleaves:\n  rout: {key: H, kinds: [knight]}\n",
            r"vassal\.yaml:4:3: found 'rout': expected one of the markers",
        ),
        (
            "states:\n  charge: {key: H}\nleaves:\n  charge: {key: H, kinds: [knight]}\n",
            r"vassal\.yaml:4:12: Ctrl\+H already means charge",
        ),
        ("leaves:\n  charge: {key: U, kinds: [riders]}\n", r"vassal\.yaml:2:\d+: found 'riders'"),
        ("zone_of_control: {key: T}\n", r"vassal\.yaml:1:19: Ctrl\+T already means movement trail"),
        (
            "states:\n  charge: {key: H}\nzone_of_control: {key: H}\n",
            r"vassal\.yaml:3:19: Ctrl\+H already means charge",
        ),
        ("zone_of_control: {key: K, kinds: [horse]}\n", r"vassal\.yaml:1:35: found 'horse'"),
        (
            "states:\n  charge: {key: H, kinds: [knight]}\n  disordered: {key: H, kinds: [foot, knight]}\n",
            r"vassal\.yaml:3:16: Ctrl\+H already means charge",
        ),
        (
            "ranges:\n- {key: R, radius: 4, kinds: [archer]}\n- {key: R, radius: 5, kinds: [archer]}\n",
            r"vassal\.yaml:3:4: Ctrl\+R already means range 4",
        ),
        ("ranges:\n- {key: R, radius: 4, kinds: [horse]}\n", r"vassal\.yaml:2:31: found 'horse'"),
        ("facing: {steps: 6, kinds: [horse]}\n", r"vassal\.yaml:1:28: found 'horse'"),
        ("facing: {steps: 5}\n", r"vassal\.yaml:1:10: "),
        ("state: {}\n", r"vassal\.yaml:1:1: "),
        ("states: [\n", r"vassal\.yaml:.* not YAML"),
    ],
)
def test_faults_of_vassal_yaml_are_told_with_their_place(folder: Path, text: str, words: str) -> None:
    (folder / "vassal.yaml").write_text(text)
    with pytest.raises(DefinitionError, match=words):
        plan_module(variant(folder))


def test_a_game_without_vassal_yaml_has_plain_counters(folder: Path) -> None:
    (folder / "vassal.yaml").unlink()
    assert plan_module(variant(folder), SMALL).file.states == {}


def test_every_chart_is_there_as_picture_and_as_text(
    root: etree._Element, archive: zipfile.ZipFile, plan: HexModule
) -> None:
    titles = {e.get("entryName") for e in parts(root, "widget.TabWidget")}
    assert {*(battle.title for battle in plan.definition.scenarios.values()), "As text"} <= titles
    named = [e.get("chartName") for e in parts(root, "widget.Chart")]
    assert any(title.startswith("How to read") for title in named if title)
    texts = [archive.read(e.get("fileName") or "").decode() for e in parts(root, "widget.HtmlChart")]
    (entry,) = parts(root, "module.documentation.BrowserHelpFile")
    with zipfile.ZipFile(archive.open(f"help/{(entry.get('title') or '').replace(' ', '_')}")) as book:
        page = book.read(entry.get("startingPage") or "").decode()
    for text in texts:
        title, body = re.findall(r"<h2>(.*?)</h2>(.*)</body>", text, re.S)[0]
        assert unescape(title) in unescape(page) and unescape(body) in unescape(page)
    for words in ("Ridge", "Attacker retreats", "A unit stops on entering an EZOC", "Rally"):
        assert words.lower() in page.lower(), words


def test_pieces_of_svg_hold_no_words_that_need_a_typeface(folder: Path) -> None:
    plan = plan_module(variant(folder), Sizes(hex=24, counter=20, images="svg"))
    shared = shared_pictures(plan.definition, {}, plan.rendering, Sources(), 1)
    shown = rendered(plan.piece_shots(), Store(None, "", ""), 1) | dict(shared.faces)
    assert shown and all(name.endswith(".svg") and b"<text" not in svg for name, svg in shown.items())
    assert all(b"<text" not in chart.data for row in shared.charts.values() for chart in row)
    faces = [t for t in plan.roster.counter("N-knight-1").traits if isinstance(t, Embellishment)]
    assert {image for layer in faces for image in layer.images} <= set(shown)
    head = etree.fromstring(shown["N-foot-1-front.svg"])
    assert (head.get("width"), head.get("height")) == ("40", "40")


def test_the_charts_open_at_the_tab_of_the_battle_that_is_played(plan: HexModule) -> None:
    battles = plan.definition.hex_scenarios
    rows = {battle.title: (("CRT", "crt.png"),) for battle in battles.values()}
    button, *parts = chart_windows(plan.definition, {"Guide": (), **rows}, {})
    windows = [part for part in parts if part.name == "module.ChartWindow"]
    assert button.attributes["text"] == "Charts" and not any(part.attributes["text"] for part in parts)
    for (name, battle), action, window in zip(battles.items(), parts[::2], windows, strict=True):
        first, *others = (tab.attributes["entryName"] for tab in window.children[0].children)
        assert first == battle.title and sorted([*others, first]) == sorted([*rows, "Guide", "As text"])
        assert action.attributes["hotkeys"] == str(window.attributes["hotkey"]).replace(",", "\\,")
        assert action.attributes["loopCount"] == f'{{Battle == "scenario {name}" ? 1 : 0}}'
        assert str(action.attributes["hotkey"]).replace(",", "\\,") in str(button.attributes["hotkeys"])


def test_words_below_pieces_in_the_stack_viewer_are_no_wider_than_the_pieces(root: etree._Element) -> None:
    viewers = [
        each for each in root.iter("VASSAL.build.module.map.CounterDetailViewer")
        if each.get("counterReportFormat")
    ]  # fmt: skip
    assert viewers
    for each in viewers:
        (wide,) = re.findall(r"<table width=(\d+) ", str(each.get("counterReportFormat")))
        assert 0 < int(wide) < SMALL.counter * float(str(each.get("graphicsZoom")))


@pytest.mark.whole
def test_zones_of_ground_may_share_a_name_and_others_may_not(
    archive: zipfile.ZipFile, tmp_path: Path
) -> None:
    files = {name: archive.read(name) for name in archive.namelist()}
    files["buildFile.xml"] = files["buildFile.xml"].replace(b'name="Turn 2"', b'name="Turn 1"')
    with zipfile.ZipFile(tmp_path / "double.vmod", "w") as changed:
        for name, data in files.items():
            changed.writestr(name, data)
    assert {each.code for each in lint_file(tmp_path / "double.vmod", None)} == {"zone-name-double"}
