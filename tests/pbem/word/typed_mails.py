"""The corpus of mails with typed orders in tests/mail/typed, and the game that they are written for."""

import re
from dataclasses import dataclass
from pathlib import Path

import yaml
from commands import good
from word_play import NOW, body_of, opened, typed

from pbem.log.party.folder import Folder
from pbem.play.orders import mail_word_codes
from pbem.robot.inbox import Inbox

_FILES = sorted((Path(__file__).parents[2] / "mail/typed").glob("*.mail"))
_PLAYERS = (
    "referee=Rolf <rolf@example.org>",
    "saxon=Sven <sven@example.org>",
    "viking=Vig <vig@example.org>",
)
_DAY = 86_400


@dataclass(frozen=True)
class Typed:
    """One file: `draft`, the lines that are drafted; `meant`, those that are shown as not understood;
    `prose`, how many are passed over; `says`, words of the answer."""

    name: str
    program: str
    mail: bytes
    draft: list
    prose: int
    meant: list
    says: list


def _read(file):
    words, _, mail = file.read_bytes().partition(b"---\n")
    said = yaml.safe_load(words)
    return Typed(
        file.stem,
        said["program"],
        mail,
        said["draft"],
        said["prose"],
        said.get("meant", []),
        said.get("says", []),
    )


CORPUS = [_read(file) for file in _FILES]


class Answer:
    """What came of a mail: the lines of its draft, and the text of the answer in one line."""

    def __init__(self, drafted, files):
        self.drafted = drafted
        self.body = "\n".join(map(body_of, files))
        self.text = " ".join(self.body.split())

    @property
    def passed_over(self):
        found = re.search(r"passed over: (\d+)\.", self.text)
        return int(found[1]) if found else 0


class Fulford:
    """Fulford in the referee's folder: both sides by mail word, Viking movement of turn 1 is due."""

    def __init__(self, path):
        self.host, self.count = Folder(path / "ref"), 0
        people = [f"--player={player}" for player in _PLAYERS]
        words = ("--word", "viking", "--word", "saxon")
        good("invite", "three_battles/fulford", "--out", self.host.path, *people, *words)
        for side, sender in (("saxon", "sven"), ("viking", "vig")):
            (mail,) = self.host.path.glob(f"outbox/invitation-{side}-*.eml")
            self._type(f"yes {_code(mail)}", sender)
        for sender in ("vig", "sven"):
            (mail,) = self._type("deploy\ndone", sender).files
            self._type(f"yes {_code(mail)}", sender)

    def _type(self, text, sender):
        self.count += 1
        return Inbox(self.host).receive(typed(text, f"{sender}@example.org", 1000 + self.count), NOW)

    def answer(self, mail):
        """The answer to a mail of the viking's, on a day of its own and without a draft before it."""
        self.count += 1
        offer = self.host.word("viking").offer_file
        offer.unlink(missing_ok=True)
        done = Inbox(self.host).receive(mail, NOW + _DAY * self.count)
        made = mail_word_codes.load_offer(offer)
        return Answer([] if made is None else list(made.lines), done.files)

    def write(self, *lines):
        """The same for lines in a plain mail."""
        return self.answer(typed("\n".join(lines), "vig@example.org", 5000 + self.count))


def _code(mail):
    assert opened(mail).to
    return re.search(r"^Code word: (\S+)$", body_of(mail), re.MULTILINE)[1]
