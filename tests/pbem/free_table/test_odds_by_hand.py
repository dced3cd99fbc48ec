"""What a game by hand answers who asks: odds of a roll, cell by cell; acts with a counter; alone, that the
program passes."""

import pytest
from commands import pbem
from table_logs import mill_bridge

from modules.engine.odds.odds import odds_of


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    made = mill_bridge(tmp_path_factory.mktemp("odds"))
    made.say("raider", "done")
    return made


def shares(game, order):
    play = game.table("raider").play
    odds = odds_of(play, "raider", [play.rules.grammar.parse(order)])
    assert not odds.means and not any(each.numbers for each in odds.results)
    return {each.says: str(each.share) for each in odds.results}


def test_a_roll_has_a_share_for_each_cell_of_its_table_or_each_total(game):
    assert shares(game, "hand 3.2 roll crt column 1-1") == {
        "AR (Attacker retreats)": "1/3",
        "- (No effect)": "1/3",
        "DR (Defender retreats)": "1/6",
        "DL (Defender loses a step)": "1/6",
    }
    totals = shares(game, "hand 3 roll 2d6")
    assert len(totals) == 11 and totals["total 7"] == "1/6"
    out = game.run("odds", "hand 3.2 roll crt column 1-1", "--dir", game.of("raider"))
    assert " 33.3 %  die 1-2  AR (Attacker retreats)\n" in out


def test_alone_the_program_says_that_it_passes(game):
    words = f"{game.source}/mill_bridge", "--as", "raider"
    code, _, err = pbem("play", *words, "--against", "search", "--dir", game.path / "none")
    assert code == 2 and "has no evaluation: add `--against policy`" in " ".join(err.split())
    (game.path / "alone.txt").write_text("done\n" * 4)
    file = ("--orders", game.path / "alone.txt", "--seed", 1)
    out = game.run("play", *words, "--dir", game.path / "alone", *file)
    assert out.startswith("The program knows no rules of this game, so it passes")


def test_what_may_be_done_with_a_counter_is_shown_of_any_counter(game):
    out = game.run("legal", "--unit", "R-hirdman-2", "--dir", game.of("raider"))
    assert "  hand 2 flip R-hirdman-2 " in out and "R-rider-1" not in out
    out = game.run("legal", "--unit", "S-fyrd-1", "--dir", game.of("raider"))
    assert "  hand 2 put S-fyrd-1 " in out and "flip" not in out
