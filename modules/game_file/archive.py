"""The zip that carries a game: its bytes follow from the names and the bytes of the files in it.

Nothing in it is compressed. So the same files give the same bytes on every system, no small file grows to a
large one, and one comparison tells whether there is anything in it besides: a file is read only if packing
its files again gives the same bytes.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Mapping
from typing import Final

from modules.amounts import count_noun
from modules.game_file.names import MOST_FILES, BadFileName, BadGameFile, check_names

MOST_BYTES: Final = 64_000_000
"""Bytes of all files of a game together."""

TOO_LARGE: Final = f"the files have more than {MOST_BYTES // 1_000_000} MB together: leave some out"

MOST_OF_A_MAIL: Final = 1_048_576
"""Characters of a mail's text that are read."""

MAIL_FRAME: Final = 100
"""Of these, left for the two lines around a game's file that travels with a mail, and for its check."""

_COLUMNS: Final = 64

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_OVERHEAD: Final = 1_000
"""Bytes of a zip for each file, at most, beside those of the file."""
_END: Final = struct.Struct("<4sHHHHIIH")
"""The last bytes of a zip: which files it has, and where their list is."""
_OTHERWISE: Final = (
    "not as `senlac pack` writes it: there is more in it than its files, or another program has packed it: "
    "pack the game again"
)
_DAMAGE: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, struct.error, EOFError, NotImplementedError, RuntimeError,
    ValueError, OverflowError, OSError, IndexError,
)  # fmt: skip
"""What Python's own reader raises for a damaged zip."""


def fits_mail(size: int) -> bool:
    """Whether a file of this size can travel in the text of a mail.

    >>> fits_mail(700_000), fits_mail(800_000)
    (True, False)
    """
    return mail_characters(size) + MAIL_FRAME <= MOST_OF_A_MAIL


def mail_characters(size: int) -> int:
    """The characters of a file of this size, in bytes, in base64, with a line end after each 64.

    >>> mail_characters(48), mail_characters(49)
    (65, 70)
    """
    letters = -(-size // 3) * 4
    return letters + -(-letters // _COLUMNS)


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """The zip of these files by name. Raises BadFileName for what it cannot carry."""
    check_names(files)
    if sum(map(len, files.values())) > MOST_BYTES:
        raise BadFileName(TOO_LARGE)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 3  # on Windows, too
            info.external_attr = 0o644 << 16
            archive.writestr(info, files[name])
    return buffer.getvalue()


def unpack_files(data: bytes, called: str) -> dict[str, bytes]:
    """The files in a zip of a game by name; `called` stands for it in messages. Raises BadGameFile."""
    if len(data) > MOST_BYTES + MOST_FILES * _OVERHEAD:
        raise BadGameFile(f"{called}: larger than {MOST_BYTES // 1_000_000} MB: no game's file is so large")
    _check_end(data, called)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_entries(infos, len(data), called)
            files = {info.filename: archive.read(info) for info in infos}
        same = pack_files(files) == data
    except BadFileName as error:
        raise BadGameFile(f"{called}: {error}") from error
    except _DAMAGE as error:
        why = str(error) or type(error).__name__
        raise BadGameFile(
            f"{called}: not a game's file, or damaged on the way ({why}): get it again"
        ) from error
    if not same:
        raise BadGameFile(f"{called}: {_OTHERWISE}")
    return files


def _check_end(data: bytes, called: str) -> None:
    """Raise BadGameFile for what does not end as such a zip, before its list of files is read: a list of a
    million names is no larger than a game may be."""
    end = data[-_END.size :]
    if len(end) < _END.size or b"PK" not in data[:2]:
        raise BadGameFile(f"{called}: not a game's file, or damaged on the way: get it again")
    sign, *_, files, listed, _, comment = _END.unpack(end)
    if sign != b"PK\5\6":
        raise BadGameFile(f"{called}: damaged on the way, or something follows its end: get it again")
    if comment or files > MOST_FILES or listed > MOST_FILES * _OVERHEAD:
        raise BadGameFile(f"{called}: {_OTHERWISE}")


def _check_entries(infos: list[zipfile.ZipInfo], size: int, called: str) -> None:
    """Raise BadGameFile for links and what would grow, BadFileName for doubles and other kinds."""
    check_names(info.filename for info in infos)
    for info in infos:
        mode = info.external_attr >> 16
        if info.is_dir() or (mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode)):
            raise BadGameFile(
                f"{called}: {info.filename}: a link or a folder: a game's file has plain files only"
            )
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
            raise BadGameFile(
                f"{called}: {info.filename}: compressed or encrypted, which `senlac pack` never does: "
                "pack the game again"
            )
    if sum(info.file_size for info in infos) > size:
        raise BadGameFile(
            f"{called}: its {count_noun(len(infos), 'file')} would be larger than itself: it is not unpacked"
        )
