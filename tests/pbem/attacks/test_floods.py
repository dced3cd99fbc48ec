"""Floods of mails at a club, by somebody who can write any mail: nobody's orders, joins and codes are lost in
them."""

import mailbox
import re
import shutil
from dataclasses import dataclass, replace

import pytest
from clubbed import CLUB, Clubbed, Member, begun, both, moves
from commands import good
from crashes import settle

from pbem.cli.actions import club_actions
from pbem.club import admission, bounces, club_desk, quarantine
from pbem.entry import standing_papers
from pbem.entry.entries import Entry, SignedEntry, cosign, sign
from pbem.entry.peer_notices import HoldingNotice
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.party.folder import Folder
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.robot.inbox import Inbox
from pbem.setup import invitation

A_DAY = 86_400
LIMITS = "name: Ours\noperator: op@example.org\nlimits: {mails: 12, answers: 5, game: 20}\n"
ANN, SVEN = "ann@example.org", "sven@example.org"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept")
    club, *members = begun(path, ("three_battles/fulford", "hastings_pulsipher/small"))
    for _, mail in moves(*members):
        club.give(mail)
    for member in members:
        member.read()
    club.index.close()
    (path / "club/club.yaml").write_text(LIMITS)
    return path, club.now


@pytest.fixture
def club(kept, tmp_path):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    yield club
    club.index.close()


@dataclass
class Due:
    """A mail with an order that is due, its author's address and folder, and the game's name."""

    sender: str
    mail: bytes
    folder: Folder
    game: str

    @property
    def letter(self):
        return read(self.mail)

    @property
    def signed(self):
        return self.letter.entries[0]


@pytest.fixture
def due(club):
    found = []
    for member in both(club):
        for folder in member.folders.values():
            if mail := member._move(folder):
                game = club.index.find_by_id(Entry.decode(read(mail).entries[0].data).game)
                found.append(Due(member.address, mail, folder, game))
    return found[0]


def stands(club, due):
    return due.signed.data in club.hall.game(due.game).log.path.read_bytes()


def mailed(sender, number, *entries, boxes=()):
    return compose(Draft(sender, (CLUB,), f"mail {number}", "", entries, boxes=boxes, automatic=False))


def words(club, due):
    for number in range(30):
        club.write(due.sender, f"status 1 {number}")


def old_entries(club, due):
    """Copies of what stands in the log, from many addresses."""
    old = list(club.hall.game(due.game).log.read().records())[-1]
    for number in range(40):
        club.give(mailed(f"m{number}@example.net", number, old))


def bad_signatures(club, due):
    """For the place that is due, with a key that is nobody's."""
    forged = sign(Entry.decode(due.signed.data), PrivateKey.generate())
    for number in range(40):
        club.give(mailed(due.sender if number % 2 else "m@example.net", number, forged))


def taken_signatures(club, due):
    """True signatures, each of other bytes."""
    for number in range(40):
        entry = replace(Entry.decode(due.signed.data), prev=f"{number:064x}")
        club.give(mailed(due.sender, number, SignedEntry(entry.encode(), due.signed.signatures)))


def joins(club, due):
    """Joins that were taken in long ago."""
    for number in range(40):
        for file in sorted((club.hall.game(due.game).path / "joins").glob("*.pbem")):
            draft = Draft(
                due.sender, (CLUB,), f"{number}", "", papers=(invitation.read(file),), automatic=False
            )
            club.give(compose(draft))


def the_other_side(club, due):
    """Orders that the other player has signed for the same place, each another."""
    other = next(each for member in both(club) for each in member.folders.values() if is_other(each, due))
    role = other.role(club.desk.tables.table(due.game).verifier.parties)
    for number in range(60):
        entry = replace(Entry.decode(due.signed.data), author=role, prev=f"{number:064x}")
        club.give(mailed(f"m{number}@example.net", number, sign(entry, other.key())))


def is_other(folder, due):
    began = next(folder.log.read().records()).head if folder.log.path.is_file() else ""
    return began == Entry.decode(due.signed.data).game and folder.path != due.folder.path


@pytest.mark.parametrize(
    "flood", [words, old_entries, bad_signatures, taken_signatures, joins, the_other_side]
)
def test_no_flood_shuts_an_order_out(club, due, flood):
    flood(club, due)
    assert not stands(club, due)
    received = club.give(due.mail)
    assert received.outcome == "accepted", received.text
    assert stands(club, due)


