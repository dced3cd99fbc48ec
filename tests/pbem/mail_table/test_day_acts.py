"""What a player does on the page beside orders, with a referee and without: who may do what when, in words,
and never twice.
"""

import contextlib
import shutil

import blocks
import pytest
from agreement import cut
from blocks_play import over
from crashes import settle
from days import Day
from mailed import NOW, Mailed, opened, text_of
from two_folders import Game as Peers

from generator.local_server.local_page import CallRefused
from pbem.keys.openssh_keys import PublicKey
from pbem.log.log_file import GameLog
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets

DAY = 86_400
TERMS = [{"kind": kind, "hours": 24, "grace": 0, "then": "claim"} for kind in ("order", "decision")]


@pytest.fixture
def refereed(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=TERMS)


@pytest.fixture
def peers(tmp_path):
    """Red has struck, blue has rolled, and blue must choose its loss."""
    game = Peers(tmp_path, salt="a", forced=False, deadlines=TERMS)
    game.take_in("red", game.take_in("blue", game.sign("red", "done", "strike red-a > blue-a")).file)
    assert game.table("red").owing_roles == ("blue",)
    return game


def refused(day, *act, **how):
    with pytest.raises(CallRefused) as error:
        day.do(*act, **how)
    return error.value


# --- which acts there are ----------------------------------------------------------------------------------


def test_each_act_says_whether_it_can_be_done_with_a_referee(refereed):
    game = refereed
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    acts = Day(game.folders["red"]).acts
    assert [name for name, why in acts.items() if not why] == ["rollback", "vacation", "resign"]
    assert "This game has a referee" in acts["claim"]
    assert acts["open_own"].startswith("The game is not over")
    assert "nothing to restore" in acts["restore"]
    assert "Referee proposes a new player of your side" in acts["hand_over"]


def test_without_a_referee_whoever_has_to_act_asks_for_no_step_back(peers):
    acts = {role: Day(folder).acts for role, folder in peers.folders.items()}
    assert acts["red"]["rollback"] == ""
    assert "no referee to stop the clock" in acts["red"]["vacation"]
    assert acts["red"]["resign"] == "You can give the game up when it is your move."
    assert (
        "You have to act next" in acts["blue"]["rollback"] or "no order of blue" in acts["blue"]["rollback"]
    )
    assert acts["blue"]["resign"] == ""


def test_while_an_order_is_out_nothing_else_is_signed(refereed):
    day = Day(refereed.folders["red"])
    refereed.sign("red", "done")
    for name in ("rollback", "resign", "hand_over"):
        assert day.acts[name] == "Your entry 1 is signed and out: wait for the answer to it first."
        assert refused(day, name, confirm=True).code == "refused"
    assert day.facts["state"] == "out"
    assert day.waiting == []


def test_when_the_game_is_over_nothing_is_done_any_more(refereed):
    game = refereed
    game.everybody_takes_in(
        game.robot.receive(mail_of(game, Day(game.folders["red"]).do("resign", "", True)), NOW)
    )
    day = Day(game.folders["blue"])
    assert day.facts["state"] == "over"
    assert {day.acts[name] for name in ("rollback", "vacation", "resign", "hand_over", "claim")} == {
        "The game is over."
    }


def mail_of(game, outcome, role="red"):
    (name,) = outcome.mails
    return opened(game.folders[role].path / "outbox" / f"{name}.eml").message


# --- done once ---------------------------------------------------------------------------------------------


def test_a_grave_act_is_done_once_it_is_confirmed(refereed):
    day = Day(refereed.folders["red"])
    for word in (None, False, "true", 1):
        assert refused(day, "resign", confirm=word).code == "confirm"
    assert day.waiting == []
    assert len(day.do("resign", confirm=True).mails) == 1


def test_an_act_that_nobody_knows_is_none(refereed):
    day = Day(refereed.folders["red"])
    assert refused(day, "late").code == "unknown"
    assert refused(day, ["resign"]).code == "unknown"


@pytest.mark.parametrize(
    ("name", "said"), [("rollback", "I misread <b>the ford</b>."), ("vacation", "2 weeks"), ("resign", "")]
)
def test_a_double_click_gives_one_mail_with_a_referee(refereed, name, said):
    game = refereed
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    day = Day(game.folders["red"])
    first, before = day.do(name, said, True), day.waiting
    day.now += 1
    with contextlib.suppress(CallRefused):
        assert day.do(name, said, True) == first
    assert day.waiting == before and len(before) == 1


