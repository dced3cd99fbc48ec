"""A referee was wrong, or the rules here were: counters and losses put right by what all sign."""

import shutil

import pytest
from commands import good, pbem
from crashes import settle

from pbem.mail import layout


@pytest.fixture
def game(begun, tmp_path):
    """Hastings; the Saxons stand on their hill, and the Normans are to move."""
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    return tmp_path / "game"


def place(game, side, counter):
    text = good("show", "--text", "--dir", game / side)
    return next(line.split()[1] for line in text.splitlines() if line.split()[:1] == [counter])


def propose(game, *facts):
    return pbem("rule", *facts, "--why", "The engine was wrong.", "--dir", game / "referee")


def sign_all(game):
    for side, code in (("saxon", 3), ("norman", 0)):
        good("countersign", game / "referee/shared/0003-ruling.pbem", "--dir", game / side)
        done = pbem("apply", game / side / "shared/0003-ruling.pbem", "--dir", game / "referee")
        assert (done[0], done[2]) == (code, ""), done
    return done[1]


def test_counters_and_losses_that_all_sign_stand_on_every_table(game):
    code, out, _ = propose(game, "S-fyrd-3 at 2729", "losses saxon 12")
    assert (code, "Still to sign:" in out) == (0, True)
    assert "12 lost of" not in good("status", "--dir", game / "saxon")
    told = sign_all(game)
    assert "*By agreement of all: S-fyrd-3 at 2729; losses saxon 12*. Reason: The engine was wrong." in told
    for side in ("saxon", "norman"):
        good("apply", game / "referee/answers/0003.pbem", "--dir", game / side)
        assert "12 lost of" in good("status", "--dir", game / side)
    for who in ("referee", "saxon", "norman"):
        assert place(game, who, "S-fyrd-3") == "2729"
        code, full, _ = pbem("verify", game / who, "--full")
        assert (code, "4 entries and 0 rolls hold" in full) == (3, True)
        assert "*By agreement of all: S-fyrd-3 at 2729; losses saxon 12*" in full
    mail = next((game / "referee/outbox").glob("0003-norman-*.eml")).read_text()
    assert "*By agreement of all: S-fyrd-3 at 2729; losses saxon 12*" in mail


def test_a_fact_that_one_has_not_signed_changes_nothing(game):
    propose(game, "losses saxon 12")
    good("countersign", game / "referee/shared/0003-ruling.pbem", "--dir", game / "saxon")
    code, out, _ = pbem("apply", game / "saxon/shared/0003-ruling.pbem", "--dir", game / "referee")
    assert (code, "still to sign: norman" in out) == (3, True)
    assert "12 lost of" not in good("status", "--dir", game / "referee")
    assert pbem("rule", "losses saxon 12", "--why", "So be it.", "--dir", game / "saxon")[0] == 1


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("S-fyrd-3 at 9999", "there is no place '9999'"),
        ("fyrd-3 at 2019", "written in full it is `S-fyrd-3 at 2019`"),
        ("losses saxons 12", "there is no number 'losses saxons'"),
        ("saxon losses 12", "there is no number 'saxon losses'"),
        ("losses saxon twelve", "COUNTER at PLACE"),
    ],
)
def test_what_is_no_fact_is_told(game, fact, said):
    code, _, err = propose(game, fact)
    assert (code, said in " ".join(err.split())) == (1, True), err


def test_in_the_middle_of_a_phase_the_way_to_it_is_told(game):
    (game / "orders.txt").write_text("move N-foot-1 1919\n")
    good("move", game / "orders.txt", "--dir", game / "norman")
    good("apply", game / "norman/moves/0003-norman.pbem", "--dir", game / "referee")
    code, _, err = propose(game, "losses saxon 12")
    assert (code, "`pbem rollback --to 2`" in " ".join(err.split())) == (1, True), err


def test_bold_words_in_a_letter():
    assert "<strong>By agreement</strong> of" in layout.page("*By agreement* of 2*3*4", "x", "y")
    assert "2*3*4" in layout.page("*By agreement* of 2*3*4", "x", "y")
