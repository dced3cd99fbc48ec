"""Attacks that were found by trying to cheat by the pages alone: each is mounted as it was, and comes to
nothing."""

import base64

import ambush
import duel
import pytest
from ambush_play import Game as Ambush
from mailed import NOW, Mailed, opened
from refusing import refuses
from said import body, following
from standing_play import taken

from pbem.disk import machine_memory
from pbem.entry import armor, peer_notices, standing_papers
from pbem.entry.bodies import Ack, Lateness, seen_in
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines, signed_refusals
from pbem.keys.openssh_keys import PublicKey
from pbem.log.party import disclosures, refusal_records
from pbem.log.verification import verify_file
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play import folder_restoration, player
from pbem.play.agreements import rulings
from pbem.play.host import referee
from pbem.play.refusals import evidence, refusal_papers
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets import standing_lines
from pbem.secrets.line_commitments import ClosedOrder, digest

HOURS = 3600
DEADLINES = [{"kind": kind, "hours": 1, "grace": 0, "then": "wait"} for kind in ("order", "decision")]


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=DEADLINES)


def inbox(game, role):
    return Inbox(game.folders[role], build=duel.build)


def mail(sender, to, *papers, signed=()):
    name = f"{sender}@example.org", (f"{to}@example.org",)
    return compose(Draft(*name, "mail", "see below", tuple(signed), papers=papers, automatic=False))


def held_against(game, paper, *entries):
    log = game.folders["referee"].log.path
    verdict = verify_file(log, GameReplay(duel.build))
    return evidence.judge_papers(log, ReceivedFile(entries, (paper.signed,)), verdict, duel.build)


# --- refusals that rest on what one party alone knows ------------------------------------------------------


def test_who_refuses_a_late_before_its_time_is_not_convicted_by_it(game):
    said = Lateness(role="red", kind="order", at=NOW + 1000 * HOURS)
    late = sign(game.table().next_entry("referee", said), duel.key("referee"))
    assert inbox(game, "red").receive(mail("referee", "red", signed=[late]), 100).outcome == "refused"
    (paper,) = refusal_records.list_refusals(game.folders["red"])
    found = held_against(game, paper, late)
    assert found.sound
    assert "rests on is not in the log" in found.message


def test_who_refuses_an_order_without_its_box_is_not_convicted_by_it(game):
    order = game.sign("red", "done", "strike red-a > blue-a").signed
    answer = game.robot.receive(mail("red", "referee", signed=[order]), NOW)
    assert "[box-missing]" in answer.text
    (paper,) = refusal_records.list_refusals(game.folders["referee"])
    assert held_against(game, paper, order).sound


def test_who_refuses_what_its_authors_own_cards_forbid_is_not_convicted_by_it(tmp_path):
    for salt in "efgh":
        game = Ambush(tmp_path / salt, salt).begin()
        side = game.table().owing_roles[0]
        state = game.seen(side).play.state
        foot = [
            (at, to)
            for card, at in state.lane.items()
            if "foot" in state.known.get(card, "")
            for to in (str(int(at) + 2), str(int(at) - 2))
            if to in ambush.LANES and state.at(side, to) is None
        ]
        if foot:
            break
    (lane, to), table, host = foot[0], game.table(), game.folders["referee"]
    link = ambush.chain(side, salt).reveal(table.verifier.parties[side].revealed)
    entry = following(table, "order", side, {"lines": [f"march {lane} {to}"]}, link)
    order = sign(entry, ambush.key(side))
    with refuses(Code.LINE_REFUSED) as refused:
        game.apply(order)
    verifier, verified = game.table().verifier, verify_entry(order)
    paper = refusal_papers.write_refusal(
        host, verifier, verified, signed_refusals.due_refusal(host, verifier, verified, refused.value)
    )
    verdict = verify_file(host.log.path, GameReplay(ambush.build))
    found = evidence.judge_papers(
        host.log.path, ReceivedFile((order,), (paper.signed,)), verdict, ambush.build
    )
    assert found.sound, found.message


# --- what would stop the game for ever ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines", [("x" * 501,), ("a\x01b",), ("e\u0301",), ("a\u200bb",), ("a\u2028b",), ("x",) * 2001]
)
def test_lines_that_no_entry_can_open_are_not_taken_in(game, lines):
    table, host = game.table(), PublicKey(game.table().verifier.parties["referee"].key)
    closed = ClosedOrder(table.verifier.game, "red", "ab" * 32, lines)
    box = closed.box(host)
    shows = {"lines": ["done", "strike red-a > blue-a"], "rest": closed.rest, "box": digest(box)}
    entry = table.next_entry("red", body("order", shows), duel.chain("red").reveal(0))
    with refuses(Code.BOX_WRONG, match="no entry can open"):
        host = game.folders["referee"]
        referee.apply(host, sign(entry, duel.key("red")), duel.build, NOW, boxes=[box])
    assert game.table().seq == 0


