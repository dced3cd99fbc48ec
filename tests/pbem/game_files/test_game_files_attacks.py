"""Attacks by the file of a game: another under its name, one that is swapped, one that says two things, a
picture changed behind the players' backs, a file sent to a club.
"""

import io
import json
import stat
import zipfile

import march
import pytest
from commands import pbem

from modules.game_file import opened
from modules.game_file.digests import GameDigests
from pbem import errors
from pbem.disk import game_shelf
from pbem.entry import armor, setup_papers
from pbem.entry.game_identity import Module
from pbem.log.party.folder import Folder
from pbem.mail.writer import Draft, compose
from pbem.reason_codes import Code
from pbem.rules.table import Table
from pbem.setup import invitation, join_request
from pbem.setup.join_request import JoinRequest

PAINTED = ("terrain.yaml", "woods: {where: hex,", "woods: {where: hex, drawn_as: clear,")
SLOW = ("counters.yaml", "movement: 7", "movement: 6")


@pytest.fixture(autouse=True)
def rules():
    with march.marching():
        yield


@pytest.fixture
def game(tmp_path):
    return march.Played(tmp_path)


def held(folder):
    """All that a folder holds but what a program may make again."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and ".cache" not in file.parts)
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def invited(game, **module):
    """The host's invitation with another `module` field, signed by the host."""
    host = Folder(game.of("referee"))
    said = invitation.load_invitation(host).said
    other = said.body.module.replace(**module)
    parties = tuple(
        each.replace(ticket=None) if hasattr(each, "ticket") else each for each in said.body.parties
    )
    body = said.body.replace(module=other, parties=parties)
    return setup_papers.sign(said.replace(body=body), host.key()).signed


def join(game, signed, *games):
    game_shelf.forget()
    folder = Folder(game.of("victim"))
    return join_request.join(folder, signed, JoinRequest("raider"), games=games)


# --- names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["three_battles", "shield_wall"])
def test_a_file_with_the_name_of_an_installed_game(game, name):
    march.change(game.folder / "game.yaml", f"game: {march.NAME}", f"game: {name}")
    file = opened.pack_folder(game.folder)
    lists = {"files": file.digests.files, "art": file.digests.art}
    with pytest.raises(errors.Refusal) as refused:
        join(game, invited(game, id=name, **lists), file.data)
    assert refused.value.code is Code.GAME_NAME_TAKEN
    assert not game.of("victim").exists()
    march.packed(game.folder, game.path / "taken.senlac")
    code, out, err = pbem("new", f"{game.path}/taken.senlac/{march.SCENARIO}", "--out", game.path / "n")
    assert (code, out) == (2, "") and name in err
    assert not (game.path / "n").exists()


@pytest.mark.parametrize("said", [{"id": "karak"}, {"version": "0.9.0"}])
def test_a_charter_that_calls_the_file_otherwise(game, said):
    with pytest.raises(errors.Refusal) as refused:
        join(game, invited(game, **said), game.file.read_bytes())
    assert refused.value.code is Code.GAME_NAME_TAKEN
    assert not (game.of("victim") / "join.pbem").exists()


def test_an_installed_game_with_lists_of_files_is_no_charter(game):
    body = invitation.load_invitation(Folder(game.of("referee"))).said.body.module.to_plain()
    for spoilt in ({"art": None}, {"files": None}, {"data": {"game.yaml": "ab" * 32}}, {"files": {}}):
        with pytest.raises(errors.BadBody):
            Module(**{**body, **spoilt})


# --- another file ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [PAINTED, SLOW, ("RULES.md", "#", "##")])
def test_two_files_of_one_name_and_version(game, change):
    march.change(game.folder / change[0], *change[1:])
    other = march.packed(game.folder, game.path / "other.senlac")
    game_shelf.forget()
    code, out, err = pbem("join", game.invitation("raider"), "--dir", game.of("raider"), "--game", other)
    assert (code, out) == (1, "")
    assert f"other.senlac: {change[0]}: this file is not that of the game" in err
    assert not game.of("raider").exists()


