"""Attacks by refusals that are not true: the answerer knows both links, and would like another order with
the same one. No such refusal frees a place; all hear of it, and it convicts who signed it as soon as anybody
can judge it."""

from dataclasses import replace

import ambush
import blocks
import council
import duel
import independent
import pytest
from ambush_play import Game as Ambush
from blocks_play import SETUP
from blocks_play import Game as Blocks
from council_play import Game as Council
from crashes import backup, put_back
from mailed import NOW, Mailed, opened
from refusing import illegal, mails_to, refuses

from pbem import errors
from pbem.entry import armor, peer_notices, standing_papers
from pbem.entry.bodies import Lateness, Rollback
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.judge import signed_refusals as refusal_said
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Player
from pbem.log.party import disclosures, refusal_records, signing_record
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.messages import game_status
from pbem.messages.letters import proposal_letters
from pbem.play import folder_restoration, player
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.play.host import referee
from pbem.play.refusals import disputes, evidence, refusal_papers
from pbem.reason_codes import Code
from pbem.robot import received_papers
from pbem.robot.inbox import Inbox
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table

STRIKE = ("done", "strike red-a > blue-a")


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def refusal(table, signed, by="referee", code=Code.LINE_REFUSED, line=0, rule="3.1", key=duel.key):
    """A refusal by a patched program: nothing of it is true."""
    binds = code == Code.LINE_REFUSED
    said = peer_notices.Refusal(
        game=table.verifier.game,
        author=by,
        seq=Entry.decode(signed.data).seq,
        digest=signed.head,
        code=code,
        line=line if binds else None,
        rule=rule if binds else None,
    )
    return standing_papers.sign(said, key(by))


def arrives(folder, paper, build, sender="referee"):
    """The paper in a mail, as it comes to the owner of a folder."""
    to = f"{folder.path.name}@example.org"
    draft = Draft(f"{sender}@example.org", (to,), "refused", "see below", (), papers=(paper.signed,))
    return Inbox(folder, build=build).receive(compose(draft), NOW)


def verdict_of(folder, build):
    verdict = verify_file(folder.log.path, GameReplay(build))
    return evidence.judge_kept_papers(folder, verdict, build)


# --- an open game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code", [Code.LINE_REFUSED, *sorted(refusal_records.BY_ANYBODY), *sorted(refusal_records.BY_RULES)]
)
def test_a_refusal_that_is_not_true_frees_nothing_and_all_hear_of_it(game, code):
    red = game.folders["red"]
    order = game.sign("red", *STRIKE).signed
    taken = arrives(red, refusal(game.table(), order, code=code), duel.build)
    assert "and disputes that" in taken.text
    with refuses(Code.DISPUTED, match="pbem substitute referee"):
        game.sign("red", "done", "strike red-b > blue-a")
    with refuses(Code.DISPUTED):
        player.resign(red, build=duel.build)
    for role in ("referee", "blue"):
        (mail,) = mails_to(taken, f"{role}@example.org")
        assert (
            Inbox(game.folders[role], build=duel.build).receive(opened(mail).message, NOW).outcome
            == "accepted"
        )
        table = game.table(role)
        (told,) = game_status.facts(game.folders[role], table)["disputes"]
        assert (told["author"], told["answerer"], told["seq"], told["legal"]) == ("red", "referee", 1, True)
        assert told["code"] == code
    assert verdict_of(red, duel.build).code == Code.REFUSED_LEGAL
    assert verdict_of(game.folders["blue"], duel.build).code == Code.REFUSED_LEGAL


def test_a_refusal_that_was_kept_before_the_program_could_judge_it_is_judged_before_the_next_signature(game):
    """A folder of an earlier release: the refusal lies there, and nobody has judged it."""
    order = game.sign("red", *STRIKE).signed
    refusal_records.keep_refusal(game.folders["red"], refusal(game.table(), order))
    with refuses(Code.DISPUTED):
        game.sign("red", "done", "strike red-b > blue-a")


def test_without_its_own_judgement_a_folder_signs_no_second_order(game):
    """The guard below all commands: the record itself knows which refusals were borne out."""
    order = game.sign("red", *STRIKE).signed
    red, table = game.folders["red"], game.table("red")
    refusal_records.keep_refusal(red, refusal(table, order))
    (out,) = disclosures.list_pending(red, table.verifier)
    assert out.digest == order.head
    assert not refusal_records.freed_entries(red, table.verifier.parties, "red")


