"""What is signed before a game begins: an invitation, a ticket for each who is asked, and each player's join.
Their bytes and signatures.

A paper is one canonical JSON object `{"v":1,"type":...}`, signed as an entry is, in a namespace of its own
so that no signature passes from one to the other. It travels as a `SignedEntry` does: signature and bytes.

The charter keeps of each join only its signature, `joined`. What was signed is worked out from the charter:
`invitation_of` and `join_of` leave out what was not known yet.
"""

import base64
import hashlib
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from pydantic import Discriminator, Field, Tag

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry import canonical_json
from pbem.entry.bodies import AgreedTerms, Charter, InvitedPerson, Joiner, Person, SeatedPerson
from pbem.entry.entries import OLD_PROTOCOL, SignedEntry
from pbem.entry.field_types import Array, Hex, KeyLine, Misfit, Record, Role
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.reason_codes import Code

NAMESPACE: Final = "senlac-paper-v1"
VERSION: Final = 2


def _check_person(person: Any) -> str:
    """Whole is who signs the charter; of who is only asked there is no key yet."""
    return (
        "<person"
        if "key" in (person if isinstance(person, dict) else type(person).model_fields)
        else "<asked"
    )


Invited = Annotated[
    Annotated[Person, Tag("<person")] | Annotated[InvitedPerson, Tag("<asked")], Discriminator(_check_person)
]


class Proposal(AgreedTerms):
    """What is to be agreed on: a charter without what its joins bring."""

    type: ClassVar[str] = "invitation body"
    parties: Annotated[Array[Invited], Field(min_length=2, max_length=16)]

    @property
    def invited_persons(self) -> tuple[InvitedPerson, ...]:
        """Who has to join."""
        return tuple(each for each in self.parties if not isinstance(each, Person))

    @property
    def is_complete(self) -> tuple[Person, ...]:
        """Who signs the charter itself."""
        return tuple(each for each in self.parties if isinstance(each, Person))


class Statement(Record):
    """What a paper of any type says."""

    def encode(self) -> bytes:
        """The bytes that are signed; raises as `canonical_json.encode`."""
        return canonical_json.encode({"v": VERSION, "type": self.type, **self.to_plain()})


class Invitation(Statement):
    """The host says what is to be played and by whom."""

    type: ClassVar[str] = "invitation"
    author: Role
    body: Proposal

    @property
    def signer(self) -> Person:
        """The host; raises BadPaper for one without a key."""
        host = next((each for each in self.body.is_complete if each.role == self.author), None)
        if host is None:
            raise errors.BadPaper(f"{self.author} invites, but its key and chain are missing")
        return host

    @property
    def key(self) -> str:
        """The host's key; raises as `signer`."""
        return self.signer.key


class Ticket(Statement):
    """The host asks one person, by the digest of the invitation. The join that answers gives back `nonce`, to
    which the invitation is committed, and which no other person was sent. `host`: the host's key."""

    type: ClassVar[str] = "ticket"
    invitation: Hex
    role: Role
    nonce: Hex
    host: KeyLine

    @property
    def key(self) -> str:
        """The host's key."""
        return self.host


class Join(Statement):
    """A player says that he plays, by the digest of the invitation."""

    type: ClassVar[str] = "join"
    invitation: Hex
    person: Joiner

    @property
    def key(self) -> str:
        """The player's key."""
        return self.person.key


TYPES: Final[dict[str, type[Invitation] | type[Join] | type[Ticket]]] = {
    each.type: each for each in (Invitation, Join, Ticket)
}
"""The class of each type of paper."""

Said = TypeVar("Said", bound=Invitation | Join | Ticket)


@dataclass(frozen=True, slots=True)
class Paper(Generic[Said]):
    """One paper: what it says and its signature; `digest` is the SHA-256 of its bytes, 64 hex digits."""

    said: Said
    signed: SignedEntry

    @property
    def digest(self) -> str:
        """By which a join names its invitation."""
        return self.signed.head


AnyPaper: TypeAlias = Paper[Invitation | Join | Ticket]


def sign(said: Said, key: PrivateKey) -> Paper[Said]:
    """A paper signed by its author; raises what `canonical_json.encode` does, BadPaper or `wrong-signer`."""
    data = said.encode()
    signed = SignedEntry(data, (signature.sign(key, data, NAMESPACE),))
    open_paper(signed)
    return Paper(said, signed)


def open_invitation(signed: SignedEntry) -> Paper[Invitation]:
    """As `open_paper`, and BadPaper for another paper."""
    paper = open_paper(signed)
    if isinstance(paper.said, Invitation):
        return Paper(paper.said, signed)
    raise errors.BadPaper(f"this paper is of type {paper.said.type}, not an invitation: the host takes it in")


def open_join(signed: SignedEntry) -> Paper[Join]:
    """As `open_paper`, and BadPaper for another paper."""
    paper = open_paper(signed)
    if isinstance(paper.said, Join):
        return Paper(paper.said, signed)
    raise errors.BadPaper(f"this paper is of type {paper.said.type}; a player takes it in with `pbem join`")


