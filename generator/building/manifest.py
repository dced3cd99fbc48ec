"""The manifest of a build's folder: which pictures stand there, what they were made of, what is no more.

A build may be of some parts only. The manifest keeps what it tells of the others, and for each picture the
digest of all that went into it.
"""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"

Facts = dict[str, Any]


def read(out: Path) -> Facts:
    """The manifest in a folder; without any part where there is none, or none that can be used."""
    try:
        manifest = json.loads((out / MANIFEST).read_bytes())
        pictures = manifest["pictures"]
        safe = all(
            _is_ours(picture["what"], name) for picture in pictures for name in dict(picture["sha256"])
        )
        sound = safe and all(isinstance(picture["inputs"], str) for picture in pictures)
        sound = sound and isinstance(manifest["dpi"], dict)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        sound = False  # whatever is wrong with what stands there, drawing it anew mends it
    return manifest if sound else {"pictures": [], "dpi": {}}


def _is_ours(what: str, name: str) -> bool:
    """Whether a name in a manifest is one that a build gives: somebody else's could lead anywhere."""
    part, _, file = name.partition("/")
    return part == what and what.isalpha() and not file.startswith(".") and not set(file) & set("/\\:")


def text(manifest: Facts) -> str:
    """A manifest as JSON, a line for each picture."""
    head = {name: value for name, value in manifest.items() if name != "pictures"}
    start = json.dumps({**head, "pictures": []}, ensure_ascii=False).removesuffix("]}")
    lines = ",\n".join(json.dumps(picture, ensure_ascii=False) for picture in manifest["pictures"])
    return f"{start}\n{lines}\n]}}\n"


def files_of(pictures: Iterable[Facts]) -> dict[str, str]:
    """Each file of pictures with its SHA-256."""
    return {name: digest for picture in pictures for name, digest in picture["sha256"].items()}


def refuse_other_game(out: Path, game: str) -> None:
    """Raises FileExistsError where the pictures of another game stand: one folder holds one game."""
    other = read(out).get("game", game)
    if other != game:
        raise FileExistsError(errno.EEXIST, f"holds the pictures of {other}: choose another folder", str(out))


def standing(out: Path, before: Facts, inputs: Collection[str]) -> dict[str, list[Facts]]:
    """Of the pictures that `before` tells of, those that stand in the folder as it says, by their inputs; all
    that were made of the same inputs, or none."""
    found: dict[str, list[Facts]] = {}
    for each in before["pictures"]:
        if each["inputs"] in inputs:
            found.setdefault(each["inputs"], []).append(each)
    return {key: pictures for key, pictures in found.items() if _are_there(out, pictures)}


def merged(before: Facts, fresh: Facts, parts: Sequence[str]) -> Facts:
    """The manifest of the parts that a build made, and what the folder's manifest tells of the others."""
    kept = [picture for picture in before["pictures"] if picture["what"] in set(parts) - set(fresh["dpi"])]
    pictures = sorted([*kept, *fresh["pictures"]], key=lambda picture: parts.index(picture["what"]))
    dpi = before["dpi"] | fresh["dpi"]
    return {**fresh, "dpi": {part: dpi[part] for part in parts if part in dpi}, "pictures": pictures}


def outdated(out: Path, before: Facts, fresh: Facts) -> list[Path]:
    """Files that an earlier build made of these parts and this one does not; changed ones are not ours."""
    recorded = files_of(each for each in before["pictures"] if each["what"] in fresh["dpi"])
    new = files_of(fresh["pictures"])
    return [
        out / name for name, digest in recorded.items() if name not in new and _digest(out / name) == digest
    ]


def _are_there(out: Path, pictures: Iterable[Facts]) -> bool:
    return all(_digest(out / name) == digest for name, digest in files_of(pictures).items())


def _digest(file: Path) -> str:
    """The SHA-256 of a file; empty where there is none that can be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
