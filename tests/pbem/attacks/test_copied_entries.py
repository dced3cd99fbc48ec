"""Attacks with a copy of an entry that bears another's signature, and with papers where none are due."""

import duel
import pytest
import refereed
import two_folders
from boxed import boxes_of
from mailed import NOW, Mailed
from three_mails import Setting

from pbem.entry import armor, setup_papers, standing_papers
from pbem.entry.entries import SignedEntry
from pbem.entry.peer_notices import Refusal
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines, judgement
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.party import disclosures, refusal_records
from pbem.mail.writer import Draft, compose
from pbem.play.host import peer_exchange, referee
from pbem.play.standing_orders import StandingOrders
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table
from pbem.setup import invitation

STRANGER = PrivateKey.from_seed(b"s" * 32)


def copied(signed):
    """The same bytes, signed by somebody who is no party."""
    return SignedEntry(signed.data, (signature.sign(STRANGER, signed.data),))


def log_of(folder):
    return list(folder.log.read().records())


# --- one entry twice, once with a stranger's signature -----------------------------------------------------


def test_a_player_appends_the_copy_that_was_verified(tmp_path):
    """The attack: an answer comes again, with a copy of each entry that a stranger has signed."""
    game = refereed.short(tmp_path)
    receipt = game.apply(game.sign("red", "step red-a 2", "done").signed)
    answer = armor.read(game.folders["referee"].answer_file(receipt.first))
    referee.take_in(game.folders["blue"], [each for one in answer for each in (one, copied(one))], duel.build)
    assert log_of(game.folders["blue"]) == log_of(game.folders["referee"])
    assert Table.load(game.folders["blue"].log, duel.build).seq == receipt.last


def test_so_does_the_inbox_of_a_player(tmp_path):
    game = refereed.short(tmp_path)
    receipt = game.apply(game.sign("red", "step red-a 2", "done").signed)
    answer = armor.read(game.folders["referee"].answer_file(receipt.first))
    both = tuple(each for one in answer for each in (one, copied(one)))
    draft = Draft(
        "red@example.org", ("blue@example.org",), "news", "text", both, boxes=boxes_of(*both), automatic=False
    )
    assert Inbox(game.folders["blue"], build=duel.build).receive(compose(draft), NOW).outcome == "accepted"
    assert log_of(game.folders["blue"]) == log_of(game.folders["referee"])


def test_so_does_a_peer(tmp_path):
    game = two_folders.Game(tmp_path, forced=False)
    (move,) = armor.read(game.sign("red", "done", "strike red-a > blue-a"))
    peer_exchange.take_in(game.folders["blue"], [move, copied(move)], duel.build)
    assert log_of(game.folders["blue"])[1] == move
    assert Table.load(game.folders["blue"].log, duel.build).seq >= 1


# --- papers where none are due -----------------------------------------------------------------------------


def paper_mail(sender, to, *signed):
    text = "".join(armor.encode(each, armor.PAPER) for each in signed)
    return (
        f"From: {sender}\nTo: {to}\nSubject: hi\nMessage-ID: <1@x>\nMIME-Version: 1.0\n"
        f"Content-Type: text/plain; charset=us-ascii\n\n{text}"
    ).encode()


def refusal_by(key, author, game):
    said = Refusal(game=game, author=author, seq=3, digest="cd" * 32, code="wrong-prev")
    return standing_papers.sign(said, key).signed


def test_no_slip_of_a_stranger_stops_a_folder_whose_game_has_not_begun(tmp_path):
    """The attack: a paper of a game in progress comes to a player who has joined and waits for the charter,
    alone or with the charter beside it."""
    setting = Setting(tmp_path)
    setting.join("saxon")
    slip = refusal_by(STRANGER, "referee", "ab" * 32)
    mail = paper_mail("x@example.org", "sven@example.org", slip)
    inbox = Inbox(setting.folder("saxon"))
    assert inbox.receive(mail, NOW).outcome == "ignored"
    setting.seat(setup_papers.open_join(invitation.read(setting.folder("saxon").join_file)))
    setting.seat(setting.join("norman"), now=NOW)
    charter = next(setting.host.log.read().records())
    assert inbox.receive(mail + armor.encode(charter).encode(), NOW).outcome == "accepted"
    assert setting.folder("saxon").log.length() == 1


def test_papers_from_the_referees_own_address_are_filed_whatever_comes_along(tmp_path):
    game = Mailed(tmp_path, forced=False)
    red, own = game.folders["red"], game.table().verifier.parties["referee"].mail
    filed = StandingOrders(red, Table.load(red.log, duel.build)).file([])
    slip = refusal_by(red.key(), "red", game.table().verifier.game)
    received = game.robot.receive(paper_mail(own, own, *filed.papers, slip), NOW)
    assert "standing orders number 1 of red have come" in received.text
    assert received.files


# --- what goes wrong after the judgement -------------------------------------------------------------------


def test_an_order_that_the_record_forbids_to_answer_is_told_and_no_refusal_of_it_is_signed(
    tmp_path, monkeypatch
):
    """An accident: the referee's own record knows another answer. The order is legal: no paper may say that
    it was refused."""
    game = Mailed(tmp_path, forced=False)
    order = game.mail(game.sign("red", "step red-a 2", "done").signed)

    def forbidden(*_args, **_more):
        raise disclosures.errors.Refusal(Code.ALREADY_SIGNED, "another entry is out")

    monkeypatch.setattr(disclosures, "append", forbidden)
    received = game.robot.receive(order, NOW)
    monkeypatch.undo()
    assert received.outcome == "refused"
    assert "already-signed" in received.text
    assert list(refusal_records.list_refusals(game.folders["referee"])) == []
    assert game.table().seq == 0
    assert game.robot.receive(order, NOW).outcome == "accepted"


def test_an_answer_whose_boxes_are_lost_is_told_and_its_order_stands(tmp_path, monkeypatch):
    """An accident: a file of the referee's is damaged, so that the boxes of an answer cannot be made."""
    game = refereed.short(tmp_path)
    made = game.sign("red", "step red-a 2", "done")

    def lost(*_args, **_more):
        raise disclosures.errors.Refusal(Code.LINES_LOST, "damaged")

    monkeypatch.setattr(judgement, "answer", lost)
    with pytest.raises(disclosures.errors.Refusal) as refused:
        game.apply(made.signed)
    assert refused.value.code is Code.LINES_LOST
    monkeypatch.undo()
    assert game.table().seq > 0
    assert game.apply(made.signed).repeated


def test_no_table_with_an_entry_that_was_refused_is_kept(tmp_path, monkeypatch):
    """An accident: an order is refused after the walk has taken it in, and another process appends another
    entry for its place at that moment."""
    game = Mailed(tmp_path / "one", forced=False)
    order = verify_entry(game.sign("red", "step red-a 2", "done").signed)
    other = refereed.short(tmp_path / "two")
    other.apply(other.sign("red", "step red-a 3", "done").signed)
    log = game.folders["referee"].log
    taken = log_of(other.folders["referee"])[1]

    def judged(*_args):
        log.append(taken)
        raise disclosures.errors.LogFault(Code.BOX_WRONG, "not for this test")

    monkeypatch.setattr(closed_lines, "judge", judged)
    outcome = game.robot.desk.judge(order, NOW, boxes_of(order.signed))
    monkeypatch.undo()
    assert outcome.error.code is Code.BOX_WRONG
    assert game.robot.desk.current_table.verifier.entries[1:] == [taken]
