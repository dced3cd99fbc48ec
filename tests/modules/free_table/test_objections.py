"""Objections: by when a side may object, the side that judges, and what an upheld objection undoes."""

import pytest
import yaml
from hands import hand, start, walk

from generator.new_game.start import start_game
from modules import library
from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import Illegal
from modules.engine.game_serialization import forms_of
from modules.engine.requests import Judged
from modules.engine.state_digest import digest
from modules.free_table.state import LOST, Lie, TableState

MINE = "R-hirdman-1"


def shire_after(rules, *lines, dice=()):
    """The raiders have set up and acted; the shire decides."""
    return hand(Play(rules), "done", *lines, "done", "done", "done", dice=dice)


@pytest.fixture
def rules(tmp_path):
    """Two sides and no referee: the author judges."""
    return start(tmp_path)


@pytest.fixture
def refereed(rules):
    return rules.under_referee()


def refused(play, line):
    before = digest(play.state)
    with pytest.raises(Illegal) as fault:
        play.answer(play.rules.grammar.parse(line))
    assert digest(play.state) == before
    return fault.value.reason


def told(play):
    return [event.text for event in play.events]


def test_an_upheld_act_alone_is_undone_and_what_was_done_since_stands(refereed):
    """The counter was put into another place (act 1), marked (2) and put on again (3): act 1 is wrong."""
    play = shire_after(
        refereed,
        f"hand 2 put {MINE} 0504",
        f"hand 2 mark {MINE} disordered",
        "hand 2 put R-hirdman-2 0504",
    )
    hand(play, 'object 1 "too far"')
    play.judge(Judged(1, True, "12 hexes"))
    assert play.state.lie(MINE).place == "0304"
    assert play.state.face(MINE).marks == ("disordered",)
    assert play.state.at["R-hirdman-2"] == "0504"
    assert told(play)[-1] == f"act 1 alone is undone: {MINE} is in 0304"
    assert dict(refereed.summary(play.state))["Objections"] == "1 upheld, 0 dismissed"


@pytest.mark.parametrize(
    ("line", "since"),
    [
        (f"hand 2 put {MINE} 0504", ()),
        (f"hand 2 mark {MINE} disordered", (f"hand 2 lose {MINE}",)),
        (f"hand 2 unmark {MINE} disordered", ()),
        (f"hand 2 eliminate {MINE}", ()),
        (f"hand 2 put {MINE} lost", (f"hand 2 put {MINE} 0101",)),
    ],
)
def test_what_an_act_changed_of_a_counter_is_as_before(refereed, line, since):
    game = hand(Play(refereed), "done", f"hand 2 mark {MINE} disordered" if "unmark" in line else "done")
    before, number = game.state.lie(MINE), game.state.acts + 1
    while game.state.active == "raider":
        hand(game, *((line, *since) if game.state.acts < number else ()), "done")
    hand(game, f'object {number} "no"')
    game.judge(Judged(number, True, "so"))
    now = game.state.lie(MINE)
    assert (now.place, now.level, now.face.marks) == (before.place, before.level, before.face.marks)


def test_two_upheld_acts_upon_one_counter_leave_it_where_it_lay_before_both(refereed):
    """The second act began in the place into which the first one, which is undone, had put the counter."""
    play = shire_after(
        refereed, f"hand 2 put {MINE} 0504", f"hand 2 mark {MINE} disordered", f"hand 2 put {MINE} 0505",
        f"hand 2 unmark {MINE} disordered",
    )  # fmt: skip
    before = Play(refereed).state.lie(MINE)
    for act in (1, 2, 3, 4):
        hand(play, f'object {act} "no"')
        play.judge(Judged(act, True, "so"))
        assert play.state.at[MINE] == before.place
    assert play.state.lie(MINE) == before


def test_a_number_of_an_act_is_written_as_it_is_told(refereed):
    play = shire_after(refereed, f"hand 2 put {MINE} 0504")
    for word in ("01", "0", "1.", "9" * 30):
        assert f"there is no act {word}; you may object to 1" in refused(play, f'object {word} "far"')


def test_a_block_that_lost_a_step_since_keeps_that(refereed):
    play = shire_after(refereed, f"hand 2 mark {MINE} disordered", f"hand 2 eliminate {MINE}")
    hand(play, 'object 1 "no"')
    play.judge(Judged(1, True, "so"))
    assert play.state.lie(MINE) == Lie(MINE, LOST, play.state.stacks[LOST].index(MINE), play.state.face(MINE))


def test_dice_stand(refereed):
    play = shire_after(refereed, "hand 3.9 roll 2d6", dice=[3, 4])
    before = (play.state.rolls, dict(play.state.at))
    hand(play, 'object 1 "the second roll of this turn"')
    play.judge(Judged(1, True, "one roll"))
    assert (play.state.rolls, play.state.at) == before
    assert told(play)[-1] == "act 1 does not count; what dice and cards have shown stands"


def test_an_objection_comes_before_one_s_own_orders_and_only_one_is_open(refereed):
    play = shire_after(refereed, f"hand 2 put {MINE} 0504", f"hand 2 put {MINE} 0404")
    assert "no act 9" in refused(play, 'object 9 "why"')
    hand(play, 'object 1 "far"')
    assert "one at a time" in refused(play, 'object 2 "far"')
    hand(play, "hand 2 put S-fyrd-1 0101")
    play.judge(Judged(1, False, "near enough"))
    assert "you have agreed to act 2" in refused(play, 'object 2 "far"')
    assert "your own" in refused(play, 'object 3 "mine"')


