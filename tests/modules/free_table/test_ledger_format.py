"""ledger.yaml of a game by hand: what it says, what is a fault, and what players read of it."""

from typing import get_args

import pytest
from by_hand import start_by_hand
from hands import start

from modules import library
from modules.definition import DefinitionError, load
from modules.definition.formats.ledger import ActKind, in_rulebook_order
from modules.definition.packing import packed, unpacked
from modules.free_table import orders
from modules.free_table.ledger_text import count_line, hand_lines, is_unequal


def faults(folder, *entries):
    """The faults of a start game's ledger with these entries, each as LINE:COLUMN: MESSAGE."""
    (folder / "ledger.yaml").write_text("rules:\n" + "".join(f"  - {{{entry}}}\n" for entry in entries))
    with pytest.raises(DefinitionError) as error:
        load(folder)
    return [str(each).removeprefix("ledger.yaml:") for each in error.value.faults]


@pytest.fixture
def folder(tmp_path):
    start_by_hand(tmp_path / "mill")
    return tmp_path / "mill"


HAND = 'number: "2", summary: Movement, by: hand'


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (f"{HAND}, phases: [marching]", "2:57: found 'marching': expected one of movement, combat, rally"),
        (f"{HAND}, sides: [english]", "2:56: found 'english': expected one of shire, raider"),
        (f"{HAND}, pieces: [R-Orn]", "2:57: found 'R-Orn': expected one of own, other, S-Wulf"),
        (f"{HAND}, tables: [weather]", "2:57: found 'weather': expected one of crt"),
        (f"{HAND}, tables: [99d6]", "2:57: found '99d6'"),
        (f"{HAND}, acts: [dance]", "2:55: found 'dance': expected"),
        (f"{HAND}, acts: [put, put]", "2:48: found a list: expected each word once"),
        (f"{HAND}, times: {{turn: 0}}", "2:56: found 0: expected at least 1"),
        (f"{HAND}, times: {{game: 1}}", "2:56: found 'game'"),
        (f"{HAND}, acts: [draw], times: {{counter: 1}}", "an act that names counters, or neither"),
        (f"{HAND}, acts: [put], tables: [crt]", "`roll` among the acts, or no `tables`"),
        (f"{HAND}, who: me", "unknown key `who`"),
        ('number: "2", summary: Movement, by: program, acts: [put]', "`by: hand` or `by: half` beside"),
        ('number: "2 b", summary: Movement, by: hand, acts: [put]', "limits at a number without spaces"),
        ('number: "2", summary: Movement, by: hand, physical: a map', "`by: hand` without physical"),
        ('number: "2", summary: Movement, by: me', "2:38: found 'me'"),
    ],
)
def test_what_the_game_does_not_have_is_a_fault_where_it_stands(folder, entry, fault):
    told = faults(folder, entry)
    assert len(told) == 1
    assert fault in told[0]


def test_a_number_stands_once(folder):
    assert faults(folder, HAND, HAND) == ["3:6: 2 is listed twice"]


def test_every_act_may_be_limited_and_nothing_else():
    kinds = {kind.FORM.split()[2] for kind in orders.KINDS if issubclass(kind, orders.Act)}
    assert kinds == set(get_args(ActKind))


def test_a_game_that_ships_has_no_ledger_of_hands_and_a_copy_reads_it_as_one():
    game = library.definition("three_battles")
    assert (game.folder / "ledger.yaml").is_file()
    assert game.ledger == {}
    assert "ledger.yaml" not in game.data


def test_an_entry_that_says_nothing_is_by_hand_and_each_has_a_line(folder):
    (folder / "rules.yaml").unlink(missing_ok=True)
    (folder / "ledger.yaml").write_text(
        'rules:\n  - {number: "8.10", summary: Late}\n  - {number: "8.2", summary: Early, physical: a map}\n'
        '  - {number: "8.3", summary: Told, by: half, says: Do it.}\n'
    )
    game = load(folder)
    for each in (game, unpacked(packed(game), folder)):
        assert [(e.number, e.by, e.says) for e in each.ledger.values()] == [
            ("8.2", "nothing", "Early"),
            ("8.3", "half", "Do it."),
            ("8.10", "hand", "Late"),
        ]
    assert "ledger.yaml" in game.data


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        ("8.10 8.2 8 A.3 8.1a 8.1", "8 8.1 8.1a 8.2 8.10 A.3"),
        ("8.3 8.21 8.22 8.2 9.1", "8.2 8.21 8.22 8.3 9.1"),
        ("8.11 8.2 8.1 8.10", "8.1 8.2 8.10 8.11"),
    ],
)
def test_numbers_stand_as_in_the_rulebook(numbers, order):
    assert in_rulebook_order(numbers.split()) == order.split()


def test_players_read_the_count_and_each_rule_by_hand_in_full(tmp_path):
    game = start(tmp_path, ledger=True).definition
    assert count_line(game.ledger) == (
        "19 numbers: the program carries out 2, 0 half, 7 by hand, 10 need nothing"
    )
    said = "\n".join(hand_lines(game))
    assert (
        "4: by hand: Rally\n    Roll a die for each disordered unit; on 5 or 6 it is in order again.\n"
        "    any side's hand; `roll`; with own counters; rolled on d6; in the phase rally; each act once for "
        "each counter in a turn\n"
    ) in said
    assert said.endswith("in the phase setup; as often as wanted\n    not the same for both sides")
    assert "needs nothing" not in said


@pytest.mark.parametrize(
    ("limits", "unequal"),
    [
        ("sides: [shire]", True),
        ("sides: [shire, raider]", False),
        ("pieces: [own]", False),
        ("pieces: [own, R-hirdman]", True),
        ("pieces: [R-Orm, S-fyrd-2]", False),
        ("phases: [movement]", False),
    ],
)
def test_a_rule_that_is_not_the_same_for_both_sides_is_marked(folder, limits, unequal):
    (folder / "ledger.yaml").write_text(f"rules:\n  - {{{HAND}, {limits}}}\n")
    game = load(folder)
    assert is_unequal(game, game.ledger["2"]) == unequal
