"""A folder becomes the true one again by receipts: who gives them a choice between two orders, or lets two
folders go on by one, and who is left standing still though nobody cheated. All by mail, as it comes."""

import shutil

import duel
import independent
import pytest
from crashes import backup, put_back, settle
from mailed import NOW, Mailed
from refusing import refuses
from standing_play import file, show, signed, taken
from test_left_behind import Computer
from two_folders import Game as Peers

from pbem import errors
from pbem.disk import machine_memory
from pbem.entry import peer_notices, standing_papers
from pbem.entry.bodies import Resign, seen_in
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.judge.standing_filing import Filings
from pbem.log.parties import Player
from pbem.log.party import disclosures, refusal_records, signing_record
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries, verify_file
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.play import folder_restoration
from pbem.play.agreements import countersignatures, rulings
from pbem.play.host import referee
from pbem.play.refusals import evidence
from pbem.post.outbox import Outbox
from pbem.reason_codes import Code
from pbem.robot import confirmed_deliveries, restoration_request
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table

STRIKES = ("done", "strike red-a > blue-a")


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path / "game", forced=False)


@pytest.fixture
def laptop(tmp_path, monkeypatch):
    return Computer(tmp_path / "laptop", monkeypatch)


def delivered(game, *but):
    """Send all that lies in the outboxes, until nothing is left; what was said of each mail."""
    said = []
    while waits := [
        (role, mail)
        for role, folder in game.folders.items()
        for mail in Outbox(folder.path).list_waiting()
        if role not in but
    ]:
        for role, mail in waits:
            Outbox(game.folders[role].path).move_to_sent(mail.name)
            for address in mail.to:
                to = address.partition("@")[0]
                said.append(Inbox(game.folders[to], build=duel.build).receive(mail.message, NOW))
    return said


def asks(game, role):
    """A folder that was put back asks, by mail."""
    return restoration_request.ask_for_receipts(game.folders[role], NOW)


def restored(game, role):
    asks(game, role)
    delivered(game)
    assert disclosures.is_own(game.folders[role])


def sent(game, role, *lines):
    """An order of a side, judged by the robot, and its answer with everybody."""
    made = game.sign(role, *lines)
    return judged(game, role, made.signed)


def judged(game, role, signed):
    received = game.robot.receive(game.mail(signed, sender=f"{role}@example.org"), NOW)
    if received.outcome == "accepted":
        game.everybody_takes_in(received)
    return received


def lose(folder):
    """The folder was put back, as far as this PC knows."""
    machine_memory.keep(folder.chain().tip, disclosures.MOVED)


# --- two entries for one place -----------------------------------------------------------------------------


def false_receipt(game, role, question, seq, by="referee"):
    verifier = verify_entries(game.folders[by].log)
    said = peer_notices.HoldingNotice(
        game=verifier.game, author=by, of=role, seq=seq, head=verifier.entries[seq].head, digests=(), at=NOW,
        asked=question.digest,
    )  # fmt: skip
    return standing_papers.sign(said, duel.key(by))


def test_a_receipt_of_a_place_that_is_over_is_none(game):
    """The attack: it binds nobody, and its author answers whichever of two orders pleases."""
    sent(game, "red", "done", "done")
    sent(game, "blue", "done", "done")
    red = game.folders["red"]
    lose(red)
    question = folder_restoration.ask(red, NOW)
    with pytest.raises(errors.BadPaper, match="says nothing of your next entry"):
        folder_restoration.take(red, [false_receipt(game, "red", question, 2)], (), duel.build)
    assert not disclosures.is_own(red)


def test_one_receipt_does_not_free_two_computers(game, laptop):
    """The attack: the question goes with the copy, and the mail is taken in on both."""
    red = game.folders["red"]
    lose(red)
    asks(game, "red")
    copy = Folder(laptop.path / "red")
    shutil.copytree(red.path, copy.path)
    (answer,) = mails_after(game, "red")
    with laptop:
        told = Inbox(copy, build=duel.build).receive(answer, NOW)
        assert (told.outcome, "nobody has asked for this receipt" in told.text) == ("refused", True)
        assert not disclosures.is_own(copy)
    assert Inbox(red, build=duel.build).receive(answer, NOW).outcome == "accepted"
    assert disclosures.is_own(red)


