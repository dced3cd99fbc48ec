"""Refusals as signed papers: they free the place if anybody can check them, and convict who lies with one."""

import duel
import pytest
from crashes import backup, put_back
from mailed import NOW, Mailed, opened, text_of
from refusing import BAD, illegal, mails_to, refuses
from said import following

from pbem.codes import Code
from pbem.entry import armor, game_papers, slips
from pbem.entry.entries import Entry, sign
from pbem.log import refusals, shown
from pbem.log.verdict import Status
from pbem.log.verify import verify_file
from pbem.mail.parcels import Parcel
from pbem.mail.read import read
from pbem.mail.write import Draft, compose
from pbem.play import evidence, player, receipts, refusing
from pbem.robot.inbox import Inbox
from pbem.rules.replay import GameReplay
from pbem.rules.table import Table


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def refuse(game, signed, code=Code.LINE_REFUSED, line=1, rule="3.1"):
    """A refusal that the referee signs by hand."""
    walk = game.table().walk
    said = slips.Refusal(
        game=walk.game,
        author="referee",
        seq=len(walk.entries),
        digest=signed.head,
        code=code,
        line=line,
        rule=rule,
    )
    return game_papers.sign(said, duel.key("referee"))


def test_the_answer_bears_the_refusal_and_the_place_is_free(game):
    bad = illegal(game)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-a > blue-a")
    received = game.robot.receive(game.mail(bad), NOW)
    assert received.outcome == "refused"
    (mail,) = mails_to(received, "red@example.org")
    (paper,) = read(opened(mail).message, from_robot=True).papers
    said = slips.open_slip(paper).said
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
    paper = next(iter(refusals.kept(game.folders["referee"])))
    refusing.take(game.folders["red"], game.table("red").walk, paper, duel.build)
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
    said = refusing.take(game.folders["red"], game.table("red").walk, paper, duel.build)
    assert "send the same file again" in said
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_a_refusal_of_a_line_that_is_not_shown_frees_nothing(game):
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    with refuses(Code.BAD_PAPER, match="line 8"):
        refusing.take(game.folders["red"], game.table("red").walk, refuse(game, order, line=7), duel.build)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_only_who_answers_can_refuse(game):
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    walk = game.table().walk
    said = refuse(game, order).said
    with refuses(Code.WRONG_SIGNER):
        receipts.check_signer(walk.parties, game_papers.sign(said, duel.key("blue")))
    by_blue = game_papers.sign(said.but(author="blue"), duel.key("blue"))
    refusals.keep(game.folders["red"], by_blue)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_a_false_refusal_and_then_the_refused_order_appended(game):
    """The attack on a program of an earlier release, which believed any refusal: with the link known, the
    referee has two orders to choose from."""
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    paper, red = refuse(game, first), game.folders["red"]
    refusals.keep(red, paper)
    refusals.confirm(red, paper)
    second = game.sign("red", "done", "strike red-b > blue-a").signed
    assert Entry.decode(second.data).link == Entry.decode(first.data).link
    game.apply(first)
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    assert verdict.sound
    found = evidence.held_against(log, Parcel((), (paper.signed,)), verdict, duel.build)
    assert (found.status, found.code, found.seq) == (Status.BROKEN, Code.REFUSED_TAKEN, 1)
    with refuses(Code.FORK):  # his own program would not have appended the second beside it
        game.apply(second)


def test_a_referee_who_refuses_what_is_legal_is_convicted_by_the_order(game):
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    paper = refuse(game, first)
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    alone = evidence.held_against(log, Parcel((), (paper.signed,)), verdict, duel.build)
    assert alone.sound
    assert "give the refused entry" in alone.message
    found = evidence.held_against(log, Parcel((first,), (paper.signed,)), verdict, duel.build)
    assert (found.status, found.code, found.seq) == (Status.BROKEN, Code.REFUSED_LEGAL, 1)
    bad = illegal(Mailed(game.path / "other", forced=False))
    rightly = refuse(game, bad)
    assert evidence.held_against(log, Parcel((bad,), (rightly.signed,)), verdict, duel.build).sound


def test_a_papers_signature_by_a_stranger_convicts_nobody(game):
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    game.apply(first)
    said = refuse(game, first).said.but(seq=1)
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    forged = game_papers.sign(said, duel.key("blue"))
    found = evidence.held_against(log, Parcel((), (forged.signed,)), verdict, duel.build)
    assert found.sound
    assert "no party" in found.message


def test_a_folder_is_restored_by_mails_alone(game):
    """The robot answers by itself; what comes back is taken in, and the game goes on."""
    from pbem.tell import slip_letters

    red = game.folders["red"]
    kept = backup(red)
    received = game.send("red", "done", "strike red-a > blue-a")
    assert received.outcome == "accepted"
    put_back(red, kept)
    with refuses(Code.RESTORED_FOLDER):
        player.resign(red, build=duel.build)
    asked = receipts.ask(red, NOW)
    (ask,) = slip_letters.send(red, game.table("red").walk, ["referee"], slip_letters.ASKED, asked)
    answered = game.robot.receive(opened(ask).message, NOW)
    (mail,) = mails_to(answered, "red@example.org")
    inbox = Inbox(red, build=duel.build)
    taken = inbox.receive(opened(mail).message, NOW)
    assert taken.outcome == "accepted", taken.text
    assert "this folder is yours again" in taken.text
    assert red.log.path.read_bytes() == game.folders["referee"].log.path.read_bytes()
    assert shown.is_own(red)
    assert inbox.receive(opened(mail).message, NOW).outcome == "accepted"  # the same again is well
    assert shown.is_own(red)


def test_without_a_referee_who_answers_refuses_by_a_paper_too(tmp_path):
    folders = duel.new(tmp_path, roles=duel.SIDES, forced=False)
    red, blue = folders["red"], folders["blue"]
    table = Table.load(red.log, duel.build)
    entry = following(table, "order", "red", {"lines": list(BAD)}, duel.chain("red").reveal(0))
    bad = sign(entry, duel.key("red"))
    shown.let_go(red, table.walk, [bad])
    red.move_file(1, "red").parent.mkdir()
    armor.write(red.move_file(1, "red"), [bad])
    draft = Draft("red@example.org", ("blue@example.org",), "move", "", (bad,), automatic=False)
    received = Inbox(blue, build=duel.build).receive(compose(draft), NOW)
    assert received.outcome == "refused"
    (mail,) = received.files
    assert Inbox(red, build=duel.build).receive(opened(mail).message, NOW).outcome == "accepted"
    orders = tmp_path / "orders.txt"
    orders.write_text("done\nstrike red-a > blue-a\n")
    good = player.move(red, orders, build=duel.build).signed
    assert Entry.decode(good.data).link == Entry.decode(bad.data).link
