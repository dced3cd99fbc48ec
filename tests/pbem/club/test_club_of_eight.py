"""A club of eight by real servers, for rounds on end under forged mails and floods: nothing that a player has
signed is lost, and two robots that share a mailbox touch their own mails alone.

Ann and Eve play in two games each, so that two robots read each one's mailbox. Between the rounds somebody
who writes any mail in any name fills the club's limits with copies, forged orders and requests.
"""

import email
import email.policy
import json
import mailbox

import pytest
from club.test_club_attacks import LIMITS
from clubbed import ASKED, Member
from commands import good, pbem
from post_servers import PASSWORD, USER, Dovecot, Smtp
from word_play import CODE

from pbem.club import club_folder
from pbem.entry.entries import Entry, sign
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.party.folder import Folder
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.post.post_settings import NAME
from pbem.robot.inbox import Inbox

MEMBERS = tuple(f"{name}@example.org" for name in ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"))
ANN, BOB, CAT, DAN, EVE, FAY, GUS, HAL = MEMBERS
PAIRS = ((ANN, BOB), (CAT, DAN), (EVE, FAY), (GUS, HAL), (ANN, EVE))
ROUNDS = 4
FLOOD = 5
"""Of each kind before each order: the day's mails of a game, and of an address, are soon used up."""
SETTINGS = """\
from: {address}
imap:
  {{host: localhost, port: {imap.tls_port}, user: {address}, password_file: password, ca_file: {imap.ca}}}
send:
  smtp: {{host: localhost, port: {smtp.port}, user: {user}, password_file: password, ca_file: {smtp.ca}}}
"""


class Eight:
    """The club's folder, each player's folder by address, and the mailboxes of all."""

    def __init__(self, path, imap, smtp):
        self.path, self.imap, self.smtp, self.signed, self.mails, self.last = path, imap, smtp, {}, 0, None
        self.club = path / "club"
        good("club", "init", self.club)
        (self.club / "club.yaml").write_text(LIMITS)
        self.configure(self.club, USER)
        self.folders = {address: [] for address in MEMBERS}

    def configure(self, folder, address):
        (folder / "password").write_text(PASSWORD)
        (folder / "password").chmod(0o600)
        text = SETTINGS.format(address=address, user=USER, imap=self.imap, smtp=self.smtp)
        (folder / NAME).write_text(text)

    def box(self, address):
        """The texts and bytes of what lies unread in a mailbox."""
        found = mailbox.Maildir(self.imap.home / "mail" / address, create=False)
        return [found.get_bytes(key) for key in found.keys()]  # noqa: SIM118

    def to_club(self, *mails):
        for mail in mails:
            self.mails += 1
            self.imap.deliver(mail, USER)

    def type(self, sender, *lines):
        self.to_club(
            compose(Draft(sender, (USER,), f"words {self.mails}", "\n".join(lines), automatic=False))
        )

    def run_club(self):
        code, out, err = pbem("club", "run", "--once", "--no-picture", "--dir", self.club, "--json")
        assert (code, err) == (0, ""), (out, err)
        return [json.loads(line) for line in out.splitlines()]

    def run(self, address):
        """A round of each robot of an address; what they told."""
        told = [good("run", "--once", "--no-picture", "--dir", folder) for folder in self.folders[address]]
        assert not any("refused" in text for text in told), told
        return told

    def begin(self):
        for one, other in PAIRS:
            self.type(one, f"new three_battles/fulford with me and {other}")
        self.run_club()
        for address in {one for one, _ in PAIRS}:
            texts = [plain(data) for data in self.box(address)]
            for code in [code for text in texts if ASKED in text for code in CODE.findall(text)]:
                self.type(address, f"agree {code}")
        self.run_club()
        for address in MEMBERS:
            self.join(address)
            self.run(address)
        self.run_club()

    def join(self, address):
        """Each invitation that came, in a folder of its own."""
        for data in self.box(address):
            if read(data, from_robot=True).papers:
                folder = self.path / address / str(len(self.folders[address]))
                file = self.path / "invitation.eml"
                file.write_bytes(data)
                good("join", file, "--dir", folder)
                self.configure(folder, address)
                self.folders[address].append(folder)

    def move(self, address):
        """What this player signs by policy, for each of the games in which something is due."""
        for path in self.folders[address]:
            folder = Folder(path)
            table = Inbox(folder).desk.table()
            side = folder.role(table.verifier.parties)
            if table.owing_roles[:1] == (side,):
                member = Member(self, address)
                mail = member._move(folder)
                (signed,) = read(mail).entries
                self.signed[signed.head] = path
                self.flood(address, mail)
                self.to_club(mail)

    def flood(self, sender, mail):
        """Mails that anybody can write with the game's mails at hand, and that come before the order."""
        (signed,) = read(mail).entries
        forged = sign(Entry.decode(signed.data), PrivateKey.generate())
        old = read(self.last).entries[0] if self.last else forged
        for number in range(FLOOD):
            for entry in (forged, old):
                for name in (sender, MEMBERS[number % len(MEMBERS)], f"m{number}@example.net"):
                    draft = Draft(name, (USER,), f"{self.mails} forged", "", (entry,), automatic=False)
                    self.to_club(compose(draft))
            self.type(sender, f"vacation {number + 1} days")
            self.type(sender, "agree ABCDE-FGHJK", str(number))
        self.type(sender, "unsubscribe")
        self.last = mail


def plain(data):
    message = email.message_from_bytes(data, policy=email.policy.default)
    return message.get_body(("plain",)).get_content().replace("\r", "")


@pytest.fixture
def eight(tmp_path):
    imap = Dovecot(users=(USER, *MEMBERS))

    def deliver(mail, *to):
        for address in set(to) & set(imap.users):  # the others have their mailboxes elsewhere
            imap.deliver(mail, address)

    smtp = Smtp(tmp_path, deliver=deliver)
    yield Eight(tmp_path, imap, smtp)
    smtp.stop()
    imap.stop()


PRIVATE = (
    b"From: mum@example.org\nTo: ann@example.org\nSubject: Sunday\nMessage-ID: <1@example.org>\n\nLunch?\n"
)


@pytest.mark.whole
def test_eight_play_five_games_under_floods_and_nothing_is_lost(eight):
    eight.begin()
    names = club_folder.open_club(eight.club).names()
    assert len(names) == len(PAIRS)
    eight.imap.deliver(PRIVATE, ANN)
    for _ in range(ROUNDS):
        for address in MEMBERS:
            eight.run(address)
        for address in MEMBERS:
            eight.move(address)
        eight.run_club()
    logs = [club_folder.open_club(eight.club).game(name).log.read() for name in names]
    heads = {signed.head for log in logs for signed in log.records()}
    assert len(eight.signed) >= ROUNDS * len(PAIRS)
    assert set(eight.signed) <= heads
    for address in MEMBERS:
        eight.run(address)
    held = {records[0].head: records for records in (tuple(log.records()) for log in logs)}
    for path in (path for folders in eight.folders.values() for path in folders):
        records = tuple(Folder(path).log.read().records())
        assert records == held[records[0].head]
    assert [plain(data) for data in eight.box(ANN) if b"From: mum@" in data] == ["Lunch?\n"]
