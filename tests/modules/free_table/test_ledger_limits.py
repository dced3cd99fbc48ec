"""A ledger limits what a hand does under its numbers; its counts cannot be got round."""

import json

import pytest
from hands import hand, start, walk
from test_table import CARDS

from modules import library
from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import Illegal
from modules.engine.game_serialization import forms_of
from modules.engine.requests import Choose
from modules.engine.state_digest import digest
from modules.free_table.state import TableState

LEDGER = """\
rules:
  - {number: "2", summary: Movement, by: hand, acts: [put], pieces: [own], phases: [setup, movement],
      times: {counter: 1}}
  - {number: "2.1", summary: Woods, by: nothing}
  - {number: "3.2", summary: Combat, by: hand, acts: [roll], tables: [crt, 2d6], phases: [combat],
      times: {counter: 1}}
  - {number: "3.3", summary: Results, by: half, acts: [lose, call], pieces: [R-hirdman, S-fyrd-1]}
  - {number: "4", summary: Rally, by: hand, acts: [roll], times: {phase: 1, turn: 2}}
  - {number: "5", summary: Victory, by: hand, acts: [outcome], sides: [shire]}
  - {number: "5.1", summary: Set-up, by: program}
"""


@pytest.fixture
def play(tmp_path):
    """The first phase of the raiders, who have set up."""
    return hand(Play(start(tmp_path, ledger=LEDGER)), "done")


def refused(play, line):
    before = digest(play.state)
    with pytest.raises(Illegal) as fault:
        play.answer(play.rules.grammar.parse(line))
    assert digest(play.state) == before
    return fault.value.rule, fault.value.reason


def test_a_number_limits_kind_counter_phase_side_and_table(play):
    assert refused(play, "hand 2 flip R-hirdman-1") == ("2", "it is for `put`, not for `flip`")
    assert refused(play, "hand 2 put S-fyrd-1 0101") == ("2", "it is for own, not for S-fyrd-1")
    assert refused(play, "hand 3.2 roll 2d6 R-Orm")[1] == "it is for the phase combat: this is movement"
    assert refused(play, "hand 3.3 lose S-fyrd-2")[1] == "it is for R-hirdman or S-fyrd-1, not for S-fyrd-2"
    assert refused(play, 'hand 5 outcome raider "won"')[1] == "it is for shire, not for raider"
    hand(play, "done")
    assert refused(play, "hand 3.2 roll d6 R-Orm")[1] == "it is rolled on crt or 2d6, not on d6"
    hand(play, "hand 3.3 lose S-fyrd-1", "hand 3.2 roll 2D6 R-Orm", dice=[1, 1])


def test_what_the_program_or_nobody_carries_out_is_no_act_of_a_hand(play):
    by_hand = "by hand are 2, 3.2, 3.3, 4 and 5"
    assert refused(play, "hand 2.1 put R-Orm 0101")[1] == f"it needs nothing to be done: {by_hand}"
    assert refused(play, "hand 5.1 put R-Orm 0101")[1].startswith("it is carried out by the program, not by")


def test_a_roll_that_does_not_suit_is_not_rolled_again(play):
    hand(play, "done", "hand 3.2 roll crt column 1-1 R-hirdman-1,S-fyrd-1", dice=[1])
    said = "it is for 1 `roll` for R-hirdman-1 in this turn: raider has none left"
    assert refused(play, "hand 3.2 roll crt column 2-1 R-hirdman-2,R-hirdman-1") == ("3.2", said)
    assert refused(play, "hand 3.2 roll crt column 2-1 R-Orm,R-Orm")[1].endswith("raider has 1 left")
    assert "name the counters" in refused(play, "hand 3.2 roll crt column 2-1")[1]
    assert "it is for" not in str(hand(play, "hand 4 roll d6", dice=[1]).events[-1])
    assert refused(play, "hand 4 roll d6")[1] == "it is for 1 `roll` in this phase: raider has none left"
    hand(play, "hand 4.1 roll crt column 1-1 R-hirdman-1", dice=[6])
    assert play.events[-2].text == "raider acts under 4.1, a number unlisted in the ledger"
    assert dict(play.rules.summary(play.state))["By hand"] == ("3 acts, of them 3 rolls and 1 unlisted")
    assert play.rules.facts(play.state)["unlisted"] == 1