def refused_ones(due, count):
    """What the due order's author signs for its place, each another, and none that can stand."""
    entry = Entry.decode(due.signed.data)
    for number in range(count):
        yield sign(replace(entry, prev=entry.prev, link=f"{number:064x}"), due.folder.key())


def put_off(club):
    return sorted((club.path / "club/put_off").glob("*.eml"))


def test_who_signs_many_orders_for_one_place_is_heard_once_more_than_the_limit(club, due):
    """The first counts for nothing, the others for this seat alone; 20 more are kept, the rest is left
    out."""
    given = [
        club.give(mailed(due.sender, number, forged, boxes=due.letter.boxes))
        for number, forged in enumerate(refused_ones(due, 60))
    ]
    assert club.write(due.sender, "list").outcome == "accepted"  # nor do they count for the address
    outcomes = [received.outcome for received in given]
    assert outcomes == ["refused"] * 13 + ["ignored"] * 47
    assert "this seat has signed enough for today: put off until tomorrow" in given[13].text
    assert "left out" in given[-1].text
    assert len(put_off(club)) == 20
    club.now += A_DAY
    assert [note.what for note in club.desk.keep_time(club.now) if "-" in note.name] == ["refused"] * 20
    assert put_off(club) == []
    assert club.give(due.mail).outcome == "accepted"


def test_a_signed_order_again_and_again_uses_nothing_up(club, due):
    """One that was refused, so that its place is still due: anybody may have it, and sends it a hundred
    times. Its author's next one is taken in."""
    (refused,) = refused_ones(due, 1)
    for number in range(60):
        club.give(mailed(f"m{number}@example.net", number, refused, boxes=due.letter.boxes))
        club.give(mailed(due.sender, number, refused, boxes=due.letter.boxes))
    assert club.give(due.mail).outcome == "accepted"


def test_nor_does_an_order_without_its_box(club, due):
    """Somebody on the way takes the box out, and is first."""
    if not due.letter.boxes:
        pytest.skip("no box")
    for number in range(60):
        club.give(mailed(due.sender, number, due.signed, boxes=(b"x" * number,)))
    assert not stands(club, due)
    assert club.give(due.mail).outcome == "accepted"


def test_nor_does_an_order_with_another_signature_beside_its_own(club, due):
    for number in range(60):
        beside = cosign(due.signed, PrivateKey.generate())
        club.give(mailed(due.sender, number, beside, boxes=due.letter.boxes))
    assert not stands(club, due)
    assert club.give(due.mail).outcome == "accepted"


def test_a_seat_that_has_signed_enough_for_today_is_heard_at_the_next_place(club, due):
    for seat in club.index.seats(due.game):
        club.index.count(f"seat {due.game} {seat.role}", club.now, 12)
    assert club.give(due.mail).outcome == "accepted"


def test_requests_beyond_the_limit_are_answered_on_the_day_after_in_their_order(club):
    for number in range(60):
        club.write(ANN, f"status {number % 2 + 1}", f"deadline {number}")
    club.unread(ANN)
    kept = put_off(club)
    assert len(kept) == 20
    club.now += 3 * A_DAY
    club.index.close()
    club.open()
    notes = club.desk.keep_time(club.now)
    assert [note.name for note in notes if note.name in {file.stem for file in kept}] == [
        file.stem for file in kept
    ]
    assert put_off(club) == []
    club.post()
    assert len(club.unread(ANN)) == 5  # as many as `answers` says


def test_what_was_put_off_counts_for_nothing_on_the_day_after(club, due):
    words(club, due)
    club.now += A_DAY
    club.desk.keep_time(club.now)
    assert [club.write(due.sender, "list", str(number)).outcome == "ignored" for number in range(12)] == [
        False
    ] * 12


def test_at_midnight_the_counts_begin_anew(club, due):
    club.now += A_DAY - club.now % A_DAY - 31 * 60 - 1
    words(club, due)
    assert club.write(due.sender, "list", "more").outcome == "ignored"  # a second before
    assert club.write(due.sender, "list").outcome == "accepted"


