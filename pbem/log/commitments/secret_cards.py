"""What a log says of secret packs: the leaves committed to, the cards dealt and shown, all of it opened.

Needs no rules. A card that is shown is checked at once against its leaf; orders of packs and sealed deals
when the referee publishes his secret with the `end`.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry import bodies
from pbem.entry.field_types import CARD_NAME
from pbem.keys.age_boxes import seal
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Party
from pbem.reason_codes import Code
from pbem.secrets.card_packs import Opening, Pack, RefereeSecret, Source, lines_of

_TOKEN = re.compile(CARD_NAME)


@dataclass(frozen=True, slots=True)
class ShuffledPack:
    """A secret pack in the log, shuffled by the roll at `seq`."""

    seq: int
    source: Source
    leaves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Cards dealt by item `index` of the roll at `seq`, sealed to the key that `side` then had."""

    seq: int
    index: int
    k: int
    side: str
    tokens: tuple[str, ...]
    sealed: bytes
    key: PublicKey


@dataclass(frozen=True)
class SecretCards:
    """The secret packs of a game as far as its log was read. `commitment`: the charter's, or None."""

    game: str
    commitment: str | None = None
    packs: Mapping[str, ShuffledPack] = field(default_factory=dict)
    shown: Mapping[str, Opening] = field(default_factory=dict)
    deals: tuple[DealtCards, ...] = ()

    def add_roll(
        self, seq: int, roll: bodies.Roll, source: Source, keys: Mapping[str, PublicKey]
    ) -> SecretCards:
        """These cards after the roll entry at `seq`.

        Raises `secret-wrong` for a secret pack in a game without a secret, `card-twice`, LeafWrong or `deal-
        wrong`.
        """
        now = self
        for index, item in enumerate(roll.rolls):
            match item:
                case bodies.SecretShuffleItem():
                    now = now._shuffle(seq, item, source)
                case bodies.DealItem():
                    now = now._deal(seq, index, item, source.k, keys)
                case bodies.ShowItem():
                    for token, number, salt in item.open:
                        now = now._show(Opening(token, number, salt))
        return now

    def _shuffle(self, seq: int, item: bodies.SecretShuffleItem, source: Source) -> SecretCards:
        name, leaves = item.secret, item.leaves
        if self.commitment is None:
            raise errors.LogFault(
                Code.SECRET_WRONG,
                f"pack {name}: the charter has no `secret` from which its order would follow",
            )
        if name in self.packs:
            raise errors.LogFault(
                Code.CARD_TWICE, f"pack {name} was shuffled in entry {self.packs[name].seq} already"
            )
        if len(leaves) != item.shuffle:
            raise errors.WrongLeaf(
                f"pack {name} has {count_noun(item.shuffle, 'card')} and {len(leaves)} leaves"
            )
        return replace(self, packs={**self.packs, name: ShuffledPack(seq, source, leaves)})

    def _deal(
        self, seq: int, index: int, item: bodies.DealItem, k: int, keys: Mapping[str, PublicKey]
    ) -> SecretCards:
        side, tokens = item.deal, item.cards
        if side not in keys:
            raise errors.LogFault(
                Code.UNKNOWN_AUTHOR, f"cards are dealt to {side!r}, whom the charter does not name"
            )
        for token in tokens:
            self._leaf(token)
        try:
            box = base64.b64decode(item.sealed, validate=True)
        except binascii.Error as error:
            raise errors.LogFault(Code.DEAL_WRONG, f"the deal to {side}: {error}") from error
        if base64.b64encode(box).decode("ascii") != item.sealed:
            raise errors.LogFault(Code.DEAL_WRONG, f"the deal to {side}: its base64 has spare bits")
        return replace(self, deals=(*self.deals, DealtCards(seq, index, k, side, tokens, box, keys[side])))

    def _show(self, opening: Opening) -> SecretCards:
        self.check(opening)
        pack = _pack_of(opening.token)
        for other in self.shown.values():
            if (
                other.number == opening.number
                and other.token != opening.token
                and _pack_of(other.token) == pack
            ):
                raise errors.LogFault(
                    Code.CARD_TWICE,
                    f"{opening.token} is shown as number {opening.number} of its pack, "
                    f"which {other.token} is",
                )
        return replace(self, shown={**self.shown, opening.token: opening})

    def check(self, opening: Opening) -> None:
        """Raises LeafWrong unless this is the card that was committed to under its token."""
        if opening.leaf(self.game) != self._leaf(opening.token):
            raise errors.WrongLeaf(
                f"{opening.token} is shown as number {opening.number} of its pack, which does not fit the "
                f"leaf in entry {self.packs[_pack_of(opening.token)].seq}"
            )

    def _leaf(self, token: str) -> str:
        found = _TOKEN.fullmatch(token)
        pack = self.packs.get(found[1]) if found else None
        if found is None or pack is None or int(found[2]) > len(pack.leaves):
            raise errors.WrongLeaf(f"there is no card {token}: no such pack was shuffled, or it is smaller")
        return pack.leaves[int(found[2]) - 1]

    def refuse_new_key(self, party: Party) -> None:
        """Who takes over a side to whom cards were dealt must be able to open them; raises `not-entitled`."""
        if any(deal.side == party.role and deal.key.raw != party.key for deal in self.deals):
            raise errors.LogFault(
                Code.NOT_ENTITLED,
                f"cards were dealt to the key of {party.role}: who takes over takes over that key too, "
                "with a new chain",
            )

    def open_packs(self, secret: RefereeSecret) -> dict[str, Pack]:
        """Every pack by its name, for who holds the secret."""
        return {name: it.source.pack(name, len(it.leaves), secret) for name, it in self.packs.items()}

    def open(self, published: str | None) -> None:
        """Check everything against the secret that the referee publishes with the `end`.

        Raises `secret-wrong`, `pack-wrong`, or `deal-wrong`, naming the entry that does not hold.
        """
        if published is None and self.commitment is None:
            return
        if published is None or RefereeSecret(published).commitment != self.commitment:
            raise errors.LogFault(
                Code.SECRET_WRONG,
                "the secret is not opened" if published is None else "the secret is not that of the charter",
            )
        packs = self.open_packs(RefereeSecret(published))
        for name, pack in packs.items():
            if tuple(pack.leaves) != self.packs[name].leaves:
                raise errors.LogFault(
                    Code.PACK_WRONG,
                    f"pack {name}, shuffled in entry {self.packs[name].seq}, has not the order that the "
                    "secret and the links give",
                )
        for deal in self.deals:
            if deal.sealed != seal_deal(
                packs, deal.k, deal.index, deal.tokens, deal.key, RefereeSecret(published)
            ):
                raise errors.LogFault(
                    Code.DEAL_WRONG,
                    f"the deal to {deal.side} in entry {deal.seq} is not what the secret gives: other cards, "
                    "another key, or a copy of another deal",
                )


def seal_deal(
    packs: Mapping[str, Pack],
    k: int,
    index: int,
    tokens: tuple[str, ...],
    key: PublicKey,
    secret: RefereeSecret,
) -> bytes:
    """The deal of these cards that is item `index` of batch `k`, for the eyes of the key's holder."""
    openings = [packs[_pack_of(token)].openings[token] for token in tokens]
    game = next(iter(packs.values())).game
    return seal(lines_of(openings), key, hash_lines("senlac-box/1", game, k, index, secret.value))


def _pack_of(token: str) -> str:
    return token.rstrip("0123456789")
