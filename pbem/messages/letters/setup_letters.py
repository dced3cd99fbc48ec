"""The three mails that set up a game, written and laid into the outbox: invitation, join, charter."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from modules.amounts import count_noun
from pbem.entry.bodies import Contact
from pbem.entry.setup_papers import Invitation, Join, Paper
from pbem.errors import PbemError
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.mail.writer import Draft, compose
from pbem.messages import charter_text, letter_text, mail_word_text
from pbem.messages.letters import mail_threads, mail_word_letters
from pbem.post.faults import NameTaken
from pbem.post.outbox import Outbox
from pbem.rules import rules_lookup
from pbem.setup import invitation
from pbem.setup.seating import SeatingResult

_WHO_ASKS: Final = (
    "{host} asks you to play {role} in a game by mail: {title}.\n\n"
    "You need a mail address, a PC with Python 3.11 or newer and this program, Senlac: "
    "`pipx install senlac`, or `pipx upgrade senlac` if you have an older one. "
    "A game takes some weeks or months, at {pace}. Every move and every die can be "
    "checked by all who play. How to join comes first; below it stands what you would agree to.\n"
)
_HOW_TO_JOIN: Final = (
    "\nTo play, save this mail, and open it:\n\n"
    "    pbem table this-mail.eml\n\n"
    "A page in your browser shows again what you agree to. If you join there, then a key and a dice chain "
    "are made for you in a folder of your own, and the page shows the mail that goes back to the host. The "
    "game begins when all have joined: the charter comes by mail, and you drop it on the page. In the "
    "terminal alone, `pbem join this-mail.eml --dir {role}` joins, and `pbem receive --dir {role} < "
    "that-mail.eml` takes the charter in.\n"
)
_GAME_APART: Final = (
    "\nThe game comes from a file that is too large for a mail: {host} hands it to you in another way. Then "
    "join in the terminal, with that file: `pbem join this-mail.eml --dir {role} --game {game}.senlac`.\n"
)
_NO_JOIN: Final = (
    "Your mail brings the invitation back, and no join: you are not in the game yet. To play, save the mail "
    "with the invitation, and sign that you do:\n\n"
    "    pbem join this-mail.eml --dir {role}\n\n"
    "Then send the mail that this writes. A program answers here; the invitation is from {host}.\n"
)
_AGREED: Final = """
What you would agree to
-----------------------
"""


def invitations(folder: Folder, invited: Paper[Invitation], now: int | None = None) -> list[Path]:
    """A mail to each who is invited, with what he is asked to agree to in words; raises OSError."""
    host = invited.said.signer
    game = rules_lookup.travelling_file(invited.said.body)
    made = []
    for person in invited.said.body.invited_persons:
        if person.word:
            made.append(mail_word_letters.send_invitation(folder, invited, person, now))
            continue
        how = _HOW_TO_JOIN.format(role=person.role)
        draft = Draft(
            sender=_address(host),
            to=(_address(person),),
            subject=charter_text.setup_subject(invited, f"will you play {person.role}?"),
            text=_who_asks(invited, person)
            + how
            + _game_text(invited, person.role, game)
            + _AGREED
            + charter_text.invitation_text(invited, person.role),
            papers=invitation.trim_for_role(folder, invited, person.role),
            game=game,
            automatic=False,
            references=(mail_threads.invitation_thread(invited),),
            date=now,
        )
        made.append(_put(folder, f"invitation-{person.role}-{invited.digest[:16]}", draft, person))
    return made


def _game_text(invited: Paper[Invitation], role: str, game: bytes | None) -> str:
    """Where the file of the game is, if it comes from one."""
    module = invited.said.body.module
    if module.files is None:
        return ""
    if game is not None:
        return "\nThe game comes from a file, which is attached: the command above takes it in.\n"
    return _GAME_APART.format(host=invited.said.signer.name, role=role, game=module.id)


def _who_asks(invited: Paper[Invitation], person: Contact) -> str:
    body = invited.said.body
    first = next(iter(body.deadlines), None)
    pace = f"up to {count_noun(first.hours // 24 or 1, 'day')} for a move" if first else "a pace of your own"
    host = invited.said.signer.name
    return _WHO_ASKS.format(host=host, role=person.role, title=charter_text.title(body), pace=pace)


def join(
    folder: Folder,
    invited: Paper[Invitation],
    joined: Paper[Join],
    before: Sequence[Paper[Join]] = (),
    now: int | None = None,
) -> Path:
    """The mail with a player's join to the host, and with those that he takes back by it, whose own mails go
    unsent; raises OSError."""
    me, host = joined.said.person, invited.said.signer
    for each in before:
        Outbox(folder.path).drop(_join_name(each))
    back = " and ".join(each.said.person.role for each in before)
    draft = Draft(
        sender=_address(me),
        to=(_address(host),),
        subject=charter_text.setup_subject(invited, f"I play {me.role}"),
        text=f"I play {me.role}{charter_text.describe_player(me)}. "
        f"Signed below: my key and my dice chain, and that I agree to the invitation {invited.digest[:8]}.\n"
        + (f"I take back that I play {back}.\n" if back else ""),
        papers=(*(each.signed for each in before), joined.signed),
        automatic=False,
        references=(mail_threads.invitation_thread(invited),),
        date=now,
    )
    return _put(folder, _join_name(joined), draft, host)


def _join_name(joined: Paper[Join]) -> str:
    return f"join-{joined.said.person.role}-{joined.digest[:16]}"


def drop_invitation(folder: Folder, role: str) -> None:
    """Put away the invitation of a role that has joined: somebody has sent it, if not this program. Not while
    another process sends. Raises OSError."""
    outbox = Outbox(folder.path)
    files = [file for file in outbox.find(f"invitation-{role}-*") if file.parent == outbox.path]
    if not files:
        return
    with outbox.hold_sending() as mine:
        for file in files if mine else ():
            outbox.move_to_sent(file.stem)


def send_missing(
    folder: Folder, invited: Paper[Invitation], seating: SeatingResult, tag: str, now: int | None = None
) -> Path:
    """The host's answer to a join as long as others have still to join: who they are."""
    names = " and ".join(f"{each.role}, {each.name}" for each in seating.missing)
    me = seating.person
    if me.word:
        missing = mail_word_text.joined_text(me.role, [each.name for each in seating.missing])
        return mail_word_letters.send_before_game(folder, invited, me, missing, tag, now)
    text = f"You have joined as {me.role}; wait for the charter. Still to join: {names}.\n"
    once = hashlib.sha256(text.encode()).hexdigest()[:16]
    return _answer(folder, invited, me, "joined", text, f"{me.role}-{once}", now)


