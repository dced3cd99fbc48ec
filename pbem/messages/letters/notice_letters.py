"""Mails with signed papers of a game in progress: who asks for receipts, a receipt, a refusal of a `late`, an
order sent again or a notice of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.peer_notices import OpenedSlip
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.mail.writer import Draft, compose_fitting
from pbem.messages import charter_text, letter_text
from pbem.messages.letters import mail_threads
from pbem.play import folder_restoration
from pbem.play.resent_entries import ResentEntry
from pbem.post.outbox import Outbox

ASKED = (
    "The folder of {author} was put back from a backup or copied to another PC, and does not know what it "
    "has signed "
    "since. Take this mail in (`pbem receive --dir YOUR-FOLDER < this-mail.eml`): your program answers it "
    "with a receipt of what you hold, and the game goes on.\n"
)
GIVEN = (
    "This is the receipt that you asked for, with the entries that you may lack. Take it in:\n\n"
    "    pbem receive --dir YOUR-FOLDER < this-mail.eml\n"
)
REFUSED = (
    "Your entry was refused by {author}, and this is the signed refusal. Take this mail in: it says what to "
    "do next.\n"
)
NOT_SO = (
    "The program of {author} found by what it alone knows that an answer of the referee is wrong, and has "
    "not taken it in. This is the signed refusal of it, for all. Take it in, and keep your log: once all "
    "orders are open, `pbem verify --full` shows who was right.\n"
)
DISPUTED = (
    "An entry of {author} for place {seq} was refused by a signed paper. The program of {author} does not "
    "find that fault. So the entry stays out, and {author} signs no other one for its place. This is the "
    "signed dispute, for all. Take this mail in, and keep it: `pbem status` names the ways out, and "
    "`pbem verify YOUR-FOLDER` judges both papers.\n"
)
NOT_LATE = (
    "The `late` in the referee's mail came before its time by the clock here, and was not taken in. This is "
    "the signed refusal of it, for all.\n"
)
NOT_SILENT = (
    "The `late` in the referee's mail stands in the place of an entry that all have signed. I signed it "
    "last, and in time; it was not taken in. This is the signed refusal of the `late`, for all.\n"
)
BACKDATED = (
    "The answer in the referee's mail is dated more than a day before the order left my folder, so that the "
    "next side would be late before it was asked. It was not taken in. This is the signed refusal of it, for "
    "all.\n"
)
DUE_DIFFERS = (
    "The answer in the referee's mail says another moment at which a time is over than my program works out "
    "by the hour and zone that we agreed on. It was not taken in. This is the signed refusal of it, for all. "
    "If a country has changed its clocks, `pip install --upgrade tzdata` renews the data.\n"
)
CONTESTED = (
    "The game is claimed against {author}, whose program had sent what was due in time: the entry lies "
    "signed in the folder of {author}. The claim was not taken in. This is the signed refusal of it, for "
    "all.\n"
)
BACK = (
    "The referee's folder was put back from a backup. The game stands at entry {seq} again: what you were "
    "told of later ones does not count any more. Nobody else held them, as all play by mail word. Who is to "
    "move sends his orders again.\n"
)
NOTICE = (
    "An order of {author} is out and was not answered yet. It may stay closed to you, so this is a signed "
    "notice of it alone. Take it in: your next entry says that you have seen it.\n"
)
WHOLE = (
    "{author}, who has to act next, has signed what all others have signed before, so that it is whole. This "
    "is a signed notice of it. Take it in: your next entry says that you have seen it.\n"
)
AGAIN = (
    "This entry was sent before and is not answered yet, so it is sent again, to all. Take this mail in: "
    "who does not answer it names it in his next entry as seen.\n"
)


def send_again(folder: Folder, verifier: LogVerifier, due: ResentEntry, now: int | None = None) -> list[Path]:
    """Lay an entry that is not answered into the outbox once more: as it is to who answers it and to the
    others, or to these a notice of it; raises OSError."""
    entry = Entry.decode(due.signed.data)
    parties = verifier.parties
    sender = parties[entry.author]
    files = []
    for role in (*due.answerers, *due.others):
        closed = due.notice is not None and role in due.others
        draft = Draft(
            sender=f"{sender.name} <{sender.mail}>",
            to=(f"{parties[role].name} <{parties[role].mail}>",),
            subject=f"{letter_text.move_subject(verifier, entry)}, sent again",
            text=NOTICE.format(author=entry.author) if closed else AGAIN,
            entries=() if closed else (due.signed,),
            papers=(due.notice.signed,) if closed and due.notice else (),
            boxes=due.boxes if role in due.answerers else (),
            automatic=False,
            references=(mail_threads.game_thread(verifier),),
            date=now,
        )
        name = f"{entry.seq:04d}-{role}-again-{due.number}-{due.signed.head[:16]}"
        files.append(Outbox(folder.path).put(name, compose_fitting(draft), [parties[role].mail]))
    return files


def send_back(folder: Folder, verifier: LogVerifier, now: int) -> list[Path]:
    """Tell the sides by mail word that their game was put back to the end of this log; raises OSError."""
    parties, seq = verifier.parties, len(verifier.entries) - 1
    sender = parties[folder.role(parties)]
    files = []
    for role in folder_restoration.by_word(parties):
        party = parties[role]
        draft = Draft(
            sender=f"{sender.name} <{sender.mail}>",
            to=(f"{party.name} <{party.mail}>",),
            subject=f"{charter_text.title(parties.charter)} [{verifier.game[:8]}]: put back (seq {seq})",
            text=BACK.format(seq=seq),
            automatic=False,
            references=(mail_threads.game_thread(verifier),),
            date=now,
        )
        files.append(
            Outbox(folder.path).put(f"{seq:04d}-{role}-back-{now}", compose_fitting(draft), [party.mail])
        )
    return files


def _name(slip: OpenedSlip, role: str) -> str:
    return f"{slip.said.seq:04d}-{role}-{slip.said.type}-{slip.digest[:16]}"


def find_sent(folder: Folder, slip: OpenedSlip, role: str) -> list[Path]:
    """The mail with a paper to a party, where it was written before."""
    return Outbox(folder.path).find(_name(slip, role))


def send_receipt(
    folder: Folder, verifier: LogVerifier, answer: folder_restoration.ReceiptAnswer, now: int | None = None
) -> list[Path]:
    """Lay a receipt into the outbox, with what the party that asked for it may lack; raises OSError."""
    beside = [*answer.filed, *(slip.signed for slip in (*answer.given, *answer.earlier))]
    return send_slip(
        folder, verifier, [answer.to], GIVEN, answer.receipt, answer.entries, now, beside, answer.boxes
    )


def send_slip(
    folder: Folder,
    verifier: LogVerifier,
    to: Iterable[str],
    text: str,
    slip: OpenedSlip,
    entries: Sequence[SignedEntry] = (),
    now: int | None = None,
    beside: Sequence[SignedEntry] = (),
    boxes: Sequence[bytes] = (),
) -> list[Path]:
    """Lay a paper into the outbox, a mail for each party in `to`, with others `beside` it; raises OSError."""
    parties, said = verifier.parties, slip.said
    sender = parties[folder.role(parties)]
    files = []
    for role in to:
        party = parties[role]
        draft = Draft(
            sender=f"{sender.name} <{sender.mail}>",
            to=(f"{party.name} <{party.mail}>",),
            subject=f"{charter_text.title(parties.charter)} [{verifier.game[:8]}]: {said.type} (seq "
            f"{said.seq})",
            text=text.format(author=said.author, seq=said.seq),
            entries=tuple(entries),
            papers=(*beside, slip.signed),
            boxes=tuple(boxes),
            automatic=False,
            references=(mail_threads.game_thread(verifier),),
            date=now,
        )
        files.append(Outbox(folder.path).put(_name(slip, role), compose_fitting(draft), [party.mail]))
    return files
