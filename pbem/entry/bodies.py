"""What an entry says, one class for each type: a charter, an order, a roll and the others.

To extend a type, add a field here; a new type is a new class. A class names its `type` as it stands in the
entry, and says whether an entry of it may reveal a link.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Discriminator, Field, Strict, Tag, model_validator

from pbem.entry.field_types import (
    AgeRecipient,
    Array,
    Base64,
    Card,
    Computer,
    Count,
    Day,
    DieValue,
    Grace,
    Hex,
    Hours,
    HourText,
    KeyLine,
    LabelText,
    Length,
    Lines,
    LineText,
    LongText,
    Mail,
    Maybe,
    NameText,
    Number,
    Options,
    PackName,
    PackSize,
    Place,
    Positive,
    Record,
    Role,
    Salt,
    Second,
    Seq,
    ShortText,
    Sides,
    SignatureText,
    Then,
    Time,
    Token,
    Yes,
    Zone,
    misfit_of,
)
from pbem.entry.game_identity import Module, RulesIdentity

# --- what an agreement is made of ------------------------------------------------------------------------


WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Deadline(Record):
    """How long a decision of a kind may take, and what happens then. With `hour` and `zone` it ends at that
    hour of the clocks there, after whole days, and `days_off` are days there."""

    type: ClassVar[str] = "deadline"
    kind: Token
    hours: Hours
    grace: Grace
    then: Then
    days_off: Annotated[Maybe[Array[Day]], Field(max_length=400)] = None
    hour: Maybe[HourText] = None
    zone: Maybe[Zone] = None

    @model_validator(mode="after")
    def _check_hour(self) -> Self:
        if (self.hour is None) != (self.zone is None):
            raise misfit_of("an hour with its zone, or neither")
        if self.hour is not None and (self.hours % 24 or set(WEEKDAYS) <= set(self.days_off or ())):
            raise misfit_of("whole days where it ends at an hour, and a day of the week that counts")
        return self


class Contact(Record):
    """A role with the name and address of the person that plays it. `word`: that person plays by mail word,
    without a program; the referee holds the key and the chain of the side."""

    type: ClassVar[str] = "person"
    role: Role
    name: NameText
    mail: Mail
    word: Maybe[Yes] = None


class InvitedPerson(Contact):
    """A person who is asked to take a role. `ticket`: the commitment to the nonce that only this person's own
    mail brings (`papers.Ticket`)."""

    ticket: Maybe[Hex] = None


class Person(Contact):
    """A person with a key and the tip and length of a dice chain. `computer`: a player of the program decides
    for this role, the game's policy or one that searches."""

    key: KeyLine
    tip: Hex
    length: Length
    recipient: Maybe[AgeRecipient] = None
    computer: Maybe[Computer] = None


class Joiner(Person):
    """A person who joins; `nonce`: that of the ticket by which this person was asked."""

    nonce: Maybe[Hex] = None


class SeatedPerson(Joiner):
    """A person of a charter; `joined` is the signature of his join, if he has not signed the charter."""

    joined: Maybe[SignatureText] = None


class Game(Record):
    """Which game it is."""

    type: ClassVar[str] = "game"
    module: Module
    scenario: Token
    options: Options


class AgreedTerms(Game):
    """What a charter and an invitation to it say alike. `secret`: the commitment to that of the packs.
    `reading`: the second way in which lines are carried out; without it the first."""

    deadlines: Annotated[Array[Deadline], Field(max_length=32)]
    secret: Maybe[Hex] = None
    reading: Maybe[Second] = None


# --- standing orders (`papers` has what is signed) ---------------------------------------------------------

LEAVES: Final = 64
"""Leaves of a sealed standing paper, and the most lines of any."""
DEPTH: Final = 6
"""Steps from a leaf to the top."""


class SealedPaper(Record):
    """Standing orders that only the referee can read. `leaves` is the top of the tree of their leaves,
    `order` commits to the order of the lines, `box` is the digest of what the referee gets. `seq`: the newest
    entry in the author's log."""

    type: ClassVar[str] = "standing"
    game: Hex
    author: Role
    number: Positive
    seq: Seq
    leaves: Hex
    order: Hex
    box: Hex


class ClearPaper(Record):
    """Standing orders of a game without a referee, where there is nobody to seal them to."""

    type: ClassVar[str] = "standing-clear"
    game: Hex
    author: Role
    number: Positive
    seq: Seq
    lines: Annotated[Array[LineText], Field(max_length=LEAVES)]


