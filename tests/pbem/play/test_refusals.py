"""Refusals as signed papers: they free the place if anybody can check them, and convict who lies with one."""

import duel
import pytest
from crashes import backup, put_back
from mailed import NOW, Mailed, opened, text_of
from refusing import BAD, illegal, mails_to, refuses
from said import following

from pbem.entry import armor, peer_notices, standing_papers
from pbem.entry.entries import Entry, sign
from pbem.log.party import disclosures, refusal_records
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play import folder_restoration, player
from pbem.play.refusals import evidence, refusal_papers
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def refuse(game, signed, code=Code.LINE_REFUSED, line=1, rule="3.1"):
    """A refusal that the referee signs by hand."""
    verifier = game.table().verifier
    said = peer_notices.Refusal(
        game=verifier.game,
        author="referee",
        seq=len(verifier.entries),
        digest=signed.head,
        code=code,
        line=line,
        rule=rule,
    )
    return standing_papers.sign(said, duel.key("referee"))


def test_the_answer_bears_the_refusal_and_the_place_is_free(game):
    bad = illegal(game)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-a > blue-a")
    received = game.robot.receive(game.mail(bad), NOW)
    assert received.outcome == "refused"
    (mail,) = mails_to(received, "red@example.org")
    (paper,) = read(opened(mail).message, from_robot=True).papers
    said = peer_notices.open_slip(paper).said
    assert (said.digest, said.line, said.rule, said.code) == (bad.head, 1, "3.1", "line-refused")
    assert "Take this mail in" in text_of(mail)
    taken = Inbox(game.folders["red"], build=duel.build).receive(opened(mail).message, NOW)
    assert taken.outcome == "accepted"
    assert "sign again with `pbem move`" in taken.text
    good = game.sign("red", "done", "strike red-a > blue-a").signed
    assert Entry.decode(good.data).link == Entry.decode(bad.data).link
    assert game.robot.receive(game.mail(good), NOW).outcome == "accepted"


def test_the_refused_order_again_is_no_fork_and_is_refused_again(game):
    bad = illegal(game)
    first = game.robot.receive(game.mail(bad), NOW)
    paper = next(iter(refusal_records.list_refusals(game.folders["referee"])))
    refusal_papers.take(game.folders["red"], game.table("red").verifier, paper, duel.build)
    good = game.sign("red", "done", "strike red-a > blue-a").signed
    assert game.robot.receive(game.mail(good), NOW).outcome == "accepted"
    again = game.robot.receive(game.mail(bad, text="once more"), NOW)
    assert again.outcome == first.outcome == "refused"
    assert "refused-before" in again.text
    assert "fork" not in again.text


def test_a_mail_that_a_killed_robot_takes_in_again_leads_to_no_second_refusal(game):
    """The mail was refused and not marked: the refusal of the next time is the same paper, in other words."""
    bad = illegal(game)
    first = game.robot.receive(game.mail(bad), NOW)
    again = game.robot.receive(game.mail(bad), NOW)
    assert "refused-before" in again.text
    assert again.files == first.files
    assert game.robot.receive(game.mail(bad), NOW + 86_400).files != first.files, (
        "a day later it is said anew"
    )
    lines = {"lines": ["done", "strike blue-a > red-a"]}
    other = following(game.table(), "order", "red", lines, duel.chain("red").reveal(0))
    told = game.robot.receive(game.mail(sign(other, duel.key("red"))), NOW)
    assert told.files != first.files, "another order has its own"


def test_a_refusal_that_nobody_can_check_frees_nothing(game):
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    paper = refuse(game, order, code=Code.BOX_MISSING, line=None, rule=None)
    said = refusal_papers.take(game.folders["red"], game.table("red").verifier, paper, duel.build)
    assert "send the same file again" in said
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_a_refusal_of_a_line_that_is_not_shown_frees_nothing(game):
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    with refuses(Code.BAD_PAPER, match="line 8"):
        refusal_papers.take(
            game.folders["red"], game.table("red").verifier, refuse(game, order, line=7), duel.build
        )
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_only_who_answers_can_refuse(game):
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    verifier = game.table().verifier
    said = refuse(game, order).said
    with refuses(Code.WRONG_SIGNER):
        folder_restoration.check_signer(verifier.parties, standing_papers.sign(said, duel.key("blue")))
    by_blue = standing_papers.sign(said.replace(author="blue"), duel.key("blue"))
    refusal_records.keep_refusal(game.folders["red"], by_blue)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_a_false_refusal_and_then_the_refused_order_appended(game):
    """The attack on a program of an earlier release, which believed any refusal: with the link known, the
    referee has two orders to choose from."""
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    paper, red = refuse(game, first), game.folders["red"]
    refusal_records.keep_refusal(red, paper)
    refusal_records.confirm(red, paper)
    second = game.sign("red", "done", "strike red-b > blue-a").signed
    assert Entry.decode(second.data).link == Entry.decode(first.data).link
    game.apply(first)
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    assert verdict.sound
    found = evidence.judge_papers(log, ReceivedFile((), (paper.signed,)), verdict, duel.build)
    assert (found.status, found.code, found.seq) == (Status.BROKEN, Code.REFUSED_TAKEN, 1)
    with refuses(Code.FORK):  # his own program would not have appended the second beside it
        game.apply(second)


