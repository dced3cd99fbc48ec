"""A tiny sound module with one of everything, as the entries of its zip, to be broken in one place."""

import io
import warnings
import zipfile
from functools import cache

from PIL import Image

from generator.vassal.format import commands as c
from generator.vassal.format import traits as t
from generator.vassal.format.archive import read_archive
from generator.vassal.format.buildfile import build_file, component
from generator.vassal.format.container import Metadata, deobfuscate, save_bytes
from generator.vassal.format.decks import DeckType, deck, draw_pile
from generator.vassal.format.keys import ctrl
from generator.vassal.format.maps import (
    at_start,
    blank_board,
    board,
    map_window,
    piece_layers,
    zone,
    zoned_grid,
)
from generator.vassal.format.module_frame import game_module, piece_slot, prototype_definition
from generator.vassal.format.pieces import BasicPiece, Piece, expand, prototype
from generator.vassal.format.squaregrid import SquareGridPlacement
from generator.vassal.format.turns import CounterState, turn_state
from generator.vassal.format.windows import (
    counter_level,
    dice,
    help_text,
    html_chart,
    palette,
    predefined_setup,
    tabs,
    turn_tracker,
)
from generator.vassal.lint import lint

WEATHER = component(
    "module.properties.GlobalProperty", name="Weather", initialValue="dry", description="", isNumeric=False,
    min="null", max="null", wrap=False,
)  # fmt: skip
BOARD = "module.map.boardPicker.board."
MODULE = Metadata("1.0", "A tiny module", 1000, name="Tiny")
SAVE = Metadata("1.0", "The start", 1000)
EVENTS = DeckType(name="Events")
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    b'width="20" height="20">'
    b'<defs><linearGradient id="gold"/></defs><path fill="url(#gold)" d="M0 0h9v9z"/>'
    b'<image xlink:href="a.png" width="9" height="9"/></svg>'
)
UNIT = prototype(
    t.Footprint(),
    t.MovementMarkable(),
    t.FreeRotator(),
    t.Delete(),
    t.Submenu("More", ("Delete", "Away")),
    t.SendToLocation("Away", ctrl("A"), "Main Map", "North", "5", "5"),
)
MARK = Piece(BasicPiece("b.png", "Mark")).definition()
MAN = Piece(
    BasicPiece("a.png", "Man"),
    (
        t.UsePrototype("Unit"),
        t.Marker.of(Side="English", Layer="Units"),
        t.flip_layer("Step", ("a.png", "b.png"), ("", "+ (reduced)")),
        t.Restricted(("English",)),
        t.CalculatedProperty("Half", "{Step_Level * 2}"),
        t.DynamicProperty("Fatigue", commands=(t.property_command("Tire", ctrl("U"), "I,1"),), value="0"),
        t.RawTrait(
            f"placemark;Mark;75,130;{MARK.replace(';', chr(92) + ';')};null;0;0;false;;;3;0;false;false;;1"
        ),
        t.RawTrait("playSound;horn.au;Blow;66,130;false;;false"),
        t.ReturnToDeck("Back", ctrl("R"), expression="Events"),
        t.AreaOfEffect(),
    ),
)
CARD = Piece(BasicPiece("good.svg", "Card"), (t.Immobilized(),))


def _png(width, height):
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), (9, 99, 9)).save(buffer, "PNG")
    return buffer.getvalue()


def _map():
    squares = SquareGridPlacement(3, 4, 25, 25, 50, 50)
    numbering = component(f"{BOARD}mapgrid.SquareGridNumbering", **squares.numbering_attributes())
    grid = component(f"{BOARD}SquareGrid", numbering, **squares.grid_attributes())
    field = zone("Field", [(0, 0), (150, 0), (150, 200), (0, 200)], grid, locationFormat="$gridLocation$")
    regions = [
        component(f"{BOARD}Region", name=n, originx=160, originy=y) for n, y in (("Box", 20), ("Camp", 60))
    ]
    background = component(f"{BOARD}RegionGrid", *regions)
    north = board(
        "North", "map.png", zoned_grid([field, zone("Side", [(150, 0), (200, 0), (200, 300)])], background)
    )
    parts = [
        draw_pile(EVENTS, "North", 170, 250, [piece_slot("Card", 2, CARD, (20, 20), card=True)]),
        at_start(
            "Guard", "North", 25, 25, [piece_slot("Guard", 4, Piece(BasicPiece("b.png", "Guard")), (20, 20))]
        ),
        piece_layers(["Units"]),
    ]
    boards = [north, blank_board("South", (200, 300), "9,9,9")]
    return map_window("Main Map", boards, parts, default_boards=[("North", 0, 0)])