def test_a_true_refusal_frees_the_place(game):
    bad = illegal(game)
    taken = arrives(game.folders["red"], refusal(game.table(), bad, line=1), duel.build)
    assert "sign again with `pbem move`" in taken.text
    good = game.sign("red", *STRIKE).signed
    assert Entry.decode(good.data).link == Entry.decode(bad.data).link
    assert verdict_of(game.folders["red"], duel.build).sound


def test_a_refusal_with_the_place_of_another_entry_frees_nothing(game):
    """The attack: it names the order's digest and another place, so that the folder does not judge it, and
    its owner signs a rollback beside the order."""
    order = game.sign("red", *STRIKE).signed
    red, table = game.folders["red"], game.table("red")
    said = refusal(table, order).said.replace(seq=7)
    wrong = standing_papers.sign(said, duel.key("referee"))
    assert arrives(red, wrong, duel.build).outcome == "refused"
    refusal_records.keep_refusal(red, wrong)  # as an earlier release did
    refusal_records.confirm(red, wrong)
    assert disclosures.list_pending(red, table.verifier)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")
    back = table.next_entry("referee", Rollback(to=0, why="we misread the rule", at=NOW))
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        countersign(game, "red", sign(back, duel.key("referee")))


def test_no_entry_of_one_author_comes_in_with_what_all_sign(game):
    """The attack: a `late` before its time, and beside it a rollback of it for all to sign."""
    red, table = game.folders["red"], game.table("red")
    late = sign(
        table.next_entry("referee", Lateness(role="red", kind="order", at=NOW + 10**6)), duel.key("referee")
    )
    table.verifier.apply(verify_entry(late))
    back = table.next_entry("referee", Rollback(to=0, why="my clock was wrong", at=NOW + 10**6))
    with refuses(Code.NOTHING_TO_SIGN, match="not in your log"):
        countersign(game, "red", late, sign(back, duel.key("referee")))
    assert red.log.length() == 1


def test_nor_does_one_come_in_with_a_receipt(tmp_path):
    """The attack: a folder was put back and asks for a receipt; beside it comes a `late` before its time."""
    hour = {"kind": "order", "hours": 1, "grace": 0, "then": "wait"}
    game = Mailed(tmp_path, forced=False, deadlines=[hour])
    red = game.folders["red"]
    kept = backup(red)
    game.sign("red", *STRIKE)
    put_back(red, kept)
    asked = folder_restoration.ask(red, NOW)
    answer = folder_restoration.answer(game.folders["referee"], asked, NOW)
    late = sign(
        game.table().next_entry("referee", Lateness(role="red", kind="order", at=NOW + 10**6)),
        duel.key("referee"),
    )
    draft = Draft(
        "referee@example.org", ("red@example.org",), "receipt", "", (late,), papers=(answer.receipt.signed,)
    )
    taken = Inbox(red, build=duel.build).receive(compose(draft), 100)
    assert (taken.outcome, "[late-too-early]" in taken.text) == ("refused", True)
    assert red.log.length() == 1


def test_a_clock_is_no_reason_to_refuse_what_states_no_time(game):
    """The attack: the order is not sent again to anybody, so that its author is called late unseen."""
    order = game.sign("red", *STRIKE).signed
    red, table = game.folders["red"], game.table("red")
    taken = arrives(red, refusal(table, order, code=Code.TIME_AHEAD), duel.build)
    assert "and disputes that" in taken.text
    assert [each.digest for each in disclosures.list_pending(red, table.verifier)] == [order.head]


def test_what_an_answerer_itself_lacks_is_no_refusal_of_an_order(game):
    """An accident: the referee's own chain is used up."""
    order = game.sign("red", *STRIKE).signed
    error = errors.LogFault(Code.LINK_EXHAUSTED, "no link is left")
    assert (
        refusal_said.due_refusal(game.folders["referee"], game.table().verifier, verify_entry(order), error)
        is None
    )


def countersign(game, role, *entries):
    """What `pbem countersign` does with a file of these entries."""
    file = game.path / "to-sign.pbem"
    armor.write(file, entries)
    return countersignatures.countersign(game.folders[role], file, duel.build)