def test_a_flood_fills_no_disk(club, monkeypatch):
    monkeypatch.setattr(admission, "OF_ALL", 30 * 200_000)
    for number in range(3):
        for count in range(60):
            club.write(f"{ANN[:3]}{number}@example.org", f"list {count}")
            club.give(mailed(f"m{number}@example.net", count, *list(both_logs(club))))
    assert len(put_off(club)) == 30
    for number in range(40):
        club.write("big@example.net", "list", *[f"{number} {'x' * 70}"] * 20_000)
    assert sum(file.stat().st_size for file in put_off(club)) <= 30 * 200_000


def both_logs(club):
    return [list(club.hall.game(name).log.read().records())[-1] for name in club.hall.names()]


def test_a_mail_at_which_the_machine_fails_stays_and_the_others_come_first(club, monkeypatch):
    for number in range(15):
        club.write(ANN, f"status 1 {number}")
    first, *_ = put_off(club)
    club.now += A_DAY
    safely = club.desk._safely

    def fails(data, now, *, counts):
        if data == bad:
            raise OSError(28, "no room", "disk")
        return safely(data, now, counts=counts)

    bad = first.read_bytes()
    monkeypatch.setattr(club.desk, "_safely", fails)
    notes = club.desk.keep_time(club.now)
    assert [note.what for note in notes][:1] == ["kept"]
    assert put_off(club) == [first]
    monkeypatch.undo()
    assert put_off(club) == [first]
    club.desk.keep_time(club.now + 60)
    assert put_off(club) == [first]
    club.desk.keep_time(club.now + 1_000)
    assert put_off(club) == []


def test_papers_of_a_player_come_through_too(club, due):
    words(club, due)
    paper = standing_papers.sign(
        standing_papers.Receipt(
            game=Entry.decode(due.signed.data).game,
            author="saxon",
            side="saxon",
            number=1,
            paper="0" * 64,
            seq=1,
        ),
        due.folder.key(),
    )
    draft = Draft(due.sender, (CLUB,), "paper", "", papers=(paper.signed,), automatic=False)
    assert "enough" not in club.give(compose(draft)).text
    draft = replace(draft, subject="again")
    assert "enough" in club.give(compose(draft)).text


def test_the_command_takes_in_on_the_day_after_what_it_has_put_off(club, due, monkeypatch):
    """By Maildirs: all of the flood is in `.Handled` at once, and nothing that was kept is lost there."""
    club.index.close()
    (club.path / "club/post.yaml").write_text(f"from: {CLUB}\nmaildir: ../in\nsend: {{maildir: ../out}}\n")
    box = mailbox.Maildir(club.path / "in")
    for number in range(40):
        box.add(f"From: {due.sender}\r\nMessage-ID: <{number}@x>\r\n\r\nlist {number}\r\n".encode())
    box.add(due.mail)
    now = [club.now]
    monkeypatch.setattr(club_actions, "_now", lambda: now[0])
    run = ("club", "run", "--dir", club.path / "club", "--once")
    assert "written enough for today: put off until tomorrow" in good(*run)
    assert stands(club, due)
    assert (len(mailbox.Maildir(club.path / "in")), len(put_off(club))) == (0, 20)
    now[0] += A_DAY
    assert "accepted" in good(*run)
    assert put_off(club) == []


def test_a_game_that_rests_keeps_the_order_and_not_the_flood(club, due):
    quarantine.quarantine(club.hall, due.game, "to be mended\n")
    old_entries(club, due)
    bad_signatures(club, due)
    club.give(due.mail)
    kept = [data for _, data in quarantine.kept_mails(club.hall)]
    assert due.mail in kept
    assert len(kept) <= 20 + 1
    assert len(put_off(club)) <= 20 * 3  # of the game, and of two addresses
    done = club.desk.resume(due.game, club.now)
    assert done[-1].outcome == "accepted"
    assert stands(club, due)


