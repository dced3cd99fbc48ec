"""What others propose is kept until the player has read it to the byte and signed it, or the game has gone
another way.
"""

import duel
import pytest
from days import Day
from mailed import NOW, Mailed, opened
from said import following
from two_folders import Game as Peers

from generator.local_server.local_page import CallRefused
from pbem.entry.entries import Entry, sign
from pbem.log.parties import Player
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import proposal_letters
from pbem.play.agreements import asked_signatures, rulings
from pbem.post.outbox import Outbox
from pbem.robot.inbox import Inbox

WHY = "<script>alert(1)</script> both misread the ford"


@pytest.fixture
def game(tmp_path):
    """The referee proposes a step back, and blue has taken the mail in: red is to move, and signs last."""
    game = Mailed(tmp_path, forced=False)
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    made = rulings.rollback(game.folders["referee"], 0, WHY, NOW, duel.build)
    game.asked = ask(game.folders["referee"], made, NOW)
    receive(game, "blue")
    return game


def ask(folder, made, now=NOW):
    return proposal_letters.send(folder, made, now, build=duel.build)


def receive(game, role):
    files = [file for file in game.asked if f"{role}@example.org" in opened(file).to]
    for file in files:
        done = Inbox(game.folders[role], build=duel.build).receive(opened(file).message, NOW)
        assert done.outcome == "accepted", done.text


def mail_in(game, signed):
    draft = Draft("eve@example.org", ("blue@example.org",), "sign", "", (signed,), automatic=False)
    return Inbox(game.folders["blue"], build=duel.build).receive(compose(draft), NOW)


def only(day):
    (one,) = day.facts["sign"]
    return one


def refused(day, *how):
    with pytest.raises(CallRefused) as error:
        day.sign(*how)
    return error.value.code


def test_a_proposal_waits_until_it_is_signed(game):
    day = Day(game.folders["blue"])
    one = only(day)
    assert (one["kind"], "blue" in one["missing"]) == ("rollback", True)
    assert WHY in one["text"]
    said = day.read(one["id"])
    assert WHY in said["text"] and "These fall: 1 order" in said["text"] and '"to":0' in said["text"]
    done = day.sign(one["id"], said["digest"])
    assert done.mails == tuple(day.waiting) and len(done.mails) == 1
    assert day.facts["sign"] == []
    received = game.robot.receive(Outbox(day.folder.path).list_waiting()[0].message, NOW)
    assert received.outcome == "accepted", received.text


def test_a_second_click_signs_nothing_more(game):
    day = Day(game.folders["blue"])
    one = only(day)
    digest = day.read(one["id"])["digest"]
    day.sign(one["id"], digest)
    assert refused(day, one["id"], digest) == "stale"
    assert len(day.waiting) == 1


def test_a_proposal_whose_file_changed_since_it_was_read_is_not_signed(game):
    day = Day(game.folders["blue"])
    one = only(day)
    digest = day.read(one["id"])["digest"]
    (file,) = (day.folder.path / asked_signatures.ROOM).iterdir()
    file.write_bytes(file.read_bytes() + b"\n")
    assert refused(day, one["id"], digest) == "stale"
    assert refused(day, one["id"], None) == "stale"
    assert day.waiting == [] and only(day)["id"] == one["id"]


def test_another_proposal_in_its_place_is_another(game):
    day = Day(game.folders["blue"])
    one = only(day)
    digest = day.read(one["id"])["digest"]
    made = rulings.rollback(game.folders["referee"], 0, "another reason", NOW + 9, duel.build)
    game.asked = ask(game.folders["referee"], made, NOW + 9)
    receive(game, "blue")
    assert refused(day, one["id"], digest) == "stale"
    assert "another reason" in only(day)["text"]


def test_once_the_game_has_gone_on_nothing_waits_any_more(game):
    day = Day(game.folders["blue"])
    one = only(day)
    digest = day.read(one["id"])["digest"]
    (due,) = game.table().owing_roles
    lines = [str(next(iter(game.table().replay.play.request.options.legal())))]
    game.everybody_takes_in(game.send(due, *lines))
    assert day.facts["sign"] == []
    assert refused(day, one["id"], digest) == "stale"


def test_what_its_author_has_not_signed_is_not_kept(tmp_path):
    """Else anybody could fill a player's folder."""
    game = Mailed(tmp_path, forced=False)
    body = {"to": 0, "why": "mine", "at": NOW}
    forged = sign(following(game.table(), "rollback", "referee", body), duel.key("red"))
    mail_in(game, forged)
    assert not (game.folders["blue"].path / asked_signatures.ROOM).exists()
    assert Day(game.folders["blue"]).facts["sign"] == []


def test_a_party_cannot_fill_a_folder_with_proposals(game):
    for number in range(5):
        made = rulings.rollback(game.folders["referee"], 0, f"reason {number}", NOW, duel.build)
        game.asked = ask(game.folders["referee"], made, NOW)
        receive(game, "blue")
    far = following(game.table(), "rollback", "referee", {"to": 0, "why": "far", "at": NOW})
    far = Entry(far.game, far.seq + 50, far.prev, far.author, far.body, far.link)
    draft = Draft(
        "r@example.org", ("blue@example.org",), "sign", "", (sign(far, duel.key("referee")),), automatic=False
    )
    Inbox(game.folders["blue"], build=duel.build).receive(compose(draft), NOW)
    assert len(list((game.folders["blue"].path / asked_signatures.ROOM).iterdir())) == 1


def test_a_ruling_without_a_referee_stands_once_the_last_has_signed(tmp_path):
    game = Peers(tmp_path, salt="a", forced=False)
    game.take_in("red", game.take_in("blue", game.sign("red", "done", "strike red-a > blue-a")).file)
    made = rulings.rollback(game.folders["red"], 0, "mine", NOW, duel.build)
    (mail,) = ask(game.folders["red"], made, NOW)
    assert (
        Inbox(game.folders["blue"], build=duel.build).receive(opened(mail).message, NOW).outcome == "accepted"
    )
    day = Day(game.folders["blue"])
    day.sign(only(day)["id"], day.read(only(day)["id"])["digest"])
    assert game.table("blue").verifier.history[-1].type == "rollback"


def test_a_new_player_is_shown_with_key_and_chain(game):
    from pbem.dice.hash_chain import Chain
    from pbem.keys.openssh_keys import PrivateKey

    key, chain = PrivateKey.from_seed(b"e" * 32), Chain("ed" * 32, 40)
    person, card = Player("Edith <b>", "edith@example.org"), (key.public, chain.tip, 40)
    made = rulings.substitute(game.folders["referee"], "red", person, card, NOW, duel.build)
    game.asked = ask(game.folders["referee"], made, NOW)
    receive(game, "blue")
    day = Day(game.folders["blue"])
    (one,) = [each for each in day.facts["sign"] if each["kind"] == "substitute"]
    text = day.read(one["id"])["text"]
    assert key.public.fingerprint in text and chain.tip in text and "Edith <b>" in text