def _root():
    levels = counter_level("Turn", "Turn")
    parts = [
        _map(),
        palette(tabs("Pieces", piece_slot("Man", 1, MAN, (20, 20)))),
        dice("1d6", 1),
        turn_tracker("Turns", levels, turn_format="$level1$"),
        component("module.ChartWindow", html_chart("Chart", "chart.html"), name="Charts"),
        component(
            "module.DoActionButton", text="Horn", doSound=True, soundClip="horn.au", hotkey=ctrl("H"),
        ),
        predefined_setup("Start", "start.vsav"),
        component("module.NotesWindow"),
    ]  # fmt: skip
    return game_module(
        "Tiny", "1.0", "A tiny module", 9, parts, sides=["English", "Norman"],
        prototypes=[prototype_definition("Unit", UNIT), prototype_definition("Other", prototype(t.Clone()))],
        help_menu=[help_text("Help", "help.html")], properties=[WEATHER],
    )  # fmt: skip


def start():
    """The commands of the set-up, with one step as in a log."""
    man = expand(MAN, {"Unit": UNIT}).with_gpid(1).at("Main Map", 25, 25)
    card = CARD.with_gpid(2).at("Main Map", 170, 250)
    return [
        c.BEGIN_SAVE,
        c.AddPiece.of("11", man),
        c.stack("12", "Main Map", 25, 25, ["11"]),
        c.AddPiece.of("21", card),
        deck("22", EVENTS, "Main Map", 170, 250, ["21"]),
        c.Boards("Main Map", (("North", 0, 0),)),
        c.SetProperty("Weather", "mud"),
        c.Turn("TurnTracker0", turn_state(CounterState(1))),
        c.RawCommand("NOTES\tHello"),
        c.SETUP_STACK,
        c.END_SAVE,
        c.log_step(c.Chat("* moves"), c.MovePiece("11", "Main Map", 75, 25, "", "Main Map", 25, 25, "12")),
    ]


@cache
def _sound():
    return {
        "buildFile.xml": build_file(_root()),
        "moduledata": MODULE.xml(),
        "start.vsav": save_bytes(c.write_commands(start()), SAVE, MODULE),
        "help.html": b'<html><img src="a.png"></html>',
        "chart.html": b"<html>Chart</html>",
        "sounds/horn.au": b"x",
        "images/a.png": _png(20, 20),
        "images/b.png": _png(20, 20),
        "images/map.png": _png(200, 300),
        "images/good.svg": SVG,
    }


def sound():
    """The sound module's entries, to be changed at will."""
    return dict(_sound())


def packed(entries, *more):
    """A zip of entries, with more (name, bytes) pairs even where a name is there already."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        warnings.simplefilter("ignore")
        for name, data in (*entries.items(), *more):
            file.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


def codes(entries, *more):
    """The codes of all findings, in order and each once."""
    archive = read_archive(packed(entries, *more), "tiny.vmod")
    return list(dict.fromkeys(finding.code for finding in lint(archive, "tiny.vmod")))


def in_build(entries, old, new, count=1):
    """Change a text of the build file."""
    text = entries["buildFile.xml"].decode()
    assert old in text, old
    entries["buildFile.xml"] = text.replace(old, new, count).encode()


def in_save(entries, old, new, count=1):
    """Change a text of the set-up's commands."""
    archive = read_archive(entries["start.vsav"], "start.vsav")
    text = deobfuscate(archive.read("savedGame"))
    assert old in text, (old, text)
    entries["start.vsav"] = save_bytes(text.replace(old, new, count), SAVE, MODULE)
