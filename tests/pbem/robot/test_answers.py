"""What the robot's answers must not do: stop it, come twice, or leave a player's own mails lying about."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import duel
import pytest
from council_play import Game as Council
from mailed import NOW, Mailed, log, opened, text_of
from refusing import refuses
from said import changed, following
from three_mails import Setting
from two_folders import Game as Peers

from pbem import errors
from pbem.entry import armor
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.log.log_file import GameLog
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import LOG
from pbem.log.verification import verify_entries
from pbem.mail import limits, writer
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose_fitting
from pbem.messages import game_status
from pbem.messages.letters import game_letters
from pbem.play.agreements import rulings
from pbem.post import mail_loop
from pbem.post.outbox import Outbox
from pbem.post.stop_signal import Stop
from pbem.post.transports import Delivery, WaitingMail
from pbem.reason_codes import Code
from pbem.robot import confirmed_deliveries
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


# --- too much for a mail -------------------------------------------------------------------------------


class Box:
    """A mailbox with these mails, and a server that takes all."""

    def __init__(self, *mails):
        self.mails = [WaitingMail(f"mail-{number}", data) for number, data in enumerate(mails)]
        self.settled = []

    def waiting_mails(self, but=()):
        yield from self.mails

    def settle(self, mail, *, refused):
        self.settled.append(mail.name)

    def send(self, message, to):
        return Delivery(delivered=tuple(to))

    def close(self):
        pass


def test_answers_that_are_too_much_for_a_mail_do_not_stop_the_robot(game, monkeypatch):
    """A refused order of long lines, and news with a map that is too large."""
    lines = ["step red-a 2", *(f"step {'x' * 480} {number}" for number in range(100))]
    long = following(game.table(), "order", "red", {"lines": lines}, duel.chain("red").reveal(0))
    box = Box(game.mail(sign(long, duel.key("red"))), game.mail(game.sign("red", "done").signed))
    monkeypatch.setattr(writer, "limits", SimpleNamespace(MAX_TEXT=20_000, check_size=limits.check_size))
    monkeypatch.setattr(writer, "SHORT_TEXT", 2_000)
    robot = Inbox(game.folders["referee"], lambda *_: b"x" * 2_000_000, duel.build)
    told, how = [], {"once": True, "every": 1, "stop": Stop()}
    receive = partial(robot.receive, now=NOW)
    assert (
        mail_loop.run(
            lambda: [Outbox(game.folders["referee"].path)], [box], box, receive, tell=told.append, **how
        )
        == 0
    )
    assert box.settled == ["mail-0", "mail-1"]
    assert [note.what for note in told] == ["refused", "accepted", "sent", "sent", "sent"]
    (answer,) = Outbox(game.folders["referee"].path).find("refused-red-*")
    assert "[The rest is too long for a mail" in text_of(answer)
    said = text_of(answer)
    assert said.startswith("Turn 1\r\nYou are red. Your turn: ")
    assert "refused [line-refused]. Nothing has changed." in said


@pytest.mark.whole
@pytest.mark.parametrize(
    ("draft", "kept"),
    [
        ({"picture": b"x" * 2_000_000}, {"template", "text"}),
        ({"template": "x" * 3_000_000, "picture": b"png"}, {"text"}),
        ({"text": "word " * 300_000, "picture": b"png"}, set()),
        ({"text": "a\n" * 60_000}, set()),
    ],
)
def test_what_is_too_much_is_left_out_and_the_entries_never(game, draft, kept):
    signed = game.sign("red", "done").signed
    whole = Draft("a@b", ("c@d",), "s", "the text", (signed,), template="the template", automatic=False)
    data = compose_fitting(replace(whole, **draft))
    assert read(data).entries == (signed,)
    assert (b"orders.txt" in data) == ("template" in kept)
    assert (b"the rest is too long" in data.lower()) == ("text" not in kept)


def test_an_address_to_which_no_mail_can_go_keeps_none_from_the_others(tmp_path):
    """A charter allows it, a mail does not: a label of more than 63 letters."""
    folders = duel.new(tmp_path, forced=False)
    entries = list(folders["red"].log.read().records())
    charter = Entry.decode(entries[0].data)
    parties = charter.body.to_plain()["parties"]
    for person in parties:
        if person["role"] == "blue":
            person["mail"] = f"blue@{'x' * 70}.org"
    charter = changed(charter, parties=parties)
    for folder in folders.values():
        (folder.path / LOG).unlink()
        GameLog.create(folder.path / LOG, sign(charter, *map(duel.key, duel.ROLES)))
    game = Mailed.__new__(Mailed)
    game.path, game.folders = tmp_path, folders
    game.robot = Inbox(folders["referee"], build=duel.build)
    done = game.send("red", "done", "done")
    assert done.outcome == "accepted"
    assert [file.name.split("-")[1] for file in done.files] == ["red"]
    assert "no mail to blue@xxx" in done.text
    with refuses(Code.DRAFT_ADDRESS):
        compose_fitting(Draft("a@b", (f"blue@{'x' * 70}.org",), "s", "t"))


# --- one mail, one answer ------------------------------------------------------------------------------


def test_a_mail_with_a_good_and_a_bad_entry_has_one_answer(game):
    good = game.sign("red", "step red-a 2", "done", "done").signed
    bad = sign(
        following(game.table(), "order", "red", {"lines": ["done"]}, duel.chain("red").reveal(0)),
        duel.key("red"),
    )
    done = game.robot.receive(game.mail(good, bad), NOW)
    assert [file.name.split("-")[1] for file in done.files] == ["red", "blue"]
    mine, theirs = map(text_of, done.files)
    assert "Accepted." in mine
    assert "Accepted." not in theirs
    assert "refused [fork]" in mine
    assert "refused" not in theirs
    again = game.robot.receive(game.mail(good, bad), NOW)
    assert again.files == done.files[:1]


def test_a_mail_with_two_bad_entries_has_one_answer_to_both(game):
    table = game.table()
    entries = [
        sign(replace(following(table, "order", "red", {"lines": ["done"]}, "00" * 32), seq=seq), key)
        for seq, key in ((1, duel.key("red")), (0, duel.key("red")))
    ]
    before = log(game)
    done = game.robot.receive(game.mail(*entries), NOW)
    (file,) = done.files
    assert text_of(file).count("Nothing has changed.") == 2
    assert opened(file).to == ("red@example.org",)
    assert log(game) == before


# --- a player's own mails ------------------------------------------------------------------------------


def outbox(folder):
    return [mail.name for mail in Outbox(folder.path).list_waiting()]


def sent(folder):
    return sorted(file.stem for file in Outbox(folder.path).done.glob("*.eml"))


def test_a_mail_that_came_by_another_way_goes_out_of_the_outbox(tmp_path):
    game = Council(tmp_path)
    (file,) = game.write("east", "bid 2")
    folder = game.folders["east"]
    assert outbox(folder) == [file.stem]
    rows = dict(game_status.rows(game_status.facts(folder, game.table("east")), game.table("east"), NOW))
    assert rows["To send"].endswith("once it is in the log it goes to sent/ by itself")
    data = Outbox(folder.path).list_waiting()[0].message
    game.inboxes["referee"].receive(data, NOW)  # sent out of a mail program
    (answer,) = [
        mail for mail in Outbox(game.folders["referee"].path).list_waiting() if "-east-" in mail.name
    ]
    done = game.inboxes["east"].receive(answer.message, NOW)
    assert f"{file.stem}.eml need not be sent any more: it is in sent/ now" in done.text
    assert (outbox(folder), sent(folder)) == ([], [file.stem])


def test_a_mail_that_is_still_on_its_way_stays(tmp_path):
    game = Council(tmp_path)
    game.write("east", "bid 2")
    assert confirmed_deliveries.settle(game.folders["east"], verify_entries(game.folders["east"].log)) == []
    (game.folders["east"].path / "outbox" / "note.eml").write_text("not ours")
    assert confirmed_deliveries.settle(game.folders["east"], verify_entries(game.folders["east"].log)) == []


def test_nothing_is_moved_while_another_process_sends(tmp_path):
    game = Council(tmp_path)
    (file,) = game.write("east", "bid 2")
    made = Outbox(game.folders["east"].path)
    table = game.table()
    table.verifier.apply(verify_entry(game.sign("east", "bid 2").signed))
    with made.hold_sending():
        assert confirmed_deliveries.settle(game.folders["east"], table.verifier) == []
    assert confirmed_deliveries.settle(game.folders["east"], table.verifier) == [file.stem]


def test_without_a_referee_the_other_must_have_written_since(tmp_path):
    """What one has signed oneself stands in one's log at once, and proves nothing."""
    game = Peers(tmp_path, forced=False)
    folder = game.folders["red"]
    moved = game.sign("red", "step red-a 2", "done", "done")
    table = Table.load(folder.log, duel.build)
    (signed,) = armor.read(moved)
    table.verifier.apply(verify_entry(signed))
    game_letters.send_move(folder, verify_entries(folder.log), [signed])
    assert confirmed_deliveries.settle(folder, table.verifier) == []
    answer = game.take_in("blue", moved).file
    game.take_in("red", answer)
    assert confirmed_deliveries.settle(folder, verify_entries(folder.log)) == [f"0001-red-{signed.head[:16]}"]


