"""Commands of saves and logs: VASSAL's own texts, nesting, and survival of what is unknown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.format import commands as c
from generator.vassal.format.commands import read_commands, write_commands
from generator.vassal.format.decks import DeckType, deck, read_deck_type
from generator.vassal.format.errors import CommandError, PieceError, VassalError
from generator.vassal.format.pieces import BasicPiece, Piece
from generator.vassal.format.traits import Marker
from generator.vassal.format.turns import CounterState, ListState, turn_state

UNIT = Piece(BasicPiece("a.png", "A", "Main Map", 100, 143, "7"), (Marker.of(Side="Blue"),))
KNOWN = [
    (c.AddPiece.of("1001", UNIT), "+/1001/mark;Side\tpiece;;;a.png;A/Blue\tMain Map;100;143;7;0"),
    (c.stack("1002", "Main Map", 100, 143, ["1001"]), "+/1002/stack/Main Map;100;143;1001;@@0"),
    (c.RemovePiece("1003"), "-/1003"),
    (c.ChangePiece("1", "a/b", "c"), "D/1/a\\/b/c"),
    (c.ChangePiece("1", "s"), "D/1/s"),
    (
        c.MovePiece("1", "Main Map", 3, 4, "", "Main Map", 1, 2, "9", "pw"),
        "M/1/Main Map/3/4/null/Main Map/1/2/9/pw",
    ),
    (c.Chat("* 1st Inf moves *"), "CHAT* 1st Inf moves *"),
    (c.Undo(True), "UNDO\ttrue"),
    (
        c.Boards("Main Map", (("Board", 0, 0), ("B/rev", 1, 0))),
        "Main MapBoardPicker\tBoard\t0\t0\tB/rev\t1\t0",
    ),
    (c.SetProperty("Weather", "Mud"), "GlobalProperty\t;Weather;Mud;Module"),
    (c.SetProperty("1d6_result", "4", old=""), "MutableProperty\t1d6_result\t\t4\tModule"),
    (
        c.Turn("TurnTracker0", turn_state(CounterState(1, (ListState(0, 2),)))),
        "TURNTurnTracker0\t0|1;0;false;-1;0\\;0\\;0\\;true,true",
    ),
    (c.BEGIN_SAVE, "begin_save"),
    (c.SETUP_STACK, "SETUP_STACK\t"),
    (c.log_step(c.Chat("a")), "LOG\tCHATa"),
    (c.log_step(c.Chat("a"), c.RemovePiece("1")), "LOG\tCHATa\x1bLOG\t-/1"),
]


@pytest.mark.parametrize(("command", "text"), KNOWN, ids=[text[:18] for _, text in KNOWN])
def test_a_command_is_written_as_vassal_writes_it_and_read_back(command, text):
    assert command.text() == text
    assert read_commands(write_commands([command, c.END_SAVE])) == [command, c.END_SAVE]


def test_a_log_step_of_several_commands_is_one_element_each_marked_as_logged():
    text = write_commands([c.BEGIN_SAVE, c.END_SAVE, c.log_step(c.Chat("a"), c.RemovePiece("1"))])
    assert text == "begin_save\x1bend_save\x1bLOG\tCHATa\\\x1bLOG\t-/1"


leaves = st.sampled_from([command for command, _ in KNOWN]) | st.builds(
    c.RawCommand, st.text(alphabet=st.sampled_from("+-DM/;|\\'\t CHATLOGUNé"), max_size=12)
)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, min_size=2, max_size=3).map(lambda x: c.Group(tuple(x))),
    max_leaves=8,
)


@given(st.lists(trees, min_size=1, max_size=5))
def test_every_nesting_survives_being_read_and_written(commands):
    text = write_commands(commands)
    assert write_commands(read_commands(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NOTES\tx",
        "EXT\tname\t1.0",
        "M/1/2",
        "M/1/Map/x/4/n/Map/1/2/9/pw",
        "D/1",
        "Main MapBoardPicker\tB\t0",
        "Main MapBoardPicker\tA/B\t0\t0",
        "Main MapBoardPicker\tB\t0\t-1",
        "Main MapBoardPicker\tB\t0\t" + "9" * 5000,
        "Main MapBoardPicker\tB\t0\t²",
        "M/1/Map/" + "9" * 5000 + "/4/n/Map/1/2/9/pw",
        "UNDO\t?",
    ],
)
def test_unknown_and_malformed_commands_survive_untouched(text):
    assert read_commands(f"begin_save\x1b{text}\x1bend_save")[1] == c.RawCommand(text)


def test_a_move_to_an_empty_hex_first_makes_the_stack_there():
    move = c.MovePiece("1", "Main Map", 3, 4, "", "Main Map", 1, 2, "9", "pw")
    texts = [command.text() for command in c.move_to_empty(move, "77", 2)]
    assert texts == ["+/77/stack/Main Map;3;4;@@2", "M/1/Main Map/3/4/77/Main Map/1/2/9/pw"]


def test_commands_that_cannot_stand_are_refused():
    with pytest.raises(CommandError, match="ESC"):
        write_commands([c.RawCommand("a\x1bb")])
    with pytest.raises(CommandError, match="null"):
        write_commands([c.AddPiece("null", "a", "b")])
    with pytest.raises(CommandError, match="cuts the board name"):
        write_commands([c.Boards("Map", (("a/b", 0, 0),))])
    with pytest.raises(CommandError):
        write_commands([])
    with pytest.raises(CommandError):
        c.stack("1", "Main Map", 0, 0, [])
    with pytest.raises(CommandError):
        c.log_step()


def test_a_piece_can_be_taken_out_of_a_save_but_a_stack_is_none():
    assert c.AddPiece.of("1", UNIT).piece() == UNIT
    with pytest.raises(PieceError):
        c.stack("2", "Main Map", 1, 1, ["1"]).piece()


def test_a_deck_holds_its_cards_top_last_and_its_type_is_read_back():
    kind = DeckType(
        name="Events", width=60, height=90, reversible=False, shuffle_format="$playerId$ shuffles"
    )
    command = deck("9", kind, "Main Map", 650, 100, ["11", "12"])
    assert command.type.split(";")[:14] == [
        "deck",
        "true",
        "0,0,0",
        "60",
        "90",
        "Always",
        "Always",
        "true",
        "true",
        "false",
        "",
        "",
        "",
        "Events",
    ]
    assert command.state == "Main Map;650;100;true;11,12"
    assert read_deck_type(command.type) == kind
    assert deck("9", kind, "Main Map", 650, 100, []).state == "Main Map;650;100;true"
    assert read_deck_type("deck;old") is None


words = st.text(alphabet=st.sampled_from(";,/\t\x1b\\'| nulé🙂"), max_size=6) | st.text(max_size=6)
ids = words.filter(bool)
numbers = st.integers(-9999, 9999)
any_command = (
    st.builds(c.AddPiece, words, ids, words)
    | st.builds(c.RemovePiece, words)
    | st.builds(c.ChangePiece, words, words, st.none() | words)
    | st.builds(c.MovePiece, ids, words, numbers, numbers, words, words, numbers, numbers, words, words)
    | st.builds(c.Chat, words)
    | st.builds(c.Undo, st.booleans())
    | st.builds(c.SetProperty, words, words, words, st.none() | words)
    | st.builds(c.Turn, words, words)
    | st.builds(c.Boards, words, st.lists(st.tuples(words, st.just(0), st.just(1)), max_size=2).map(tuple))
)
steps = st.lists(any_command, min_size=1, max_size=3).map(lambda each: c.log_step(*each))


@given(st.lists(any_command | steps, min_size=1, max_size=4))
def test_any_text_in_a_command_comes_back_as_it_was_or_is_refused(commands):
    try:
        text = write_commands(commands)
    except CommandError:
        return
    assert read_commands(text) == commands


@given(words, words)
def test_a_piece_with_any_text_survives_a_whole_log_or_is_refused(name, value):
    try:
        piece = Piece(BasicPiece("a.png", name, "Main Map", 1, 2, "7"), (Marker.of(Side=value),))
        text = write_commands([c.BEGIN_SAVE, c.log_step(c.AddPiece.of("1", piece), c.Chat(name))])
    except VassalError:
        return
    group = read_commands(text)[1]
    assert isinstance(group, c.Group) and isinstance(group.commands[0], c.Log)
    added = group.commands[0].command
    assert isinstance(added, c.AddPiece) and added.piece() == piece
    assert group.commands[1] == c.Log(c.Chat(name))
