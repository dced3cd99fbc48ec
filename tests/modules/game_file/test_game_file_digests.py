"""What a game is told by: a change of what is played by and one of what is looked at show apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from modules.game_file import contents, opened
from modules.game_file.archive import pack_files
from modules.game_file.contents import read_contents
from modules.game_file.digests import GameDigests, differing, digest_facts, digest_lines, digest_words
from modules.game_file.names import BadFileName

FILES = {
    "game.yaml": b"game: karsk\nversion: 0.1.0\n",
    "terrain.yaml": b"terrain:\n  clear: {mp: 1}\n  marsh: {mp: 3}\n",
    "art/terrain.yaml": b"looks: {}\n",
    "sheets/karsk.yaml": b"map: karsk\n",
    "RULES.md": b"# Rules\n",
}
DIGESTS = GameDigests.of_contents(FILES)


def changed(name: str, data: bytes) -> GameDigests:
    return GameDigests.of_contents({**FILES, name: data})


@pytest.mark.parametrize(
    "data",
    [
        b"terrain:\n  marsh: {mp: 3}\n  clear: {mp: 1}\n",
        b"terrain:\n  clear: {mp: 1}\n  marsh: {mp: 3, drawn_as: clear}\n",
        b"terrain:\n  clear: {mp: 1}\n  marsh: {mp: 3} # harmless\n",
    ],
    ids=["entries in another order", "marsh drawn as clear", "a comment"],
)
def test_a_change_of_what_is_played_by_shows_there_and_only_there(data: bytes) -> None:
    other = changed("terrain.yaml", data)
    assert other.of_files != DIGESTS.of_files
    assert other.of_art == DIGESTS.of_art
    assert other.whole != DIGESTS.whole
    assert differing(DIGESTS.files, other.files) == ["terrain.yaml"]


@pytest.mark.parametrize("name", ["art/terrain.yaml", "sheets/karsk.yaml", "RULES.md"])
def test_a_change_of_what_is_looked_at_shows_there_and_only_there(name: str) -> None:
    other = changed(name, b"other\n")
    assert other.of_files == DIGESTS.of_files
    assert other.of_art != DIGESTS.of_art
    assert other.whole != DIGESTS.whole


def test_a_file_is_told_by_its_name_too() -> None:
    moved = {("art/places.yaml" if name == "art/terrain.yaml" else name): d for name, d in FILES.items()}
    assert GameDigests.of_contents(moved).of_art != DIGESTS.of_art


def test_two_games_of_one_name_and_version_differ_in_digits_and_in_words() -> None:
    other = changed("tables.yaml", b"totals: {}\n")
    told = digest_lines(DIGESTS), digest_lines(other)
    assert [line.partition(":")[0] for line in told[0]] == ["played by", "looked at"]
    assert told[0][0] != told[1][0]
    assert told[0][1] == told[1][1]
    for line, digest in zip(told[0], (DIGESTS.of_files, DIGESTS.of_art), strict=True):
        digits, words = line.partition(": ")[2].split(", ")
        assert (digits, words) == (digest[:16], digest_words(digest))
        assert len(words.split()) == 12
    assert digest_facts(DIGESTS)["played_by"] == {
        "sha256": DIGESTS.of_files,
        "words": digest_words(DIGESTS.of_files),
    }


def test_a_folder_gives_what_the_program_reads_and_names_the_rest(tmp_path: Path) -> None:
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    for name in ("scan.pdf", "rules.py", "old.senlac", "notes/a.yaml", ".git/config", "__pycache__/a.pyc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    found = read_contents(tmp_path)
    assert found.files == FILES
    assert found.left_out == ("old.senlac", "rules.py", "scan.pdf", "notes/")


def test_a_folder_with_a_font_a_link_or_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.yaml").write_bytes(FILES["game.yaml"])
    (tmp_path / "tables.yaml").symlink_to("game.yaml")
    with pytest.raises(OSError, match="a link"):
        read_contents(tmp_path)
    (tmp_path / "tables.yaml").unlink()
    monkeypatch.setattr(contents, "MOST_BYTES", 20)
    with pytest.raises(BadFileName, match="leave some out"):
        read_contents(tmp_path)
    (tmp_path / "art/fonts").mkdir(parents=True)
    (tmp_path / "art/fonts/a.TTF").write_bytes(b"x")
    with pytest.raises(BadFileName, match=r"art/fonts/a.TTF: a game's file carries no fonts"):
        read_contents(tmp_path)


def test_a_file_is_a_folder_that_messages_do_not_name() -> None:
    file = opened.parse_bytes(pack_files(FILES), Path("karsk.senlac"))
    folder = file.folder
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")} == FILES
    assert file.folder == folder
    assert opened.shown_path(folder) == Path("karsk.senlac")
    assert opened.shown_text(f"{folder / 'x.json'}: damaged") == "karsk.senlac/x.json: damaged"