def test_a_file_swapped_in_the_folder_after_the_join(game):
    game.begin()
    game.move("shire", "march S-fyrd-1 0305", "done")
    other = game.version("0.1.0", PAINTED)
    (kept,) = game.kept("raider")
    kept.write_bytes(other.read_bytes())
    before = held(game.of("raider"))
    orders = game.path / "orders.txt"
    orders.write_text("done\n")
    for command in (("status",), ("move", "--yes", orders), ("show", "--text"), ("story",)):
        game_shelf.forget()
        code, _, err = pbem(*command, "--dir", game.of("raider"))
        assert code != 0 and "terrain.yaml: this file is not that of the game" in err, command
    game_shelf.forget()
    code, out, _ = pbem("verify", game.of("raider"))
    assert code == 3 and "terrain.yaml" in out and "without them: 3 entries" in out
    assert held(game.of("raider")) == before


def test_one_byte_of_a_kept_file_changed(game):
    game.begin()
    (kept,) = game.kept("raider")
    data = kept.read_bytes()
    kept.write_bytes(data.replace(b"movement: 7", b"movement: 9", 1))
    game_shelf.forget()
    code, out, _ = pbem("verify", game.of("raider"))
    assert code == 3 and "counters.yaml" in out
    kept.unlink()
    game_shelf.forget()
    code, out, _ = pbem("verify", game.of("raider"))
    assert code == 3 and "--game FILE" in out
    code, out, _ = pbem("verify", game.of("raider"), "--game", game.file)
    assert code == 3 and "cannot judge" not in out


def test_a_damaged_kept_file_is_got_again_by_joining_again(game):
    game.join("raider")
    (kept,) = game.kept("raider")
    kept.write_bytes(b"PK")
    game.join("raider")
    assert kept.read_bytes() == game.file.read_bytes()


def test_a_file_swapped_in_one_folder_takes_no_other_folders_game_away(game):
    game.begin()
    (kept,) = game.kept("raider")
    kept.write_bytes(b"PK")
    game_shelf.forget()
    shire, raider = Folder(game.of("shire")), Folder(game.of("raider"))
    assert Table.load(shire.log).seq == 0 and raider.path.exists()


@pytest.mark.parametrize("first", [True, False])
def test_the_right_file_counts_whatever_comes_with_it(game, first):
    right, others = (
        game.file.read_bytes(),
        [b"PK", *(zipped(("game.yaml", b"%d" % at, 0)) for at in range(40))],
    )
    join(game, invited(game), *([right, *others] if first else [*others, right]))
    assert (game.of("victim") / "join.pbem").exists()


# --- zips ------------------------------------------------------------------------------------------------


def zipped(*entries, compress=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compress) as archive:
        for name, data, mode in entries:
            info = zipfile.ZipInfo(name)
            info.external_attr, info.compress_type = mode << 16, compress
            archive.writestr(info, data)
    return out.getvalue()


def more(good, *names):
    """The same game with more files, as a program packs it that checks no names."""
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in sorted({**entries, **dict.fromkeys(names, b"a: 1")}.items()):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()


FILE = stat.S_IFREG | 0o644
HOSTILE = {
    "a link": lambda good: zipped(("game.yaml", b"/etc/passwd", stat.S_IFLNK | 0o777)),
    "a double": lambda good: zipped(("game.yaml", b"a", FILE), ("GAME.yaml", b"b", FILE)),
    "another kind": lambda good: zipped(("rules.py", b"import os", FILE)),
    "a bomb": lambda good: zipped(("game.yaml", b"0" * 50_000_000, FILE), compress=zipfile.ZIP_DEFLATED),
    "a way out": lambda good: zipped(("../../game.yaml", b"a", FILE)),
    "more before": lambda good: b"#!/bin/sh\n" + good,
    "more behind": lambda good: good + b"more",
    "no zip": lambda good: b"PK but no zip",
    "a file and a folder of one name": lambda good: more(good, "art/a.svg", "art/a.svg/b.svg"),
    "capitals that make another file": lambda good: more(good, "Vassal.yaml"),
    "capitals that make another folder": lambda good: more(good, "Art/figures/fyrd.svg"),
    "capitals that make another picture": lambda good: more(good, "art/figures/Fyrd.svg"),
    "a file that nobody reads": lambda good: more(good, "maps/old/mill.yaml"),
}