class CarriedSealedPaper(SealedPaper):
    """A paper in an entry, with its signature."""

    signature: SignatureText


class CarriedClearPaper(ClearPaper):
    """A paper in an entry, with its signature."""

    signature: SignatureText


def _paper(value: Any) -> str:
    fields = value if isinstance(value, dict) else getattr(type(value), "model_fields", ())
    return "<clear" if "lines" in fields else "<sealed"


Carried = Annotated[
    Annotated[CarriedSealedPaper, Tag("<sealed")] | Annotated[CarriedClearPaper, Tag("<clear")],
    Discriminator(_paper),
]


class LineUse(Record):
    """A line of a side's standing orders that answered `decisions`: the how-manieth, from 0, of those in this
    entry that no line of its author answered. The first time `salt` and `path` open the line's leaf."""

    type: ClassVar[str] = "use"
    decisions: Annotated[Array[Count], Field(min_length=1, max_length=2000)]
    side: Role
    line: LineText
    salt: Maybe[Salt] = None
    path: Maybe[Annotated[Array[Hex], Field(min_length=DEPTH, max_length=DEPTH)]] = None


# --- the types of entry ----------------------------------------------------------------------------------


class Body(Record):
    """What an entry of any type says."""

    reveals: ClassVar[bool] = False
    """Whether an entry of this type may reveal a link."""


class Proof(Record):
    """What a party was shown outside of the log: an entry or paper of `author` for place `seq`, by its
    digest."""

    type: ClassVar[str] = "proof"
    author: Role
    seq: Seq
    digest: Hex


class ObservingBody(Body):
    """What names things that its author was shown outside of the log before he signed."""

    seen: Maybe[Annotated[Array[Proof], Field(min_length=1, max_length=32)]] = None


def seen_in(body: Body) -> tuple[Proof, ...]:
    """What an entry names, of whatever type it is."""
    return (body.seen or ()) if isinstance(body, ObservingBody) else ()


class TimedBody(Body):
    """What states its time, Unix seconds: the later of its author's clock and the last time in the log."""

    at: Time


class DueMoment(Record):
    """When the time of a kind that begins with an entry is over, at the hour that the charter says: `due`
    without grace and `end` with it, Unix seconds."""

    type: ClassVar[str] = "moment"
    kind: Token
    due: Time
    end: Time


class StartingBody(TimedBody):
    """What times of decisions begin with. `due`: the moments at which they are over, of the charter's
    deadlines with an hour, in its order. Its author has worked them out, so that no reader needs data of
    time zones."""

    due: Annotated[Maybe[Array[DueMoment]], Field(min_length=1, max_length=32)] = None


class ReportingBody(StartingBody):
    """What also tells what came of lines. `out`: the roles that are out of the game by it, in the charter's
    order. In a game with closed orders `effects`: what all may know of each line that was used, in order; and
    `news`: the digest of the box for each who plays, in the charter's order."""

    out: Annotated[Maybe[Array[Role]], Field(min_length=1, max_length=16)] = None
    effects: Annotated[Maybe[Array[LineText]], Field(min_length=1, max_length=2000)] = None
    news: Annotated[Maybe[Array[Hex]], Field(min_length=1, max_length=16)] = None


SEED: Final = "seed"
"""The key in a charter's options that tells of a simulated game; not an option of the rules."""


class PlayerBody(Body):
    """What a side writes. `word`: the referee's program signed it by mail word, for a side without one."""

    word: Maybe[Yes] = None


class Charter(AgreedTerms, StartingBody):
    type: ClassVar[str] = "charter"
    parties: Annotated[Array[SeatedPerson], Field(min_length=2, max_length=16)]

    @property
    def is_simulated(self) -> bool:
        """Whether one program made all keys and chains, so that who ran it knew every die."""
        return SEED in self.options


class Opener(Body):
    """What may open a batch. `standing`: the number of each side's newest paper of standing orders that the
    author's program was shown."""

    reveals: ClassVar[bool] = True
    standing: Maybe[Mapping[Role, Positive]] = None


class Carrier(Body):
    """What may carry standing papers. With a referee `stood` are the lines that answered decisions here."""

    papers: Maybe[Annotated[Array[Carried], Field(min_length=1, max_length=200)]] = None