def test_a_referee_who_refuses_what_is_legal_is_convicted_by_the_order(game):
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    paper = refuse(game, first)
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    alone = evidence.judge_papers(log, ReceivedFile((), (paper.signed,)), verdict, duel.build)
    assert alone.sound
    assert "give the refused entry" in alone.message
    found = evidence.judge_papers(log, ReceivedFile((first,), (paper.signed,)), verdict, duel.build)
    assert (found.status, found.code, found.seq) == (Status.BROKEN, Code.REFUSED_LEGAL, 1)
    bad = illegal(Mailed(game.path / "other", forced=False))
    rightly = refuse(game, bad)
    assert evidence.judge_papers(log, ReceivedFile((bad,), (rightly.signed,)), verdict, duel.build).sound


def test_a_papers_signature_by_a_stranger_convicts_nobody(game):
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    game.apply(first)
    said = refuse(game, first).said.replace(seq=1)
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    forged = standing_papers.sign(said, duel.key("blue"))
    found = evidence.judge_papers(log, ReceivedFile((), (forged.signed,)), verdict, duel.build)
    assert found.sound
    assert "no party" in found.message


def test_a_folder_is_restored_by_mails_alone(game):
    """The robot answers by itself; what comes back is taken in, and the game goes on."""
    from pbem.messages.letters import notice_letters

    red = game.folders["red"]
    kept = backup(red)
    received = game.send("red", "done", "strike red-a > blue-a")
    assert received.outcome == "accepted"
    put_back(red, kept)
    with refuses(Code.RESTORED_FOLDER):
        player.resign(red, build=duel.build)
    asked = folder_restoration.ask(red, NOW)
    (ask,) = notice_letters.send_slip(
        red, game.table("red").verifier, ["referee"], notice_letters.ASKED, asked
    )
    answered = game.robot.receive(opened(ask).message, NOW)
    (mail,) = mails_to(answered, "red@example.org")
    inbox = Inbox(red, build=duel.build)
    taken = inbox.receive(opened(mail).message, NOW)
    assert taken.outcome == "accepted", taken.text
    assert "this folder is yours again" in taken.text
    assert red.log.path.read_bytes() == game.folders["referee"].log.path.read_bytes()
    assert disclosures.is_own(red)
    assert inbox.receive(opened(mail).message, NOW).outcome == "accepted"  # the same again is well
    assert disclosures.is_own(red)


def test_without_a_referee_who_answers_refuses_by_a_paper_too(tmp_path):
    folders = duel.new(tmp_path, roles=duel.SIDES, forced=False)
    red, blue = folders["red"], folders["blue"]
    table = Table.load(red.log, duel.build)
    entry = following(table, "order", "red", {"lines": list(BAD)}, duel.chain("red").reveal(0))
    bad = sign(entry, duel.key("red"))
    disclosures.disclose(red, table.verifier, [bad])
    red.move_file(1, "red").parent.mkdir()
    armor.write(red.move_file(1, "red"), [bad])
    draft = Draft("red@example.org", ("blue@example.org",), "move", "", (bad,), automatic=False)
    received = Inbox(blue, build=duel.build).receive(compose(draft), NOW)
    assert received.outcome == "refused"
    (mail,) = received.files
    assert Inbox(red, build=duel.build).receive(opened(mail).message, NOW).outcome == "accepted"
    orders = tmp_path / "orders.txt"
    orders.write_text("done\nstrike red-a > blue-a\n")
    good = player.sign_move(red, orders, build=duel.build).signed
    assert Entry.decode(good.data).link == Entry.decode(bad.data).link
