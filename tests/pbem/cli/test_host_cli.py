"""The commands of a referee, typed."""

import json
import shutil

import pytest
from commands import good, pbem
from crashes import settle
from mailed import opened


@pytest.fixture
def game(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    return tmp_path / "game"


def test_a_ruling_that_all_sign_is_told_to_the_players(game):
    out = good("rule", "game over: draw", "--why", "6.2", "--rule", "6.2", "--dir", game / "referee")
    assert "Still to sign: saxon, norman" in out or "Still to sign: norman, saxon" in out
    sign_all(game, "ruling")
    for side in ("saxon", "norman"):
        told = good("apply", game / "referee/answers/0003.pbem", "--dir", game / side)
        assert "*By agreement of all: game over: draw*." in told


def test_a_ruling_without_a_fact(game):
    code, _, err = pbem("rule", "The abbey blocks LOS.", "--why", "6.2", "--dir", game / "referee")
    assert code == 1
    assert "a fact is `SIDE: ORDER`" in err


def test_what_is_proposed_twice_is_said_to_lie_there(game):
    said = ("rule", "game over: draw", "--why", "6.2", "--dir", game / "referee")
    file = game / "referee/shared/0003-ruling.pbem"
    assert "lies there" not in good(*said)
    paper = file.read_bytes()
    assert f"{file} lies there from before and says the same" in good(*said)
    assert file.read_bytes() == paper
    said = json.loads(good(*said, "--json"))
    assert (said["lay"], said["beside"]) == ("the same", [])
    other = good("rule", "game over: draw", "--why", "6.3", "--dir", game / "referee")
    assert f"{file} lay there from before and said something else" in other
    card, change = game / "card.txt", ("norman=Edith <edith@example.org>", "--dir", game / "referee")
    card.write_text(good("keygen", game / "edith"))
    made = good("substitute", *change, "--card", card)
    assert f"{file} lies there from before, for the same place" in made
    again = good("substitute", *change, "--card", card)
    assert f"{game / 'referee/shared/0003-substitute.pbem'} lies there from before and says the same" in again


def sign_all(game, kind):
    """Both sides sign what the referee proposed, and he takes it in."""
    file = game / f"referee/shared/0003-{kind}.pbem"
    for side, code in (("saxon", 3), ("norman", 0)):
        good("countersign", file, "--dir", game / side)
        done = pbem("apply", game / side / f"shared/0003-{kind}.pbem", "--dir", game / "referee")
        assert (done[0], done[2]) == (code, ""), done


@pytest.mark.whole
def test_a_game_is_taken_back_by_files(game):
    head = "rollback --why slip --to"
    out = good(*head.split(), 0, "--dir", game / "referee")
    assert "Still to sign: norman, saxon" in out or "Still to sign: saxon, norman" in out
    sign_all(game, "rollback")
    assert "Next: saxon" in good("status", "--dir", game / "referee")


def test_who_takes_in_a_mail_that_asks_for_his_signature_hears_how_to_give_it(game):
    """A player takes in every mail in one way: nothing is wrong with this one."""
    good("rollback", "--why", "slip", "--to", 0, "--dir", game / "referee")
    (file,) = (game / "referee/outbox").glob("0003-saxon-to-sign*")
    mail = game / "mail.eml"
    mail.write_bytes(opened(file).message)
    before = (game / "saxon/game.log").read_bytes()
    told = good("receive", mail, "--dir", game / "saxon")
    assert told.startswith("entry 3 (rollback by referee) waits for your signature, and changes nothing")
    assert "pbem countersign" in told
    assert (game / "saxon/game.log").read_bytes() == before
    good("countersign", mail, "--dir", game / "saxon")


def test_a_new_player_by_files(game):
    card = game / "edith.txt"
    card.write_text(good("keygen", game / "edith"))
    player = "saxon=Edith <edith@example.org>"
    good("substitute", player, "--card", card, "--dir", game / "referee")
    file = game / "referee/shared/0003-substitute.pbem"
    good("countersign", file, "--dir", game / "edith")
    assert pbem("apply", game / "edith/shared/0003-substitute.pbem", "--dir", game / "referee")[0] == 3
    good("countersign", file, "--dir", game / "norman")
    out = good("apply", game / "norman/shared/0003-substitute.pbem", "--dir", game / "referee")
    assert "Next: norman" in out
    out = good("apply", game / "referee/answers/0003.pbem", "--dir", game / "norman")
    assert "a link of yours that is burnt for a new chain" in out
    good("apply", game / "norman/moves/0005-norman.pbem", "--dir", game / "referee")
    assert "saxon: Edith <edith@example.org>" in good("charter", "--dir", game / "referee")


def test_a_card_that_is_none(game):
    (game / "card.txt").write_text("key ssh-ed25519 AAAA\n")
    card = game / "card.txt"
    code, _, err = pbem("substitute", "saxon=E <e@x.org>", "--card", card, "--dir", game / "referee")
    assert code == 2
    assert "is not what `pbem keygen` printed" in err


def mail_in(file):
    """A mail of an outbox as it comes by post."""
    mail = file.with_name("came.txt")
    mail.write_bytes(opened(file).message)
    return mail


def outbox(game, role="referee"):
    return sorted((game / role / "outbox").glob("*.eml"))


@pytest.mark.whole
def test_what_others_must_sign_goes_to_them_as_a_mail_and_is_signed_out_of_it(game):
    good("rollback", "--why", "slip", "--to", 0, "--dir", game / "referee")
    sides = []
    while files := [file for file in outbox(game) if "-to-sign-" in file.name and file not in sides]:
        (file,) = files  # who has to act next is asked when the other has signed
        sides.append(file)
        side = file.name.split("-")[1]
        told = file.read_text()
        assert "pbem countersign this-mail.eml" in told
        assert "After entry 0 the game stood so:\n    Turn 1 of 10, Anglo-Saxons: Set-up" in told
        assert "Standing orders filed since fall" in " ".join(told.split())
        assert "image/png" in told
        said = good("countersign", file, "--dir", game / side)
        back = next(file for file in outbox(game, side) if "-signed-" in file.name)
        assert str(back) in said
        assert "referee@localhost" in good("status", "--dir", game / side)
        good("receive", mail_in(back), "--dir", game / "referee")
    assert len(sides) == 2
    assert "Next: saxon" in good("status", "--dir", game / "referee")