def mails_after(game, role):
    """The bytes of the answers to a question, which wait at the parties that gave them."""
    outbox = Outbox(game.folders[role].path)
    for mail in outbox.list_waiting():
        outbox.move_to_sent(mail.name)
        for address in mail.to:
            Inbox(game.folders[address.partition("@")[0]], build=duel.build).receive(mail.message, NOW)
    found = []
    for other, folder in game.folders.items():
        for mail in Outbox(folder.path).list_waiting() if other != role else ():
            Outbox(folder.path).move_to_sent(mail.name)
            found.append(mail.message)
    return found


def test_an_old_question_in_a_backup_is_asked_anew(game):
    """The attack: the old question and its receipt let the folder sign a second time."""
    red = game.folders["red"]
    lose(red)
    asks(game, "red")
    (answer,) = mails_after(game, "red")
    kept = backup(red)
    Inbox(red, build=duel.build).receive(answer, NOW)
    first = game.sign("red", "done", "done").signed
    put_back(red, kept)
    told = Inbox(red, build=duel.build).receive(answer, NOW)
    assert (told.outcome, disclosures.is_own(red)) == ("refused", False)
    old = peer_notices.open_slip(read(answer, from_robot=True).papers[-1]).said.asked
    assert folder_restoration.ask(red, NOW).digest != old
    restored(game, "red")
    again = game.sign("red", "step red-a 2", "done", "done").signed
    assert judged(game, "red", first).outcome == "refused", "its receipt came before the second question"
    assert judged(game, "red", again).outcome == "accepted"


def test_a_question_that_a_crash_has_left_is_none(game, monkeypatch):
    red = game.folders["red"]
    lose(red)
    asks(game, "red")
    (answer,) = mails_after(game, "red")
    unlink = folder_restoration.atomic_files.DISK.unlink
    monkeypatch.setattr(
        folder_restoration.atomic_files.DISK,
        "unlink",
        lambda path: None if path.name == "asked.pbem" else unlink(path),
    )
    Inbox(red, build=duel.build).receive(answer, NOW)
    kept = backup(red)
    game.sign("red", "done", "done")
    put_back(red, kept)
    assert Inbox(red, build=duel.build).receive(answer, NOW).outcome == "refused"
    assert not disclosures.is_own(red)


def test_who_lags_takes_in_first_what_comes_with_the_question(tmp_path):
    """Without malice: a receipt of a party that is behind would bind it to a place that is over."""
    peers = Peers(tmp_path, forced=False)
    red, blue = peers.folders["red"], peers.folders["blue"]
    peers.take_in("blue", peers.sign("red", "done", "done"))  # the answer is lost
    lose(blue)
    question = folder_restoration.ask(blue, NOW)
    with refuses(Code.OLD_LOG):
        folder_restoration.answer(red, question, NOW)
    restored(peers, "blue")
    assert red.log.length() == blue.log.length() == 3
    assert signing_record.read(blue).named[0].seq == 2


def test_a_receipt_of_too_early_a_place_binds_the_next_entry_wherever_it_stands(game):
    """The attack: the log that was put back ends at 2, and so does the receipt; its author's ends at 4."""
    red, host = game.folders["red"], game.folders["referee"]
    sent(game, "red", "done", "done")
    kept = backup(red)
    sent(game, "blue", "done", "done")
    old = game.sign("red", "done", "done").signed
    put_back(red, kept)
    question = folder_restoration.ask(red, NOW)
    said = false_receipt(game, "red", question, 2)
    folder_restoration.take(red, [said], (), duel.build)
    assert disclosures.is_own(red)
    answers = [*host.log.read().records()][3:5]
    referee.take_in(red, answers, duel.build)
    new = game.sign("red", "step red-a 2", "done", "done").signed
    assert said.digest in {each.digest for each in seen_in(Entry.decode(new.data).body)}
    receipt = game.apply(old)
    log = host.log.path
    verdict = evidence.judge_papers(log, ReceivedFile([], [said.signed]), verify_file(log), duel.build)
    assert (verdict.code, receipt.table.seq) == (Code.NOT_NAMED, 6)
    with refuses(Code.NOT_NAMED):
        referee.take_in(red, [*host.log.read().records()][5:], duel.build)


@pytest.mark.parametrize("of", ["blue", "referee"])
def test_a_receipt_about_somebody_else_is_none(game, of):
    """The attack: the folder is the true one again, and its next entry names a paper that binds nobody."""
    red = game.folders["red"]
    lose(red)
    question = folder_restoration.ask(red, NOW)
    said = false_receipt(game, "red", question, 0).said.replace(of=of)
    with pytest.raises(errors.BadPaper):
        folder_restoration.take(red, [standing_papers.sign(said, duel.key("referee"))], (), duel.build)
    assert not disclosures.is_own(red)


