"""The border: signed bytes come in, and only what was read, bounded, parsed and verified goes on, as a
`VerifiedEntry`.

Verifying goes in a fixed order: the signatures over the bytes as they came, THEN parsing, THEN the demand
that encoding again gives the same bytes. Nothing else makes a `VerifiedEntry`, so a function that takes one
need not ask again: `LogVerifier.apply` and the judge take nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import canonical_json
from pbem.entry.entries import MAX_SIGNATURES, Entry, SignedEntry, sign
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey
from pbem.reason_codes import Code


@dataclass(frozen=True, slots=True)
class VerifiedEntry:
    """An entry whose signatures fit: `signers` are the raw public keys, in the signatures' order.

    Whether the signers are the right ones is for the log's walk.
    """

    entry: Entry
    signed: SignedEntry
    signers: tuple[bytes, ...]
    head: str


@dataclass(frozen=True, slots=True)
class UnverifiedEntry:
    """Signed bytes that the border turned back, and why."""

    signed: SignedEntry
    error: errors.PbemError


def verify_entry(signed: SignedEntry) -> VerifiedEntry:
    """Check the signatures, then parse.

    Raises as `signature.verify` and `canonical_json.decode`, `signature-format`, `too-large`, `bad-entry` or
    BadBody.
    """
    if not 1 <= len(signed.signatures) <= MAX_SIGNATURES:
        raise errors.Refusal(
            Code.SIGNATURE_FORMAT,
            f"{count_noun(len(signed.signatures), 'signature')}; 1 to {MAX_SIGNATURES} are allowed",
        )
    if len(signed.data) > canonical_json.MAX_BYTES:
        raise errors.Refusal(
            Code.TOO_LARGE,
            f"{count_noun(len(signed.data), 'byte')}; at most {canonical_json.MAX_BYTES} are allowed",
        )
    signers = tuple(signature.verify(blob, signed.data) for blob in signed.signatures)
    return VerifiedEntry(Entry.decode(signed.data), signed, signers, signed.head)


def trust_walked(signed: SignedEntry) -> VerifiedEntry:
    """An entry that stands in a walk, which has taken in none but verified ones: it is not asked again."""
    signers = tuple(map(signature.signer, signed.signatures))
    return VerifiedEntry(Entry.decode(signed.data), signed, signers, signed.head)


def merge_signatures(first: VerifiedEntry, second: VerifiedEntry, order: Sequence[bytes]) -> VerifiedEntry:
    """The signatures on two copies of the same bytes, in this order of keys; others are left out."""
    both = (*zip(first.signers, first.signed.signatures, strict=True),)
    both += (*zip(second.signers, second.signed.signatures, strict=True),)
    found = dict(both)
    signers = tuple(key for key in order if key in found)
    signed = SignedEntry(first.signed.data, tuple(found[key] for key in signers))
    return VerifiedEntry(first.entry, signed, signers, first.head)


def verify_each(entries: Iterable[SignedEntry]) -> tuple[VerifiedEntry | UnverifiedEntry, ...]:
    """All of these: those that hold, and in their places those that do not."""
    return tuple(map(_try_verify, entries))


def keep_verified(entries: Iterable[VerifiedEntry | UnverifiedEntry]) -> tuple[VerifiedEntry, ...]:
    """Those of these that hold."""
    return tuple(each for each in entries if isinstance(each, VerifiedEntry))


def drop_unverified(arrived: VerifiedEntry | UnverifiedEntry) -> VerifiedEntry:
    """One that holds; raises why it does not."""
    if isinstance(arrived, UnverifiedEntry):
        raise arrived.error
    return arrived


def _try_verify(signed: SignedEntry) -> VerifiedEntry | UnverifiedEntry:
    try:
        return verify_entry(signed)
    except errors.PbemError as error:
        return UnverifiedEntry(signed, error)


def sign_entry(entry: Entry, key: PrivateKey) -> VerifiedEntry:
    """An entry of one's own, signed here, as every reader reads it: the signature that this very call makes
    needs no check."""
    signed = sign(entry, key)
    return VerifiedEntry(Entry.decode(signed.data), signed, (key.public.raw,), signed.head)