def test_a_flood_that_names_a_game_at_rest_leaves_room_for_a_signed_order(club, due, monkeypatch):
    """Nor does a player whose answers are used up hear nothing of what finds no room."""
    monkeypatch.setattr(quarantine, "MOST", 30_000)
    quarantine.quarantine(club.hall, due.game, "to be mended\n")
    words(club, due)
    bad_signatures(club, due)
    club.boxes.clear()
    club.give(due.mail)
    club.now += A_DAY
    for _ in range(6):
        club.write(due.sender, "status 1")
    club.boxes.clear()
    for number in range(3):
        forged = sign(Entry.decode(due.signed.data), PrivateKey.generate())
        club.give(mailed(due.sender, number, forged))
    assert due.mail in [data for _, data in quarantine.kept_mails(club.hall)]
    assert " ".join(club.text(due.sender).split()).count("there is no room for your mail") == 1
    club.now += A_DAY
    assert club.desk.resume(due.game, club.now)[-1].outcome == "accepted"
    assert stands(club, due)


def test_a_signed_order_for_a_game_at_rest_is_answered_whatever_was_forged(club, due):
    quarantine.quarantine(club.hall, due.game, "to be mended\n")
    words(club, due)
    club.boxes.clear()
    club.give(due.mail)
    assert "Your mail is kept" in club.text(due.sender)


def test_a_flood_of_one_game_at_rest_takes_no_room_from_another(club, due, monkeypatch):
    monkeypatch.setattr(quarantine, "MOST", 80_000)
    monkeypatch.setattr(quarantine, "OF_GAME", 20_000)
    (other,) = {"1-fulford", "2-small"} - {due.game}
    for name in (due.game, other):
        quarantine.quarantine(club.hall, name, "to be mended\n")
    bad_signatures(club, due)
    held = [file.stat().st_size for file in club.hall.quarantined_mails.iterdir()]
    assert sum(held) <= 20_000
    old = list(club.hall.game(other).log.read().records())[-1]
    club.give(mailed("n@example.net", 1, old))
    assert len(list(quarantine.kept_mails(club.hall))) == len(held) + 1


def test_a_mail_beyond_the_limit_costs_one_check_of_each_signature(club, due, monkeypatch):
    """64 entries are in a mail at most, and one with more signatures than the game has parties is none."""
    for number in range(30):
        club.give(mailed(due.sender, number, sign(Entry.decode(due.signed.data), PrivateKey.generate())))
    checked, verify = [], signature.verify
    monkeypatch.setattr(signature, "verify", lambda *args: checked.append(args) or verify(*args))
    entry, key = Entry.decode(due.signed.data), PrivateKey.generate()
    forged = [sign(replace(entry, prev=f"{number:064x}"), key) for number in range(64)]
    assert club.give(mailed(due.sender, 99, *forged)).outcome == "ignored"
    assert len(checked) == 64
    many = [SignedEntry(each.data, each.signatures * 16) for each in forged]
    assert club.give(mailed(due.sender, 100, *many)).outcome == "ignored"
    assert len(checked) == 64


# --- a referee of one game, who counts no mails -------------------------------------------------------------


def test_a_lone_referees_robot_takes_an_order_in_after_any_flood(club, due):
    inbox = Inbox(club.hall.game(due.game))
    old = list(inbox.folder.log.read().records())[-1]
    forged = sign(Entry.decode(due.signed.data), PrivateKey.generate())
    for number in range(101):
        inbox.receive(mailed(due.sender, number, forged, old), club.now)
        inbox.receive(mailed(f"m{number}@example.net", number, old), club.now)
    for number, refused in enumerate(refused_ones(due, 20)):
        inbox.receive(mailed(due.sender, number, refused, boxes=due.letter.boxes), club.now)
    assert inbox.receive(due.mail, club.now).outcome == "accepted"


def early(club, due, number, key):
    """An order of the due one's author, for a place far ahead."""
    entry = Entry.decode(due.signed.data)
    return sign(replace(entry, seq=entry.seq + 2, prev=f"{number:064x}"), key)


def test_nobody_fills_the_room_that_another_has_for_orders_that_came_early(club, due):
    """So many of one party wait for their time: those that bear its name, and the signature of another, do
    not."""
    inbox = Inbox(club.hall.game(due.game))
    other = next(each for member in both(club) for each in member.folders.values() if is_other(each, due))
    for number in range(64):
        inbox.receive(mailed(SVEN, number, early(club, due, number, other.key())), club.now)
    mine = mailed(due.sender, 99, early(club, due, 99, due.folder.key()))
    assert inbox.receive(mine, club.now).outcome == "accepted"