def test_an_objection_after_dice_says_so_and_stops_nothing(refereed):
    play = shire_after(refereed, f"hand 2 put {MINE} 0504", "hand 3.9 roll d6", dice=[6])
    hand(play, 'object 1 "now that I know the die"')
    assert told(play)[-1].endswith("; dice were rolled since")
    hand(play, "done", "done", "done")
    assert play.request.seat == "raider"
    assert [each.act.number for each in refereed.find_objections(play.state)] == [1]


def test_the_referee_alone_judges_and_the_author_may_give_in(refereed):
    play = shire_after(refereed, f"hand 2 put {MINE} 0504")
    hand(play, 'object 1 "far"')
    assert "the referee does" in refused(play, "uphold 1")
    assert "the referee does" in refused(play, "dismiss 1")
    hand(play, "done", "done", "done")
    assert "the referee does" in refused(play, "dismiss 1")
    hand(play, "uphold 1")
    assert play.state.at[MINE] == "0304"
    with pytest.raises(Illegal, match="no objection to an act 1 is open"):
        play.judge(Judged(1, True, "late"))


def test_of_two_without_a_referee_the_author_judges_and_silence_lets_it_stand(rules):
    play = shire_after(rules, f"hand 2 put {MINE} 0504")
    hand(play, 'object 1 "far"')
    with pytest.raises(Illegal, match="raider does"):
        play.judge(Judged(1, True, "no referee here"))
    hand(play, "done", "done", "done", "done")
    assert told(play)[-1] == "act 1 stands, with the objection of shire beside it: raider says nothing of it"
    assert play.state.at[MINE] == "0504"
    assert "no objection" in refused(play, "uphold 1")


@pytest.fixture
def four(tmp_path):
    """Four sides on a map of areas and no referee; it is the second one's turn, the first has put."""
    folder = tmp_path / "four"
    start_game(folder, "Karsk", "gunpowder", "points")
    file = folder / "game.yaml"
    game = yaml.safe_load(file.read_text())
    third, fourth = "saxon", "dane"
    one = dict(next(iter(game["sides"].values())))
    game["sides"] |= {third: one | {"name": "Saxons"}, fourth: one | {"name": "Danes"}}
    file.write_text(yaml.safe_dump(game, sort_keys=False))
    (scenario,) = (folder / "scenarios").glob("*.yaml")
    said = yaml.safe_load(scenario.read_text())
    said["order"] = [*said["order"], third, fourth]
    scenario.write_text(yaml.safe_dump(said, sort_keys=False))
    rules = library.rules(str(folder), scenario.stem)
    return hand(Play(rules), "hand 2 put F-foot-1 BIE", *["done"] * 3, 'object 1 "far"')


def go_on(play, seat, *lines):
    """To the next decision of a side, which then gives lines."""
    while play.request.seat != seat:
        hand(play, "done")
    return hand(play, *lines)


def test_all_other_players_judge_and_all_must_agree(four):
    start = four.state.objections[0].deed.before.place
    go_on(four, "saxon", "uphold 1")
    assert four.state.at["F-foot-1"] == "BIE"
    go_on(four, "dane", "uphold 1")
    assert four.state.at["F-foot-1"] == start


@pytest.mark.parametrize("word", ["dismiss 1", "hand 2.9 put F-foot-2 BIE", "done"])
def test_where_one_differs_or_is_silent_the_act_stands(four, word):
    go_on(four, "saxon", word)
    assert "stands, with the objection of hanoverian beside it" in "".join(told(four))
    assert four.state.at["F-foot-1"] == "BIE"
    assert four.state.objections == ()


def test_an_act_before_an_outcome_may_be_objected_to_in_the_answer_and_an_outcome_rests_until_then(rules):
    play = hand(Play(rules), "done", f"hand 2 put {MINE} 0504", 'hand 9 outcome raider "held"')
    assert (play.request.seat, play.request.kind) == ("shire", "outcome")
    hand(play, 'object 1 "far"')
    assert play.request.kind == "outcome"
    assert play.state.outcome is None
    hand(play, 'object outcome "act 1"', "uphold 1")
    assert play.state.at[MINE] == "0304"


def test_a_judgement_is_kept_where_a_game_is_saved_and_copied(rules, refereed):
    forms = forms_of(refereed).of(SavedPoint[TableState])
    play = shire_after(refereed, f"hand 2 put {MINE} 0504")
    hand(play, 'object 1 "far"')
    play.judge(Judged(1, True, "12 hexes"))
    hand(play, "hand 2 put S-fyrd-1 0101")
    saved = Play.resume(refereed, forms.read(forms.write(play.save_point())))
    copied = Play.restore(refereed, play.snapshot())
    assert digest(saved.state) == digest(copied.state) == digest(play.state)
    assert saved.count == copied.count == play.count


def test_in_random_games_few_acts_are_kept_and_each_objection_is_settled(rules):
    settled = 0
    for seed in range(6):
        for play, _ in walk(rules, f"objections{seed}", 200):
            state = play.state
            numbers = [deed.number for deed in state.deeds]
            assert numbers == sorted(set(numbers))
            assert len(state.objections) <= len(rules.sides)
            for objection in state.objections:
                assert objection.judges
                assert objection.by != objection.deed.author
        settled += state.upheld + state.dismissed
    assert settled
