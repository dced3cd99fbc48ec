"""The commands of a referee, typed."""

import shutil

import pytest
from commands import good, pbem


@pytest.fixture
def game(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "game")
    return tmp_path / "game"


def test_a_ruling_is_told_to_the_players(game):
    out = good("rule", "The abbey blocks LOS.", "--why", "6.2", "--rule", "6.2", "--dir", game / "referee")
    assert "The referee rules: The abbey blocks LOS." in out
    assert "Send " in out
    for side in ("saxon", "norman"):
        told = good("apply", game / "referee/answers/0003.pbem", "--dir", game / side)
        assert "The referee rules: The abbey blocks LOS." in told


def test_more_time(game):
    assert "norman has 48 more hours" in good("extend", "norman", "--hours", 48, "--dir", game / "referee")
    code, _, err = pbem("extend", "saxon", "--hours", 48, "--dir", game / "referee")
    assert (code, err) == (2, "pbem: saxon has nothing to do now: waiting for norman\n")


def test_a_game_is_taken_back_by_files(game):
    head = "rollback --why slip --to"
    out = good(*head.split(), 0, "--dir", game / "referee")
    assert "Still to sign: norman, saxon" in out or "Still to sign: saxon, norman" in out
    file = game / "referee/shared/0003-rollback.pbem"
    for side, code in (("saxon", 3), ("norman", 0)):
        good("countersign", file, "--dir", game / side)
        mine = game / side / "shared/0003-rollback.pbem"
        done = pbem("apply", mine, "--dir", game / "referee")
        assert (done[0], done[2]) == (code, ""), done
    assert "Next: saxon" in good("status", "--dir", game / "referee")


def test_a_new_player_by_files(game):
    card = game / "edith.txt"
    card.write_text(good("keygen", game / "edith"))
    player = "saxon=Edith <edith@example.org>"
    good("substitute", player, "--card", card, "--dir", game / "referee")
    file = game / "referee/shared/0003-substitute.pbem"
    good("countersign", file, "--dir", game / "edith")
    good("apply", game / "edith/shared/0003-substitute.pbem", "--dir", game / "referee")
    assert "saxon: Edith <edith@example.org>" in good("charter", "--dir", game / "referee")


def test_a_card_that_is_none(game):
    (game / "card.txt").write_text("key ssh-ed25519 AAAA\n")
    card = game / "card.txt"
    code, _, err = pbem("substitute", "saxon=E <e@x.org>", "--card", card, "--dir", game / "referee")
    assert code == 2
    assert "is not what `pbem keygen` printed" in err


def outbox(game, role="referee"):
    return sorted((game / role / "outbox").glob("*.eml"))


def test_what_a_referee_writes_goes_as_mails_too(game):
    good("rule", "The abbey blocks LOS.", "--why", "6.2", "--dir", game / "referee")
    assert [file.name.split("-")[1] for file in outbox(game)] == ["norman", "saxon"]
    for file in outbox(game):
        side = file.name.split("-")[1]
        assert "The abbey blocks LOS." in good("receive", file, "--dir", game / side)


def test_what_others_must_sign_goes_to_them_as_a_mail_and_is_signed_out_of_it(game):
    good("rollback", "--why", "slip", "--to", 0, "--dir", game / "referee")
    for file in outbox(game):
        side = file.name.split("-")[1]
        assert "pbem countersign this-mail.eml" in file.read_text()
        good("countersign", file, "--dir", game / side)
        pbem("apply", game / side / "shared/0003-rollback.pbem", "--dir", game / "referee")
    assert "Next: saxon" in good("status", "--dir", game / "referee")