def test_the_same_refusal_again_says_the_same_and_sends_nothing_new(game):
    order = game.sign("red", *STRIKE).signed
    paper = refusal(game.table(), order)
    first = arrives(game.folders["red"], paper, duel.build)
    again = arrives(game.folders["red"], paper, duel.build)
    assert (first.text, first.files) == (again.text, again.files)
    assert len(list(refusal_records.disputes(game.folders["red"]))) == 1


def test_what_its_author_cannot_judge_frees_nothing_either(game, monkeypatch):
    order = game.sign("red", *STRIKE).signed
    red, other = game.folders["red"], Code.OTHER_ENGINE

    def cannot(*_args):
        raise errors.LogFault(other, "other rules are installed")

    monkeypatch.setattr(disputes.order_closing, "load", cannot)
    paper = refusal(game.table(), order)
    assert "cannot judge it" in refusal_papers.take(red, game.table("red").verifier, paper, duel.build)
    monkeypatch.undo()
    with refuses(Code.DISPUTED, match="cannot judge"):
        game.sign("red", "done", "strike red-b > blue-a")
    assert not next(said for _, said in refusal_records.disputes(red)).legal


def test_a_dispute_is_no_way_to_accuse_a_referee_who_was_right(game):
    bad = illegal(game)
    rightly = refusal(game.table(), bad, line=1)
    said = peer_notices.Dispute(
        game=game.table().verifier.game,
        author="red",
        seq=1,
        digest=bad.head,
        refusal=rightly.digest,
        legal=True,
    )
    false_dispute = standing_papers.sign(said, duel.key("red"))
    for paper in (rightly, false_dispute):
        arrives(game.folders["blue"], paper, duel.build)
    log = game.folders["blue"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    parcel = ReceivedFile((bad,), (rightly.signed, false_dispute.signed))
    assert evidence.judge_papers(log, parcel, verdict, duel.build).sound


def test_all_may_sign_a_new_referee_and_the_order_stays(game):
    """The way out that changes no die after it was seen: the order stands, and another answers it."""
    order = game.sign("red", *STRIKE).signed
    taken = arrives(game.folders["red"], refusal(game.table(), order), duel.build)
    (mail,) = mails_to(taken, "blue@example.org")
    Inbox(game.folders["blue"], build=duel.build).receive(opened(mail).message, NOW)
    assert succession.take_pending_entry(game.folders["blue"], "referee", duel.build) == [order]


def test_an_order_that_its_refuser_has_not_answered_convicts_nobody_of_taking_it_in(game):
    order = game.sign("red", *STRIKE).signed
    paper = refusal(game.table(), order)
    blue = game.folders["blue"]
    blue.log.append(order)  # as all do who replace the referee
    verdict = verify_file(blue.log.path, GameReplay(duel.build))
    found = evidence.judge_papers(blue.log.path, ReceivedFile((), (paper.signed,)), verdict, duel.build)
    assert found.code != Code.REFUSED_TAKEN


def test_without_a_referee_it_is_the_same(tmp_path):
    folders = duel.new(tmp_path, roles=duel.SIDES, forced=False)
    red, blue = folders["red"], folders["blue"]
    orders = tmp_path / "orders.txt"
    orders.write_text("\n".join(STRIKE) + "\n")
    order = player.sign_move(red, orders, build=duel.build).signed
    table = Table.load(red.log, duel.build)
    taken = arrives(red, refusal(table, order, by="blue"), duel.build, sender="blue")
    assert "and disputes that" in taken.text
    orders.write_text("done\nstrike red-b > blue-a\n")
    with refuses(Code.DISPUTED, match="pbem rollback"):
        player.sign_move(red, orders, build=duel.build)
    (mail,) = mails_to(taken, "blue@example.org")
    assert Inbox(blue, build=duel.build).receive(opened(mail).message, NOW).outcome == "accepted"
    assert game_status.facts(blue, Table.load(blue.log, duel.build))["disputes"]


# --- hidden cards ------------------------------------------------------------------------------------------


def test_with_hidden_cards_a_false_refusal_convicts_once_they_are_open(tmp_path):
    game = Ambush(tmp_path, "e").begin()
    side = game.table().owing_roles[0]
    play, folder = game.seen(side).play, game.folders[side]
    line = str(play.request.options.sample(game._chance))
    order = game.sign(side, line).signed
    paper = refusal(game.table(), order, key=ambush.key)
    said = refusal_papers.take(folder, game.table(side).verifier, paper, ambush.build)
    assert "and disputes that" in said
    (dispute,) = (said for _, said in refusal_records.disputes(folder))
    assert dispute.record is None, "the others may not read it yet"
    with refuses(Code.DISPUTED):
        game.sign(side, line)
    assert verdict_of(folder, ambush.build).sound, "nobody else could judge it yet"
    log = over_without(game, folder, order)
    received_papers.mail_disputes(folder, game.table(side).verifier, NOW)
    verdict = full_audit.check(log, verify_file(log, GameReplay(ambush.build)), ambush.build)
    assert verdict.status is Status.HOLDS
    found = evidence.judge_kept_papers(folder, verdict, ambush.build)
    assert (found.status, found.code) == (Status.BROKEN, Code.REFUSED_LEGAL)


# --- closed orders -----------------------------------------------------------------------------------------


def set_up(path):
    """A game of blocks in which the earl is to move."""
    game = Blocks(path / "game", "b")
    for seat, lines in SETUP.items():
        game.play(seat, *lines)
    return game


def test_of_a_closed_order_nothing_is_told_before_the_end_and_then_it_convicts(tmp_path):
    game = set_up(tmp_path)
    earl = game.folders["earl"]
    order = game.sign("earl", "move earl-3 london", "done", "done").signed
    paper = refusal(game.table(), order)
    taken = arrives(earl, paper, blocks.build)
    assert "and disputes that" in taken.text
    for role in ("king", "jarl", "referee"):
        (mail,) = mails_to(taken, f"{role}@example.org")
        found = [peer_notices.open_slip(each).said for each in read(opened(mail).message).papers]
        assert [(each.type, each.record, each.root) for each in found] == [("dispute", None, None)]
    with refuses(Code.DISPUTED):
        game.sign("earl", "move earl-3 ely", "done", "done")
    parcel = closed_lines.load_lines(earl, Entry.decode(order.data))
    log = over_without(game, earl, order)
    verifier = game.table("earl").verifier
    received_papers.mail_disputes(earl, verifier, NOW)
    assert verifier.ended
    shown_ones = [said for _, said in refusal_records.disputes(earl) if said.root]
    assert [(said.root, said.lines) for said in shown_ones] == [(parcel.root, parcel.lines or None)]
    verdict = full_audit.check(log, verify_file(log, GameReplay(blocks.build)), blocks.build)
    assert verdict.status is Status.HOLDS
    by_all = [slip.signed for slip, said in refusal_records.disputes(earl) if said.root]
    found = evidence.judge_papers(log, ReceivedFile((), (paper.signed, *by_all)), verdict, blocks.build)
    assert (found.status, found.code) == (Status.BROKEN, Code.REFUSED_LEGAL)


def over_without(game, folder, order):
    """The game to its end, by way of another order that its author's program would not have signed: its
    record and the papers are taken away for that. What all sign could stand there too."""
    kept = {file.name: file.read_bytes() for file in (folder.path / "refusals").iterdir()}
    for file in (folder.path / "refusals").iterdir():
        file.unlink()
    file = folder.move_file(Entry.decode(order.data).seq, Entry.decode(order.data).author)
    signed = file.read_bytes()
    record = disclosures.record_of(folder)
    kept_lines = tuple(each for each in record.shown if each.digest != order.head)
    signing_record.write(folder, replace(record, shown=kept_lines))
    game.play_out()
    for name, data in kept.items():
        (folder.path / "refusals" / name).write_bytes(data)
    (file.parent / f"refused-{Entry.decode(order.data).author}.pbem").write_bytes(signed)
    return game.folders["referee"].log.path


def test_an_answer_without_a_referee_that_is_refused_stays_in_its_authors_log(tmp_path):
    """A side answers with dice, and they do not please the other, which says that the link is wrong."""
    folders = duel.new(tmp_path, roles=duel.SIDES, forced=False)
    red, blue = folders["red"], folders["blue"]
    orders = tmp_path / "orders.txt"
    orders.write_text("\n".join(STRIKE) + "\n")
    order = player.sign_move(red, orders, build=duel.build).signed
    draft = Draft("red@example.org", ("blue@example.org",), "move", "", (order,), automatic=False)
    Inbox(blue, build=duel.build).receive(compose(draft), NOW)
    table = Table.load(blue.log, duel.build)
    roll = table.verifier.entries[2]
    paper = refusal(Table.load(red.log, duel.build), roll, by="red", code=Code.LINK_WRONG)
    taken = arrives(blue, paper, duel.build, sender="red")
    assert "finds it legal" in taken.text
    assert mails_to(taken, "red@example.org")
    assert game_status.facts(blue, table)["disputes"]
    assert blue.log.length() == table.seq + 1


@pytest.mark.parametrize("code", [Code.LINE_REFUSED, Code.BAD_BODY, Code.SEAL_WRONG])
def test_a_seal_that_is_refused_without_a_fault_is_not_sealed_anew(tmp_path, code):
    """The referee has read the order in the box, and would like to read another one."""
    game = Council(tmp_path)
    side = game.table().replay.due_sealing.may_seal[0]
    seal = game.sign(side, "bid 1").signed
    said = refusal(game.table(), seal, code=code, key=duel.key).said.replace(line=None, rule=None)
    taken = arrives(game.folders[side], standing_papers.sign(said, duel.key("referee")), council.build)
    assert "finds it legal, and disputes that" in taken.text
    with refuses(Code.DISPUTED, Code.ALREADY_SIGNED):
        game.sign(side, "bid 2")


# --- the way out of a dispute is no fork -------------------------------------------------------------------


class TwoSides:
    """A game without a referee, in which red's order is out."""

    def __init__(self, path):
        self.path = path
        self.folders = duel.new(path, roles=duel.SIDES, forced=False)
        (path / "orders.txt").write_text("\n".join(STRIKE) + "\n")
        self.order = player.sign_move(self.folders["red"], path / "orders.txt", build=duel.build).signed
        self.refusal = refusal(Table.load(self.folders["red"].log, duel.build), self.order, by="blue")

    def roll_back(self):
        """Blue proposes, and red, who has to act, signs last: the rollback stands in both logs."""
        red, blue = self.folders["red"], self.folders["blue"]
        made = rulings.rollback(blue, 0, "the refusal was not true", NOW, duel.build)
        whole = countersignatures.countersign(red, made.file, duel.build)
        assert not whole.missing
        draft = Draft("red@example.org", ("blue@example.org",), "signed", "", (whole.signed_entry,))
        assert Inbox(blue, build=duel.build).receive(compose(draft), NOW).outcome == "accepted"
        return whole.signed_entry

    def held(self, *papers):
        log = self.folders["blue"].log.path
        parcel = ReceivedFile((self.order,), tuple(each.signed for each in papers))
        return evidence.judge_papers(log, parcel, verify_file(log, GameReplay(duel.build)), duel.build)


def test_the_way_out_of_a_dispute_convicts_the_answerer_and_not_the_author(tmp_path):
    """The attack: blue refuses a legal order, signs with red what takes its place, and shows both of red's
    signatures as a fork."""
    game = TwoSides(tmp_path)
    blue, red = game.folders["blue"], game.folders["red"]
    arrives(red, game.refusal, duel.build, sender="blue")
    game.roll_back()
    found = game.held(game.refusal)
    assert (found.code, "blue refused" in found.message) == (Code.REFUSED_LEGAL, True)
    assert "fork" not in found.message
    refusal_records.keep_refusal(blue, game.refusal)
    mail = Draft("red@example.org", ("blue@example.org",), "again", "", (game.order,), automatic=False)
    for folder in (blue, red):
        taken = Inbox(folder, build=duel.build).receive(compose(mail), NOW)
        assert "[fork]" not in taken.text
        assert ("[overtaken]" in taken.text) or ("[refused-before]" in taken.text)
    assert independent.second(blue.log.path.read_bytes(), game.order.to_record()) == "fork"
    papers_ = [game.refusal.signed.to_record()]
    assert independent.second(blue.log.path.read_bytes(), game.order.to_record(), papers_) == "overtaken"
    line = tmp_path / "both.log"
    line.write_bytes(blue.log.path.read_bytes() + game.order.to_record() + b"\n")
    assert verify_file(line, GameReplay(duel.build)).code == Code.FORK
    assert verify_file(line, GameReplay(duel.build), [game.refusal]).code == Code.OVERTAKEN


@pytest.mark.parametrize("which", ["none", "does not bind", "another place", "another order", "own", "game"])
def test_who_signs_both_without_a_refusal_of_the_order_is_convicted(tmp_path, which):
    """The attack for which SIGN-24 is there: to complete what all sign, and then to move, or the other way
    round. A paper that is not the answerer's own refusal of this order changes nothing."""
    game = TwoSides(tmp_path)
    red, table = game.folders["red"], Table.load(game.folders["red"].log, duel.build)
    back = table.next_entry("blue", Rollback(to=0, why="we misread the rule", at=NOW))
    whole = sign(back, duel.key("red"), duel.key("blue"))
    game.folders["blue"].log.append(whole)
    said = game.refusal.said
    by = {"own": "red"}.get(which, "blue")
    changed = {
        "none": said,
        "does not bind": said.replace(code=Code.TIME_AHEAD, line=None, rule=None),
        "another place": said.replace(seq=2),
        "another order": said.replace(digest="ab" * 32),
        "own": said.replace(author="red"),
        "game": said.replace(game="ab" * 32),
    }[which]
    paper = standing_papers.sign(changed, duel.key(by))
    assert red.log.length() == 1
    given = [] if which == "none" else [paper]
    found = game.held(*given)
    assert (found.status, "two entries at seq 1" in found.message) == (Status.BROKEN, True)
    records = [each.signed.to_record() for each in given]
    data = game.folders["blue"].log.path.read_bytes()
    assert independent.second(data, game.order.to_record(), records) == "fork"


def test_each_paper_that_convicts_is_named(game):
    """The attack: a trifle of a refusal hides a grave one behind it, or one party hides another."""
    order, red = game.sign("red", *STRIKE).signed, game.folders["red"]
    first, second = (refusal(game.table(), order, code=code) for code in (Code.LINE_REFUSED, Code.BAD_BODY))
    for paper in (first, second):
        refusal_records.keep_refusal(red, paper)
    true_one = refusal(game.table(), order, code=Code.BOX_MISSING)
    refusal_records.keep_refusal(red, true_one)
    log = red.log.path
    by_file = evidence.judge_papers(
        log,
        ReceivedFile((order,), (first.signed, second.signed)),
        verify_file(log, GameReplay(duel.build)),
        duel.build,
    )
    for found in (verdict_of(red, duel.build), by_file):
        assert (found.status, found.code, found.seq) == (Status.BROKEN, Code.REFUSED_LEGAL, 1)
        assert all(
            f"[{said.said.code}], and log and rules allow it" in found.message for said in (first, second)
        )
        assert "box-missing" not in found.message


# --- each way out that is named can be gone ----------------------------------------------------------------


def ways_of(folder, table):
    (dispute,) = game_status.facts(folder, table)["disputes"]
    return dispute["ways"], dispute["why"]


def test_with_closed_orders_all_can_sign_that_the_game_is_over_and_then_it_is_judged(tmp_path):
    """The attack: the referee refuses a legal order in a game that nobody can go on with."""
    game = set_up(tmp_path)
    earl, host = game.folders["earl"], game.folders["referee"]
    order = game.sign("earl", "move earl-3 london", "done", "done").signed
    arrives(earl, refusal(game.table(), order), blocks.build)
    ways, why = ways_of(earl, game.table("earl"))
    assert ways == ("pbem substitute referee", 'pbem rule "game over: draw"', "pbem adopt")
    assert "If the referee does not agree, the game ends here" in why
    made = rulings.rule(host, ("game over: draw",), "nobody can go on", "", blocks.build)
    for role in ("king", "jarl", "earl"):
        made = countersignatures.countersign(game.folders[role], made.file, blocks.build)
    assert not made.missing
    game.spread(referee.apply(host, made.signed_entry, blocks.build, NOW))
    verifier = game.table("earl").verifier
    assert verifier.ended
    received_papers.mail_disputes(earl, verifier, NOW)
    log = host.log.path
    verdict = full_audit.check(log, verify_file(log, GameReplay(blocks.build)), blocks.build)
    assert evidence.judge_kept_papers(earl, verdict, blocks.build).code == Code.REFUSED_LEGAL


def test_what_the_author_may_not_sign_is_no_way_out(game):
    """A refusal for which nobody can be convicted: whoever made it may still take the order in."""
    order, red = game.sign("red", *STRIKE).signed, game.folders["red"]
    taken = arrives(red, refusal(game.table(), order, code=Code.SEAL_WRONG), duel.build)
    ways, why = ways_of(red, game.table("red"))
    assert ways == ("pbem substitute referee",)
    assert "pbem rollback" not in taken.text + why
    back = game.table().next_entry("referee", Rollback(to=0, why="we misread the rule", at=NOW))
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        countersign(game, "red", sign(back, duel.key("referee")))


def test_who_has_proposed_a_new_referee_is_told_before_that_nothing_else_can_be_signed(game):
    order, red = game.sign("red", *STRIKE).signed, game.folders["red"]
    taken = arrives(red, refusal(game.table(), order), duel.build)
    assert "whoever has proposed or signed it can sign nothing else for that place" in taken.text
    new = duel.chain("edith")
    card = (duel.key("edith").public, new.tip, duel.LENGTH)
    made = rulings.substitute(red, "referee", Player("Edith", "e@example.org"), card, NOW, duel.build)
    assert (made.entry.seq, made.asked_roles) == (2, ("blue", "referee"))
    back = game.table().next_entry("referee", Rollback(to=0, why="we misread the rule", at=NOW))
    with refuses(Code.OVERTAKEN, Code.NOTHING_TO_SIGN):
        countersign(game, "red", sign(back, duel.key("referee")))


def test_a_seal_that_is_refused_has_no_way_out_and_its_author_is_told_so(tmp_path):
    game = Council(tmp_path)
    side = game.table().replay.due_sealing.may_seal[0]
    seal = game.sign(side, "bid 1").signed
    said = refusal(game.table(), seal, key=duel.key).said.replace(line=None, rule=None)
    taken = arrives(game.folders[side], standing_papers.sign(said, duel.key("referee")), council.build)
    assert "Only what all parties sign ends this: nothing. If the referee does not agree" in taken.text


@pytest.mark.parametrize("code", [Code.LINE_REFUSED, Code.SEAL_WRONG])
def test_with_closed_orders_a_new_referee_is_proposed_by_who_does_not_have_the_order(tmp_path, code):
    game = set_up(tmp_path)
    while "earl" in game.table().owing_roles:
        game.step()
    (author,) = game.table().owing_roles
    owner, host = game.folders[author], game.folders["referee"]
    order = game.sign(author, *game.decide(author)).signed
    taken = arrives(owner, refusal(game.table(), order, code=code), blocks.build)
    for file in taken.files:
        (to,) = opened(file).to
        folder = game.folders[to.partition("@")[0]]
        assert Inbox(folder, build=blocks.build).receive(opened(file).message, NOW).outcome == "accepted"
    proposer = game.table().verifier.parties.next_role("referee")
    assert proposer != author
    new = Folder(tmp_path / "new")
    make_secrets(new, length=40)
    (new.path / "secret").write_bytes(host.secret_file.read_bytes())
    card = (PublicKey.load(new.public_file), new.chain().tip, 40)
    person = Player("Edith", "e@example.org")
    made = rulings.substitute(game.folders[proposer], "referee", person, card, NOW, blocks.build)
    assert made.entry.seq == Entry.decode(order.data).seq
    ways, why = ways_of(owner, game.table(author))
    if code == Code.SEAL_WRONG:
        assert ways == ()
        with refuses(Code.NOTHING_TO_SIGN, match="is out"):
            countersignatures.countersign(owner, made.file, blocks.build)
    else:
        assert ways[0] == "pbem substitute referee"
        assert "the order is signed again after it, with other dice" in why
        mails = [
            opened(file)
            for file in proposal_letters.send(game.folders[proposer], made, NOW, build=blocks.build)
        ]
        (entries,) = [
            read(mail.message, from_robot=True).entries for mail in mails if mail.to == ("e@example.org",)
        ]
        copies = [made.signed_entry, succession.take_over(new, entries, blocks.build, NOW).signed_entry]
        (third,) = set(blocks.SEATS) - {author, proposer}
        copies.append(
            countersignatures.countersign(game.folders[third], made.file, blocks.build).signed_entry
        )
        blobs = dict.fromkeys(blob for each in copies for blob in each.signatures)
        armor.write(made.file, [SignedEntry(made.signed_entry.data, tuple(blobs))])
        assert not countersignatures.countersign(owner, made.file, blocks.build).missing
