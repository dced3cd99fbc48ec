"""Numbers that players count by hand, and counters that they draw unseen from a cup."""

import pytest
import yaml
from by_hand import start_by_hand
from hands import hand, start

from modules import library
from modules.definition import DefinitionError
from modules.engine.amendments import Amendments, FactValue
from modules.engine.driver import Play
from modules.engine.errors import Illegal, UnknownThingError
from modules.engine.requests import Judged
from modules.free_table.state import RESERVE


@pytest.fixture
def play(tmp_path):
    return Play(start(tmp_path, "gunpowder", "points").under_referee())


def refused(play, line):
    with pytest.raises(Illegal) as fault:
        play.answer(play.rules.grammar.parse(line))
    return fault.value.reason


def test_a_number_is_counted_taken_back_and_told(play):
    hand(play, "hand 5 count points +12", "hand 5 count points -2")
    assert play.events[-1].text == "act 2: points goes from 12 to 10"
    assert dict(play.rules.summary(play.state))["Points of the French"] == "10"
    hand(play, "retract")
    assert play.state.tallies == {"points": 12}
    assert play.rules.facts(play.state)["points"] == 12


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hand 5 count glory +1", "the game has points"),
        ("hand 5 count points 2", "write +2 or -1"),
        ("hand 5 count points +0", "write +2 or -1"),
        ("hand 5 count points -1", "goes from 0 to 30"),
        ("hand 5 count points +31", "goes from 0 to 30"),
    ],
)
def test_a_count_that_cannot_be_is_refused(play, line, why):
    assert why in refused(play, line)


def test_an_upheld_objection_takes_back_what_one_act_has_counted(play):
    hand(play, "hand 5 count points +9", "hand 5 count points +3", *["done"] * 3, 'object 1 "it was two"')
    play.judge(Judged(1, True, "two"))
    assert play.state.tallies == {"points": 3}
    assert play.events[-1].text == "act 1 alone is undone: points is 3"


def test_a_number_that_an_undone_act_leaves_beyond_its_limits_may_be_counted_back(play):
    hand(play, "hand 5 count points +3", "hand 5 count points -3", *["done"] * 3, 'object 1 "none"')
    play.judge(Judged(1, True, "none"))
    assert play.state.tallies == {"points": -3}
    assert "points is -3, and goes from 0 to 30" in refused(play, "hand 5 count points -1")
    hand(play, "hand 5 count points +1", "hand 5 count points +2")
    assert "goes from 0 to 30" in refused(play, "hand 5 count points -1")


def test_all_may_agree_how_large_a_number_is(play):
    play.amend(Amendments((FactValue("points", 7),)))
    assert play.state.tallies == {"points": 7}
    for wrong in (FactValue("points", 31), FactValue("glory", 1)):
        with pytest.raises(UnknownThingError):
            play.amend(Amendments((wrong,)))


def test_a_number_that_begins_outside_its_limits_is_a_fault(tmp_path):
    folder = tmp_path / "karsk"
    start_by_hand(folder, "Karsk", "gunpowder", "points")
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace("least: 0, most: 30", "start: 31, most: 30"))
    with pytest.raises(DefinitionError, match="each at least as large as the one before, not 0, 31, 30"):
        library.definition(str(folder))


@pytest.mark.parametrize("called", ["turn", "acts", "rolls", "unlisted"])
def test_a_number_is_not_called_as_what_the_program_counts(tmp_path, called):
    folder = tmp_path / "karsk"
    start_by_hand(folder, "Karsk", "gunpowder", "points")
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace("  points: {", f"  {called}: {{"))
    with pytest.raises(DefinitionError, match=f"the program counts '{called}' itself"):
        library.definition(str(folder))


def with_cup(folder, called, style="gunpowder", ground="points"):
    """A game with a cup."""
    start_by_hand(folder, "Karsk", style, ground)
    boxes = {called: {"name": "Pool", "cup": True, "at": [0, 0]}}
    display = {"pool": {"name": "Pool", "rule": "9", "source": "rulebook 9", "boxes": boxes}}
    (folder / "displays.yaml").write_text(yaml.safe_dump({"displays": display}))


@pytest.mark.parametrize(
    ("called", "why"),
    [
        ("reserve", "what is drawn lies there"),
        ("lost", "out of play"),
        ("events", "a pack of cards is called so"),
    ],
)
def test_a_cup_has_a_name_of_its_own(tmp_path, called, why):
    with_cup(tmp_path / "cup", called, "modern", "hexes")
    with pytest.raises(DefinitionError, match=f"a cup cannot be called '{called}': .*{why}"):
        library.definition(str(tmp_path / "cup"))


@pytest.fixture
def cup(tmp_path):
    """A cup in which four blocks lie before the game begins."""
    folder = tmp_path / "cup"
    with_cup(folder, "pool")
    (scenario,) = (folder / "scenarios").glob("*.yaml")
    play = Play(library.rules(str(folder), scenario.stem))
    return hand(play, *(f"hand 9.9 put F-foot-{number} pool" for number in (4, 1, 3, 2)))


def test_counters_of_a_cup_are_drawn_by_dice_in_no_order_that_a_hand_gave(cup):
    cup.answer(cup.rules.grammar.parse("hand 9.9 draw pool 2"))
    assert [(die.sides, die.label) for die in cup.request.dice] == [
        (4, "hand 9.9 draw pool 2: draw 1"),
        (3, "hand 9.9 draw pool 2: draw 2"),
    ]
    cup.answer((4, 1))
    assert cup.events[-1].text == "act 5: drawn from pool: F-foot-4, F-foot-1"
    assert cup.state.at["F-foot-4"] == cup.state.at["F-foot-1"] == RESERVE
    assert "pool has 2 counters left" in refused(cup, "hand 9.9 draw pool 3")
    hand(cup, "hand 9.9 draw pool 2", dice=[2])
    assert "pool has 0 counters left" in refused(cup, "hand 9.9 draw pool 1")
    assert "retract" not in map(str, cup.request.options.legal())
