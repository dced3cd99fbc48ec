"""A club and its members: nothing goes between them but mails."""

import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid, parseaddr

from word_play import CODE

from pbem.club import club_folder
from pbem.club.club_desk import ClubDesk
from pbem.club.game_index import Index
from pbem.club.mail_rounds import ClubSink, outboxes
from pbem.dice.dice_stream import hash_lines
from pbem.entry.entries import sign
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.reader import read
from pbem.mail.writer import Draft
from pbem.messages import setup_text
from pbem.messages.letters.game_letters import send_move
from pbem.play.orders import order_closing
from pbem.post.outbox import Outbox
from pbem.post.outbox_flush import flush
from pbem.post.stop_signal import Stop
from pbem.post.transports import Delivery
from pbem.robot import computer_player
from pbem.robot.inbox import Inbox
from pbem.rules import seat_views
from pbem.setup.join_request import JoinRequest
from pbem.simulation.file_games import make_order, make_seal
from pbem.simulation.simulated_players import PolicyOrders, StreamChance

CLUB = "club@example.org"
NOON = 1_791_979_200
ASKED = "You, or somebody who writes in your name, ask"
SETTINGS = "name: Our club\noperator: op@example.org\nlimits: {games: 50, invitations: 50}\n"


class Clubbed:
    """`boxes`: what lies in each address's mailbox, unread; `told`: what the operator's terminal shows."""

    def __init__(self, path, settings=SETTINGS, **how):
        self.path, self.boxes, self.told = path, {}, []
        club_folder.create_club(path / "club")
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
        self.hall = club_folder.open_club(self.path / "club")
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
                    setup_text.join(ReceivedFile((), letter.papers), folder, JoinRequest(role))
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
        return folder.log.read() and self.inboxes[folder].desk.table().verifier.game in (
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
        side = folder.role(table.verifier.parties)
        if table.owing_roles[:1] != (side,):
            return None
        chance = StreamChance(hash_lines("club", side, str(table.seq)))
        lines = computer_player.lines_of(
            PolicyOrders(chance), seat_views.Follower(table, side, folder).try_ahead(), side
        )
        if table.replay.due_sealing is not None:
            entry, plan = make_seal(table, folder, side, lines, chance), order_closing.NO_PLAN
        else:
            entry, plan = make_order(table, folder, side, folder.chain(), lines, folder.key())
        signed = sign(entry, folder.key())
        disclosures.disclose(folder, table.verifier, [signed])
        send_move(folder, table.verifier, [signed], [plan.box] if plan.box else [])
        (mail,) = Outbox(folder.path).list_waiting()
        Outbox(folder.path).move_to_sent(mail.name)
        return mail.message

    def post(self, folder):
        for mail in Outbox(folder.path).list_waiting():
            Outbox(folder.path).move_to_sent(mail.name)
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
