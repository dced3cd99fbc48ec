"""A game from a file is set up by mail: the file travels with the invitation, or is handed over; each folder
keeps it, and the charter binds it.
"""

import io
import json
import re
import shutil

import march
import pytest
from commands import pbem

from modules.game_file import opened
from modules.game_file.digests import digest_words
from pbem.disk import game_shelf
from pbem.entry import armor
from pbem.entry.bodies import Charter
from pbem.entry.entries import Entry
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.party.folder import Folder

LONG = armor.MAX_TEXT * 3 // 4


@pytest.fixture(autouse=True)
def rules():
    with march.marching():
        yield


def words_of(file):
    digests = opened.open_file(file).digests
    return digest_words(digests.of_files), digest_words(digests.of_art)


def test_the_file_comes_with_the_mail_and_each_folder_keeps_it(tmp_path):
    game = march.Played(tmp_path)
    told = game.join("raider")
    for words in words_of(game.file):
        assert words in told
    assert "karsk 0.1.0" in told and "Karsk: The mill bridge" in told
    assert "same key" not in told and "signed by" not in told
    game.begin()
    game.move("shire", "march S-fyrd-1 0305", "done")
    for role in march.PLAYERS:
        assert [file.read_bytes() for file in game.kept(role)] == [game.file.read_bytes()]
        code, out, _ = pbem("verify", game.of(role))
        assert (code, "3 entries and 1 roll hold" in out, "cannot judge" in out) == (3, True, False)
    charter = Entry.decode(next(Folder(game.of("shire")).log.read().records()).data).body
    digests = opened.open_file(game.file).digests
    assert isinstance(charter, Charter)
    assert charter.module.files == digests.files and charter.module.art == digests.art
    assert charter.module.data is None


def test_a_folder_serves_as_the_file_of_it_does(tmp_path):
    folder = march.start(tmp_path)
    one = march.Played(tmp_path, folder, name="one")
    other = march.Played(tmp_path, march.packed(folder, tmp_path / "k.senlac"), name="other")
    assert one.kept("referee")[0].read_bytes() == other.kept("referee")[0].read_bytes()


def test_a_file_that_no_mail_holds_is_handed_over(tmp_path):
    folder = march.start(tmp_path)
    (folder / "NOTES.md").write_text("x" * LONG)
    game = march.Played(tmp_path, march.packed(folder, tmp_path / "long.senlac"), name="game")
    mail = " ".join(game.invitation("raider").read_text().split())
    assert "too large for a mail" in mail and "--game karsk.senlac" in mail and "game.pbem" not in mail
    game_shelf.forget()
    code, out, err = pbem("join", game.invitation("raider"), "--dir", game.of("raider"))
    assert (code, out) == (1, "") and "--game FILE" in err
    for words in words_of(game.file):
        assert words in " ".join(err.split())
    assert not (game.of("raider") / "join.pbem").exists()
    game.begin("--game", game.file)
    game.move("shire", "done")


def test_what_is_handed_over_as_a_file_brings_the_game_too(tmp_path):
    game = march.Played(tmp_path)
    game.run("join", game.of("referee") / "invitations/raider.pbem", "--dir", game.of("raider"))
    assert len(game.kept("raider")) == 1


def test_a_new_version_of_the_same_key_is_told(tmp_path):
    PrivateKey.generate().save(tmp_path / "key")
    first = march.Played(tmp_path, key=tmp_path / "key").begin()
    again = march.Played(tmp_path, first.file, key=tmp_path / "key", name="again")
    assert "the same file as 0.1.0, which you played" in again.join("raider")
    newer = first.version("0.2.0", ("counters.yaml", "movement: 7", "movement: 6"))
    second = march.Played(tmp_path, newer, key=tmp_path / "key", name="second")
    assert "same key as 0.1.0, which you played" in second.join("raider")
    strange = march.Played(tmp_path, newer, name="strange")
    assert "which you played" not in strange.join("raider")


def test_a_charter_tells_its_file_to_a_person_and_to_a_program(tmp_path):
    game = march.Played(tmp_path).begin()
    said = json.loads(game.run("charter", "--dir", game.of("raider"), "--json"))
    digests = opened.open_file(game.file).digests
    assert said["file"]["digest"] == digests.whole
    words = digest_words(digests.of_files)
    assert said["file"]["played_by"] == {"sha256": digests.of_files, "words": words}
    assert said["installed"] is True and said["edited"] == []