def test_a_join_is_done_with_once_there_is_a_log(tmp_path):
    game = Council(tmp_path)
    folder, join = game.folders["west"], Setting(tmp_path / "set").join("saxon")
    data = compose_fitting(
        Draft(
            "west@example.org", ("referee@example.org",), "join", "", papers=(join.signed,), automatic=False
        )
    )
    Outbox(folder.path).put("join-west", data, ["referee@example.org"])
    assert confirmed_deliveries.settle(folder, verify_entries(folder.log)) == ["join-west"]


# --- once is enough ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["rule", "late"])
def test_a_referees_command_walks_the_log_once(tmp_path, command, monkeypatch):
    terms = [{"kind": kind, "hours": 24, "grace": 0, "then": "wait"} for kind in ("order", "decision")]
    game = Mailed(tmp_path, forced=False, deadlines=terms)
    game.robot.receive(game.mail(game.sign("red", "done").signed), NOW)
    begun, step = [], LogVerifier.apply

    def counted(verifier, signed):
        begun.append(len(verifier.entries) == 0)
        return step(verifier, signed)

    monkeypatch.setattr(LogVerifier, "apply", counted)
    folder, later = game.folders["referee"], NOW + 100 * 3600
    if command == "rule":
        rulings.rule(folder, ("game over: draw",), "because", "", duel.build)
    else:
        rulings.record_late(folder, later, duel.build)
    assert sum(begun) == 1
    assert command == "rule" or game.table().verifier.history[-1].type == "late"


def test_a_referees_command_still_refuses_what_cannot_be(game):
    with pytest.raises(errors.PbemError):
        rulings.record_late(game.folders["referee"], NOW, duel.build)


def test_who_takes_in_an_answer_hears_which_of_his_lines_were_not_used(tmp_path):
    game = Mailed(tmp_path, forced=False)
    answers = game.send("red", "done", "done", "done", "step red-a 2").files
    told = {
        side: Inbox(game.folders[side], build=duel.build).receive(opened(file).message, NOW).text
        for side in ("red", "blue")
        for file in answers
        if file.stem.split("-")[1] == side
    }
    assert "Not used because blue must decide (steps):\n    done\n    step red-a 2" in told["red"]
    assert "Not used" not in told["blue"]