def test_a_receipt_that_names_what_can_never_be_sent_is_none(game):
    """The attack: an old entry of red's own, which fits its key: nothing else may be signed."""
    sent(game, "red", "done", "done")
    red, host = game.folders["red"], game.folders["referee"]
    (old,) = [*host.log.read().records()][1:2]
    lose(red)
    question = folder_restoration.ask(red, NOW)
    said = false_receipt(game, "red", question, 2).said.replace(digests=(old.head,))
    with pytest.raises(errors.BadPaper, match="has not come with it"):
        folder_restoration.take(red, [standing_papers.sign(said, duel.key("referee"))], [old], duel.build)
    assert not disclosures.is_own(red)


def test_only_the_party_that_answers_is_bound_and_convicted(game):
    """The attack: a referee asks a player for a receipt, signs what does not name it, and accuses."""
    host, blue = game.folders["referee"], game.folders["blue"]
    lose(host)
    given = folder_restoration.answer(blue, folder_restoration.ask(host, NOW), NOW).receipt
    settle(host.path)
    sent(game, "red", "done", "done")
    log = host.log.path
    assert evidence.judge_papers(log, ReceivedFile([], [given.signed]), verify_file(log), duel.build).sound


# --- who stands still --------------------------------------------------------------------------------------


def test_an_order_that_was_out_when_the_folder_went_to_another_computer(game, laptop):
    """The recipe of the page: the order lies in the outbox, and reaches the referee after the receipt."""
    red = game.folders["red"]
    out = game.sign("red", "done", "done").signed
    copy = Folder(laptop.path / "red")
    shutil.copytree(red.path, copy.path)
    game.folders["red"] = copy
    with laptop:
        settle(game.folders["referee"].path)
        restored(game, "red")
        late = judged(game, "red", out)
        assert (late.outcome, "[not-named]" in late.text) == ("refused", True)
        (told,) = delivered(game)
        assert "Give the orders again here with `pbem move`" in told.text
        again = game.sign("red", "done", "done").signed
        assert again.head != out.head
        assert judged(game, "red", again).outcome == "accepted"


def test_nor_does_that_convict_its_author(game):
    """Both orders bear one signature: the receipt says that the first one stays out."""
    red, host = game.folders["red"], game.folders["referee"]
    out = game.sign("red", "done", "done").signed
    lose(red)
    restored(game, "red")
    assert judged(game, "red", game.sign("red", "step red-a 2", "done", "done").signed).outcome == "accepted"
    assert "fork" not in judged(game, "red", out).text
    (given,) = (slip for slip in refusal_records.receipts(red) if not slip.said.asks)
    log, verdict = host.log.path, verify_file(host.log.path)
    for papers, code, word in (((), Code.FORK, "fork"), ((given.signed,), verdict.code, "overtaken")):
        parcel = ReceivedFile(entries=[out], papers=list(papers))
        assert evidence.judge_papers(log, parcel, verdict, duel.build).code == code
        records = [paper.to_record() for paper in papers]
        assert independent.second(log.read_bytes(), out.to_record(), records) == word
    for folder in (red, host):
        assert evidence.judge_kept_papers(folder, verdict, duel.build, beside=[out]).sound


def test_the_same_of_two_players_without_a_referee(tmp_path):
    peers = Peers(tmp_path, forced=False)
    red = peers.folders["red"]
    out = peers.sign("red", "done", "done").read_text()
    lose(red)
    restored(peers, "red")
    again = peers.sign("red", "done", "done")
    assert again.read_text() != out
    assert peers.take_in("blue", again).receipt.table.seq == 2


def test_restored_twice_at_one_place(game, laptop):
    """On a laptop, then at home again before anything is signed: the order names both receipts."""
    red = game.folders["red"]
    home = {"red": red}
    copy = Folder(laptop.path / "red")
    shutil.copytree(red.path, copy.path)
    with laptop:
        settle(game.folders["referee"].path)
        game.folders["red"] = copy
        restored(game, "red")
    game.folders["red"] = home["red"]
    settle(game.folders["referee"].path)
    lose(red)
    restored(game, "red")
    order = game.sign("red", "done", "done").signed
    assert len(seen_in(Entry.decode(order.data).body)) == 2
    assert judged(game, "red", order).outcome == "accepted"


