"""Phases by program at a table: what the program carries out, and where a hand may act."""

from fractions import Fraction

import pytest
from ruled import fault, give, laid_out, rules

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.gestures.by_hand import is_by_hand
from modules.engine.odds.odds import odds_of
from modules.engine.requests import Judged, Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.state_digest import digest
from modules.free_table.dice_limit import MOST_DICE

UNITS = {"B-inf-1": "0404", "B-inf-2": "0404", "B-arm-1": "0304", "R-inf-1": "0905", "R-art-1": "0906"}
FIGHT = {"B-inf-1": "0504", "B-inf-2": "0504", "R-inf-1": "0604", "R-art-1": "0604"}


def test_a_move_by_program_is_checked_and_told_with_the_number_of_its_clause():
    play = give(laid_out("blue movement", UNITS), "move B-inf-1 0504-0604")
    assert play.state.at["B-inf-1"] == "0604"
    assert (play.events[-1].rule, play.events[-1].text) == (
        "3", "B-inf-1 moves 0404-0504-0604 (1 MP, 3 MP left)",
    )  # fmt: skip
    rule, why = fault(play, "move B-inf-1 0605")
    assert rule == "3" and "has already moved" in why


def test_acts_by_hand_come_after_the_moves_and_end_them():
    play = give(laid_out("blue movement", UNITS), "move B-inf-1 0504", "hand 9 mark B-inf-2 disrupted")
    rule, why = fault(play, "move B-arm-1 0305")
    assert rule == "3" and "acts by hand come last" in why
    give(play, "retract", "move B-arm-1 0305", "hand 9 flip B-arm-1", "done")
    assert (play.state.phase, play.state.at["B-arm-1"]) == ("combat", "0305")


def test_no_hand_carries_out_the_number_of_a_clause():
    rule, why = fault(laid_out("blue movement", UNITS), "hand 3 put B-inf-1 0604")
    assert rule == "3" and "carried out by the program" in why


@pytest.mark.parametrize("spelled", ["03", "3.", "3.0", "003.00"])
def test_nor_in_another_spelling(spelled):
    play = laid_out("blue movement", UNITS)
    assert fault(play, f"hand {spelled} put B-inf-1 0604") == (
        "3", f"{spelled} is 3, which is carried out by the program",
    )  # fmt: skip
    assert fault(play, "hand 3.10 put B-inf-1 0604") is None


def test_one_answer_holds_the_dice_of_all_attacks():
    """Nothing in the clause of the barrage ends its attacks but this: its units are not counted once."""
    play = laid_out("blue combat", {"B-art-1": "0604", "R-inf-1": "0605"})
    line = "attack B-art-1 > R-inf-1 column all"
    play.state.attack_dice = MOST_DICE - 2
    assert fault(play, line) is None
    give(play, line, "done", dice=[1, 2])
    play.state.acted = ()
    assert fault(play, "attack B-art-1 > R-inf-1 column all")[1].endswith("0 are left")
    assert [each.verb for each in play.request.options.legal() if each.verb == "attack"] == []
    give(play, "hand 9 call red", "done")
    assert play.state.attack_dice == 0


def test_an_unmarked_gesture_is_no_act_by_hand_where_the_program_carries_out_anything():
    by_program, by_hand = laid_out("blue movement", UNITS), laid_out("blue recovery", UNITS)
    assert not is_by_hand(by_program.request)
    assert is_by_hand(by_hand.request)
    assert all("hand" not in str(each.order) for each in by_program.request.options.reach("B-inf-1"))


def test_an_attack_half_by_program_rolls_reads_and_leaves_the_result_to_a_hand():
    play = laid_out("blue combat", FIGHT)
    line = "attack B-inf-1,B-inf-2 > R-inf-1 column 2-1 shift +1 drm -1"
    play.answer(play.rules.grammar.parse(line))
    assert isinstance(play.request, Roll)
    assert [die.label for die in play.request.dice] == [line]
    assert play.request.quoted
    play.answer((5,))
    assert play.events[-1].text == (
        "B-inf-1, B-inf-2 against R-inf-1, R-art-1: column 2-1, shifted +1 to 3-1, die 5 -1 = 4: DL, "
        "Defender loses a step: One defender loses a step"
    )
    assert (play.request.kind, play.request.rule, is_by_hand(play.request)) == ("aftermath", "5.2", True)
    give(play, "hand 5.2 lose R-inf-1", "done")
    assert play.state.face("R-inf-1").back
    assert fault(play, "attack B-inf-1 > R-inf-1 column 1-1") == (
        "5", "B-inf-1 has already attacked in this phase",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "dice", "told"),
    [
        ("attack B-inf-1 > R-inf-1 column 3-1 shift +2 drm 0", 6, "shifted +2 to 3-1, die 6: DE"),
        ("attack B-inf-1 > R-inf-1 column 1-2 shift -2 drm -1", 1, "shifted -2 to 1-2, die 1 -1 = 0: AR"),
        ("attack B-inf-1 > R-inf-1 column 3:1", 1, "column 3-1, die 1: DR"),
    ],
)
def test_shifts_and_modifiers_end_at_the_edges_of_the_table(line, dice, told):
    assert told in give(laid_out("blue combat", FIGHT), line, dice=[dice]).events[-1].text