def listed(data):
    """The lists of a charter that names what is in a zip, however it is made."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            digests = GameDigests.of_contents({each: archive.read(each) for each in archive.namelist()})
        said = {"files": digests.files, "art": digests.art}
        return said if digests.files and "../../game.yaml" not in digests.files else {}
    except zipfile.BadZipFile:
        return {}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_file_in_a_mail(game, how):
    spoilt = HOSTILE[how](game.file.read_bytes())
    signed = invited(game, **listed(spoilt))
    with pytest.raises(errors.OtherGameFile):
        join(game, signed, spoilt)
    assert not game.of("victim").exists()


# --- another version -------------------------------------------------------------------------------------


def proposed(game, *changes, number="0.2.0"):
    """The host proposes another version; the mails that ask for signatures."""
    file = game.version(number, *changes)
    game.run("adopt", "--dir", game.of("referee"), "--game", file)
    return file


def test_a_picture_changed_without_the_others_yes(game):
    game.begin()
    game.move("shire", "march S-fyrd-1 0305", "done")
    art = game.folder / "art/figures"
    art.mkdir(parents=True)
    (art / "fyrd.svg").write_text(SVG)
    proposed(game)
    (made,) = (game.of("referee") / "shared").glob("*.pbem")
    (mail,) = game.mails("referee", "*shire-to-sign*")
    assert "waits for your signature" in game.give(mail, "shire")
    alone = Folder(game.of("referee")).log
    alone.append(*armor.read(made))  # the host holds it for agreed
    with pytest.raises(errors.PbemError):
        Table.load(alone)
    assert "karsk 0.1.0" in game.run("charter", "--dir", game.of("shire"))
    (game.of("referee") / "game.log").write_bytes((game.of("shire") / "game.log").read_bytes())
    game.move("raider", "march R-rider-1 0505", "done")
    (kept,) = game.kept("shire")
    assert kept.read_bytes() == (game.path / "karsk-0.1.0.senlac").read_bytes()


def test_the_game_goes_on_under_its_own_file_until_all_have_said_yes(game):
    game.begin()
    game.move("shire", "march S-fyrd-1 0305", "done")
    proposed(game, SLOW)
    (mail,) = game.mails("referee", "*shire-to-sign*")
    text = " ".join(mail.read_text().split())
    assert "movement: 7 -> 6" in text and "goes on under its present file until all have signed" in text
    assert "waits for your signature" in game.give(mail, "shire")
    told = game.run("countersign", march.sent(mail, game.path / "sign.eml"), "--dir", game.of("shire"))
    assert "movement: 7 -> 6" in told
    assert [len(game.kept(role)) for role in ("referee", "shire", "raider")] == [2, 2, 1]
    for role in march.PLAYERS:
        assert "karsk 0.1.0" in game.run("charter", "--dir", game.of(role))
    (signed,) = game.mails("shire", "*shire-signed*")
    game.give(signed, "referee")
    (last,) = game.mails("referee", "*raider-to-sign*")
    game.run("countersign", march.sent(last, game.path / "last.eml"), "--dir", game.of("raider"))
    (signed,) = game.mails("raider", "*raider-signed*")
    game.give(signed, "referee")
    for role in march.SIDES:
        (news,) = game.mails("referee", f"0003-{role}-0003-*")
        game.give(news, role)
    for role in march.PLAYERS:
        assert "karsk 0.2.0" in game.run("charter", "--dir", game.of(role))
    game.move("raider", "march R-rider-1 0505", "done")
    code, out, _ = pbem("verify", "--full", game.of("shire"))
    assert code == 3 and "'movement': 6" in out


def test_what_differs_is_told_by_the_readers_own_program_before_anybody_signs(game):
    game.begin()
    game.move("shire", "done")
    for at in range(60):
        (game.folder / f"note{at}.md").write_text("x")
    file = proposed(game, SLOW)
    (mail,) = game.mails("referee", "*shire-to-sign*")
    lying = game.path / "lying.eml"
    lying.write_bytes(mail.read_bytes().replace(b"movement: 7 -> 6", b"movement: 7 -> 9"))
    told = game.give(lying, "shire")
    assert "counter R-rider: values.movement: 7 -> 6" in told and "more changes" not in told
    assert told.index("movement: 7 -> 6") < told.index("waits for your signature")
    said = json.loads(game.run("countersign", lying, "--dir", game.of("shire"), "--json"))
    assert "movement: 7 -> 6" in said["differs"] and file.exists()


def test_a_proposal_without_its_file_is_not_signed(game):
    game.begin()
    proposed(game, SLOW)
    (made,) = (game.of("referee") / "shared").glob("*.pbem")
    game_shelf.forget()
    before = held(game.of("raider"))
    code, _, err = pbem("countersign", made, "--dir", game.of("raider"))
    assert code == 1 and "--game FILE" in err
    game_shelf.forget()
    code, _, err = pbem("countersign", made, "--dir", game.of("raider"), "--game", game.file)
    assert code == 1 and "counters.yaml, game.yaml: these files are not those" in err
    assert held(game.of("raider")) == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("terrain.yaml", "a: ["),
        ("terrain.yaml", "- 1\n"),
        ("figures/fyrd.svg", "x"),
        ("figures/fyrd.png", "x"),
    ],
)
def test_art_that_cannot_be_drawn_stops_no_game(tmp_path, name, text):
    folder = march.start(tmp_path)
    file = folder / "art" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    game = march.Played(tmp_path, march.packed(folder, tmp_path / "k.senlac"), name="game").begin()
    code, _, err = pbem("show", "--out", tmp_path / "map.png", "--dir", game.of("shire"))
    assert code == 0 or "art" in err
    orders = tmp_path / "orders.txt"
    orders.write_text("done\n")
    game.run("move", "--yes", orders, "--dir", game.of("shire"))
    (mail,) = game.mails("shire", "0001-*")
    assert "done" in game.give(mail, "referee")
    assert len(game.mails("referee", "*.eml")) >= 2


def test_a_file_that_nothing_signed_names_is_not_kept(game):
    game.begin()
    game.run("status", "--dir", game.of("shire"))
    orders = game.path / "orders.txt"
    orders.write_text("done\n")
    game.run("move", "--yes", orders, "--dir", game.of("shire"))
    (move,) = (Folder(game.of("shire")).path / "moves").glob("*.pbem")
    other = game.version("0.3.0", SLOW)
    draft = Draft(
        sender="Sven <sven@example.org>", to=("rolf@example.org",), subject="my move", text="",
        entries=tuple(armor.read(move)), boxes=tuple(armor.boxes(move.read_text())),
        game=other.read_bytes(), automatic=False,
    )  # fmt: skip
    mail = game.path / "with-game.eml"
    mail.write_bytes(compose(draft))
    game.run("receive", mail, "--dir", game.of("referee"))
    assert [len(game.kept(role)) for role in march.PLAYERS] == [1, 1, 1]


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'


class Terminal(io.StringIO):
    """Somebody who types at a terminal."""

    def isatty(self):
        return True


def test_at_a_terminal_a_version_is_signed_only_by_who_has_seen_it(game, monkeypatch):
    game.begin()
    proposed(game, SLOW)
    (mail,) = game.mails("referee", "*raider-to-sign*")
    arrived = march.sent(mail, game.path / "sign.eml")
    before = held(game.of("raider"))
    monkeypatch.setattr("sys.stdin", Terminal("no\n"))
    game_shelf.forget()
    code, out, err = pbem("countersign", arrived, "--dir", game.of("raider"))
    assert code == 2 and "movement: 7 -> 6" in out and "nothing was signed" in err
    assert held(game.of("raider")) == before
    monkeypatch.setattr("sys.stdin", Terminal("yes\n"))
    game_shelf.forget()
    code, out, _ = pbem("countersign", arrived, "--dir", game.of("raider"))
    assert code == 0 and "with your signature" in out


def test_a_version_that_cannot_be_drawn_is_not_proposed(game):
    game.begin()
    (game.folder / "art").mkdir()
    (game.folder / "art/terrain.yaml").write_text("a: [")
    file = game.version("0.2.0")
    before = held(game.of("referee"))
    game_shelf.forget()
    code, out, err = pbem("adopt", "--dir", game.of("referee"), "--game", file)
    assert (code, out) == (2, "") and "karsk-0.2.0.senlac: art/terrain.yaml" in err
    assert held(game.of("referee")) == before
