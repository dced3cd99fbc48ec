"""Who plays: each party's key and dice chain, what each may write, and who answers whom with dice.

Keys and tips come from the charter or a later `substitute` entry and from nowhere else.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.hash_chain import previous
from pbem.entry import bodies, setup_papers
from pbem.entry.bodies import Charter, Person, Substitute
from pbem.entry.entries import NOTHING, Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry
from pbem.keys.openssh_keys import PublicKey
from pbem.log import mail_word_sides
from pbem.reason_codes import Code

SHARED: Final = (
    Substitute,
    bodies.Rollback,
    bodies.Ruling,
    bodies.Adopt,
    bodies.Silence,
    bodies.Claim,
)
"""Types that others sign beside their author (as all do a charter)."""
_TYPES_SHARED: Final = frozenset(body.type for body in SHARED)
"""The types of these; a `late` may be one of its referee alone. (Every entry of a log is asked: a type by its
word is found sooner than by its class.)"""
_BY_SIDES: Final = frozenset({"order", "decision", "seal", "resign"})
_BY_REFEREE: Final = frozenset({"roll", "late", "ruling", "rollback", "adopt", "end"})


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes a role."""

    name: str
    mail: str


@dataclass(frozen=True, slots=True)
class Party:
    """One party as it stands now. `link` is the last link revealed, at first the tip. `word`: it plays by
    mail word; `computer`: which player of the program decides for it, empty where a person does."""

    role: str
    name: str
    mail: str
    key: bytes
    link: str
    revealed: int
    length: int
    word: bool = False
    computer: str = ""

    @classmethod
    def from_person(cls, person: Person) -> Party:
        """A person of a charter, or who comes in by a `substitute`."""
        key = PublicKey.parse(person.key).raw
        word = person.word is not None
        return cls(
            person.role,
            person.name,
            person.mail,
            key,
            person.tip,
            0,
            person.length,
            word,
            person.computer or "",
        )

    def reveal(self, link: str) -> Party:
        """This party after revealing its next link; raises `link-exhausted` or `link-wrong`."""
        if self.revealed >= self.length:
            raise errors.Refusal(
                Code.LINK_EXHAUSTED,
                f"all {count_noun(self.length, 'link')} of {self.role} are revealed already",
            )
        if previous(link) != self.link:
            raise errors.LogFault(
                Code.LINK_WRONG, f"this is not link {self.revealed + 1} of {self.role}'s chain"
            )
        return self._with_link(link, self.revealed + 1)

    def burn(self, link: str) -> Party:
        """This party after giving away the link after its next one: that one may have been shown in an order
        whose place was taken, and never more than one has. Were it his choice which to burn, he would choose
        among bases. Raises `link-exhausted` or `link-wrong`."""
        if self.revealed + 2 > self.length:
            raise errors.Refusal(
                Code.LINK_EXHAUSTED, f"{self.role} has no two links left: a new chain for it comes first"
            )
        if previous(previous(link)) != self.link:
            raise errors.LogFault(
                Code.LINK_WRONG,
                f"this is not link {self.revealed + 2} of {self.role}'s chain, the one to burn",
            )
        return self._with_link(link, self.revealed + 2)

    def _with_link(self, link: str, revealed: int) -> Party:
        """The same with other links: made for every entry, so without the detour by the names of fields."""
        return Party(
            self.role,
            self.name,
            self.mail,
            self.key,
            link,
            revealed,
            self.length,
            self.word,
            self.computer,
        )


@dataclass(frozen=True, slots=True)
class PartiesState:
    """What of the parties of a game does not stand in its charter."""

    out: frozenset[str]
    former: dict[str, Party]
    now: dict[str, Party]
    keys: dict[bytes, str]
    tips: frozenset[str]