def test_who_hands_a_new_referee_nothing_has_not_burnt_his_link(game):
    """The attack: a side that loses keeps its closed lines, so that no new referee can ever end the game."""
    game.play("red", "done", "strike red-a > blue-a", "done")
    host = game.folders["referee"]
    burnt = Ack(applied=0, burnt=duel.chain("red").reveal(2), at=NOW)
    entry = game.table().next_entry("red", burnt)
    (file,) = (host.path / "lines").glob("*.txt")
    kept = file.read_bytes()
    file.unlink()  # as a new referee has it
    with refuses(Code.BOX_MISSING, match="a new referee cannot open it"):
        closed_lines.judge(game.table(), host, entry)
    file.write_bytes(kept)
    closed_lines.judge(game.table(), host, entry)


def paper(game, number, seq, *lines):
    key = duel.key("red")
    filing = standing_lines.make_filing(game.table().verifier.game, "red", number, key, lines)
    host = PublicKey(game.table().verifier.parties["referee"].key)
    said = standing_papers.sign(filing.make_paper(seq, host), key)
    text = base64.b64encode(filing.box(host)).decode()
    box = standing_papers.Box(game=filing.game, author="red", paper=said.digest, box=text)
    return [said.signed, standing_papers.sign(box, key).signed]


def test_standing_papers_that_no_answer_could_carry_get_no_receipt(game):
    """More than an entry holds, or one that goes back in the log: else who names them stops all answers."""
    game.play("red", "done", "done")
    assert taken(game, paper(game, 1, 2, "any: default"))
    with refuses(Code.STANDING_WRONG, match="the one before it after a later one"):
        taken(game, paper(game, 2, 0, "loss: last"))
    for number in range(2, 13):
        assert taken(game, paper(game, number, 2, "any: default"))
    with refuses(Code.STANDING_WRONG, match="12 papers of red wait"):
        taken(game, paper(game, 13, 2, "any: default"))
    game.play("blue", "done", "done")
    assert taken(game, paper(game, 13, 2, "any: default"))


def test_a_side_cannot_put_the_clock_of_the_log_ahead_so_that_it_is_never_late(tmp_path):
    game = Mailed(tmp_path, deadlines=DEADLINES)
    table, key = game.table(), duel.key("red")
    for at in (NOW + 10**9, 2**53 - 1):
        ack = table.next_entry("red", Ack(applied=0, at=at), duel.chain("red").reveal(0))
        answer = game.robot.receive(mail("red", "referee", signed=[sign(ack, key)]), NOW)
        assert "[time-ahead]" in answer.text
    near = table.next_entry("red", Ack(applied=0, at=NOW + 3600), duel.chain("red").reveal(0))
    assert game.robot.receive(mail("red", "referee", signed=[sign(near, key)]), NOW).outcome == "accepted"


# --- papers without end ------------------------------------------------------------------------------------


def by_red(game, kind, **fields):
    return standing_papers.sign(
        kind(game=game.table().verifier.game, author="red", **fields), duel.key("red")
    ).signed


def files(game, role, name):
    return len(list((game.folders[role].path / name).glob("*")))


def test_false_notices_crowd_out_no_true_one_and_do_not_pile_up(game):
    head, blue = game.table().verifier.head, inbox(game, "blue")
    for number in range(30):
        seq, proof = number // 10, f"{number:064x}"
        notice = by_red(game, peer_notices.ObservedNotice, seq=seq, prev=head, digest=proof)
        blue.receive(mail("red", "blue", notice), NOW + number)
    far = by_red(game, peer_notices.ObservedNotice, seq=10**9, prev=head, digest="ab" * 32)
    assert "far ahead" in blue.receive(mail("red", "blue", far), NOW).text
    assert files(game, "blue", "noticed") == 3 * 4
    game.play("red", "done", "done")
    seen = seen_in(Entry.decode(game.sign("blue", "done", "done").signed.data).body)
    assert [each.seq for each in seen] == sorted((each.seq for each in seen), reverse=True)
    assert seen[0].seq == 2