class LineUser(Carrier):
    """What the referee writes where he goes on by what was said beforehand."""

    stood: Maybe[Annotated[Array[LineUse], Field(min_length=1, max_length=2000)]] = None


class Move(Opener, Carrier, ObservingBody, PlayerBody):
    """Lines that are carried out. With a referee those after the first chance are closed: `rest` commits to
    them, whether there are any or not, and `box` is the digest of what tells him."""

    lines: Lines
    rest: Maybe[Hex] = None
    box: Maybe[Hex] = None


class Order(Move):
    type: ClassVar[str] = "order"


class Decision(Move):
    type: ClassVar[str] = "decision"


class Seal(ObservingBody, PlayerBody):
    type: ClassVar[str] = "seal"
    choice: Token
    commit: Hex
    box: Maybe[Base64] = None


class Open(Opener, LineUser, ObservingBody, ReportingBody):
    type: ClassVar[str] = "open"
    seal: Seq
    salt: Hex
    lines: Lines


class Rest(Record):
    """What an order had closed: its `root`, and the `lines` that were never used, if there are any."""

    type: ClassVar[str] = "rest"
    order: Seq
    root: Hex
    lines: Annotated[Maybe[Array[LineText]], Field(min_length=1, max_length=2000)] = None


class OpenedPaper(Record):
    """What a sealed standing paper holds: its `root`, and its `lines`, if it has any."""

    type: ClassVar[str] = "filed"
    author: Role
    number: Positive
    root: Hex
    lines: Annotated[Maybe[Array[LineText]], Field(min_length=1, max_length=LEAVES)] = None


class RestsOpening(ObservingBody, TimedBody):
    """The second form of `open`, when the game is over: what is still closed of orders, and of the standing
    papers of a game with closed orders."""

    type: ClassVar[str] = "open"
    rests: Annotated[Array[Rest], Field(max_length=2000)]
    filed: Annotated[Maybe[Array[OpenedPaper]], Field(min_length=1, max_length=2000)] = None


class OpenedLines(Record):
    """Lines of an order that an answer opens, each with its salt, and the `rest` after the last."""

    type: ClassVar[str] = "lines used"
    lines: Annotated[
        Array[Annotated[tuple[Salt, LineText], Strict(False)]], Field(min_length=1, max_length=2000)
    ]
    rest: Hex


class LabelledItem(Record):
    """An item of a roll: what it is for, and by which rule."""

    label: LabelText
    rule: ShortText


class DiceItem(LabelledItem):
    type: ClassVar[str] = "dice"
    sides: Sides
    values: Annotated[Array[DieValue], Field(min_length=1, max_length=1000)]


class ShuffleItem(LabelledItem):
    type: ClassVar[str] = "shuffle"
    shuffle: PackSize
    values: Annotated[Array[Place], Field(min_length=1, max_length=1000)]


class SecretShuffleItem(LabelledItem):
    """A pack whose order only the referee knows; `leaves` commit to it."""

    type: ClassVar[str] = "secret shuffle"
    shuffle: PackSize
    secret: PackName
    leaves: Annotated[Array[Hex], Field(min_length=1, max_length=1000)]


class DealItem(LabelledItem):
    """Cards that the side `deal` may look at; `sealed` says to it what they are."""

    type: ClassVar[str] = "deal"
    deal: Role
    cards: Annotated[Array[Card], Field(min_length=1, max_length=500)]
    sealed: Base64


class ShowItem(LabelledItem):
    """Cards shown to all: token, number, salt of each."""

    type: ClassVar[str] = "cards shown"
    open: Annotated[
        Array[Annotated[tuple[Card, Number, Hex], Strict(False)]], Field(min_length=1, max_length=1000)
    ]


def _item(value: Any) -> str:
    """The form of an item by a field that no other has; all others are dice."""
    fields = value if isinstance(value, dict) else getattr(type(value), "model_fields", ())
    return next((f"<{name}" for name in ("leaves", "deal", "open", "shuffle") if name in fields), "<dice")


Item = Annotated[
    Annotated[DiceItem, Tag("<dice")]
    | Annotated[ShuffleItem, Tag("<shuffle")]
    | Annotated[SecretShuffleItem, Tag("<leaves")]
    | Annotated[DealItem, Tag("<deal")]
    | Annotated[ShowItem, Tag("<open")],
    Discriminator(_item),
]


