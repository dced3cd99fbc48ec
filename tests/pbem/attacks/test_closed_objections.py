"""A player's program finds by what it alone knows that an answer is wrong: it takes nothing in, and all are
sent a signed refusal, which convicts nobody until everything is open."""

import blocks
import duel
import pytest
from blocks_play import NOW, SALT, placed, rechained
from mailed import opened
from refusing import refuses

from pbem.entry import armor, peer_notices
from pbem.entry.bodies import Order
from pbem.entry.entries import Entry, sign
from pbem.judge import closed_lines, closed_orders
from pbem.log.party import disclosures
from pbem.log.party.chain_links import next_link
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.mail import entry_files
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.play.refusals import evidence
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets import line_commitments as secret_lines
from pbem.secrets.seat_news import BoxPlace


def received(game, role, entries, boxes):
    """What a player's program makes of the referee's mail."""
    draft = Draft(
        "referee@example.org",
        (f"{role}@example.org",),
        "answer",
        "it says",
        tuple(entries),
        boxes=tuple(boxes),
    )
    return Inbox(game.folders[role], build=blocks.build).receive(compose(draft), NOW)


def moved(game, *lines):
    """A move of the earl's, answered: the receipt, and the parcel for all."""
    receipt = game.apply(game.sign("earl", *lines).file)
    return receipt, entry_files.read(game.folders["referee"].answer_file(receipt.first))


def false_effect(game, _monkeypatch):
    receipt, parcel = moved(game, "move earl-3 london", "done", "done")
    told = ["went earl london ely", "done"]
    log = rechained(game.records(), receipt.last, lambda body: body | {"effects": told})
    return log[receipt.first :], parcel.boxes


def strange_news(game, _monkeypatch):
    """A box that is the one in the log, and sealed to somebody else."""
    receipt, _ = moved(game, "move earl-3 london", "done", "done")
    told = game.table().verifier.history[receipt.last].body
    place = BoxPlace(game.table().verifier.game, receipt.first, "earl")
    box = place.box([()] * len(told.effects), duel.key("king").public, blocks.secret(SALT))
    news = [secret_lines.digest(box), *told.news[1:]]
    return rechained(game.records(), receipt.last, lambda body: body | {"news": news})[receipt.first :], [box]


def early_stop(game, monkeypatch):
    real = closed_orders.OrderCloser.effect
    monkeypatch.setattr(
        closed_orders.OrderCloser,
        "effect",
        lambda hand, wanted: None if hand._table.replay.accounts[-1].applied else real(hand, wanted),
    )
    _, parcel = moved(game, "move earl-1 ely", "move earl-2 london", "done", "done")
    monkeypatch.undo()
    return list(parcel.entries), parcel.boxes


WAYS = {
    Code.EFFECT_WRONG: false_effect,
    Code.NEWS_WRONG: strange_news,
    Code.STOP_WRONG: early_stop,
}


@pytest.mark.parametrize("code", WAYS)
def test_all_are_sent_a_signed_refusal_and_nothing_is_taken_in(tmp_path, monkeypatch, code):
    game = placed(tmp_path)
    entries, boxes = WAYS[code](game, monkeypatch)
    seq = game.table("earl").seq
    done = received(game, "earl", entries, boxes)
    assert (done.outcome, game.table("earl").seq) == ("refused", seq)
    assert f"[{code}]" in done.text
    mails = {opened(file).to[0].partition("@")[0]: opened(file).message for file in done.files}
    assert sorted(mails) == ["jarl", "king", "referee"]
    for role, mail in mails.items():
        (paper,) = read(mail).papers
        said = peer_notices.open_slip(paper).said
        assert (said.author, said.seq, said.digest) == ("earl", seq + 2, entries[-1].head)
        assert said.code == code
        taken = Inbox(game.folders[role], build=blocks.build).receive(mail, NOW)
        assert (taken.outcome, "is kept" in taken.text) == ("accepted", True)
    assert received(game, "earl", entries, boxes).files == done.files, "the same refusal again"


def test_a_box_that_is_missing_is_asked_for_and_no_refusal_is_signed(tmp_path, monkeypatch):
    game = placed(tmp_path)
    _, parcel = moved(game, "move earl-3 london", "done", "done")
    done = received(game, "earl", parcel.entries, ())
    assert (done.outcome, done.files) == ("refused", ())
    assert "missing" in done.text


def test_the_refusal_convicts_nobody_before_all_is_open(tmp_path, monkeypatch):
    """Neither the referee, for nobody can see yet that he lied, nor the player, whom nobody can check."""
    game = placed(tmp_path)
    entries, boxes = false_effect(game, monkeypatch)
    done = received(game, "earl", entries, boxes)
    (paper,) = read(opened(done.files[0]).message).papers
    jarl = game.folders["jarl"]
    referee.take_in(jarl, entries, blocks.build, None, parcels_boxes(game))
    verdict = verify_file(jarl.log.path, GameReplay(blocks.build))
    found = evidence.judge_papers(
        jarl.log.path, ReceivedFile(tuple(entries), (paper,)), verdict, blocks.build
    )
    assert found.status is Status.INCOMPLETE, found.message
    assert "what it rests on is not in the log" in found.message


def test_the_refusal_of_a_closed_line_frees_its_place_and_convicts_nobody(tmp_path):
    """As a program of other rules might send it: the referee names line and rule to the author alone."""
    game = placed(tmp_path)
    folder, table = game.folders["earl"], game.table("earl")
    link = next_link(folder.chain(), table.verifier.parties["earl"])
    plan = order_closing.plan_order(
        table, Order, "earl", link, ["move earl-1 ely", "move earl-2 durham"], folder.key()
    )
    bad = sign(table.next_entry("earl", plan.move, link), folder.key())
    closed_lines.keep_lines(folder, plan.move.box, plan.closed)
    disclosures.disclose(folder, table.verifier, [bad])
    armor.write(folder.move_file(table.seq + 1, "earl"), [bad], [plan.box])
    with refuses(Code.ALREADY_SIGNED):
        game.sign("earl", "done", "done")
    to = ("referee@example.org",)
    mine = Draft("earl@example.org", to, "move", "mine", (bad,), boxes=(plan.box,), automatic=False)
    done = Inbox(game.folders["referee"], build=blocks.build).receive(compose(mine), NOW)
    (mail,) = [opened(file) for file in done.files]
    assert mail.to == ("earl@example.org",)
    (paper,) = read(mail.message, from_robot=True).papers
    assert peer_notices.open_slip(paper).said.line == 1
    taken = Inbox(folder, build=blocks.build).receive(mail.message, NOW)
    assert "sign again with `pbem move`" in taken.text
    log = folder.log.path
    verdict = verify_file(log, GameReplay(blocks.build))
    found = evidence.judge_papers(log, ReceivedFile((bad,), (paper,)), verdict, blocks.build)
    assert found.status is Status.INCOMPLETE, found.message
    good = game.sign("earl", "done", "done").signed
    assert Entry.decode(good.data).link == Entry.decode(bad.data).link


def parcels_boxes(game):
    return entry_files.read(game.folders["referee"].answer_file(game.table().seq - 1)).boxes
