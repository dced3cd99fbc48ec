"""The manifest of a build's folder: which pictures stand there, what they were made of, what is no more.

A build may be of some parts only. The manifest keeps what it tells of the others, and for each part the
digest of all that went into it.
"""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"

Facts = dict[str, Any]


def read(out: Path) -> Facts:
    """The manifest in a folder; without any part where there is none, or none that can be used."""
    try:
        manifest = json.loads((out / MANIFEST).read_bytes())
        safe = all(
            _is_ours(picture["what"], name) for picture in manifest["pictures"] for name in picture["sha256"]
        )
        sound = safe and all(isinstance(manifest[key], dict) for key in ("inputs", "dpi"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        sound = False  # whatever is wrong with what stands there, drawing it anew mends it
    return manifest if sound else {"pictures": [], "inputs": {}, "dpi": {}}


def _is_ours(what: str, name: str) -> bool:
    """Whether a name in a manifest is one that a build gives: somebody else's could lead anywhere."""
    part, _, file = name.partition("/")
    return part == what and what.isalpha() and not file.startswith(".") and not set(file) & set("/\\:")


def files_of(pictures: Iterable[Facts]) -> dict[str, str]:
    """Each file of pictures with its SHA-256."""
    return {name: digest for picture in pictures for name, digest in picture["sha256"].items()}


def refuse_other_game(out: Path, game: str) -> None:
    """Raises FileExistsError where the pictures of another game stand: one folder holds one game."""
    other = read(out).get("game", game)
    if other != game:
        raise FileExistsError(errno.EEXIST, f"holds the pictures of {other}: choose another folder", str(out))


def standing(out: Path, inputs: Mapping[str, str]) -> Facts | None:
    """The manifest of a folder that holds, of the parts in `inputs`, what a build would write; else None."""
    manifest = read(out)
    if any(manifest["inputs"].get(part) != digest for part, digest in inputs.items()):
        return None
    pictures = [picture for picture in manifest["pictures"] if picture["what"] in inputs]
    return manifest if _are_there(out, pictures) else None


def merged(out: Path, fresh: Facts, parts: Sequence[str]) -> Facts:
    """The manifest of newly drawn parts, and what the folder's manifest tells of the others."""
    before, drawn = read(out), set(fresh["inputs"])
    kept = [picture for picture in before["pictures"] if picture["what"] in set(parts) - drawn]
    pictures = sorted([*kept, *fresh["pictures"]], key=lambda picture: parts.index(picture["what"]))
    facts = {name: before[name] | fresh[name] for name in ("dpi", "inputs")}
    told = {name: {part: of[part] for part in parts if part in of} for name, of in facts.items()}
    return {**fresh, **told, "pictures": pictures}


def outdated(out: Path, parts: Collection[str], fresh: Collection[str]) -> list[Path]:
    """Files that an earlier build of these parts made and this one does not; changed ones are not ours."""
    before = [picture for picture in read(out)["pictures"] if picture["what"] in parts]
    recorded = files_of(before).items()
    return [out / name for name, digest in recorded if name not in fresh and _digest(out / name) == digest]


def _are_there(out: Path, pictures: Iterable[Facts]) -> bool:
    return all(_digest(out / name) == digest for name, digest in files_of(pictures).items())


def _digest(file: Path) -> str:
    """The SHA-256 of a file; empty where there is none that can be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
