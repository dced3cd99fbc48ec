"""A club and its members: nothing goes between them but mails."""

import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid, parseaddr

from word_play import CODE

from pbem.begin.joining import Joining
from pbem.club import hall
from pbem.club.desk import ClubDesk
from pbem.club.index import Index
from pbem.club.rounds import ClubSink, outboxes
from pbem.dice.stream import hash_lines
from pbem.entry.entries import sign
from pbem.log import shown
from pbem.log.folder import Folder
from pbem.mail.parcels import Parcel
from pbem.mail.read import read
from pbem.mail.write import Draft
from pbem.play import own_lines
from pbem.post.outbox import Outbox
from pbem.post.sending import flush
from pbem.post.stop import Stop
from pbem.post.ways import Delivery
from pbem.robot import computer
from pbem.robot.inbox import Inbox
from pbem.rules import seats
from pbem.simulate.by_files import ordered, sealed
from pbem.simulate.players import ByPolicy, SeededChance
from pbem.tell import setting_up
from pbem.tell.letters import send_move

CLUB = "club@example.org"
NOON = 1_791_979_200
ASKED = "You, or somebody who writes in your name, ask"
SETTINGS = "name: Our club\noperator: op@example.org\nlimits: {games: 50, invitations: 50}\n"


class Clubbed:
    """`boxes`: what lies in each address's mailbox, unread; `told`: what the operator's terminal shows."""

    def __init__(self, path, settings=SETTINGS, **how):
        self.path, self.boxes, self.told = path, {}, []
        hall.found(path / "club")
        (path / "club/club.yaml").write_text(settings)
        self.how = how
        self.now = NOON
        self.open()

    @classmethod
    def again(cls, path, now):
        """The club in a folder that was copied."""
        club = cls.__new__(cls)
        club.path, club.boxes, club.told, club.how, club.now = path, {}, [], {}, now
        club.open()
        return club

    def open(self):
        """As after a start: nothing is known but what lies in files."""
        self.hall = hall.open_hall(self.path / "club")
        self.index = Index(self.hall)
        self.index.refresh()
        self.desk = ClubDesk(self.hall, self.index, CLUB, pictured=False, **self.how)
        self.sink = ClubSink(self, self.hall, self.index, self.now)
        self._first = True

    def send(self, message, to):
        for address in to:
            self.boxes.setdefault(address, []).append(message)
        return Delivery(delivered=tuple(to))

    def close(self):
        pass

    def give(self, data):
        """A mail comes to the club; what became of it. Its answers go out."""
        self.now += 60
        received = self.desk.receive(data, self.now)
        self.post()
        return received

    def post(self):
        for outbox in outboxes(self.hall, self.desk, everyone=self._first):
            flush(outbox, self.sink, Stop(), self.told.append)
        self._first = False

    def write(self, sender, *lines, subject="hello", message_id=None):
        """A person types a mail."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, CLUB, subject
        mail["Message-ID"] = message_id or make_msgid()
        mail.set_content("\n".join(lines))
        return self.give(mail.as_bytes())

    def ask(self, sender, *lines, **how):
        """A person asks for something, and confirms it with the code that comes; what became of it."""
        received = self.write(sender, *lines, **how)
        for code in self.codes(parseaddr(sender)[1]):
            received = self.write(sender, f"agree {code}")
        return received

    def codes(self, address):
        """The codes with which an address may confirm what was asked in its name; these are read then."""
        mails = self.unread(address)
        texts = [(mail, _text(mail)) for mail in mails]
        self.boxes[address] = [mail for mail, text in texts if ASKED not in text]
        return [code for _, text in texts if ASKED in text for code in CODE.findall(text)]

    def unread(self, address):
        return self.boxes.pop(address, [])

    def text(self, address):
        """What the unread mails to an address say."""
        return "\n".join(map(_text, self.unread(address)))


def _text(data):
    mail = message_from_bytes(data, policy=default)
    return mail.get_body(("plain",)).get_content().replace("\r", "")


class Member:
    """A player with the program, who keeps a folder for each game and side."""

    def __init__(self, club, address):
        self.club, self.address, self.folders, self.inboxes = club, address, {}, {}

    def join(self):
        """Accept every invitation that came, and send the joins."""
        for data in self.club.unread(self.address):
            letter = read(data, from_robot=True)
            if letter.papers and not letter.entries:
                said = json.loads(letter.papers[0].data)
                roles = [p["role"] for p in said["body"]["parties"] if p["mail"] == self.address]
                for role in roles:
                    folder = Folder(self.club.path / self.address / f"{len(self.folders)}-{role}")
                    setting_up.join(Parcel((), letter.papers), folder, Joining(role))
                    self.folders[letter.papers[0].head, role] = folder
                    self.post(folder)
            else:
                self.club.boxes.setdefault(self.address, []).append(data)

    def read(self):
        """Take in every mail that came, in the folder that it is for."""
        for data in self.club.unread(self.address):
            for folder in self.folders.values():
                inbox = self.inboxes.setdefault(folder, Inbox(folder))
                if self._for(folder, data):
                    received = inbox.receive(data, self.club.now)
                    assert received.outcome != "refused", received.text

    def _for(self, folder, data):
        letter = read(data, from_robot=True)
        if not letter.entries:
            return False
        said = json.loads(letter.entries[0].data)
        if not (folder.path / "game.log").is_file():
            parties = said["body"].get("parties", ())
            return any(
                party["key"] == folder.public_file.read_text().strip()
                or party["key"] in folder.public_file.read_text()
                for party in parties
            )
        return folder.log.read() and self.inboxes[folder].desk.table().walk.game in (
            said["game"],
            letter.entries[0].head,
        )

    def move(self):
        """Sign what is due by policy in every game; the mails."""
        begun = (folder for folder in self.folders.values() if (folder.path / "game.log").is_file())
        return [mail for folder in begun if (mail := self._move(folder))]

    def _move(self, folder):
        desk = self.inboxes.setdefault(folder, Inbox(folder)).desk
        table = desk.table()
        side = folder.role(table.walk.parties)
        if table.owing[:1] != (side,):
            return None
        chance = SeededChance(hash_lines("club", side, str(table.seq)))
        lines = computer.lines_of(ByPolicy(chance), seats.Follower(table, side, folder).ahead(), side)
        if table.replay.sealing is not None:
            entry, plan = sealed(table, folder, side, lines, chance), own_lines.NO_PLAN
        else:
            entry, plan = ordered(table, folder, side, folder.chain(), lines, folder.key())
        signed = sign(entry, folder.key())
        shown.let_go(folder, table.walk, [signed])
        send_move(folder, table.walk, [signed], [plan.box] if plan.box else [])
        (mail,) = Outbox(folder.path).waiting()
        Outbox(folder.path).sent(mail.name)
        return mail.message

    def post(self, folder):
        for mail in Outbox(folder.path).waiting():
            Outbox(folder.path).sent(mail.name)
            self.club.give(mail.message)


def begun(path, games=("three_battles/fulford",), **how):
    """A club with games between Ann and Sven, all joined and the charters taken in."""
    club = Clubbed(path, **how)
    ann, sven = Member(club, "ann@example.org"), Member(club, "sven@example.org")
    for game in games:
        club.ask(ann.address, f"new {game} with me and {sven.address}")
    for member in (ann, sven):
        member.join()
    for member in (ann, sven):
        member.read()
    return club, ann, sven


def member(club, address):
    """A player who has joined both games, in the folders that were copied."""
    found = Member(club, address)
    for path in sorted((club.path / address).iterdir()):
        found.folders[path.name, path.name] = Folder(path)
    return found


def both(club):
    return member(club, "ann@example.org"), member(club, "sven@example.org")


def moves(*members):
    return [(each, mail) for each in members for mail in each.move()]


def resent(*mails, sender="ann@example.org", subject="moves"):
    """What these mails bear, in one."""
    letters = [read(mail) for mail in mails]
    entries = tuple(entry for letter in letters for entry in letter.entries)
    boxes = tuple(box for letter in letters for box in letter.boxes)
    return Draft(sender, (CLUB,), subject, "", entries, boxes=boxes, automatic=False)