def send_refusal(
    folder: Folder,
    invited: Paper[Invitation],
    sender: str,
    error: PbemError,
    now: int | None = None,
    *,
    after: bool = False,
) -> Path | None:
    """The host's answer to a paper that he does not take, `after` one that he does: the same words to the
    same address only once, and none to an address of which nobody was invited."""
    if sender.lower() not in {person.mail.lower() for person in invited.said.body.parties}:
        return None
    text = letter_text.refused_paper_text(error, after=after)
    tag = hashlib.sha256(f"{sender}\n{text}".encode()).hexdigest()[:16]
    return _answer(folder, invited, Player("", sender), "refused", text, f"sender-{tag}", now)


def send_restored(
    folder: Folder, invited: Paper[Invitation], sender: str, now: int | None = None
) -> Path | None:
    """The host's answer to a mail that brings the invitation back without a join, such as a question: once to
    each who was asked to join by the program and has not, and to nobody else."""
    mail = sender.lower()
    asked = [
        each for each in invited.said.body.invited_persons if each.mail.lower() == mail and not each.word
    ]
    me = next((each for each in asked if not folder.joined_file(each.role).is_file()), None)
    if me is None:
        return None
    text = _NO_JOIN.format(role=me.role, host=invited.said.signer.name)
    return _answer(folder, invited, me, "not joined yet", text, f"sender-{me.role}", now)


def _answer(
    folder: Folder, invited: Paper[Invitation], to: Contact | Player, word: str, text: str,
    tag: str, now: int | None,
) -> Path:  # fmt: skip
    draft = Draft(
        sender=_address(invited.said.signer),
        to=(_address(to),),
        subject=charter_text.setup_subject(invited, word),
        text=text,
        references=(mail_threads.invitation_thread(invited),),
        date=now,
    )
    name = f"{word.replace(' ', '-')}-{tag}"
    try:
        return _put(folder, name, draft, to)
    except NameTaken:
        # The same mail was answered before others had joined: that answer stands.
        return Outbox(folder.path).find(name)[0]


def _put(folder: Folder, name: str, draft: Draft, to: Contact | Player) -> Path:
    return Outbox(folder.path).put(name, compose(draft), [to.mail])


def _address(person: Contact | Player) -> str:
    return f"{person.name} <{person.mail}>"
