"""Traits and pieces: VASSAL's own texts, there and back, and what is refused."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.format import traits as t
from generator.vassal.format.errors import (
    CircularPrototype,
    PieceError,
    PrototypeError,
    PrototypeTooLarge,
    TraitError,
)
from generator.vassal.format.keys import ctrl, is_color, is_key, key, named_key
from generator.vassal.format.pieces import BasicPiece, Piece, expand, prototype, read_definition, read_piece
from generator.vassal.format.traits import RawTrait, read_trait

# What VASSAL 3.7 writes for a fresh trait of each kind: type, state, class.
FRESH = [
    ("AreaOfEffect;128,128,128;30;1;true;Show area;;;true;;;;;;;;true", "false", t.AreaOfEffect),
    ("calcProp;;;", "", t.CalculatedProperty),
    ("clone;Clone;67,130;", "", t.Clone),
    ("delete;Delete;68,130;", "", t.Delete),
    ("PROP;;false,0,100,false;;", "", t.DynamicProperty),
    ("emb2;Activate;128;A;;128;;;128;;;;1;false;0;0;;;true;;;;false;;1;1;"
     "true;65,130;;;;1.0;;true", "1", t.Embellishment),
    ("footprint;;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
     "false;;0;false", t.Footprint),
    ("rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;;;;true", "0", t.FreeRotator),
    ("hide;73,130;Invisible;;player:;0.30000001192092896;;false", "null", t.Hideable),
    ("immob;;N;R;", "", t.Immobilized),
    ("label;;Change label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false",
     "", t.Labeler),
    ("markmoved;moved.gif;0;0;Toggle;77,130;;false;Mark piece as moved;;Mark piece as unmoved;",
     "false", t.MovementMarkable),
    ("obs;77,130;;Mask;I;?;player:;Peek;;true;;", "null;", t.Obscurable),
    ("report;;$location$: $newPieceName$ *;;;;false", "-1", t.ReportState),
    ("hideCmd;;Hide;;", "", t.RestrictCommands),
    ("restrict;;false;true;", "", t.Restricted),
    ("return;Return to Deck;82,130;;Select destination;;2;true;", "", t.ReturnToDeck),
    ("sendto;;;;;0;0;;;0;0;1;1;;L;;;;", ";;", t.SendToLocation),
    ("submenu;Sub-Menu;;", "", t.Submenu),
    ("macro;;Trigger;84,130;;;;false;;;counted;;;;false;;1;1", "", t.TriggerAction),
    ("prototype;Unit", "", t.UsePrototype),
    ("mark;Side,Strength", "Blue,3", t.Marker),
    ("mark;Step", "", t.Marker),
]  # fmt: skip


@pytest.mark.parametrize(("type_text", "state", "cls"), FRESH)
def test_vassals_own_trait_is_read_as_typed_and_written_byte_for_byte(type_text, state, cls):
    trait = read_trait(type_text, state)
    assert type(trait) is cls
    assert (trait.type_text(), trait.state_text()) == (type_text, state)


def test_the_flip_layer_is_the_measured_one():
    layer = t.flip_layer("Step", ("a.png", "b.png"), ("", "+ (reduced)"))
    assert layer.type_text() == (
        "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;a.png,b.png;,+ (reduced);true;"
        "Step;;;false;;1;1;true;;70,130;;;1.0;;true"
    )
    assert layer.state_text() == "1"


@pytest.mark.parametrize(
    ("type_text", "state"),
    [
        ("macro;;Trigger;84,130;;;;false", ""),
        ("clone;Clone;67,130", ""),
        ("emb2;old", "1"),
        ("footprint;;T;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;", "false;Map0;1;3,4;true"),
        ("rotate;1;a;b;;;;;;;;true", "30.0"),
        ("hide;73,130;Invisible;;player:;0.30;;false", "null"),
        ("mark;", ""),
    ],
)
def test_what_is_not_in_the_present_form_survives_as_a_raw_trait(type_text, state):
    assert read_trait(type_text, state) == RawTrait(type_text, state)


anything = st.text(alphabet=st.sampled_from(";,/\t\x1b\\'ab é"), max_size=8) | st.text(max_size=8)
texts = anything.filter(lambda s: not s.endswith("\\"))
raw_traits = st.builds(RawTrait, anything.map(lambda s: "x;" + s), anything)
labels = st.builds(t.Labeler, text=texts, name_format=texts, label=texts)
markers = st.lists(st.tuples(texts.filter(lambda s: s and ";" not in s), texts), min_size=1, max_size=3).map(
    lambda pairs: t.Marker(tuple(p[0] for p in pairs), tuple(p[1] for p in pairs))
)
deletes = st.builds(t.Delete, text=texts, description=texts)
no_tab = texts.filter(lambda s: "\t" not in s)
px = st.integers(-(1 << 31), (1 << 31) - 1)
basics = st.builds(
    BasicPiece, no_tab, no_tab, no_tab.filter(lambda s: s != "null"), px, px, no_tab,
    st.lists(st.tuples(no_tab, no_tab), max_size=2).map(tuple),
)  # fmt: skip
pieces = st.builds(Piece, basics, st.lists(raw_traits | labels | markers | deletes, max_size=4).map(tuple))


@given(pieces, texts.filter(lambda s: s and s != "null"))
def test_reading_a_definition_undoes_writing_it(piece, piece_id):
    assert read_definition(piece.definition(piece_id)) == (piece_id, piece)


def test_type_and_state_nest_to_the_right():
    piece = Piece(
        BasicPiece("inf.png", "1st/Inf", "Main Map", 100, 143, "7"),
        (t.UsePrototype("Unit"), t.Delete(), t.Marker.of(Side="Blue")),
    )
    assert piece.definition("12") == (
        "+/12/prototype;Unit\tdelete;Delete;68,130;\\\tmark;Side\\\\\tpiece;;;inf.png;1st\\/Inf"
        "/\t\\\tBlue\\\\\tMain Map;100;143;7;0"
    )


def test_a_definition_without_an_id_is_null_and_off_every_map():
    assert Piece(BasicPiece("a.png", "A")).definition() == "+/null/piece;;;a.png;A/null;0;0;;0"


def test_the_outermost_marker_of_a_name_counts():
    piece = Piece(BasicPiece(), (t.Marker.of(Side="Blue"), t.Marker.of(Side="Red", MA="4")))
    assert piece.markers() == {"Side": "Blue", "MA": "4"}


def test_prototypes_are_expanded_in_place_and_in_depth_and_comments_dropped():
    prototypes = {
        "Unit": prototype(t.Delete(), t.UsePrototype("Core"), RawTrait("cmt;note")),
        "Core": prototype(t.MovementMarkable(moved=True)),
    }
    piece = Piece(BasicPiece("a.png", "A"), (t.UsePrototype("Unit"), t.Marker.of(MA="4"), RawTrait("cmt;x")))
    expanded = expand(piece, prototypes)
    assert expanded.traits == (t.Delete(), t.MovementMarkable(moved=True), t.Marker.of(MA="4"))
    assert expanded.basic == piece.basic


def test_unknown_and_circular_prototypes_are_refused():
    loop = {"A": prototype(t.UsePrototype("B")), "B": prototype(t.UsePrototype("A"))}
    piece = Piece(BasicPiece(), (t.UsePrototype("A"),))
    with pytest.raises(PrototypeError, match="contains itself"):
        expand(piece, loop)
    with pytest.raises(PrototypeError, match="no prototype 'A'"):
        expand(piece, {})


@pytest.mark.parametrize(
    ("type_text", "state"),
    [
        ("delete;D;;\tpiece;;;a;b", "null;0;0;;0"),
        ("delete;D;;", ""),
        ("piece;;;a", "null;0;0;;0"),
        ("piece;;;a;b", "null;x;0;;0"),
    ],
)
def test_pieces_whose_type_and_state_do_not_fit_are_refused(type_text, state):
    with pytest.raises(PieceError):
        read_piece(type_text, state)


@pytest.mark.parametrize("text", ["", "+/1/2", "-/1", "+/null/piece;;;a;b/null;0;0;;0/more"])
def test_what_is_no_definition_is_refused(text):
    with pytest.raises(PieceError):
        read_definition(text)


def test_a_tab_or_a_trailing_backslash_in_the_basic_piece_is_refused():
    with pytest.raises(PieceError, match="TAB"):
        Piece(BasicPiece("a.png", "A\tB"))
    with pytest.raises(PieceError, match="backslash"):
        Piece(BasicPiece("a.png", "A\\"))


@pytest.mark.parametrize(
    "make",
    [
        lambda: t.Delete(key="ctrl D"),
        lambda: t.Footprint(fill="red"),
        lambda: t.Footprint(fill="1,2,256"),
        lambda: t.Embellishment(level="1"),
        lambda: t.Embellishment(scale=1),
        lambda: t.Embellishment(images=("",)),
        lambda: t.ReportState(keys=("F",)),
        lambda: t.FreeRotator(facings=1),
        lambda: t.FreeRotator(facings=4, facing=4),
        lambda: t.Marker(("A", "B"), ("1",)),
        lambda: t.Marker.of(**{"A;B": "1"}),
        lambda: t.flip_layer("Step", ("a.png",), ("",)),
        lambda: t.property_command("Set", "", "X,1"),
        lambda: t.Delete(text="no\\"),
        lambda: t.Labeler(label="no\\"),
        lambda: t.Marker.of(A="no\\"),
        lambda: named_key("a,b"),
        lambda: key("FF"),
    ],
)
def test_values_that_vassal_would_misread_are_refused(make):
    with pytest.raises(TraitError):
        make()


def test_keystrokes_are_those_of_java():
    assert (ctrl("f"), key("F", shift=True), key("F", alt=True)) == ("70,130", "70,65", "70,520")
    assert (key("F", ctrl=True, shift=True), key("F", ctrl=True, alt=True)) == ("70,195", "70,650")
    assert named_key("flip") == "57348,0,flip"
    assert is_key("") and is_key("57348,0,flip") and not is_key("70")
    assert is_color("") and is_color("1,2,3,4") and not is_color("1,2")


def test_property_commands_nest_in_a_dynamic_property():
    command = t.property_command("Add", ctrl("U"), "I,1")
    trait = t.DynamicProperty("Fatigue", ("true", "0", "4", "false"), (command,), value="0")
    assert trait.type_text() == r"PROP;Fatigue;true,0,4,false;Add:70\\,130:I\\,1;".replace(
        "70", "85"
    ).replace(r"\\", "\\")
    assert read_trait(trait.type_text(), "0") == trait


def test_a_piece_can_be_moved_and_given_a_slot_without_changing_the_original():
    piece = Piece(BasicPiece("a.png", "A"))
    moved = piece.at("Main Map", 3, 4).with_gpid(7)
    assert moved.basic.state_text() == "Main Map;3;4;7;0"
    assert piece == dataclasses.replace(moved, basic=BasicPiece("a.png", "A"))


def test_a_layer_can_follow_a_property():
    layer = t.property_layer("Strength", ("s1.png", "s2.png"), "Steps")
    assert (layer.follow_property, layer.property_name, layer.names) == (True, "Steps", ("", ""))


def test_prototypes_beyond_all_measure_are_refused_at_once():
    chain = {f"P{n}": prototype(t.UsePrototype(f"P{n + 1}")) for n in range(500)} | {"P500": prototype()}
    with pytest.raises(PrototypeTooLarge, match="more than 100 in each other"):
        expand(prototype(t.UsePrototype("P0")), chain)
    doubling = {f"P{n}": prototype(*[t.UsePrototype(f"P{n + 1}")] * 2) for n in range(60)}
    with pytest.raises(PrototypeTooLarge, match="more than 10000 traits"):
        expand(prototype(t.UsePrototype("P0")), doubling | {"P60": prototype(t.Delete())})
    assert expand(prototype(t.UsePrototype("P0")), doubling | {"P60": prototype()}) == prototype()


def test_a_circle_of_prototypes_is_a_fault_of_its_own():
    with pytest.raises(CircularPrototype):
        expand(prototype(t.UsePrototype("A")), {"A": prototype(t.UsePrototype("A"))})
    with pytest.raises(PrototypeError) as unknown:
        expand(prototype(t.UsePrototype("contains itself")), {})
    assert type(unknown.value) is PrototypeError


@pytest.mark.parametrize("state", ["M;--5;0;7;0", "M;0;" + "9" * 5000 + ";7;0", "M;٣;0;7;0", "M;0;0;7;-1"])
def test_a_place_that_is_no_number_is_one_clear_error(state):
    with pytest.raises(PieceError, match="not the state of a basic piece"):
        BasicPiece.read("piece;;;a.png;A", state)