def test_a_phase_that_a_turn_leaves_out_is_told_and_passed_over():
    play = give(laid_out("blue recovery", UNITS), "done")
    assert (play.state.active, play.state.phase) == ("red", "rail")
    assert ("2", "no Arrival for red in this turn") in [(e.rule, e.text) for e in play.events]


def test_those_that_have_attacked_do_not_exploit_and_a_new_turn_forgets_it():
    units = {"B-arm-1": "0504", "B-arm-2": "0503", "R-inf-1": "0604"}
    play = give(
        laid_out("blue combat", units), "attack B-arm-1 > R-inf-1 column 1-1", "done", "done", dice=[2]
    )
    rule, why = fault(play, "move B-arm-1 0505")
    assert rule == "6" and "attacked" in why
    give(play, "move B-arm-2 0502", "done", "done")
    assert play.state.done == {"B-arm-1": ("attacked",), "R-inf-1": ("defended",), "B-arm-2": ("moved",)}
    give(play, *["done"] * 5)
    assert (play.state.turn, play.state.done) == (2, {})


def test_set_up_by_program_fills_the_zones_and_waits_for_every_counter():
    play = Play(rules())
    assert play.state.at["R-inf-1"] == "reserve"
    assert fault(play, "place R-inf-1 0504") == ("8.1", "R-inf-1 may not be set up in 0504")
    assert "must still be set up" in fault(play, "done")[1]
    give(play, "place R-inf-1 1001", "deploy", "done")
    assert (play.state.at["R-inf-1"], play.state.at["R-inf-2"]) == ("1001", "1004")
    assert play.request.side == "blue"


def test_an_upheld_objection_puts_a_counter_back_and_moves_are_reckoned_anew():
    rules_ = rules().under_referee()
    play = Play(
        rules_, rules_.arrange(Arrangement(1, "recovery", "blue", {"others": "reserve", **UNITS}, {}))
    )
    give(play, "hand 9 put R-inf-1 0101", "done", 'object 1 "rule 9 moves nobody"', "done")
    assert (play.state.active, play.state.phase) == ("red", "movement")
    assert fault(play, "move R-inf-1 0102") is None
    play.judge(Judged(1, True, "so it is"))
    assert play.state.at["R-inf-1"] == "0905"
    assert fault(play, "move R-inf-1 0102") is not None
    assert fault(play, "move R-inf-1 0805") is None


def test_what_happened_before_rules_were_adopted_stands():
    made = rules().as_adopted()
    play = Play(made)
    give(play, "hand 8.1 put R-inf-1 1001", "done", "done")
    give(play, "done", "done", "hand 3 put B-inf-1 0808", "move B-inf-2 0909", "done")
    assert (play.state.at["B-inf-1"], play.state.at["B-inf-2"]) == ("0808", "0909")
    give(play, "hand 3 roll crt column 2-1 B-inf-1", dice=[3])
    before = play.snapshot()
    play.end_the_past()
    assert "carried out by the program" in fault(play, "hand 3 roll crt column 2-1 B-inf-1")[1]
    with pytest.raises(Illegal):
        give(play, "attack B-inf-1 > R-inf-2 column 2-1")
    again = Play.restore(made, before)
    again.end_the_past()
    assert digest(again.state) == digest(play.state)
    give(play, "done", "done", "done", "done", "done")
    assert fault(play, "hand 3 put R-inf-2 0101")[0] == "3"


FULL = {f"B-inf-{n}": "0404" for n in range(1, 5)}