def test_the_same_may_be_asked_again_after_a_while(refereed):
    day = Day(refereed.folders["red"])
    first = day.do("vacation", "3")
    day.now += 3600
    assert day.do("vacation", "3 hours").mails != first.mails
    (mine,) = first.mails
    assert text_of(refereed.folders["red"].path / "outbox" / f"{mine}.eml").strip() == "vacation 3 hours"


def test_a_length_that_cannot_be_read_is_refused_in_words(refereed):
    error = refused(Day(refereed.folders["red"]), "vacation", "undo\nresign")
    assert "cannot be read as a length" in error.what


def test_a_reason_stays_in_its_line(refereed):
    """Else what follows would be read as a request of its own, or an order."""
    game = refereed
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    done = Day(game.folders["red"]).do("rollback", "first\nvacation 2 weeks\nundo " + "long " * 20 + "done")
    received = game.robot.receive(mail_of(game, done), NOW)
    assert received.outcome == "accepted", received.text
    (mine,) = [file for file in received.files if opened(file).to == ("red@example.org",)]
    assert f"first vacation 2 weeks undo {'long ' * 20}done" in " ".join(text_of(mine).split())


def test_without_a_referee_a_double_click_gives_one_proposal(peers):
    day = Day(peers.folders["red"])
    first = day.do("rollback", "my mistake")
    day.now += 5
    assert day.do("rollback", "my mistake").mails == first.mails == tuple(day.waiting)
    assert "Still to sign: blue" in first.told
    assert any("still lacks signatures: blue" in each for each in day.facts["notices"])


def test_a_silent_side_is_claimed_against_once_its_time_has_gone_by_twice(peers):
    day = Day(peers.folders["red"], now=NOW)
    peers_time = day.desk.table().verifier.time or 0
    day.now = peers_time + DAY
    assert "after its time twice over" in day.acts["claim"]
    day.now = peers_time + 2 * DAY + 60
    assert day.acts["claim"] == ""
    done = day.do("claim", confirm=True)
    assert "closed as unfinished" in done.told and len(done.mails) == 1
    assert day.desk.table().verifier.ended
    assert refused(day, "claim", confirm=True).code == "refused"
    assert len(day.waiting) == 1


# --- where the referee does not end a game -----------------------------------------------------------------


@pytest.fixture
def withheld(tmp_path):
    """A game of closed orders that is over by the rules; the referee opens nothing."""
    played = over("b")
    path = shutil.copytree(played.path, tmp_path / "game")
    settle(path)
    for role in blocks.SEATS:
        log = Folder(path / role).log
        records = cut(played.records())
        log.path.unlink()
        GameLog.create(log.path, records[0]).append(*records[1:])
    return path


def test_a_side_opens_its_own_orders_a_day_after_the_end_and_once(withheld):
    day = Day(Folder(withheld / "earl"), build=blocks.build)
    _, since = day.desk.table().verifier.withheld
    day.now = since + DAY - 1
    assert "has a day to open all" in day.acts["open_own"] and day.acts["resign"] == "The game is over."
    day.now = since + DAY
    assert "Earl opens first" in Day(Folder(withheld / "king"), day.now, blocks.build).acts["open_own"]
    assert day.facts["state"] == "waiting" and day.acts["open_own"] == ""
    assert refused(day, "open_own").code == "confirm"
    (mail,) = day.do("open_own", confirm=True).mails
    assert refused(day, "open_own", confirm=True).code == "refused"
    assert day.waiting == [mail]


# --- another player ----------------------------------------------------------------------------------------


def test_a_player_hands_over_with_what_keygen_printed(peers):
    edith = Folder(peers.path / "edith")
    make_secrets(edith, length=40)
    key, chain = PublicKey.load(edith.public_file), edith.chain()
    card = (
        f"folder edith\nkey {key.line}\nfingerprint {key.fingerprint}\ntip {chain.tip}\nlength {chain.length}"
    )
    day = Day(peers.folders["red"])
    wrong = refused_words(day, "Edith <edith@example.org>")
    assert "needs the lines key, tip and length" in wrong
    assert "not ROLE=NAME <MAIL>" in refused_words(day, f"Edith\n{card}")
    done = day.do("hand_over", f"Edith <edith@example.org>\n{card}", confirm=True)
    assert day.do("hand_over", f"Edith <edith@example.org>\n{card}", confirm=True).mails == done.mails
    assert "Still to sign: blue, red" in done.told


def refused_words(day, said):
    from pbem.errors import PbemError

    with pytest.raises(PbemError) as error:
        day.do("hand_over", said, confirm=True)
    return str(error.value)
