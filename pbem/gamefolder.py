"""The folder of one party: its key and dice chain, its copy of the log, its files of moves or answers.

key key.pub   OpenSSH Ed25519          game.log   the truth; everything else can be derived from it
chain         secret, for one game     moves/     NNNN-ROLE.pbem that a side signed for place NNNN
secret        the referee's packs      answers/   NNNN.pbem that the referee gave to entry NNNN
                                       shared/    NNNN-TYPE.pbem that several parties have to sign
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem import atomic, errors, refusals
from pbem.chain import LENGTH, Chain, previous
from pbem.gamelog import GameLog
from pbem.keys import PrivateKey, PublicKey
from pbem.packs import Secret
from pbem.parties import Parties, Party

LOG = "game.log"


@dataclass(frozen=True, slots=True)
class Folder:
    """The paths of one party's folder; reading them raises a PbemError that says what to do."""

    path: Path

    @property
    def log(self) -> GameLog:
        """The log; raises NoGameFolder if there is none."""
        file = self.path / LOG
        if not file.is_file():
            raise refusals.NoGameFolder(f"{self.path} holds no {LOG}: give a party's folder with --dir")
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
        """The party's key; raises BadKeyFile."""
        return PrivateKey.load(self.key_file)

    def role(self, parties: Parties) -> str:
        """Whose folder this is, by its public key; raises StrangeFolder or BadKeyFile."""
        raw = PublicKey.load(self.public_file).raw
        for role in (*parties.sides, "referee"):
            if (role != "referee" or parties.refereed) and parties[role].key == raw:
                return role
        raise refusals.StrangeFolder(f"the key in {self.path} is not that of a party of the game in it")

    def chain(self) -> Chain:
        """The secret dice chain; raises BadChainFile."""
        return Chain.load(self.chain_file)

    @property
    def secret_file(self) -> Path:
        """The referee's secret, from which the order of every secret pack of the game follows."""
        return self.path / "secret"

    def secret(self, commitment: str | None) -> Secret:
        """The referee's secret of the game whose charter has this commitment.

        Raises BadSecretFile, or StrangeFolder for another game's.
        """
        found = Secret.load(self.secret_file)
        if found.commitment != commitment:
            raise refusals.StrangeFolder(f"{self.secret_file} is not the secret that the charter commits to")
        return found

    def move_file(self, seq: int, role: str, *, draft: bool = False) -> Path:
        """Where a side's move for this place in the log lies."""
        return self.path / "moves" / f"{seq:04d}-{role}{'.draft' if draft else ''}.pbem"

    def shared_file(self, seq: int, kind: str) -> Path:
        """Where an entry that several parties sign is gathered, for this place in the log."""
        return self.path / "shared" / f"{seq:04d}-{kind}.pbem"

    def answer_file(self, seq: int) -> Path:
        """Where the referee's answer to an entry lies."""
        return self.path / "answers" / f"{seq:04d}.pbem"


def next_link(chain: Chain, party: Party) -> str:
    """The link that a party reveals next; raises LinkExhausted, or StrangeFolder for another chain."""
    link = chain.reveal(party.revealed)
    if previous(link) != party.link:
        raise refusals.StrangeFolder(
            f"the file `chain` in the folder is not the one that {party.role} committed to"
        )
    return link


def make_secrets(folder: Folder, comment: str = "", length: int = LENGTH) -> None:
    """Make the folder, key and chain, each only if it is missing: run again after a crash it goes on."""
    atomic.DISK.make_directory(folder.path)
    public = folder.public_file
    if not folder.key_file.exists():
        if public.exists():
            raise errors.FileExists(f"{public} is there without its private key; move it away first")
        PrivateKey.generate().save(folder.key_file, comment=comment)
    elif not public.exists():
        line = PrivateKey.load(folder.key_file).public.line
        atomic.write_new(public, f"{line} {comment}".strip().encode() + b"\n")
    if not folder.chain_file.exists():
        Chain.generate(length).save(folder.chain_file)