def test_a_phase_ends_after_dice_by_hand_though_a_hex_is_too_full():
    """No unit moves by the program any more, and the dice cannot be taken back."""
    play = give(laid_out("blue movement", FULL), "hand 9 flip B-inf-1")
    assert fault(play, "done")[1].endswith("take back what you did by hand with `retract` first")
    give(play, "hand 9 roll d6", dice=[3])
    assert fault(play, "move B-inf-1 0405") == (
        "3", "you have acted by hand in this phase, and acts by hand come last: write `done`",
    )  # fmt: skip
    assert fault(play, "done") is None
    assert "done" in map(str, play.request.options.legal())
    give(play, "done")
    told = [event.text for event in play.events]
    assert "0404 holds 4 units, at most 3 may lie there (rule 3.5): the surplus is by hand" in told


def test_the_program_advises_what_is_due_before_a_phase_can_end():
    play = laid_out("blue movement", FULL)
    first, *_ = [play.rules.advise(play.request, play.state, None) for _ in range(2)]
    assert first.verb == "move"
    while (order := play.rules.advise(play.request, play.state, None)).verb == "move":
        play.answer(order)
    assert str(order) == "done" and play.request.options.fault_of(order) is None


def test_an_attack_of_the_past_says_what_a_table_can_read():
    play = Play(rules().as_adopted())
    give(play, *["done"] * 5)
    while play.state.phase != "combat":
        give(play, "done")
    for nonsense in ("column 7-1", "column 2-1 shift none drm 0", "column 2-1 shift +1 drm +99999"):
        with pytest.raises(Illegal):
            give(play, f"attack B-inf-1 > R-inf-2 {nonsense}", dice=[1])
    give(play, "attack B-inf-1 > R-inf-2 column 2-1 shift +9 drm 0", dice=[1])
    assert "shifted +9 to 3-1" in play.events[-1].text


def test_a_die_quotes_the_whole_line_of_an_attack():
    many = {f"B-inf-{n}": "0504" for n in range(1, 9)} | {f"B-arm-{n}": "0504" for n in range(1, 5)}
    many |= {f"R-inf-{n}": "0604" for n in range(1, 10)}
    play = laid_out("blue combat", many)
    blue, red = (",".join(unit for unit in many if unit[0] == side) for side in "BR")
    rule, why = fault(play, f"attack {blue} > {red} column 2-1")
    assert rule == "5" and "180 characters at most" in why
    assert all(play.request.options.fault_of(order) is None for order in play.request.options.legal())
    assert fault(play, f"attack {blue} > R-inf-1 column 2-1") is None


def test_rules_that_a_game_began_with_judge_all_of_it():
    assert rules().judges_the_past
    assert not rules().as_adopted().judges_the_past
    assert not rules().as_adopted().under_referee().judges_the_past
    assert rules().under_referee().judges_the_past
    assert not rules().under_referee().as_adopted().judges_the_past


def test_a_position_says_which_units_have_acted_in_its_phase():
    play = laid_out("blue movement", {**UNITS, "B-inf-1": "0404, acted"})
    assert "has already moved" in fault(play, "move B-inf-1 0504")[1]
    assert play.rules.describe(play.state, "B-inf-1") == "0404, acted"
    assert fault(play, "move B-inf-2 0504") is None
    give(play, "move B-inf-2 0504", "done", "done", "done")
    assert play.state.acted == ()


def test_the_odds_of_an_attack_tell_its_results_apart():
    play = laid_out("blue combat", FIGHT)
    order = play.rules.grammar.parse("attack B-inf-1 > R-inf-1 column 1-1")
    found = odds_of(play, "blue", [order])
    assert {each.says.partition(",")[0]: each.share for each in found.results} == {
        "AR": Fraction(1, 6), "-": Fraction(1, 3), "DR": Fraction(1, 3), "DL": Fraction(1, 6),
    }  # fmt: skip


def test_dice_of_attacks_are_no_acts_by_hand():
    play = give(laid_out("blue combat", FIGHT), "attack B-inf-1 > R-inf-1 column 1-1", dice=[2])
    assert (play.rules.facts(play.state)["rolls"], play.rules.facts(play.state)["acts"]) == (0, 0)
    assert play.state.result == "-, No effect: Nothing happens"
    give(play, "done", "hand 5 roll d6", dice=[3])
    assert play.rules.facts(play.state)["rolls"] == 1
    assert play.state.result == ""


def test_a_stack_that_is_too_high_is_told_after_a_phase_by_hand_too():
    play = laid_out("blue recovery", {**UNITS, "B-inf-3": "0404"})
    give(play, "hand 9 put B-arm-1 0404", "done")
    said = [(event.rule, event.text) for event in play.events]
    assert ("7", "0404 holds 4 units, at most 3 may lie there (rule 3.5): the surplus is by hand") in said


def test_a_decision_is_listed_once_until_something_changes():
    options = laid_out("blue movement", UNITS).request.options
    assert options.legal() is options.legal()