def open_ticket(signed: SignedEntry) -> Paper[Ticket]:
    """As `open_paper`, and BadPaper for another paper."""
    paper = open_paper(signed)
    if isinstance(paper.said, Ticket):
        return Paper(paper.said, signed)
    raise errors.BadPaper(f"this paper is of type {paper.said.type}, where a ticket was expected")


def is_invitation(signed: SignedEntry) -> bool:
    """Whether it says that it is an invitation; nothing is checked."""
    return signed.data.endswith(f'"type":"invitation","v":{VERSION}}}'.encode())


def is_ticket(signed: SignedEntry) -> bool:
    """Whether it says that it is a ticket; nothing is checked."""
    return signed.data.endswith(f'"type":"ticket","v":{VERSION}}}'.encode())


def open_paper(signed: SignedEntry) -> AnyPaper:
    """Check signature, bytes and shape, and that the key in the paper is the one that signed it.

    Raises as `signature.verify` and `canonical_json.decode`, BadPaper, BadKeyFile or `wrong-signer`.
    """
    if len(signed.signatures) != 1:
        raise errors.Refusal(
            Code.SIGNATURE_FORMAT, f"{count_noun(len(signed.signatures), 'signature')}; a paper has one"
        )
    if len(signed.data) > canonical_json.MAX_BYTES:
        raise errors.Refusal(
            Code.TOO_LARGE,
            f"{count_noun(len(signed.data), 'byte')}; at most {canonical_json.MAX_BYTES} are allowed",
        )
    signer = signature.verify(signed.signatures[0], signed.data, NAMESPACE)
    said = _decode_statement(signed.data)
    if PublicKey.parse(said.key).raw != signer:
        raise errors.LogFault(
            Code.WRONG_SIGNER, f"this {said.type} is signed with another key than the one that it names"
        )
    return Paper(said, signed)


def _decode_statement(data: bytes) -> Invitation | Join | Ticket:
    value = canonical_json.decode(data)
    fields = value if isinstance(value, dict) else {}
    kind, version = fields.pop("type", None), fields.pop("v", None)
    if not isinstance(kind, str) or kind not in TYPES:
        raise errors.BadPaper(f"papers of type {str(kind)[:40]!r} do not exist")
    if version == 1 and version is not True:
        raise errors.Refusal(Code.OLD_PROTOCOL, f"a {kind} to a game that was {OLD_PROTOCOL}")
    if version != VERSION or isinstance(version, bool):
        raise errors.BadPaper(f"{kind}.v: expected {VERSION}, found {str(version)[:40]!r}")
    try:
        return TYPES[kind].read(fields)
    except Misfit as misfit:
        raise errors.BadPaper(f"{kind}{misfit}") from misfit


def ticket_of(nonce: str) -> str:
    """The commitment of an invitation to the nonce of a ticket: 64 hex digits."""
    return hash_lines("senlac-ticket/1", nonce)


def invitation_of(author: str, charter: Charter) -> Invitation:
    """The invitation from which this charter came: without what was added since."""
    asked = (_bare_person(person) if person.joined else _person(person) for person in charter.parties)
    return Invitation(
        author=author,
        body=Proposal(
            module=charter.module,
            scenario=charter.scenario,
            options=charter.options,
            deadlines=charter.deadlines,
            secret=charter.secret,
            reading=charter.reading,
            parties=tuple(asked),
        ),
    )


def _bare_person(person: SeatedPerson) -> InvitedPerson:
    ticket = None if person.nonce is None else ticket_of(person.nonce)
    return InvitedPerson(
        role=person.role, name=person.name, mail=person.mail, word=person.word, ticket=ticket
    )


def _person(person: SeatedPerson) -> Person:
    return Person(**{name: field for name, field in person if name in Person.model_fields})


def join_of(digest: str, person: SeatedPerson) -> Join:
    """The join that this person signed, to the invitation of this digest."""
    fields = {name: field for name, field in person if name in Joiner.model_fields}
    return Join(invitation=digest, person=Joiner(**fields))


def seat(paper: Paper[Join]) -> SeatedPerson:
    """A join as the charter keeps it: the person with his signature."""
    signature = base64.b64encode(paper.signed.signatures[0]).decode("ascii")
    return SeatedPerson(**dict(paper.said.person), joined=signature)


def check_joins(author: str, charter: Charter) -> None:
    """Raise `join-wrong` unless each person who `joined` has signed what the charter says."""
    joined = [person for person in charter.parties if person.joined]
    if not joined:
        return
    digest = hashlib.sha256(invitation_of(author, charter).encode()).hexdigest()
    for person in joined:
        _check_join(digest, person)


def _check_join(digest: str, person: SeatedPerson) -> None:
    blob = base64.b64decode(person.joined or "", validate=True)
    try:
        signer = signature.verify(blob, join_of(digest, person).encode(), NAMESPACE)
    except errors.PbemError as error:
        raise errors.LogFault(
            Code.JOIN_WRONG, f"{person.role} has not signed what this charter says: {error}"
        ) from error
    if signer != PublicKey.parse(person.key).raw:
        raise errors.LogFault(
            Code.JOIN_WRONG, f"the join of {person.role} is signed with another key than the charter's"
        )