def test_a_receipt_that_nobody_asked_for_keeps_no_order_from_being_judged(club, due):
    """The attack: whoever has the order first sends it with such a receipt, and its claim is used up."""
    other = next(each for member in both(club) for each in member.folders.values() if is_other(each, due))
    verifier = club.desk.tables.table(due.game).verifier
    said = HoldingNotice(
        game=verifier.game, author=other.role(verifier.parties), of="referee", seq=len(verifier.entries) - 1,
        head=verifier.head, digests=(), at=club.now, asked="0" * 64,
    )  # fmt: skip
    paper = standing_papers.sign(said, other.key()).signed
    letter = due.letter
    draft = Draft(
        due.sender, (CLUB,), "x", "", letter.entries, papers=(paper,), boxes=letter.boxes, automatic=False
    )
    club.give(compose(draft))
    assert stands(club, due)


def test_mails_put_off_while_the_clock_was_wrong_are_taken_in_once_it_is_right(club):
    club.now += 3650 * A_DAY
    for number in range(20):
        club.write(ANN, f"status 1 {number}")
    assert any(club.hall.postponed_folder.iterdir())
    club.now -= 3650 * A_DAY
    club.desk.keep_time(club.now + A_DAY)
    assert not any(club.hall.postponed_folder.iterdir())


def test_what_another_program_puts_beside_kept_mails_is_passed_over(club):
    for place in (club.hall.postponed_folder, club.hall.quarantined_mails):
        place.mkdir(parents=True, exist_ok=True)
        for name in ("._020741-000001-abc.eml", "Copy of 020741-000001-abc.eml", ".DS_Store"):
            (place / name).write_bytes(b"x")
    for number in range(20):
        club.write(ANN, f"status 1 {number}")
    quarantine.keep_mail(club.hall, b"x")
    club.desk.keep_time(club.now + A_DAY)
    assert [data for _, data in quarantine.kept_mails(club.hall)] == [b"x"]


