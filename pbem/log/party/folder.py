"""The folder of one party: its key and dice chain, its copy of the log, its files of moves or answers.

key key.pub   OpenSSH Ed25519          game.log   the truth; everything else can be derived from it
chain         secret, for one game     moves/     NNNN-ROLE.pbem that a side signed for place NNNN
shown         what was signed and shown
secret        the referee's packs      answers/   NNNN.pbem that was given in answer to entry NNNN
                                       shared/    NNNN-TYPE.pbem that several parties have to sign
                                       sealed/    CHOICE.txt that a side has sealed, until it is opened
                                       word/      ROLE/ with key and chain of a side by mail word (referee)
                                       standing/  SIDE-NNNN.* standing orders, receipts (`standing_filing`)

Of a game that is set up by mail also, until there is a log:

invitation.pbem   the host's, in every party's folder     join.pbem   the join that a player has signed
taken-back/       joins that players took back            joins/      ROLE.pbem that the host has got
games/            DIGEST.senlac of a game that comes from a file: each version that was agreed on
invitations/      ROLE.pbem for the person who is asked, with the ticket for that role
"""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path

from pbem import errors
from pbem.dice.hash_chain import Chain
from pbem.disk import atomic_files, game_shelf
from pbem.keys.openssh_keys import PrivateKey, PublicKey, is_encrypted
from pbem.keys.passphrases import PASSPHRASES
from pbem.log.log_file import GameLog
from pbem.log.parties import Parties
from pbem.log.party import holdings
from pbem.log.party.seat import Seat
from pbem.reason_codes import Code
from pbem.secrets.card_packs import RefereeSecret

LOG = "game.log"
LATER = "later.txt"