def test_a_referee_that_was_put_back_gets_the_standing_papers_again(game):
    host = game.folders["referee"]
    kept = backup(host)
    file(game, "blue", "loss: last")
    put_back(host, kept)
    restored(game, "referee")
    assert sent(game, "red", "done", "done").outcome == "accepted"
    assert Filings(host, game.table()).lines("blue", 1) == ("loss: last",)


def test_and_receipts_no_other_paper_of_a_number(game):
    """The attack: an honest referee is shown to have receipted two, and a side chose between them."""
    host, blue = game.folders["referee"], game.folders["blue"]
    kept, kept_blue = backup(host), backup(blue)
    file(game, "blue", "loss: last")
    put_back(host, kept)
    restored(game, "referee")
    put_back(blue, kept_blue)
    settle(blue.path)
    with refuses(Code.FORK):
        taken(game, signed(game, "blue", "loss: first").papers)


def test_nor_does_it_lack_the_box_of_a_paper_that_the_log_carries(game):
    host = game.folders["referee"]
    kept = backup(host)
    file(game, "blue", "loss: last")
    sent(game, "red", "done", "done")
    put_back(host, kept)
    restored(game, "referee")
    assert host.log.length() == 3
    assert Filings(host, game.table()).lines("blue", 1) == ("loss: last",)


def test_a_side_with_another_paper_than_the_log_accuses_nobody(game):
    """Two papers of one number, the first on its way when the folder was put back: the log has the first."""
    blue = game.folders["blue"]
    kept = backup(blue)
    first = signed(game, "blue", "loss: last")
    put_back(blue, kept)
    settle(blue.path)
    signed(game, "blue", "loss: first")
    show(game, taken(game, first.papers), "red")
    sent(game, "red", "done", "done")
    table = Table.load(blue.log, duel.build)
    Filings(blue, table).watch()
    assert table.verifier.standings.last_number("blue") == 1
    assert table.verifier.rules.knows("blue", 1) is None


def test_what_was_refused_does_not_come_with_the_same_question_again(game):
    """The attack: nobody. The refused order came beside the receipt, and fitted."""
    red = game.folders["red"]
    out = game.sign("red", "done", "done").signed
    lose(red)
    asks(game, "red")
    assert len(mails_after(game, "red")) == 1
    assert judged(game, "red", out).outcome == "refused"
    question = folder_restoration.ask(red, NOW)
    again = folder_restoration.answer(game.folders["referee"], question, NOW)
    assert out not in again.entries
    folder_restoration.take(red, [again.receipt], [*again.entries, out], duel.build)
    assert red.log.length() == game.folders["referee"].log.length()


def test_a_question_stays_in_the_outbox_until_it_is_sent(game):
    """An answer that is taken in first puts away moves that have come, and nothing else."""
    red = game.folders["red"]
    lose(red)
    (mail,) = asks(game, "red").files
    file(game, "blue", "loss: last")
    assert confirmed_deliveries.settle(red, verify_entries(red.log)) == []
    assert mail.is_file()
    Outbox(red.path).move_to_sent(mail.stem)
    assert asks(game, "red").files == (mail,)
    assert mail.is_file(), "asked once more, it lies there again"


def test_what_was_lost_is_here_before_the_folder_signs(game, monkeypatch):
    """Killed between the two a referee would stand without the papers, and nobody would send them again."""
    host = game.folders["referee"]
    kept = backup(host)
    file(game, "blue", "loss: last")
    put_back(host, kept)
    asks(game, "referee")
    answers = mails_after(game, "referee")
    monkeypatch.setattr(disclosures, "confirm_restored", lambda *_: pytest.fail("killed"))
    inbox = Inbox(host, build=duel.build)
    inbox.receive(answers[0], NOW)
    with pytest.raises(pytest.fail.Exception):
        inbox.receive(answers[1], NOW)
    assert host.standing_file("blue", 1).is_file()


def test_a_referee_that_was_put_back_can_replace_a_side_that_is_silent(game, tmp_path):
    """Its receipt will never come."""
    host, blue = game.folders["referee"], game.folders["blue"]
    lose(host)
    new = Folder(tmp_path / "new")
    new.path.mkdir()
    duel.key("other").save(new.key_file)
    chain = duel.chain("red", "other")
    chain.save(new.chain_file)
    seat = (duel.key("other").public, chain.tip, duel.LENGTH)
    made = rulings.substitute(host, "red", Player("New", "new@example.org"), seat, NOW, duel.build)
    for folder in (blue, new):
        made = countersignatures.countersign(folder, made.file, duel.build)
    with refuses(Code.RESTORED_FOLDER):  # what comes after it has to wait
        game.apply(made.signed_entry)
    assert verify_entries(host.log).parties["red"].name == "New"