def test_a_folder_that_is_carried_elsewhere_brings_its_game(tmp_path):
    game = march.Played(tmp_path).begin()
    shutil.copytree(game.of("raider"), tmp_path / "elsewhere")
    shutil.rmtree(game.path / "raider")
    game.file.unlink()
    assert "waiting for shire" in game.run("status", "--dir", tmp_path / "elsewhere")


def test_without_a_referee_the_file_goes_the_same_way_and_so_does_another_version(tmp_path):
    folder = march.start(tmp_path)
    file = march.packed(folder, tmp_path / "k.senlac")
    who = [("--player", f"{side}={each.name} <{each.mail}>") for side, each in march.PLAYERS.items()][1:]
    shire, raider = tmp_path / "shire", tmp_path / "raider"

    def run(*args):
        game_shelf.forget()
        return march.good(*args)

    run(
        "invite", f"{file}/{march.SCENARIO}", "--no-referee", "--as", "shire", "--out", shire, *sum(who, ())
    )  # fmt: skip
    run("join", shire / "invitations/raider.pbem", "--dir", raider)
    run("receive", raider / "join.pbem", "--dir", shire)
    run("receive", shire / "answers/0000.pbem", "--dir", raider)
    march.change(folder / "game.yaml", "version: 0.1.0", "version: 0.2.0")
    march.change(folder / "counters.yaml", "movement: 7", "movement: 6")
    run("adopt", "--dir", raider, "--game", march.packed(folder, tmp_path / "k2.senlac"))
    (asks,) = (raider / "outbox").glob("*to-sign*")
    mail = march.sent(asks, tmp_path / "asks.eml")
    assert "movement: 7 -> 6" in run("receive", mail, "--dir", shire)
    run("countersign", mail, "--dir", shire)
    (signed,) = (shire / "outbox").glob("*signed*")
    run("receive", march.sent(signed, tmp_path / "signed.eml"), "--dir", raider)
    for place in (shire, raider):
        assert "karsk 0.2.0" in run("charter", "--dir", place)
        assert "waiting for shire" in pbem("verify", place)[1]


def test_who_takes_a_seat_over_gets_the_file(tmp_path):
    game = march.Played(tmp_path).begin()
    game.run("keygen", tmp_path / "edith")
    (tmp_path / "card.txt").write_text(game.run("keygen", tmp_path / "edith"))
    game.run("substitute", "raider=Edith <edith@example.org>", "--card", tmp_path / "card.txt", "--dir",
             game.of("referee"))  # fmt: skip
    (mail,) = game.mails("referee", "*raider-to-sign*")
    game.run("join", march.sent(mail, tmp_path / "over.eml"), "--dir", tmp_path / "edith")
    assert [file.read_bytes() for file in sorted((tmp_path / "edith/games").iterdir())] == [
        game.file.read_bytes()
    ]


def alone(tmp_path, *more):
    game_shelf.forget()
    return pbem("play", *more, "--dir", tmp_path / "alone")


def test_a_game_alone_keeps_its_file(tmp_path, monkeypatch):
    file = march.packed(march.start(tmp_path), tmp_path / "k.senlac")
    monkeypatch.setattr("sys.stdin", io.StringIO("march S-fyrd-1 0305\nquit\n"))
    code, out, err = alone(tmp_path, f"{file}/{march.SCENARIO}", "--as", "shire", "--against", "random")
    assert (code, err) == (0, "") and "marches to 0305" in out
    (kept,) = (tmp_path / "alone/games").iterdir()
    assert kept.read_bytes() == file.read_bytes()
    file.unlink()
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert alone(tmp_path)[0] == 0
    kept.write_bytes(march.packed(march.start(tmp_path / "b", version="0.2.0"), tmp_path / "o").read_bytes())
    code, _, err = alone(tmp_path)
    assert code == 2 and "not the file with which the game was begun" in err
    kept.unlink()
    saved = (tmp_path / "alone/alone.json").read_text()
    (tmp_path / "alone/alone.json").write_text(re.sub('"file": "[0-9a-f]+"', '"file": "../../k"', saved))
    code, _, err = alone(tmp_path)
    assert code == 2 and "file is not a digest" in err