class Roll(ObservingBody, LineUser, ReportingBody):
    type: ClassVar[str] = "roll"
    reveals: ClassVar[bool] = True
    k: Positive
    batch: Seq
    applied: Count
    used: Maybe[OpenedLines] = None
    rolls: Annotated[Array[Item], Field(min_length=1, max_length=2000)]


class Ack(Opener, LineUser, ObservingBody, ReportingBody, PlayerBody):
    """An answer where no dice were due; with a link, dice opened before any decision; with `burnt`, a link
    given away because another party has a new chain."""

    type: ClassVar[str] = "ack"
    applied: Count
    used: Maybe[OpenedLines] = None
    burnt: Maybe[Hex] = None


class Lateness(LineUser, ObservingBody, ReportingBody):
    type: ClassVar[str] = "late"
    role: Role
    kind: Token


class Silence(StartingBody):
    """The second form of `late`: all others sign that `role` was asked and has been silent since entry
    `since`, which stopped its time; that begins now."""

    type: ClassVar[str] = "late"
    role: Role
    since: Seq


class Claim(TimedBody):
    """In a game without a referee all others sign that `role` has let two times go by: the game ends, and is
    claimed by the sides that wait. `kind`: that of the deadline by which it may be claimed."""

    type: ClassVar[str] = "claim"
    role: Role
    kind: Token


class Substitute(Person, TimedBody):
    type: ClassVar[str] = "substitute"


class Ruling(Body):
    """What all agree on beside the rules. `facts`: what changes by it, one a line."""

    type: ClassVar[str] = "ruling"
    facts: Annotated[Array[LineText], Field(min_length=1, max_length=100)]
    why: LongText
    rule: Maybe[ShortText] = None


class Judging(Body):
    """The second form of `ruling`: the referee says whether an objection to act number `act` is upheld."""

    type: ClassVar[str] = "ruling"
    act: Positive
    upheld: bool
    why: LongText


class Rollback(TimedBody):
    type: ClassVar[str] = "rollback"
    to: Seq
    why: LongText


class Adopt(TimedBody, RulesIdentity):
    """The game goes on under other rules of this game, which give all that stands in the log as it stands."""

    type: ClassVar[str] = "adopt"


class Resign(ObservingBody, PlayerBody):
    type: ClassVar[str] = "resign"


class End(ObservingBody):
    type: ClassVar[str] = "end"
    outcome: dict[str, Any]
    secret: Maybe[Hex] = None


def lines_of(body: Body) -> tuple[str, ...]:
    """The lines that an entry has, of whatever type it is."""
    return body.lines if isinstance(body, Move | Open) else ()


def out_of(body: Body) -> tuple[str, ...]:
    """The roles that an entry says are out of the game by it."""
    return body.out or () if isinstance(body, ReportingBody) else ()


def news_of(body: Body) -> tuple[str, ...]:
    """The digests of boxes of news that an entry has, one for each player."""
    return body.news or () if isinstance(body, ReportingBody) else ()


def effects_of(body: Body) -> tuple[str, ...]:
    """What an entry says that lines of closed orders came to."""
    return body.effects or () if isinstance(body, ReportingBody) else ()


ANSWERS: Final = (Roll, Ack, Open, RestsOpening, End)
"""What another party answers a move with."""


def _types(parent: type[Body]) -> dict[str, type[Body]]:
    found = {parent.type: parent} if "type" in vars(parent) else {}
    for child in parent.__subclasses__():
        found |= _types(child)
    return found


TYPES: Final[dict[str, type[Body]]] = {
    **_types(Body),
    Open.type: Open,
    Lateness.type: Lateness,
    Ruling.type: Ruling,
}
"""The class of each type of entry; of `open`, `late` and `ruling` the first form."""
_SECOND: Final[dict[str, tuple[str, type[Body]]]] = {
    Open.type: ("rests", RestsOpening),
    Lateness.type: ("since", Silence),
    Ruling.type: ("upheld", Judging),
}
"""The second forms, by the field that no first one has."""


def read_body(kind: str, value: Any) -> Body:
    """The body of an entry of this type, in the form that its fields tell; raises as `Record.read`."""
    field, second = _SECOND.get(kind, ("", None))
    if second is not None and isinstance(value, dict) and field in value:
        return second.read(value)
    return TYPES[kind].read(value)
