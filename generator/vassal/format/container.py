"""The zip containers: .vmod, .vsav and .vlog, the same bytes for the same content, written atomically.

A module holds buildFile.xml, moduledata, images/ and files in its root; a save or log holds savedGame (the
command text, obfuscated), savedata and a copy of moduledata. Nothing here reads a clock: the time of saving
is given by the caller. Sources: `tools/io/ObfuscatingOutputStream.java`, `module/metadata/`.
"""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from lxml import etree

from generator.cache.files import write_bytes
from generator.vassal.format.archive import LARGEST_TEXT, Archive, read_archive
from generator.vassal.format.errors import ContainerError

VASSAL_VERSION = "3.7.0"
"""The lowest VASSAL that reads what is written here; a newer number makes older ones warn."""

_MAGIC = b"!VCSK"
_KEY = 0x5A
_PACKED = (".png", ".vsav", ".vlog")
"""Files that are packed already."""

_LEVEL = 6
"""Of compression: at 9 it takes three times as long and saves a tenth."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
SAVED_GAME = "savedGame"
"""The file that makes a zip a save or log."""


@dataclass(frozen=True)
class Metadata:
    """What VASSAL shows before opening. `saved` is in ms since 1970; `name` is None in savedata.

    In savedata `version` is the module's, and `description` the comment that the player sees on loading.
    """

    version: str
    description: str
    saved: int
    name: str | None = None
    vassal_version: str = VASSAL_VERSION

    def xml(self) -> bytes:
        root = etree.Element("data", version="1")
        fields = {"version": self.version, "extra1": "", "extra2": "", "VassalVersion": self.vassal_version}
        fields |= {"dateSaved": str(self.saved), "description": self.description}
        if self.name is not None:
            fields["name"] = self.name
        try:
            for tag, text in fields.items():
                etree.SubElement(root, tag).text = text or None
        except ValueError as error:
            raise ContainerError(f"metadata with a control character: {fields}") from error
        etree.indent(root, space="  ")
        return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"


@dataclass(frozen=True)
class Save:
    """A save or log as read: its command text (see `commands.read_commands`), and whether that stood in the
    zip for everyone to read."""

    text: str
    plain: bool


def obfuscate(text: str) -> bytes:
    """savedGame as VASSAL stores it. Raises ContainerError for text that is not valid Unicode."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ContainerError(f"the save has text that is not valid in UTF-8: {error}") from error
    return _MAGIC + b"%02x" % _KEY + _with_key(data, _KEY).hex().encode("ascii")


def _with_key(data: bytes, key: int) -> bytes:
    return data.translate(bytes(byte ^ key for byte in range(256)))


def deobfuscate(data: bytes) -> str:
    """The command text of a savedGame, obfuscated or plain. Raises ContainerError for anything else."""
    try:
        if data.startswith(_MAGIC):
            coded = bytes.fromhex(data[len(_MAGIC) :].decode("ascii"))
            if not coded:
                raise ValueError("it ends before its key")
            data = _with_key(coded[1:], coded[0])
        return data.decode("utf-8")
    except ValueError as error:
        raise ContainerError(f"savedGame is damaged: {error}") from error


def module_bytes(
    build_file: bytes, metadata: Metadata, images: Mapping[str, bytes], files: Mapping[str, bytes]
) -> bytes:
    """A .vmod: images by the names that attributes use, other files (set-ups, help) by their path."""
    if metadata.name is None:
        raise ContainerError("moduledata needs the module's name")
    entries = {"buildFile.xml": build_file, "moduledata": metadata.xml()}
    for path, data in [*((f"images/{name}", image) for name, image in images.items()), *files.items()]:
        if path in entries:
            raise ContainerError(f"two files of the module are called {path}")
        entries[path] = data
    return zip_bytes(entries)


def save_bytes(text: str, savedata: Metadata, moduledata: Metadata) -> bytes:
    """A .vsav or .vlog with this command text."""
    if savedata.name is not None:
        raise ContainerError("savedata has no name: only moduledata has")
    return zip_bytes(
        {SAVED_GAME: obfuscate(text), "savedata": savedata.xml(), "moduledata": moduledata.xml()}
    )


def with_text(save: bytes, change: Callable[[str], str]) -> bytes:
    """A save or log of ours with its command text changed. Raises as `read_save`."""
    archive = read_archive(save, "a save")
    files = {name: archive.read(name) for name in archive.entries}
    return zip_bytes({**files, SAVED_GAME: obfuscate(change(deobfuscate(files[SAVED_GAME])))})


def read_save(archive: Archive, largest: int = LARGEST_TEXT) -> Save:
    """Read an opened .vsav or .vlog. Raises ContainerError if it is none, or damaged, ArchiveError where
    it is larger than so many bytes."""
    if SAVED_GAME not in archive:
        raise ContainerError(f"{archive.name}: not a VASSAL save or log: it has no {SAVED_GAME}")
    data = archive.read(SAVED_GAME, largest)
    try:
        return Save(deobfuscate(data), not data.startswith(_MAGIC))
    except ContainerError as error:
        raise ContainerError(f"{archive.name}: {error}") from error


def zip_bytes(entries: Mapping[str, bytes]) -> bytes:
    """A zip with sorted entries and fixed times. Raises ContainerError for a name that would be unsafe, or
    that differs from another only in case (VASSAL tells them apart, Windows does not)."""
    seen: dict[str, str] = {}
    for name in entries:
        path = PurePosixPath(name)
        if not name or path.is_absolute() or ".." in path.parts or str(path) != name or "\\" in name:
            raise ContainerError(f"{name!r} cannot be the name of a file in a module")
        if name.lower() in seen:
            raise ContainerError(f"{name!r} and {seen[name.lower()]!r} differ only in case")
        seen[name.lower()] = name
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, _EPOCH)
            packed = name.endswith(_PACKED)  # to pack it once more takes long and gains nothing
            info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, entries[name], compresslevel=_LEVEL)
    return buffer.getvalue()


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file in one step, with its folder; the old one stays if that fails. Raises ContainerError."""
    try:
        write_bytes(path, data)
    except OSError as error:
        raise ContainerError(f"{path}: cannot be written ({error.strerror})") from error