@dataclass(frozen=True, slots=True)
class Folder:
    """The paths of one party's folder; reading them raises a PbemError that says what to do.

    `known`: the seat of its owner, if somebody has made it before and hands it on.
    """

    path: Path
    known: Seat | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        game_shelf.note_place(self.path)

    @property
    def log(self) -> GameLog:
        """The log; raises NoGameFolder if there is none."""
        file = self.path / LOG
        if not file.is_file():
            raise errors.NoGameFolder(
                f"the game in {self.path} has not begun: take in a join or the charter with `pbem receive`"
                if self.invitation_file.is_file()
                else f"{self.path} holds no {LOG}: name a party's folder with --dir"
            )
        return GameLog(file)

    @property
    def key_file(self) -> Path:
        """The private key; `.pub` lies beside it."""
        return self.path / "key"

    @property
    def public_file(self) -> Path:
        """The public key, by which a folder tells whose it is."""
        return self.key_file.with_suffix(".pub")

    @property
    def chain_file(self) -> Path:
        """The secret dice chain."""
        return self.path / "chain"

    def key(self) -> PrivateKey:
        """The party's key; its passphrase is asked if it has one. Raises BadKeyFile or as PrivateKey.load."""
        secret = PASSPHRASES.passphrase_of(self.key_file) if is_encrypted(self.key_file) else None
        return PrivateKey.load(self.key_file, secret)

    def key_text(self) -> bytes:
        """The party's key as an unencrypted file, for a program that reads such; raises as `key`."""
        return self.key().text() if is_encrypted(self.key_file) else self.key_file.read_bytes()

    def role(self, parties: Parties) -> str:
        """Whose folder this is, by its public key; raises StrangeFolder or BadKeyFile."""
        return self.seat(parties).role

    def seat(self, parties: Parties) -> Seat:
        """The seat of the folder's owner, by its public key; raises as `role`."""
        if self.known is not None and parties.has_key(self.known.role, self.known.key):
            return self.known
        found = Seat.find_seat(parties, PublicKey.load(self.public_file).raw)
        if found is None:
            raise errors.StrangeFolder(f"the key in {self.path} is not that of a party of the game in it")
        return found

    def public(self) -> bytes | None:
        """The owner's raw public key; None of a folder without one. Raises BadKeyFile."""
        return PublicKey.load(self.public_file).raw if self.public_file.exists() else None

    def read(self, name: str) -> bytes | None:
        """The bytes of a file in the folder; None where there is none. Raises OSError."""
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            return None

    def list_names(self, room: str) -> list[str]:
        """The names of the files in a room of the folder, in order."""
        place = self.path / room
        return sorted(file.name for file in place.iterdir()) if place.is_dir() else []

    def keep(self, name: str, data: bytes, *, secret: bool = False) -> None:
        """Write a file of the folder; `secret`: for its owner's eyes. Raises OSError."""
        file = self.path_of(name)
        atomic_files.DISK.make_directory(file.parent)
        atomic_files.replace(file, data, mode=0o600 if secret else 0o644)

    def path_of(self, name: str) -> Path:
        """Where a file of the folder lies."""
        return self.path / name

    def chain(self) -> Chain:
        """The secret dice chain; raises `bad-chain-file`."""
        return Chain.load(self.chain_file)

    def check_private(self) -> None:
        """Raise `key-exposed` if others on this machine can read or change the key or the chain: they could
        sign as this party, or know its dice."""
        for file in (
            (self.key_file, self.chain_file) if atomic_files.POSIX else ()
        ):  # on Windows each says everybody
            if file.is_file() and file.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
                raise errors.Refusal(
                    Code.KEY_EXPOSED,
                    f"others on this machine can read or change {file}, and sign or know dice by it: run "
                    f"chmod 600 {file}",
                )

    @property
    def secret_file(self) -> Path:
        """The referee's secret, from which the order of every secret pack of the game follows."""
        return self.path / "secret"

    def secret(self, commitment: str | None) -> RefereeSecret:
        """The referee's secret of the game whose charter has this commitment.

        Raises `bad-secret-file`, or StrangeFolder for another game's.
        """
        found = RefereeSecret.load(self.secret_file)
        if found.commitment != commitment:
            raise errors.StrangeFolder(f"{self.secret_file} is not the secret that the charter commits to")
        return found

    @property
    def cache(self) -> Path:
        """Where parts of pictures are kept; it may be deleted at any time."""
        return self.path / ".cache"

    def word(self, role: str) -> Folder:
        """What the referee holds of a side that plays by mail word: its key and chain."""
        return Folder(self.path / "word" / role)

    @property
    def host(self) -> Folder:
        """The referee's folder in which that of a side by mail word lies; any other is its own."""
        place = self.path.absolute().parent
        return Folder(place.parent) if place.name == "word" and (place.parent / LOG).is_file() else self

    @property
    def invitation_offer_file(self) -> Path:
        """What a player by mail word was asked to say yes to, with a hash of its code."""
        return self.path / "invited"

    @property
    def offer_file(self) -> Path:
        """The draft that a side by mail word may lock, with a hash of its code."""
        return self.path / "offer"

    def move_file(self, seq: int, role: str, *, draft: bool = False) -> Path:
        """Where a side's move for this place in the log lies."""
        return self.path / holdings.move_name(seq, f"{role}{'.draft' if draft else ''}")

    def sealed_file(self, choice: str) -> Path:
        """Where a side keeps what it has sealed for a choice."""
        return self.path / holdings.sealed_name(choice)

    def lines_file(self, box: str) -> Path:
        """Where what an order closed is kept, by the digest of its box."""
        return self.path / holdings.lines_name(box)

    @property
    def later_lines_file(self) -> Path:
        """Where, without a referee, a side's lines wait that come after its last move."""
        return self.path / LATER

    def standing_file(self, side: str, number: int) -> Path:
        """Where a side's standing paper of a number lies, with its box."""
        return self.path / holdings.standing_name(side, number)

    def shared_file(self, seq: int, kind: str) -> Path:
        """Where an entry that several parties sign is gathered, for this place in the log."""
        return self.path / holdings.shared_name(seq, kind)

    def answer_file(self, seq: int) -> Path:
        """Where the answer to an entry lies, which its author and everybody else is sent."""
        return self.path / "answers" / f"{seq:04d}.pbem"

    def last_answer(self) -> int:
        """The newest entry to which an answer lies here; -1 without any."""
        files = (self.path / "answers").glob("[0-9]*.pbem")
        return max((int(file.stem) for file in files if file.stem.isdecimal()), default=-1)

    @property
    def invitation_file(self) -> Path:
        """The invitation to the game."""
        return self.path / "invitation.pbem"

    def ticket_file(self, role: str) -> Path:
        """What the host hands to the person that is asked to take a role: invitation and ticket."""
        return self.path / "invitations" / f"{role}.pbem"

    @property
    def join_file(self) -> Path:
        """The join that the folder's owner has signed."""
        return self.path / "join.pbem"

    def joined_file(self, role: str) -> Path:
        """The join of a player, in the host's folder."""
        return self.path / "joins" / f"{role}.pbem"

    def withdrawn_file(self, digest: str) -> Path:
        """A join that who signed it has taken back, in his folder and the host's."""
        return self.path / "taken-back" / f"{digest}.pbem"