def test_counts_begin_again_by_phase_and_turn_for_each_side_by_itself(play):
    for _ in range(2):
        hand(play, "hand 4 roll d6", "hand 3.3 call shire", "hand 4 roll d6", "done", "done", dice=[1, 1])
    assert refused(play, "hand 4 roll d6")[1] == "it is for 2 `roll` in this turn: raider has none left"
    hand(play, "done")
    assert refused(play, "hand 4 roll d6")[1].startswith("it is for 2 `roll` in this turn: shire")
    hand(play, "done", "done", "done", "hand 4 roll d6", dice=[1])
    assert (play.state.turn, len(play.state.counted)) == (2, 1)


def test_what_is_taken_back_counts_no_more(play):
    hand(play, "hand 2 put R-Orm 0101")
    assert "none left" in refused(play, "hand 2 put R-Orm 0102")[1]
    hand(play, "hand 9 put R-Orm 0103", "retract", "retract", "hand 2 put R-Orm 0102")
    assert (play.state.unlisted, len(play.state.counted), play.state.at["R-Orm"]) == (0, 1, "0102")


def test_a_draw_counts_each_card(tmp_path):
    ledger = 'rules:\n  - {number: "7", summary: Events, by: hand, acts: [draw], times: {turn: 2}}\n'
    folder = start(tmp_path, ledger=ledger).definition.folder
    (folder / "cards.yaml").write_text(CARDS)
    library.definition.cache_clear()
    library._rules.cache_clear()
    play = hand(Play(start(tmp_path, ledger=ledger)), "done")
    assert refused(play, "hand 7 draw events 3")[1] == "it is for 2 `draw` in this turn: raider has 2 left"
    hand(play, "hand 7 draw events 2", dice=[1, 1])
    assert "none left" in refused(play, "hand 7 draw events 1")[1]


@pytest.mark.parametrize("ledger", [LEDGER, True])
def test_in_random_games_each_example_is_allowed_and_a_save_keeps_the_counts(tmp_path, ledger):
    rules = start(tmp_path, ledger=ledger)
    forms, kinds = forms_of(rules).of(SavedPoint[TableState]), set()
    for play, given in (each for seed in range(8) for each in walk(rules, f"limits {seed}", 60)):
        if isinstance(play.request, Choose):
            kinds.add(str(given).partition(" R-")[0].partition(" S-")[0])
            for each in play.request.options.legal():
                play.request.options.check(each)
        saved = json.loads(json.dumps(forms.write(play.save_point())))
        assert digest(Play.resume(rules, forms.read(saved)).state) == digest(play.state)
    assert {"hand 2 put", "done"} < kinds
    assert any(kind.startswith("hand 3.2 roll crt column") for kind in kinds)
    assert not any(kind.startswith("hand 2 flip") for kind in kinds)


def test_the_programs_player_ends_a_game_whose_ledger_lets_nobody_name_the_outcome(tmp_path):
    rules = start(tmp_path, ledger='rules:\n  - {number: "5", summary: Victory, by: nothing}\n')
    play = Play(rules)
    while play.request is not None:
        play.answer(rules.advise(play.request, play.state, None))
    assert (play.state.outcome.winner, play.state.outcome.rule) == ("", "table-1")


def test_the_set_up_and_each_stay_after_the_last_turn_count_by_themselves(tmp_path):
    ledger = LEDGER.replace("sides: [shire]", "times: {turn: 1}")
    play = hand(Play(start(tmp_path, ledger=ledger)), "hand 2 put R-Orm 0204", "done")
    hand(play, "hand 2 put R-Orm 0101", *["done"] * 8 * 6)
    for _ in range(2):
        for side in ("raider", "shire"):
            assert (play.state.phase, play.state.active) == ("ending", side)
            hand(play, f'hand 5 outcome {side} "won"', 'object outcome "no"')
            assert "none left" in refused(play, f'hand 5 outcome {side} "won"')[1]
            hand(play, "done")
