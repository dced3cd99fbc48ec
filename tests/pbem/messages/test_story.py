"""The story of a game: nothing of the log is left out, each thing stands under its turn and phase."""

import json
import re
from pathlib import Path

import blocks_play
import pytest
from commands import good, pbem
from refereed import Game

from pbem.entry.bodies import Rollback
from pbem.log.log_file import GameLog
from pbem.messages import dice_statistics, report_text, story_text
from pbem.messages.story import StoryBoard, StoryHeading, StoryLine, StoryStep, tell_story
from pbem.rules.table import Table


@pytest.fixture(scope="module")
def fulford(tmp_path_factory):
    path = tmp_path_factory.mktemp("story") / "game"
    good("simulate", "three_battles/fulford", "--seed", 1, "--out", path)
    return path


@pytest.fixture(scope="module")
def steps(fulford):
    return list(tell_story(Table.load(GameLog(fulford / "referee/game.log")), None))


def test_every_die_of_the_log_stands_in_the_story(fulford, steps):
    proven = json.loads(good("dice", "verify", fulford, "--json"))["rolls"]
    told = [value for step in steps for roll in step.rolls for value in roll.values]
    assert told == [value for roll in proven for value in roll["values"]]


def test_every_line_that_was_used_stands_in_the_story_once_and_in_order(fulford, steps):
    used = [
        line.line
        for account in Table.load(GameLog(fulford / "referee/game.log")).replay.accounts
        for line in account.story
        if hasattr(line, "line")
    ]
    told = [line.text for step in steps for line in step.lines if line.side]
    assert [re.sub(r" \(.*", "", line) for line in told] == used


def test_an_order_stands_in_the_phase_in_which_it_was_given(steps):
    for step in steps:
        for line in step.lines:
            if line.text.startswith("fire"):
                assert step.heading.phase.endswith("Archery fire")
            if line.text.startswith(("attack", "resolve")):
                assert step.heading.phase.endswith("Combat")


def test_the_page_has_a_heading_for_each_turn_once(fulford, tmp_path):
    out = tmp_path / "story.md"
    good("story", "--dir", fulford / "saxon", "--out", out)
    turns = re.findall(r"^## Turn (\d+) of 10$", out.read_text(), re.MULTILINE)
    assert turns == [str(number) for number in range(1, len(turns) + 1)]
    assert len(turns) > 3
    first = out.read_bytes()
    good("story", "--dir", fulford / "saxon", "--out", out)
    assert out.read_bytes() == first


def test_reports_have_a_heading_where_a_phase_begins_and_once_only(fulford):
    accounts = Table.load(GameLog(fulford / "referee/game.log")).accounts(0, 60)
    text = "\n".join(report_text.account_texts(accounts))
    heads = re.findall(r"^  (Turn .*):$", text, re.MULTILINE)
    assert heads[:5] == [
        "Turn 1 of 10, Vikings: Set-up",
        "Turn 1 of 10, Anglo-Saxons: Set-up",
        "Turn 1 of 10, Vikings: Movement",
        "Turn 1 of 10, Anglo-Saxons: Movement",
        "Turn 2 of 10, Vikings: Movement",
    ]
    assert len(heads) == len(set(heads)) > 8
    assert text.index("Turn 2 of 10, Vikings: Combat") < text.index("> attack ")


def test_a_side_is_not_told_what_another_saw(fulford):
    code, _, err = pbem("story", "--dir", fulford / "saxon", "--side", "viking")
    assert code == 2
    assert "is the folder of saxon" in err


def test_what_was_taken_back_is_told_and_does_not_count(tmp_path):
    game = Game(tmp_path)
    game.play("red")
    first = game.table().play.request.side
    enemy = {"red": "blue", "blue": "red"}[first]
    game.play(first, "done", f"strike {first}-a > {enemy}-a")
    table = game.table()
    before = dice_statistics.tally_dice(tell_story(table, None))
    back = table.next_entry("referee", Rollback(to=2, why="a slip", at=0))
    table.verifier.history.append(back)
    table.replay.rollback(back, 2)
    told = list(tell_story(table, None))
    assert any(step.taken_back for step in told)
    assert sum(it.number for it in before) > sum(it.number for it in dice_statistics.tally_dice(told))


def test_the_words_of_players_are_no_markup():
    form = story_text.MarkdownForm()
    hostile = "<b>*x*</b> [y](z) `q` a|b _c_"
    heading, board = StoryHeading("", 1, "1", hostile), StoryBoard("", (), ())
    step = StoryStep(1, heading, (StoryLine("red", hostile),), (), (hostile,), board)
    text = "\n".join(story_text.write_sections([step], {"red": hostile}, {}, form))
    assert not re.search(r"(?<!\\)[<`|]", text)
    assert "\\[y\\]" in text


def test_the_whole_check_tells_the_part_before_a_broken_entry(fulford, tmp_path):
    lines = Path(fulford / "referee/game.log").read_bytes().split(b"\n")
    lines[60] = lines[61]
    (tmp_path / "game.log").write_bytes(b"\n".join(lines))
    code, out, _ = pbem("verify", tmp_path / "game.log", "--full")
    assert code == 1
    assert "Turn 3 of 10\n----" in out
    assert "Turn 4 of 10" not in out


def test_the_referee_tells_a_side_no_lines_of_others_that_were_not_used(tmp_path):
    """Found by a page of the referee for a side: the lines are closed until the game is over."""
    game = blocks_play.placed(tmp_path)
    while not (told := unused_lines(game.seen("referee"), None)):
        (seat,) = game.table().owing_roles
        lines = [] if game.table().replay.dice_due else game.decide(seat)
        game.play(seat, *lines, *["fight london"] * bool(lines and lines[-1].startswith("fight")))
    ((author, _),) = told
    seen = {side: unused_lines(game.seen("referee"), side) for side in blocks_play.SETUP}
    assert seen == {side: told if side == author else [] for side in seen}
    assert game.table().owing_roles


def unused_lines(table, side):
    """Whose lines were not used, and which, as a story tells it."""
    told = [step.told for step in tell_story(table, side)]
    return [(each[0].split()[2], each[1:]) for each in told if each and "not used" in each[0]]
