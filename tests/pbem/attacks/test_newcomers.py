"""Attacks on a party to be: what comes with the entry that makes a newcomer a party, or with the log that the
newcomer signs for, goes through the same gate as what comes to everybody else."""

import duel
from mailed import NOW, Mailed, opened
from refusing import mails_to, refuses
from said import following

from pbem.entry import peer_notices, standing_papers
from pbem.entry.bodies import Ack, Lateness, Proof, Silence
from pbem.entry.entries import SignedEntry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Player
from pbem.log.party import observed_entries, refusal_records
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.verification import verify_entries
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import proposal_letters
from pbem.play import player
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table

HOUR = [{"kind": "order", "hours": 1, "grace": 0, "then": "forfeit"}]


def newcomer(game):
    folder = Folder(game.path / "edith")
    make_secrets(folder, length=40)
    chain = folder.chain()
    return folder, (PublicKey.load(folder.public_file), chain.tip, chain.length)


def entries_of(files):
    """What the mails to the newcomer bring."""
    (mine,) = [file for file in files if "edith@example.org" in opened(file).to]
    return read(opened(mine).message, from_robot=True).entries


class Succeeded:
    """Edith is to play red; `signed_by_all` has every signature, hers too, and is not in her log."""

    def __init__(self, path):
        self.game = Mailed(path, forced=False, deadlines=HOUR)
        host = self.game.folders["referee"]
        self.edith, card = newcomer(self.game)
        made = rulings.substitute(host, "red", Player("Edith", "edith@example.org"), card, 0, duel.build)
        files = proposal_letters.send(host, made)
        done = succession.take_over(self.edith, entries_of(files), duel.build, NOW)
        blue = countersignatures.countersign(self.game.folders["blue"], made.file, duel.build)
        self.signed_by_all = cosigned(made.signed_entry, blue.signed_entry, done.signed_entry)
        self.table = self.game.table()
        self.entries = [self.write_in(self.signed_by_all)]

    def write_in(self, signed):
        self.table.verifier.apply(verify_entry(signed))
        return signed

    def burnt(self, role, at=0):
        link = duel.chain(role).reveal(self.table.verifier.parties[role].revealed + 1)
        said = Ack(applied=0, burnt=link, at=at)
        return self.write_in(sign(self.table.next_entry(role, said), duel.key(role)))

    def mailed(self, *entries):
        draft = Draft("referee@example.org", ("edith@example.org",), "all", "", entries)
        return Inbox(self.edith, build=duel.build).receive(compose(draft), NOW)


def cosigned(first, *others):
    blobs = [blob for each in (first, *others) for blob in each.signatures]
    return SignedEntry(first.data, tuple(dict.fromkeys(blobs)))


def test_a_newcomer_takes_in_no_late_before_its_time_with_what_makes_a_party_of_him(tmp_path):
    """The attack: the referee calls blue late in advance, in the mail that brings the newcomer's entry."""
    found = Succeeded(tmp_path)
    for role in ("referee", "blue"):
        found.entries.append(found.burnt(role))
    silent = Silence(role="red", since=3, at=NOW)
    asked = sign(found.table.next_entry("referee", silent), duel.key("referee"), duel.key("blue"))
    late = Lateness(role="red", kind="order", at=NOW + 10**6)
    found.entries.append(found.write_in(asked))
    found.entries.append(found.write_in(sign(found.table.next_entry("referee", late), duel.key("referee"))))
    taken = found.mailed(*found.entries)
    assert (taken.outcome, "[late-too-early]" in taken.text) == ("refused", True), taken.text
    assert [each.type for each in verify_entries(found.edith.log).history] == ["charter", "substitute"]
    assert mails_to(taken, "blue@example.org"), "all hear of it"


def test_a_newcomer_takes_in_no_order_without_its_dice(tmp_path):
    """The attack: the order alone, so that other dice can follow it elsewhere."""
    found = Succeeded(tmp_path)
    for role in ("referee", "blue"):
        found.entries.append(found.burnt(role))
    entry = following(
        found.table,
        "order",
        "red",
        {"lines": ["done", "strike red-a > blue-a"]},
        found.edith.chain().reveal(0),
    )
    order = found.write_in(sign(entry, found.edith.key()))
    taken = found.mailed(*found.entries, order)
    assert (taken.outcome, "[roll-due]" in taken.text) == ("refused", True), taken.text
    assert [each.type for each in verify_entries(found.edith.log).history] == ["charter", "substitute"]


def test_a_newcomer_does_not_begin_with_a_log_in_which_somebody_is_late_in_the_future(tmp_path):
    """The attack: the game so far, as the newcomer gets it to sign, calls blue late at a time to come."""
    game = Mailed(tmp_path, forced=False, deadlines=HOUR)
    host = game.folders["referee"]
    early = Lateness(role="red", kind="order", at=NOW + 10**6)
    game.folders["referee"].log.append(sign(game.table().next_entry("referee", early), duel.key("referee")))
    edith, card = newcomer(game)
    made = rulings.substitute(host, "blue", Player("Edith", "edith@example.org"), card, 0, duel.build)
    entries = entries_of(proposal_letters.send(host, made))
    with refuses(Code.LATE_TOO_EARLY):
        succession.take_over(edith, entries, duel.build, 100)
    assert not edith.shared_file(2, "substitute").exists()
    assert not (edith.path / "game.log").exists() or edith.log.length() == 1


def test_who_has_refused_an_order_does_not_take_it_in_as_one_that_is_out(tmp_path):
    """The attack: blue, without a referee, refuses an order, and brings another chain to answer it."""
    folders = duel.new(tmp_path, roles=duel.SIDES, forced=False)
    red, blue = folders["red"], folders["blue"]
    orders = tmp_path / "orders.txt"
    orders.write_text("done\nstrike red-a > blue-a\n")
    order = player.sign_move(red, orders, build=duel.build).signed
    table = Table.load(blue.log, duel.build)
    said = peer_notices.Refusal(
        game=table.verifier.game,
        author="blue",
        seq=1,
        digest=order.head,
        code=Code.LINE_REFUSED,
        line=0,
        rule="3.1",
    )
    refusal_records.keep_refusal(blue, standing_papers.sign(said, duel.key("blue")))
    observed_entries.keep_observed(blue, Proof(author="red", seq=1, digest=order.head), order)
    assert succession.take_pending_entry(blue, "blue", duel.build) == []
    assert blue.log.length() == 1
