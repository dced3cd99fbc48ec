"""The referee's robot: mails in, mails out; what is accepted, refused, kept, repeated."""

import dataclasses

import duel
import pytest
from mailed import NOW, Mailed, ahead_of, log, opened, text_of
from refereed import sampled
from said import following, remade

from pbem import errors
from pbem.entry.entries import SignedEntry, sign
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.robot.inbox import Inbox


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def test_a_move_is_answered_to_both_sides_in_plain_words(game):
    done = game.send("red", "step red-a 2", "done", "strike red-a > blue-a", "done")
    assert done.outcome == "accepted"
    assert [file.stem.split("-")[1] for file in done.files] == ["red", "blue"]
    mine, theirs = map(text_of, done.files)
    head, what, *_ = mine.replace("\r", "").split("\n\n")
    assert head.startswith("Turn ")
    assert "You" in head.splitlines()[1]
    assert what.startswith("What happened\n-------------\nAccepted.\nEntry 1, order of red: accepted")
    for text in (mine, theirs):
        assert "> step red-a 2   (2.1)" in text
        assert "red-a steps to 2" not in text
        assert "BEGIN SENLAC" not in "\n".join(text.splitlines()[:10])
        assert "    strike red-a > blue-a: " in text
        assert "(3.2); 1d6: " in text
        assert f"game {game.table().verifier.game[:8]}, seq {game.table().seq}" in text
    owing = game.table().owing_roles[0]
    asked, waits = (mine, theirs) if owing == "red" else (theirs, mine)
    assert "pbem move orders.txt" in asked
    assert f"you are waiting for {owing}" in waits.lower().replace("\n", " ")


def test_a_whole_game_by_mail_ends_for_all_alike(game):
    for _ in range(200):
        table = game.table()
        if not table.owing_roles:
            break
        game.everybody_takes_in(game.send(table.owing_roles[0], sampled(table)))
    assert game.table().verifier.ended
    assert len(game.logs()) == 1


def test_each_side_is_sent_the_log_since_its_own_last_entry(game):
    """A mail that was lost is made good by the next."""
    first = game.send("red", "done", "done")
    blue = [file for file in first.files if "-blue-" in file.name]
    game.everybody_takes_in(type(first)("accepted", "", (first.files[0],)))
    assert len(blue) == 1
    table = game.table()
    assert table.owing_roles == ("blue",)
    letter = read(opened(blue[0]).message, from_robot=True)
    assert [one.head for one in letter.entries] == [one.head for one in table.entries(0, table.seq)]


def test_an_illegal_line_is_answered_under_that_line(game):
    before = log(game)
    entry = following(
        game.table(),
        "order",
        "red",
        {"lines": ["step red-a 2", "step red-a 3", "done"]},
        duel.chain("red").reveal(0),
    )
    done = game.robot.receive(game.mail(sign(entry, duel.key("red"))), NOW)
    assert (done.outcome, log(game)) == ("refused", before)
    (file,) = done.files
    assert opened(file).to == ("red@example.org",)
    text = text_of(file)
    assert "refused [line-refused]. Nothing has changed." in text
    lines = [line.strip() for line in text.splitlines()]
    at = lines.index("> step red-a 2")
    assert lines[at : at + 3] == ["> step red-a 2", "legal", "> step red-a 3"]
    assert lines[at + 3].startswith("refused: ")
    assert "not checked: these lines depend on the one that was refused" in lines


def test_after_a_refusal_the_game_goes_on(game):
    entry = following(game.table(), "order", "red", {"lines": ["step red-a 1"]}, duel.chain("red").reveal(0))
    game.robot.receive(game.mail(sign(entry, duel.key("red"))), NOW)
    assert game.send("red", "done", "done").outcome == "accepted"


def test_the_same_mail_again_gives_the_same_answers_and_no_new_ones(game):
    mail = game.mail(game.sign("red", "done", "done").signed)
    first = game.robot.receive(mail, NOW)
    before, files = log(game), {file: file.read_bytes() for file in first.files}
    again = game.robot.receive(mail, NOW + 60)
    assert (again.outcome, log(game)) == ("accepted", before)
    assert {file: file.read_bytes() for file in again.files}.items() <= files.items()
    outbox = game.folders["referee"].path / "outbox"
    assert sorted(outbox.iterdir()) == sorted(files)


def test_a_move_sent_again_in_another_mail_is_answered_again_to_its_author_alone(game):
    signed = game.sign("red", "done", "done").signed
    game.robot.receive(game.mail(signed), NOW)
    again = game.robot.receive(game.mail(signed, text="did you get it?"), NOW)
    (file,) = again.files
    assert opened(file).to == ("red@example.org",)
    assert "You sent this before; here is the same answer again." in text_of(file)
    assert read(opened(file).message, from_robot=True).entries


