"""What a party keeps secret, made: its key, its dice chain, and the record of what it has shown of that."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.dice.hash_chain import LENGTH, Chain
from pbem.disk import atomic_files
from pbem.keys.openssh_keys import PrivateKey, public_of
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder


def take_key(folder: Folder, file: Path) -> None:
    """Copy a private key that its owner has into the folder, as it is, encrypted or not.

    Raises BadKeyFile or `weak-key` for what is no Ed25519 key of OpenSSH, FileExists where another key is.
    """
    public = public_of(file)
    atomic_files.DISK.make_directory(folder.path)
    if not folder.key_file.exists():
        atomic_files.write_new(folder.key_file, file.read_bytes(), mode=0o600)
    elif public_of(folder.key_file) != public:
        raise errors.FileExists(f"{folder.key_file} is another key than {file}: choose another folder")
    if not folder.public_file.exists():
        atomic_files.write_new(folder.public_file, f"{public.line}\n".encode())


def make_secrets(
    folder: Folder, comment: str = "", length: int = LENGTH, passphrase: str | None = None
) -> None:
    """Make the folder, key, chain and the record of what was shown of it, each only if it is missing: run
    again after a crash it goes on."""
    atomic_files.DISK.make_directory(folder.path)
    public = folder.public_file
    if not folder.key_file.exists():
        if public.exists():
            raise errors.FileExists(f"{public} is there without its private key: move it away first")
        PrivateKey.generate().save(folder.key_file, comment=comment, passphrase=passphrase)
    elif not public.exists():
        line = public_of(folder.key_file).line
        atomic_files.write_new(public, f"{line} {comment}".strip().encode() + b"\n")
    if not folder.chain_file.exists():
        Chain.generate(length).save(folder.chain_file)
    if not (folder.path / LOG).exists() and not disclosures.has_record(folder):
        disclosures.begin(folder, folder.chain().tip)
