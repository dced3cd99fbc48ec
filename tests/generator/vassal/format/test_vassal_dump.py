"""What a save or log holds, as a tree: everything named, nothing lost, nothing that ends in a traceback."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from generator.cli.app import app
from generator.vassal.format import commands as c
from generator.vassal.format.container import Metadata, save_bytes
from generator.vassal.format.decks import DeckType, deck
from generator.vassal.format.dump import dump_commands, render
from generator.vassal.format.errors import VassalError
from generator.vassal.format.pieces import BasicPiece, Piece
from generator.vassal.format.trait_table import take_apart, trait_table
from generator.vassal.format.traits import TYPED, Delete, Marker, RawTrait, flip_layer

PIECE = Piece(
    BasicPiece("a.png", "1st/Inf; 'A'", "Main Map", 100, 143, "7", (("OldMap", "x\ty"[:1]),)),
    (
        Marker.of(Side="Blue"),
        flip_layer("Step", ("a.png", "b.png"), ("", "+ (reduced)")),
        RawTrait("odd;1", "s"),
    ),
)
TURN = "0|1;0;false;-1;0\\;0\\;0\\;true,true"
COMMANDS = [
    c.BEGIN_SAVE,
    c.AddPiece.of("1", PIECE),
    c.stack("2", "Main Map", 100, 143, ["1"]),
    deck("3", DeckType(name="Events"), "Main Map", 5, 6, ["8", "9"]),
    c.Turn("TurnTracker0", TURN),
    c.RawCommand("NEWFANGLED\tx"),
    c.RawCommand("NOTES\tHello"),
    c.END_SAVE,
    c.log_step(c.Chat("* moves"), c.MovePiece("1", "Main Map", 1, 2, "", "Main Map", 100, 143, "2", "pw")),
]
NODES = dump_commands(c.write_commands(COMMANDS))


def test_every_command_is_named():
    assert [node["command"] for node in NODES] == [
        "begin save", "piece", "stack", "deck", "turn", "unknown", "scenario notes", "end save", "group",
    ]  # fmt: skip
    step = NODES[-1]["commands"][1]["step"]
    assert step["command"] == "move" and step["from"] == {"map": "Main Map", "x": 100, "y": 143}


def test_a_piece_has_its_place_its_markers_and_its_traits_with_their_state():
    piece = NODES[1]
    assert (piece["name"], piece["map"], piece["x"], piece["gpid"]) == ("1st/Inf; 'A'", "Main Map", 100, "7")
    assert piece["markers"] == {"Side": "Blue"}
    assert [trait["trait"] for trait in piece["traits"]] == ["Marker", "Layer", "unknown"]
    assert piece["traits"][1]["fields"]["images"] == "a.png,b.png"
    assert piece["traits"][1]["state"] == {"level": "1"}
    assert piece["traits"][2] == {"trait": "unknown", "type": "odd;1", "state": "s"}


def test_stacks_decks_and_turns_are_told():
    assert NODES[2]["pieces"] == ["1"] and NODES[2]["layer"] == "0"
    assert (NODES[3]["name"], NODES[3]["cards"]) == ("Events", ["8", "9"])
    assert NODES[4]["levels"] == ["0", ["1", "0", "false", "-1", ["0", "0", "0", "true,true"]]]
    assert NODES[5]["text"] == "NEWFANGLED\tx"


def test_a_change_is_told_trait_by_trait():
    flipped = PIECE.state_text().replace("\t1\\", "\t2\\")
    assert flipped != PIECE.state_text()
    text = c.write_commands([*COMMANDS, c.Log(c.ChangePiece("1", flipped, PIECE.state_text()))])
    step = dump_commands(text)[-1]["step"]
    assert step["changes"] == [{"trait": "Layer Step", "state": "2", "old": "1"}]


def test_the_lines_show_what_the_tree_holds():
    text = "\n".join(render(NODES))
    for wanted in (
        "piece id=1 name=\"1st/Inf; 'A'\"",
        "- Layer:",
        "level=1",
        "unknown text='NEWFANGLED\\tx'",
    ):
        assert wanted in text
    assert all(line.isprintable() for line in text.split("\n"))


def test_every_trait_that_is_written_here_is_in_the_table_with_the_same_fields():
    for cls in TYPED:
        if cls is Marker:
            continue
        trait = cls(name="x") if cls.PREFIX == "prototype;" else cls()
        apart = take_apart(trait.type_text(), trait.state_text())
        assert apart is not None and not apart.surplus, cls
        missing = [field.name for field in apart.kind.type if field.name not in apart.values]
        assert missing in ([], ["parameters"], ["ignore_same_location"]), cls  # the last is VASSAL 3.8's
    assert take_apart("no trait", "") is None
    assert len(trait_table()) == 47


PRINTED = st.text(alphabet=st.sampled_from(";,/\t\x1b\\'|@abCHATLOG+-DM0123é🙂"), max_size=60)


@given(PRINTED | st.text(max_size=60))
def test_no_text_ends_in_anything_but_a_tree_or_one_clear_error(text):
    try:
        nodes = dump_commands(text)
    except VassalError:
        return
    json.dumps(nodes)
    list(render(nodes))


def test_commands_nested_beyond_reason_are_refused_and_not_followed():
    with pytest.raises(VassalError, match="nested"):
        dump_commands("a" + "\\" * 5000 + "\x1b")
    with pytest.raises(VassalError, match="nested"):
        dump_commands("LOG\t" * 5000)


def test_the_command_prints_text_or_json_and_refuses_what_is_no_save(tmp_path):
    save = tmp_path / "a.vsav"
    meta = Metadata("1", "", 0)
    save.write_bytes(save_bytes(c.write_commands(COMMANDS), meta, Metadata("1", "", 0, "M")))
    run = CliRunner().invoke
    shown = run(app, ["vassal", "dump", str(save)])
    assert shown.exit_code == 0 and "deck id=3 name=Events" in shown.output
    facts = json.loads(run(app, ["vassal", "dump", str(save), "--json"]).output)
    assert facts == json.loads(json.dumps(NODES))
    save.write_bytes(b"PK nonsense")
    assert isinstance(run(app, ["vassal", "dump", str(save)]).exception, VassalError)


def test_a_piece_whose_states_do_not_fit_its_traits_is_told_as_such():
    (node,) = dump_commands("+/1/" + Piece(BasicPiece("a", "A"), (Delete(),)).type_text() + "/null;0;0;;0")
    assert node["command"] == "unknown" and "pairs" in node["problem"]
