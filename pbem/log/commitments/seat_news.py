"""What a log says of news: for each answer one digest a seat, and which key each box was made for.

Needs no rules. Whether a box holds what its seat should have learnt comes out when the orders are opened.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from pbem import errors
from pbem.entry.bodies import ReportingBody
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Parties, Party
from pbem.log.player_exits import reports_lines
from pbem.log.roll_batches import Batch
from pbem.reason_codes import Code


@dataclass(frozen=True, slots=True)
class AnswerNews:
    """An answer to the orders of entry `seq`: the digests of its boxes and the keys they are for, by seat,
    and how many effects it has."""

    seq: int
    answer: int
    digests: dict[str, str]
    keys: dict[str, PublicKey]
    effects: int


@dataclass(slots=True)
class SeatNews:
    """The news so far, by the entry with the orders."""

    told: dict[int, AnswerNews] = field(default_factory=dict)

    def copy(self) -> SeatNews:
        """The same, to go on from."""
        made = copy.copy(self)
        made.told = {**self.told}
        return made

    @staticmethod
    def check(entry: Entry, parties: Parties) -> None:
        """Raise `news-wrong` for effects or news that cannot stand here."""
        body = entry.body
        if not isinstance(body, ReportingBody) or (body.effects, body.news) == (None, None):
            return
        if entry.author != REFEREE or parties.charter.secret is None:
            raise errors.LogFault(
                Code.NEWS_WRONG,
                "effects and news are written by a referee whose secret stands in the charter",
            )
        if not reports_lines(entry):
            raise errors.LogFault(Code.NEWS_WRONG, "effects and news stand where lines were carried out")
        if len(body.news or ()) != len(parties.sides) or body.effects is None:
            raise errors.LogFault(
                Code.NEWS_WRONG, f"with effects come news for each of {', '.join(parties.sides)}"
            )

    def take(self, entry: Entry, before: Batch | None, parties: Parties) -> None:
        """Take in an entry that has been found good; `before` is the batch that it answers, if any."""
        body = entry.body
        if isinstance(body, ReportingBody) and body.news is not None:
            seq = before.seq if before else entry.seq
            keys = {seat: PublicKey(parties[seat].key) for seat in parties.sides}
            digests = dict(zip(parties.sides, body.news, strict=True))
            self.told[seq] = AnswerNews(seq, entry.seq, digests, keys, len(body.effects or ()))

    def refuse_new_key(self, newcomer: Party) -> None:
        """Who takes over a seat that was sent news must be able to open them; raises `not-entitled`."""
        role = newcomer.role
        if any(role in told.keys and told.keys[role].raw != newcomer.key for told in self.told.values()):
            raise errors.LogFault(
                Code.NOT_ENTITLED,
                f"news were sealed to the key of {role}: who takes over takes over that key too, with a new "
                "chain",
            )