def test_a_quoted_old_move_below_a_new_one_does_no_harm(game):
    old = game.sign("red", "done", "done").signed
    game.everybody_takes_in(game.robot.receive(game.mail(old), NOW))
    new = game.sign("blue", "done", "done").signed
    done = game.robot.receive(game.mail(new, old, sender="blue@example.org"), NOW)
    assert done.outcome == "accepted"
    assert "Entry 3, order of blue: accepted" in text_of(done.files[0])


def test_moves_that_arrive_the_wrong_way_round_are_taken_in_in_order(game):
    first = game.sign("red", "step red-a 2").signed
    second = ahead_of(game, first).sign("red", "done", "done").signed
    early = game.robot.receive(game.mail(second), NOW)
    assert (early.outcome, game.table().seq) == ("accepted", 0)
    assert "is on hold until entry 1 arrives" in text_of(early.files[0])
    done = game.robot.receive(game.mail(first), NOW)
    assert (done.outcome, game.table().seq) == ("accepted", 4)
    for text in map(text_of, done.files):
        assert "> step red-a 2" in text
        assert "Entry 3, order of red: accepted" in text
    assert not list((game.folders["referee"].path / "held").iterdir())


def test_nothing_is_kept_for_strangers_or_for_ever(game):
    entry = following(game.table(), "order", "red", {"lines": ["done"]}, duel.chain("red").reveal(0))
    held = game.folders["referee"].path / "held"
    for seq, name in ((5, "mallory"), (5000, "red")):
        signed = sign(dataclasses.replace(entry, seq=seq), duel.key(name))
        assert game.robot.receive(game.mail(signed), NOW).outcome == "refused"
    assert not held.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "ab" * 32}, "wrong-game"),
        ({"prev": "ab" * 32}, "wrong-prev"),
        ({"seq": 500}, "wrong-seq"),
        ({"author": "blue"}, "wrong-signer"),
        ({"type": "end", "body": {"outcome": {}}, "link": None}, "not-entitled"),
    ],
)
def test_each_fault_has_its_own_answer(game, change, code):
    before = log(game)
    entry = following(game.table(), "order", "red", {"lines": ["done"]}, duel.chain("red").reveal(0))
    signed = sign(remade(entry, **change), duel.key("red"))
    done = game.robot.receive(game.mail(signed), NOW)
    assert (done.outcome, log(game)) == ("refused", before)
    assert f"[{code}]" in text_of(done.files[0])
    assert opened(done.files[0]).to == ("red@example.org",)


def test_a_forged_signature_is_answered_to_the_sender_if_he_is_a_party(game):
    signed = game.sign("red", "done").signed
    blob = bytearray(signed.signatures[0])
    blob[-20] ^= 1
    bad = SignedEntry(signed.data, (bytes(blob),))
    done = game.robot.receive(game.mail(bad, sender="blue@example.org"), NOW)
    assert done.outcome == "refused"
    assert opened(done.files[0]).to == ("blue@example.org",)
    assert game.robot.receive(game.mail(bad, sender="mallory@example.net"), NOW).files == ()


def test_a_forged_from_gets_no_answer(game):
    """The move is red's by its key: its answer goes to the address in the charter."""
    signed = game.sign("red", "done", "done").signed
    done = game.robot.receive(game.mail(signed, sender="mallory@example.net"), NOW)
    assert {opened(file).to for file in done.files} == {("red@example.org",), ("blue@example.org",)}


def test_plain_words_are_answered_with_what_to_do(game):
    done = game.robot.receive(game.mail(text="I move red-a to 2"), NOW)
    assert done.outcome == "refused"
    assert "This mail holds no signed entry" in text_of(done.files[0]).replace("\n", " ")


def test_a_robot_is_not_answered(game):
    own = compose(Draft("red@example.org", ("referee@example.org",), "out of office", "gone fishing"))
    done = game.robot.receive(own, NOW)
    assert (done.outcome, done.files) == ("ignored", ())


def test_the_referee_does_not_answer_himself(game):
    done = game.robot.receive(game.mail(sender="referee@example.org"), NOW)
    assert (done.outcome, done.files) == ("ignored", ())


def test_a_draft_is_told_to_be_one(game):
    signed = game.sign("red", "done", draft=True).signed
    done = game.robot.receive(game.mail(signed), NOW)
    assert "[draft-not-locked]" in text_of(done.files[0])


def test_the_referees_entries_state_the_time_that_he_was_told(game):
    game.send("red", "done", "done")
    assert game.table().verifier.time == NOW


def test_a_game_that_cannot_be_drawn_is_told_without_a_picture(game):
    def picture(_table, _side, _since):
        raise errors.BadPicture("there is no figure for red-a")

    inbox = Inbox(game.folders["referee"], picture, duel.build)
    done = inbox.receive(game.mail(game.sign("red", "done", "done").signed), NOW)
    assert (done.outcome, len(done.files)) == ("accepted", 2)
    assert "order of red: accepted" in text_of(done.files[1])