def test_mails_that_fail_here_fill_no_disk(club, monkeypatch):
    monkeypatch.setattr(quarantine, "MOST", 10_000)
    monkeypatch.setattr(club_desk, "read", lambda _: 1 // 0)
    for number in range(20):
        draft = Draft(f"m{number}@example.net", (CLUB,), "x", "x" * 2_000, (), automatic=False)
        club.give(compose(draft))
    assert sum(file.stat().st_size for file in club.hall.quarantined_mails.iterdir()) <= 10_000
    assert 0 < len(club.boxes["op@example.org"]) < 20


NAMES = {
    "depth": b'{"game":' + b"[" * 1500,
    "a zero": b'{"game":"\\u0000"}',
    "half a pair": b'{"game":"\\ud800"}',
}


@pytest.mark.parametrize("data", NAMES.values(), ids=NAMES)
def test_no_name_of_a_game_makes_a_mail_fail_here(club, due, data):
    """The attack: mails of 3 MB that were kept as often as they came, and an order beside it was lost."""
    strange = SignedEntry(data, (b"x",))
    draft = Draft(
        due.sender, (CLUB,), "x", "", due.letter.entries, papers=(strange,), boxes=due.letter.boxes,
        automatic=False,
    )  # fmt: skip
    club.give(compose(draft))
    assert stands(club, due)
    assert not club.hall.quarantined_mails.exists()


def reported(recipients, marks):
    """A report of a mail program, with so many recipients and marks."""
    head = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
    failed = "".join(f"\r\n\r\nFinal-Recipient: rfc822;{it}\r\nAction: failed" for it in recipients)
    return (head + failed + "".join(f"\r\nX-Senlac-Mark: {number:032x}" for number in range(marks))).encode()


def test_a_report_costs_little_whatever_it_says():
    """The attack: one mail that took half an hour, and another that made 24 million reports of its own."""
    assert bounces.find_bounces(reported(["a@" * 130_000 + "<"], 1)) == []
    assert bounces.find_bounces(reported(["a\0b@example.org", "a@example\0.org"], 1)) == []
    many = bounces.find_bounces(reported([f"a{number}@x" for number in range(3_000)], 3_000))
    assert 0 < len(many) <= 40


# --- before a game begins ----------------------------------------------------------------------------------


@pytest.fixture
def invited(tmp_path):
    club = Clubbed(tmp_path / "new", settings=LIMITS)
    club.ask(ANN, f"new three_battles/fulford with me and {SVEN}")
    yield club
    club.index.close()


def test_a_join_with_its_ticket_is_shut_out_by_no_flood(invited):
    ann, sven = Member(invited, ANN), Member(invited, SVEN)
    sven.join()
    (join,) = sent(sven)
    for number in range(40):
        invited.write(ANN, f"list {number}")
        invited.give(mailed_paper(f"m{number}@example.net", join, number))
    ann.join()
    (row,) = invited.index.rows()
    assert row.state == "playing"


def test_nor_is_one_in_a_reply_that_quotes_the_invitation(invited):
    """From an address that has written enough for today: by its ticket alone it has a claim."""
    sven = Member(invited, SVEN)
    (data,) = (mail for mail in invited.boxes[SVEN] if read(mail).papers)
    brought = read(data).papers
    assert len(brought) == 2
    sven.post = lambda folder: None
    sven.join()
    for number in range(40):
        invited.write(SVEN, f"list {number}")
    reply = Draft(
        SVEN, (CLUB,), "Re: will you play?", "Gladly!", papers=(*brought, *sent(sven)), automatic=False
    )
    assert invited.give(compose(reply)).outcome == "accepted"


def sent(member):
    (folder,) = member.folders.values()
    return [invitation.read(folder.join_file)]


def mailed_paper(sender, paper, number):
    return compose(Draft(sender, (CLUB,), f"{number}", "", papers=(paper,), automatic=False))


@pytest.fixture
def by_word(tmp_path):
    club = Clubbed(tmp_path / "word", settings=LIMITS)
    club.ask(ANN, f"new three_battles/fulford with me and {SVEN} by word")
    yield club
    club.index.close()


def code(club, address):
    found = re.findall(r"\b[A-Z0-9]{5}-[A-Z0-9]{5}\b", club.text(address))
    return found[-1]


def test_the_code_of_who_plays_by_mail_word_is_shut_out_by_no_flood(by_word):
    """That of the invitation, then that of a draft."""
    for address, its in [(each, code(by_word, each)) for each in (ANN, SVEN)]:
        for number in range(40):
            by_word.write(address, f"list {number}")
        assert by_word.write(address, f"yes {its}").outcome == "accepted"
    (row,) = by_word.index.rows()
    assert row.state == "playing"
    by_word.now += A_DAY
    seats = {seat.role: seat.mail for seat in by_word.index.seats(row.name)}
    mover = seats[row.owing[0]]
    by_word.text(mover)
    by_word.write(mover, "deploy", "done")
    its = code(by_word, mover)
    for number in range(40):
        by_word.write(mover, f"list {number}")
        by_word.write(mover, f"words {number}")
    assert by_word.write(mover, "yes BBBBB-BBBBB").outcome == "ignored"
    assert by_word.write(mover, f"yes {its}").outcome == "accepted"
    assert by_word.index.row(row.name).seq > row.seq
    assert by_word.write(mover, f"yes {its}").outcome == "ignored"  # again it is one mail more


def test_nobody_takes_a_seats_codes_from_another_address(by_word):
    """A code counts from the address to which it was sent alone, and no flood makes more of it."""
    its = code(by_word, ANN)
    for number in range(40):
        by_word.write("m@example.net", f"yes {its}", str(number))
    assert by_word.write(ANN, f"yes {its}").outcome == "accepted"


def test_a_join_that_somebody_sends_first_with_a_bad_one_before_it(invited):
    """The robot takes joins in up to the first that is no good: so that mail has no claim, and the join's own
    has."""
    ann, sven = Member(invited, ANN), Member(invited, SVEN)
    ann.join()
    post, sven.post = sven.post, lambda folder: None
    sven.join()
    (folder,) = sven.folders.values()
    join = invitation.read(folder.join_file)
    bad = SignedEntry(join.data.replace(b"sven", b"sveN"), join.signatures)
    for number in range(40):
        draft = Draft(SVEN, (CLUB,), f"{number}", "", papers=(bad, join), automatic=False)
        invited.give(compose(draft))
    assert invited.index.rows()[0].state == "joining"
    post(folder)
    assert invited.index.rows()[0].state == "playing"