class Parties:
    """The parties of one game, in the charter's order. `former`: by role who was replaced last."""

    def __init__(self, charter: VerifiedEntry) -> None:
        """Raises BadBody, `unknown-author`, `wrong-signer`, `join-wrong`, `word-wrong` or
        `charter-misplaced`."""
        entry, body = charter.entry, charter.entry.body
        if not isinstance(body, Charter) or (entry.seq, entry.game, entry.prev) != (0, NOTHING, NOTHING):
            raise errors.LogFault(
                Code.CHARTER_MISPLACED, "a log begins with a charter of seq 0, game and prev all zeros"
            )
        self.charter, self.game = body, charter.head
        self.out: frozenset[str] = frozenset()
        mail_word_sides.check_charter(entry.author, body)
        self.former: dict[str, Party] = {}
        listed = [Party.from_person(party) for party in body.parties]
        for name in ("role", "key", "link"):
            if len({getattr(party, name) for party in listed}) < len(listed):
                what = "tip" if name == "link" else name
                raise errors.BadBody(f"two parties of the charter have the same {what}")
        self._now = {party.role: party for party in listed}
        self._keys = {party.key: party.role for party in listed}
        self._tips = {party.link for party in listed}
        joined = {person.role for person in body.parties if person.joined}
        if self[entry.author].role in joined:
            raise errors.BadBody(f"{entry.author} writes the charter and signs it: it has no `joined`")
        if charter.signers != tuple(party.key for party in listed if party.role not in joined):
            raise errors.LogFault(
                Code.WRONG_SIGNER,
                "a charter is signed by every party without `joined`, in the order in which it lists them",
            )
        setup_papers.check_joins(entry.author, body)

    def state(self) -> PartiesState:
        """As they stand, to be written down."""
        return PartiesState(self.out, self.former, self._now, self._keys, frozenset(self._tips))

    @classmethod
    def resume(cls, charter: Entry, game: str, state: PartiesState) -> Parties:
        """As they stood when this was written down, of a charter that was found good then. Raises
        `charter-misplaced` for what is none."""
        if not isinstance(charter.body, Charter):
            raise errors.LogFault(Code.CHARTER_MISPLACED, "a log begins with a charter")
        made = cls.__new__(cls)
        made.charter, made.game, made.out = charter.body, game, state.out
        made.former, made._now, made._keys = state.former, state.now, state.keys
        made._tips = {*state.tips}
        return made

    def copy(self) -> Parties:
        """The same, to go on from."""
        made = copy.copy(self)
        made.former, made._now = {**self.former}, {**self._now}
        made._keys, made._tips = {**self._keys}, {*self._tips}
        return made

    def __getitem__(self, role: str) -> Party:
        """The party in this role; raises `unknown-author`."""
        try:
            return self._now[role]
        except KeyError as error:
            raise errors.LogFault(Code.UNKNOWN_AUTHOR, f"the charter names no {role!r}") from error

    @property
    def has_referee(self) -> bool:
        """Whether the game has a referee."""
        return REFEREE in self._now

    @property
    def roles(self) -> tuple[str, ...]:
        """Every role, the referee's too, in the charter's order."""
        return tuple(self._now)

    @property
    def sides(self) -> tuple[str, ...]:
        """The roles that play, in the charter's order."""
        return tuple(role for role in self._now if role != REFEREE)

    @property
    def active(self) -> tuple[str, ...]:
        """The roles that have neither resigned nor been eliminated, in the charter's order."""
        return tuple(role for role in self._now if role not in self.out)

    def commitment(self) -> str | None:
        """The referee's commitment to the secret of secret packs; raises `not-entitled` without a referee."""
        secret = self.charter.secret
        if secret is not None and not self.has_referee:
            raise errors.LogFault(
                Code.NOT_ENTITLED, "secret packs need a referee who holds them; this game has none"
            )
        return secret

    def closer(self, opener: str) -> str:
        """Who answers the opener's link: the referee, or else the next side in the charter's order.

        Fixed beforehand, because a choice among several would be a choice among several rolls.
        """
        return REFEREE if self.has_referee else self.next_role(opener)

    def next_role(self, role: str) -> str:
        """The next in the charter's order that is still in the game."""
        place = self.roles.index(role)
        ring = (*self.roles[place + 1 :], *self.roles[:place])
        return next((each for each in ring if each not in self.out), role)

    def know_keys(self, keys: Iterable[bytes]) -> bool:
        """Whether each key is or was a party's."""
        return all(key in self._keys for key in keys)

    def has_key(self, role: str, key: bytes) -> bool:
        """Whether this is the key of this role now."""
        party = self._now.get(role)
        return party is not None and party.key == key

    def had_key(self, role: str, key: bytes) -> bool:
        """Whether this is, or was, the key of this role."""
        return self._keys.get(key) == role

    def check_author(self, opened: VerifiedEntry) -> Party:
        """The author, whose key signed and who may write this; raises a LogFault."""
        entry = opened.entry
        author = self[entry.author]
        if opened.signers != self.signers(entry):
            self.refuse_former(opened)
            raise errors.LogFault(
                Code.WRONG_SIGNER,
                f"not signed with the key that {entry.author} has in this game"
                if not isinstance(entry.body, SHARED)
                else f"a {entry.type} is signed by {self._author_of(entry)}, in this order",
            )
        self._check_right(entry)
        return author

    def refuse_former(self, opened: VerifiedEntry) -> None:
        """Raise `wrong-signer`, in words for him, for what somebody has signed who was replaced since."""
        author = opened.entry.author
        if isinstance(opened.entry.body, SHARED) or author not in self.former:
            return
        if all(self.had_key(author, key) and key != self[author].key for key in opened.signers):
            raise errors.LogFault(
                Code.WRONG_SIGNER,
                f"{author} has a new player or a new key in this game ({self[author].name}): what is signed "
                f"with the key before that counts for nothing any more",
            )

    def check_shared(self, opened: VerifiedEntry) -> None:
        """As `check_author`, for an entry of a `SHARED` type that not all have signed; raises a LogFault."""
        entry = opened.entry
        if not isinstance(entry.body, SHARED):
            raise errors.LogFault(Code.NOT_ENTITLED, f"a {entry.type} is signed by its author alone")
        if not set(opened.signers) <= set(self.signers(entry)):
            raise errors.LogFault(
                Code.WRONG_SIGNER, f"a {entry.type} is signed by {self._author_of(entry)}, and by nobody else"
            )
        self._check_right(entry)

    def signers(self, entry: Entry) -> tuple[bytes, ...]:
        """The keys with which an entry is signed, in order: its author's and, of some types, others' too."""
        if entry.type not in _TYPES_SHARED:
            return (self[entry.author].key,)
        keys = tuple(self[role].key for role in self._agreeing_roles(entry))
        if isinstance(entry.body, Substitute):
            newcomer = self._make_newcomer(entry.body).key
            return keys if newcomer in keys else (*keys, newcomer)
        return keys

    def _agreeing_roles(self, entry: Entry) -> tuple[str, ...]:
        """The roles that sign an entry: of some types all; that somebody is silent, or is claimed
        against, all others; a new chain
        all but who is himself replaced, and of two without a referee he too, since else the other would
        choose whom he plays against."""
        body = entry.body
        if not isinstance(body, SHARED):
            return (entry.author,)
        if isinstance(body, bodies.Silence | bodies.Claim):
            return tuple(role for role in self.active if role != body.role)
        if isinstance(body, Substitute) and (self.has_referee or len(self.active) > 2):
            return tuple(role for role in self.active if role != body.role)
        return self.active

    def _author_of(self, entry: Entry) -> str:
        body = entry.body
        newcomer = (f"the new {body.role}",) if isinstance(body, Substitute) else ()
        return " and ".join((*self._agreeing_roles(entry), *newcomer))

    def update(self, party: Party) -> None:
        """Put in a party that revealed a link or took over a role."""
        if party.revealed == 0:
            self.former[party.role] = self._now[party.role]
        self._now[party.role] = party
        self._keys[party.key] = party.role
        if party.revealed == 0:
            self._tips.add(party.link)

    def _check_right(self, entry: Entry) -> None:
        kind, author = entry.type, entry.author
        mail_word_sides.check(entry, self[author].word, self.has_referee)
        if kind in _BY_SIDES and author == REFEREE:
            raise errors.LogFault(Code.NOT_ENTITLED, f"the referee does not play and writes no {kind}")
        if author in self.out and not isinstance(entry.body, bodies.RestsOpening):
            raise errors.LogFault(Code.NOT_ENTITLED, f"{author} is out of the game and writes nothing more")
        if kind in _TYPES_SHARED:
            self._check_named(entry)
        if self.has_referee and kind in _BY_REFEREE and author != REFEREE:
            raise errors.LogFault(Code.NOT_ENTITLED, f"only the referee writes a {kind}")

    def _check_named(self, entry: Entry) -> None:
        """Raise a LogFault unless this author may write so of the role that an entry names, if it does."""
        body, author = entry.body, entry.author
        if isinstance(body, bodies.Lateness | bodies.Silence | bodies.Claim | Substitute):
            self[body.role]
        if isinstance(body, Substitute):
            self._check_proposer(author, body.role)
        if isinstance(body, bodies.Claim) and (
            self.has_referee or body.role == author or body.role in self.out
        ):
            raise errors.LogFault(
                Code.NOT_ENTITLED,
                f"nobody claims the game against {body.role} like this: with a referee the `late` of the "
                "referee does, and no side claims against itself or a side that is out",
            )
        if isinstance(body, bodies.Silence) and (body.role == author or body.role in self.out):
            raise errors.LogFault(Code.NOT_ENTITLED, f"nobody says of {body.role} that it is silent")
        if isinstance(body, bodies.Lateness | bodies.Silence) and not self.has_referee:
            raise errors.LogFault(Code.NOT_ENTITLED, "without a referee nobody is said to be late")
        if isinstance(body, bodies.Judging) and not self.has_referee:
            raise errors.LogFault(
                Code.NOT_ENTITLED,
                "without a referee the players judge an objection, each in their orders",
            )

    def _check_proposer(self, author: str, role: str) -> None:
        """Raise `not-entitled` unless this author may write that `role` has a new chain."""
        if role in self.out:
            raise errors.LogFault(Code.NOT_ENTITLED, f"{role} is out of the game: nobody takes it over")
        proposers = {role, REFEREE if self.has_referee and role != REFEREE else self.next_role(role)}
        if author not in proposers:
            raise errors.LogFault(
                Code.NOT_ENTITLED,
                f"a new chain of {role} is written by {' or '.join(sorted(proposers))}, not by {author}",
            )

    def _make_newcomer(self, person: Substitute) -> Party:
        newcomer = Party.from_person(person)
        if self._keys.get(newcomer.key, newcomer.role) != newcomer.role:
            raise errors.BadBody(f"this key belongs to {self._keys[newcomer.key]} already")
        if newcomer.link in self._tips:
            raise errors.BadBody("this chain was committed to already; a new one is needed")
        return newcomer