# --- false alarms ------------------------------------------------------------------------------------------


def test_an_old_order_after_a_new_chain_leaves_nobody_behind(game, tmp_path):
    """The attack: a stranger sends it back, and the new folder signs nothing until it is restored."""
    old = game.sign("red", "done", "done").signed
    host, new = game.folders["referee"], Folder(tmp_path / "new")
    new.path.mkdir()
    duel.key("red").save(new.key_file)
    chain = duel.chain("red", "other")
    chain.save(new.chain_file)
    disclosures.begin(new, chain.tip)
    shutil.copy(host.log.path, new.path / "game.log")
    seat = (duel.key("red").public, chain.tip, duel.LENGTH)
    made = rulings.substitute(host, "red", Player("Red", "red@example.org"), seat, NOW, duel.build)
    for folder in (game.folders["blue"], new):
        made = countersignatures.countersign(folder, made.file, duel.build)
    game.apply(made.signed_entry)
    entries = [*host.log.read().records()][1:]
    referee.take_in(new, entries, duel.build)
    assert disclosures.is_own(new)
    disclosures.refuse_abandoned(new, verify_entries(new.log), [verify_entry(old)])
    assert disclosures.is_own(new)


def test_a_note_that_is_written_this_moment_is_no_alarm(game, monkeypatch):
    """A second program reads record and note while the first writes them."""
    fresh, seen = signing_record.is_fresh, []

    def late(record):
        seen.append(record)
        return len(seen) > 1 and fresh(record)

    monkeypatch.setattr(signing_record, "is_fresh", late)
    assert disclosures.is_own(game.folders["red"])


def test_a_robot_whose_folder_was_put_back_reads_on(tmp_path):
    """An order came before the receipt: it waits, and the receipt is read."""
    from pbem.post import mail_loop
    from pbem.post.maildir import MaildirSink, MaildirSource
    from pbem.post.stop_signal import Stop

    game = Mailed(tmp_path / "game", forced=False)
    host = game.folders["referee"]
    order = game.mail(game.sign("red", "done", "done").signed)
    lose(host)
    asks(game, "referee")
    answers = mails_after(game, "referee")
    box = tmp_path / "box"
    sink = MaildirSink(box)
    for mail in (order, *answers):
        sink.send(mail, ["referee@example.org"])
    robot, told = Inbox(host, build=duel.build), []

    def once():
        return mail_loop.run(
            lambda: (), [MaildirSource(box, 10**7)], sink, lambda data: robot.receive(data, NOW),
            once=True, every=1, stop=Stop(), tell=told.append,
        )  # fmt: skip

    assert once() == 1
    assert [note.what for note in told] == ["kept", "accepted", "accepted"]
    assert disclosures.is_own(host)
    assert once() == 0
    assert told[-1].what == "accepted"


def test_many_earlier_receipts_do_not_silence_whoever_must_name_them(game):
    """The attack: the giver makes up earlier ones for the place, more than an entry has room for."""
    red = game.folders["red"]
    lose(red)
    question = folder_restoration.ask(red, NOW)
    answer = folder_restoration.answer(game.folders["referee"], question, NOW)
    said = answer.receipt.said
    made = [
        standing_papers.sign(said.replace(asked=f"{number:064x}"), duel.key("referee"))
        for number in range(60)
    ]
    folder_restoration.take(red, [*made, answer.receipt], answer.entries, duel.build)
    assert disclosures.is_own(red)
    assert len(seen_in(Entry.decode(game.sign("red", "done", "done").signed.data).body)) <= 32


def test_what_one_receipt_names_may_be_sent_although_another_names_nothing():
    """Of three without a referee one holds the order that is out, and another does not."""
    digest, other = "ab" * 32, "cd" * 32
    order = Entry("ef" * 32, 3, "12" * 32, "east", Resign())
    named = [
        signing_record.ReceiptAllowance("west", 2, "1" * 64, (digest,)),
        signing_record.ReceiptAllowance("north", 2, "2" * 64, ()),
    ]
    for receipts_ in (named, named[::-1]):
        disclosures._check_named(
            receipts_, order, signing_record.DisclosedEntry(3, "-", digest, 0), frozenset()
        )
        with refuses(Code.NOT_NAMED):
            disclosures._check_named(
                receipts_, order, signing_record.DisclosedEntry(3, "-", other, 0), frozenset()
            )
