"""What is signed before a game begins: an invitation, and each player's join. Their bytes and signatures.

A paper is one canonical JSON object `{"v":1,"type":...}`, signed as an entry is, in a namespace of its own
so that no signature passes from one to the other. It travels as a `SignedEntry` does: signature and bytes.

The charter keeps of each join only its signature, `joined`. What was signed is worked out from the charter:
`invitation_of` and `join_of` leave out what was not known yet.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem import errors
from pbem.entry import canonical, shapes
from pbem.entry.canonical import Value
from pbem.entry.entries import Entry, SignedEntry
from pbem.keys import signature
from pbem.keys.openssh import PrivateKey, PublicKey

NAMESPACE: Final = "senlac-paper-v1"
VERSION: Final = 1
INVITATION: Final = "invitation"
JOIN: Final = "join"
JOINED: Final = "joined"
_ADDED_LATER: Final = frozenset({"key", "tip", "length", "recipient", JOINED})


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: its type and fields, its signature, `digest` the SHA-256 of its bytes, 64 hex digits."""

    type: str
    fields: dict[str, Any]
    signed: SignedEntry

    @property
    def digest(self) -> str:
        """By which a join names its invitation."""
        return self.signed.head

    def person(self, role: str) -> dict[str, Any] | None:
        """What an invitation says of a role."""
        found = (each for each in self.fields["body"]["parties"] if each["role"] == role)
        return next(found, None)


def sign(kind: str, fields: Mapping[str, Value], key: PrivateKey) -> Paper:
    """A paper signed by its author; raises BadPaper or a CanonicalError."""
    data = canonical.encode({"v": VERSION, "type": kind, **fields})
    return open_paper(SignedEntry(data, (signature.sign(key, data, NAMESPACE),)))


def open_paper(signed: SignedEntry) -> Paper:
    """Check signature, bytes and shape, and that the key in the paper is the one that signed it.

    Raises a SignatureError, a CanonicalError, BadPaper or WrongSigner.
    """
    if len(signed.signatures) != 1:
        raise errors.SignatureFormat(f"{len(signed.signatures)} signatures; a paper has one")
    if len(signed.data) > canonical.MAX_BYTES:
        raise errors.TooLarge(f"{len(signed.data)} bytes; at most {canonical.MAX_BYTES} are allowed")
    signer = signature.verify(signed.signatures[0], signed.data, NAMESPACE)
    paper = _decoded(signed)
    if PublicKey.parse(_signer_of(paper)["key"]).raw != signer:
        raise errors.WrongSigner(f"this {paper.type} is signed with another key than the one that it names")
    return paper


def _decoded(signed: SignedEntry) -> Paper:
    value: Any = canonical.decode(signed.data)
    kind = value.get("type") if isinstance(value, dict) else None
    shape = shapes.PAPERS.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise errors.BadPaper(f"papers of type {str(kind)[:40]!r} do not exist")
    try:
        shape(value)
    except shapes.Misfit as misfit:
        raise errors.BadPaper(f"{kind}{misfit}") from misfit
    return Paper(str(kind), value, signed)


def _signer_of(paper: Paper) -> dict[str, Any]:
    """The person who must have signed: the invitation's author, the join's own."""
    if paper.type == JOIN:
        found: dict[str, Any] = paper.fields["person"]
        return found
    author = paper.person(paper.fields["author"])
    if author is None or "key" not in author:
        raise errors.BadPaper(f"{paper.fields['author']} invites, and its key and chain are not there")
    return author


def invitation_of(author: str, body: Mapping[str, Any]) -> bytes:
    """The bytes of the invitation from which this charter came: without what was added since."""
    asked = [
        {name: value for name, value in person.items() if name not in _ADDED_LATER}
        if JOINED in person
        else person
        for person in body["parties"]
    ]
    inviting: dict[str, Any] = {"v": VERSION, "type": INVITATION, "author": author}
    agreed = {name: value for name, value in body.items() if name != "at"}
    return canonical.encode({**inviting, "body": {**agreed, "parties": asked}})


def join_of(digest: str, person: Mapping[str, Any]) -> bytes:
    """The bytes of the join that this person signed, to the invitation of this digest."""
    said = {name: value for name, value in person.items() if name != JOINED}
    return canonical.encode({"v": VERSION, "type": JOIN, "invitation": digest, "person": said})


def seat(paper: Paper) -> dict[str, Value]:
    """A join as the charter keeps it: the person with his signature."""
    signature = base64.b64encode(paper.signed.signatures[0]).decode("ascii")
    return {**paper.fields["person"], JOINED: signature}


def check_joins(charter: Entry) -> None:
    """Raise JoinWrong unless each person who `joined` has signed what the charter says."""
    body: dict[str, Any] = charter.body
    joined = [person for person in body["parties"] if JOINED in person]
    if not joined:
        return
    digest = hashlib.sha256(invitation_of(charter.author, body)).hexdigest()
    for person in joined:
        _check_join(digest, person)


def _check_join(digest: str, person: Mapping[str, Any]) -> None:
    blob = base64.b64decode(person[JOINED], validate=True)
    try:
        signer = signature.verify(blob, join_of(digest, person), NAMESPACE)
    except errors.PbemError as error:
        raise errors.JoinWrong(f"{person['role']} has not signed what this charter says: {error}") from error
    if signer != PublicKey.parse(person["key"]).raw:
        raise errors.JoinWrong(f"the join of {person['role']} is signed with another key than the charter's")