def test_false_refusals_and_questions_do_not_pile_up(game):
    verifier, blue = game.table().verifier, inbox(game, "blue")
    for number in range(70):
        said = {"seq": 1, "digest": f"{number:064x}", "code": "bad-body"}
        answer = blue.receive(mail("red", "blue", by_red(game, peer_notices.Refusal, **said)), NOW)
    assert "very many refusals" in answer.text
    assert files(game, "blue", "refusals") == 64
    for number in range(20):
        asks = {"of": "red", "seq": 0, "head": verifier.head, "digests": (), "at": NOW + number}
        answer = game.robot.receive(
            mail("red", "referee", by_red(game, peer_notices.HoldingNotice, **asks)), NOW
        )
    assert "has 6 receipts for this place" in answer.text
    assert files(game, "referee", "receipts") == 6


# --- a restored folder whose next entry is of a rarer type -------------------------------------------------


def restored(game, role):
    """The folder of a role on another PC, with all receipts that it asks for; the receipts."""
    folder = game.folders[role]
    next(machine_memory._folder().glob(f"{folder.chain().tip}*")).unlink()
    asked, found = folder_restoration.ask(folder, NOW), []
    for other in folder_restoration.askable_roles(game.table(role).verifier.parties, role):
        for file in inbox(game, other).receive(mail(role, other, asked.signed), NOW).files:
            found += [
                peer_notices.open_slip(one) for one in read(opened(file).message, from_robot=True).papers
            ]
            assert inbox(game, role).receive(opened(file).message, NOW).outcome == "accepted"
    assert disclosures.is_own(folder)
    return found


def test_a_restored_referee_can_call_a_silent_side_late_and_convicts_nobody_by_it(game):
    game.play("red", "done", "done")
    given = restored(game, "referee")
    receipt = rulings.record_late(game.folders["referee"], 2 * HOURS, duel.build)
    late = Entry.decode(receipt.table.verifier.entries[-1].data)
    assert late.type == "late"
    assert {each.digest for each in seen_in(late.body)} == {slip.digest for slip in given}
    assert all(held_against(game, slip).sound for slip in given)


def test_a_receipt_that_names_what_nobody_signed_is_not_taken_in(game):
    """The attack: nothing else may be signed for the place, so that the side falls silent, and is late."""
    game.play("red", "done", "done")
    game.play("blue", "done", "done")
    red, verifier = game.folders["red"], game.table().verifier
    next(machine_memory._folder().glob(f"{red.chain().tip}*")).unlink()
    asked = folder_restoration.ask(red, NOW)
    shows = {"lines": ["done"], "rest": "ab" * 32, "box": "cd" * 32}
    forged = sign(game.table().next_entry("red", body("order", shows), "ef" * 32), duel.key("blue"))
    names = {"seq": len(verifier.entries) - 1, "head": verifier.head, "at": NOW, "asked": asked.digest}
    for digests, entries in ((("ab" * 32,), ()), ((forged.head,), (forged,))):
        said = peer_notices.HoldingNotice(
            game=verifier.game, author="referee", of="red", digests=digests, **names
        )
        receipt = standing_papers.sign(said, duel.key("referee")).signed
        answer = inbox(game, "red").receive(mail("referee", "red", receipt, signed=entries), NOW)
        assert (answer.outcome, "has not come with it" in answer.text) == ("refused", True), answer.text
    assert not disclosures.is_own(red)


# --- a time before the order -------------------------------------------------------------------------------


def test_an_answer_dated_before_its_order_makes_nobody_late_who_was_not_asked(game):
    """The referee keeps the order back for a week, dates the answer at the last time in the log, and calls
    the next side late in the same mail: by the log alone its time is over."""
    host, red = game.folders["referee"], game.folders["red"]
    began = game.table().verifier.time
    signed_at = began + 7 * 24 * HOURS
    made = player.sign_move(red, game.write("done", "done"), build=duel.build, now=signed_at)
    referee.apply(host, made.signed, duel.build, began, boxes=armor.boxes(made.file.read_text()))
    late = Lateness(role="blue", kind="order", at=signed_at + HOURS)
    game.apply(sign(game.table().next_entry("referee", late), duel.key("referee")))
    answer = mail("referee", "red", signed=game.table().entries(1, 3))
    for now in (signed_at + 2 * HOURS, signed_at + 400 * 24 * HOURS):
        taken_in = inbox(game, "red").receive(answer, now)
        assert taken_in.outcome == "refused"
        assert "[backdated]" in taken_in.text
    assert len(duel.records(red)) == 1
    (paper,) = read(opened(taken_in.files[-1]).message, from_robot=True).papers
    assert peer_notices.open_slip(paper).said.code == Code.BACKDATED
    assert "red has refused entry 2" in inbox(game, "blue").receive(mail("red", "blue", paper), NOW).text
    # A player whose clock was a year ahead when he signed, and is right now, goes on.
    assert inbox(game, "red").receive(answer, began + 12 * HOURS).outcome == "accepted"
