"""The manifest of a build's folder: which pictures stand there, what they were made of, what is no more.

A build may be of some parts only. The manifest keeps what it tells of the others, and for each picture the
digest of all that went into it. What it tells of a picture is believed where the user is known to have made
that (`Made`), for anybody may have written it; of others it says only which files a build may replace.
"""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.cache.own import Made
from modules import plain_files
from modules.plain_files import is_link, is_there

MANIFEST = "manifest.json"

MOST_BYTES = 1 << 28
"""So large may a file be that is looked at."""

_BEGINNING = b'{"game": '

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Noted:
    """What the user is known to have made of one unit's inputs: at so many dpi, what a manifest tells of each
    picture."""

    dpi: float
    pictures: list[Facts]


def note(made: Made, inputs: str, dpi: float, pictures: list[Facts]) -> None:
    """Note that the user has made these pictures of a unit's inputs."""
    made.note(f"pictures {inputs}", [dpi, pictures])


def noted(made: Made, inputs: str) -> Noted | None:
    """The note of a unit's inputs; None for one that cannot be used."""
    match made.of(f"pictures {inputs}"):
        case [int() | float() as dpi, [*pictures]] if all(_is_sound(each) for each in pictures):
            return Noted(dpi, pictures)
    return None


def _is_sound(picture: object) -> bool:
    """Whether this is what a manifest tells of a picture, with names that a build gives."""
    match picture:
        case {"what": str() as what, "inputs": str(), "sha256": dict() as files}:
            return all(_is_ours(what, name) and isinstance(digest, str) for name, digest in files.items())
    return False


def read(out: Path) -> Facts:
    """The manifest in a folder, whoever wrote it; without any part where there is none, or none that can be
    used."""
    try:
        manifest = json.loads(plain_files.read(out / MANIFEST, MOST_BYTES, out))
        sound = all(_is_sound(picture) for picture in manifest["pictures"])
        sound = sound and isinstance(manifest["dpi"], dict)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False  # whatever is wrong with what stands there, drawing it anew mends it
    return manifest if sound else {"pictures": [], "dpi": {}}


def _is_ours(what: str, name: str) -> bool:
    """Whether a name in a manifest is one that a build gives: somebody else's could lead anywhere."""
    part, _, file = name.partition("/")
    return part == what and what.isalpha() and not file.startswith(".") and not set(file) & set("/\\:")


def known(manifest: Facts, made: Made) -> Facts:
    """Of a manifest what the user is known to have made."""
    there: dict[str, Noted | None] = {}
    for picture in manifest["pictures"]:
        there.setdefault(picture["inputs"], noted(made, picture["inputs"]))
    pictures, dpi = [], dict[str, float]()
    for picture in manifest["pictures"]:
        by_user = there[picture["inputs"]]
        if by_user is not None and picture in by_user.pictures:
            pictures.append(picture)
            dpi[picture["what"]] = by_user.dpi
    return {**manifest, "dpi": dpi, "pictures": pictures}


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
        raise _in_the_way(f"holds the pictures of {other}: choose another folder", out)


def refuse_what_no_build_made(out: Path, parts: Iterable[str]) -> None:
    """Raises FileExistsError for a link in the place of the folder or of a part of it, and for a manifest
    that no build has written."""
    for path in (out, *(out / part for part in parts)):
        if is_link(path):
            raise _in_the_way("is a link, and is not followed: name a folder", path)
    path = out / MANIFEST
    try:
        ours = not is_there(path) or plain_files.read(path, MOST_BYTES, out).startswith(_BEGINNING)
    except OSError:
        ours = False
    if not ours:
        raise _in_the_way("is there and no build wrote it: choose another folder", path)


def refuse_to_replace(out: Path, before: Facts, fresh: Mapping[str, str]) -> None:
    """Raises FileExistsError where a file of `fresh`, names with their SHA-256, would come in the place of
    one that `before` does not name and that is another."""
    named = files_of(before["pictures"])
    for name, digest in fresh.items():
        path = out / name
        if not is_there(path) or (name in named and path.is_file() and not is_link(path)):
            continue
        if _digest(path, out) != digest:
            raise _in_the_way("is there and no build wrote it: choose another folder", path)


def _in_the_way(why: str, path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, why, str(path))


def standing(out: Path, before: Facts, made: Made, inputs: Collection[str]) -> dict[str, list[Facts]]:
    """Of the pictures that `before` tells of, those that stand in the folder as it says, by their inputs; all
    that the user has made of the same inputs, or none."""
    found: dict[str, list[Facts]] = {}
    for each in before["pictures"]:
        if each["inputs"] in inputs:
            found.setdefault(each["inputs"], []).append(each)
    return {
        key: pictures
        for key, pictures in found.items()
        if (whole := noted(made, key)) and whole.pictures == pictures and _are_there(out, pictures)
    }


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
        out / name
        for name, digest in recorded.items()
        if name not in new and _digest(out / name, out) == digest
    ]


def _are_there(out: Path, pictures: Iterable[Facts]) -> bool:
    return all(_digest(out / name, out) == digest for name, digest in files_of(pictures).items())


def _digest(file: Path, out: Path) -> str:
    """The SHA-256 of a file of a folder; empty where there is none that is read."""
    try:
        return hashlib.sha256(plain_files.read(file, MOST_BYTES, out)).hexdigest()
    except OSError:
        return ""
