"""What of a mail nobody but a player of the game can have made: an entry or a paper with the player's
signature, a join with the ticket, the code of a draft. Each has a claim to be taken in that no other mail
takes from it, whatever address it came from.

How often a claim counts is for `admission`. Nothing is judged here: whether an entry may stand is for the
game. At most `armor.MAX_ENTRIES` entries and as many papers are in a mail, and each is checked once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbem import errors
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index, Seat
from pbem.club.open_tables import OpenTables
from pbem.entry import peer_notices, standing_papers
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import Parties
from pbem.log.party.folder import LOG
from pbem.log.verification import verify_entries
from pbem.mail.letter import Letter
from pbem.play.agreements import side_requests
from pbem.play.host.out_of_order import AHEAD
from pbem.play.orders import mail_word_codes
from pbem.secrets import line_commitments
from pbem.setup import invitation, seating


@dataclass(frozen=True, slots=True)
class Claim:
    """Who has made something, and what: `role` of the `game`, and a `mark` by which the same is known again.
    `place`: what it fills, if that is due now; the first for a place is taken in, whatever came before."""

    game: str
    role: str
    mark: str
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Claims:
    """Finds them in the mails of a club."""

    hall: ClubFolder
    index: Index
    tables: OpenTables

    def find_claims(self, game: str, letter: Letter) -> list[Claim]:
        """Those of the part of a mail for a game; none where the game is in such trouble that nobody is told
        by a signature. Raises OSError."""
        try:
            return self._find_claims(game, letter)
        except OSError:
            raise
        except Exception:  # the game that is given the mail says what is wrong with it, and rests
            return []

    def _find_claims(self, game: str, letter: Letter) -> list[Claim]:
        if not letter.entries and not letter.papers:
            return [claim for claim in self._word_claims(letter) if claim.game == game]
        if not (self.hall.game(game).path / LOG).is_file():
            return _merge_claims(self._join_claims(game, letter.papers))
        verifier = self._walk(game)
        found = [
            claim
            for signed in letter.entries
            for claim in _entry_claims(game, verifier, signed, letter.boxes)
        ]
        return found + _merge_claims(_paper_claims(game, verifier, signed) for signed in letter.papers)

    def find_coded_seat(self, letter: Letter) -> tuple[Seat, mail_word_codes.Offer] | None:
        """The seat of a mail's sender whose newest offer, or request, has the code in it, with the offer."""
        codes = mail_word_codes.find_codes(letter.words)
        for seat in self.index.seats_of(letter.sender) if codes else ():
            own = self.hall.game(seat.game).word(seat.role)
            for file in (own.offer_file, own.invitation_offer_file) if seat.word else ():
                offer = mail_word_codes.load_offer(file)
                if offer is not None and offer.is_code(codes[0]):
                    return seat, offer
            if (asked := side_requests.find(self.hall.game(seat.game), seat.role, codes[0])) is not None:
                return seat, asked
        return None

    def _word_claims(self, letter: Letter) -> Iterator[Claim]:
        if found := self.find_coded_seat(letter):
            seat, offer = found
            yield Claim(seat.game, seat.role, f"code {offer.code}", f"code {offer.code}")

    def _walk(self, game: str) -> LogVerifier:
        """What was signed in a game; without its rules where these fail."""
        try:
            return self.tables.table(game).verifier
        except OSError:
            raise
        except Exception:  # as in `ClubDesk`: whatever is wrong with one game
            self.tables.drop(game)
        return verify_entries(self.hall.game(game).log)

    def _join_claims(self, game: str, papers: Sequence[SignedEntry]) -> Iterator[list[Claim]]:
        """By the ticket. An invitation of an earlier release has none: there by who was asked."""
        folder = self.hall.game(game)
        if not folder.invitation_file.is_file():
            return
        invited = invitation.load_invitation(folder)
        asked = [each.role for each in invited.said.body.invited_persons if not each.word]
        for signed in seating.drop_quoted(invited, papers):
            join = seating.parse_own_join(invited, signed)
            if join is not None and (role := join.said.person.role) in asked:
                free = not folder.joined_file(role).is_file()
                yield [Claim(game, role, signed.head, "join" if free else None)]
            else:
                yield []


def _merge_claims(papers: Iterable[list[Claim]]) -> list[Claim]:
    """None if one of the papers has none: they are taken in up to the first that is no good, so that somebody
    who puts a bad one before them would use their claims up."""
    found = list(papers)
    return [claim for claims in found for claim in claims] if all(found) else []


def _entry_claims(
    game: str, verifier: LogVerifier, signed: SignedEntry, boxes: Sequence[bytes]
) -> Iterator[Claim]:
    """One for each party that has signed it. What stands in the log has none: anybody has copies of it."""
    if len(signed.signatures) > len(verifier.parties.roles) + 1:
        return
    try:
        opened = verify_entry(signed)
        keys = verifier.parties.signers(opened.entry)
    except errors.PbemError:
        return
    seq, entry = len(verifier.entries) - 1, opened.entry
    if entry.game != verifier.game or entry.seq > seq + AHEAD or not set(opened.signers) <= set(keys):
        return
    if entry.seq <= seq and verifier.entries[entry.seq].data == signed.data:
        return
    due = entry.seq == seq + 1 and entry.prev == verifier.head
    for role in _signers(verifier.parties, opened):
        yield Claim(game, role, _mark(opened, boxes), f"place {entry.seq}" if due else None)


def _signers(parties: Parties, opened: VerifiedEntry) -> list[str]:
    return [role for role in parties.roles if parties[role].key in opened.signers]


def _mark(opened: VerifiedEntry, boxes: Sequence[bytes]) -> str:
    """An entry without the box that belongs to it is another than the same with its box: else somebody who
    sends it first without it would take its claim."""
    box = getattr(opened.entry.body, "box", None)
    return (
        f"{opened.head} boxed" if any(line_commitments.digest(each) == box for each in boxes) else opened.head
    )


def _paper_claims(game: str, verifier: LogVerifier, signed: SignedEntry) -> list[Claim]:
    try:
        if peer_notices.is_slip(signed):
            signer = peer_notices.open_slip(signed).signer
        else:
            signer = standing_papers.open_paper(signed).signer
    except errors.PbemError:
        return []
    roles = [role for role in verifier.parties.roles if verifier.parties[role].key == signer]
    return [Claim(game, role, signed.head) for role in roles]
