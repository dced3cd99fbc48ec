"""Keys under a passphrase: made, asked for once a command, read from a file, and shown nowhere."""

import getpass
import io
import os
import pty
import subprocess
import sys

import pytest
from ambush_play import Game
from commands import good, pbem

from pbem.keys import passphrases
from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.keys.passphrases import PASSPHRASES
from pbem.log.party.folder import Folder
from pbem.rules.boards import party_board


@pytest.fixture(autouse=True)
def nothing_told():
    yield
    PASSPHRASES.begin(None)


@pytest.fixture
def secret(tmp_path):
    file = tmp_path / "passphrase"
    file.write_text("Æthel 1066\nmore\n", encoding="utf-8")
    return file


@pytest.fixture
def typed(monkeypatch):
    """A terminal at which these lines are typed; what was asked for is kept."""
    lines, asked = [], []
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    sys.stdin.isatty = lambda: True

    def answer(prompt):
        asked.append(prompt)
        return lines.pop(0)

    monkeypatch.setattr(getpass, "getpass", answer)
    return lines, asked


def encrypted(file):
    done = subprocess.run(["ssh-keygen", "-y", "-P", "", "-f", file], capture_output=True, text=True)
    return done.returncode != 0


def test_a_game_with_encrypted_keys_from_a_file(tmp_path, secret):
    begin = ("--passphrase-file", secret)
    for role in ("referee", "saxon", "norman"):
        good(*begin, "keygen", tmp_path / role, "--passphrase")
        assert encrypted(tmp_path / role / "key")
    good(*begin, "new", "three_battles/hastings", "--out", tmp_path)
    (tmp_path / "setup.txt").write_text("deploy\ndone\n")
    move = ("move", tmp_path / "setup.txt", "--dir", tmp_path / "saxon")
    code, _, err = pbem(*move)
    assert code == 1
    assert "--passphrase-file" in err
    assert passphrases.VARIABLE in err
    assert not (tmp_path / "saxon/moves").exists()
    good(*begin, *move)
    good(*begin, "apply", tmp_path / "saxon/moves/0001-saxon.pbem", "--dir", tmp_path / "referee")
    for file in tmp_path.rglob("*"):
        if file.is_file() and file != secret:
            assert "Æthel".encode() not in file.read_bytes()


def test_the_variable_of_the_environment(tmp_path, secret, monkeypatch):
    monkeypatch.setenv(passphrases.VARIABLE, str(secret))
    good("keygen", tmp_path / "norman", "--passphrase")
    assert PrivateKey.load(tmp_path / "norman/key", "Æthel 1066").public


def test_reading_needs_no_passphrase(tmp_path, secret):
    """Who only looks signs nothing."""
    good("--passphrase-file", secret, "keygen", tmp_path / "norman", "--passphrase")
    assert good("keygen", tmp_path / "norman").startswith("folder")
    (tmp_path / "norman/key.pub").unlink()
    good("keygen", tmp_path / "norman")
    public = PublicKey.load(tmp_path / "norman/key.pub")
    assert PrivateKey.load(tmp_path / "norman/key", "Æthel 1066").public == public


def test_it_is_asked_twice_when_made_and_once_when_used(tmp_path, typed):
    lines, asked = typed
    lines += ["1066", "1066"]
    for role in ("referee", "saxon"):
        good("keygen", tmp_path / role)
    good("keygen", tmp_path / "norman", "--passphrase")
    assert [words.split()[0] for words in asked] == ["New", "The"]
    lines.append("1066")
    good("new", "three_battles/hastings", "--out", tmp_path)
    assert asked[2:] == [f"Passphrase of {tmp_path / 'norman/key'}: "]
    lines += ["1067"]
    (tmp_path / "o.txt").write_text("done\n")
    code, _, err = pbem("resign", "--yes", "--dir", tmp_path / "norman")
    assert (code, "does not open with this passphrase" in err) == (1, True)


@pytest.mark.parametrize(("lines", "words"), [(["a", "b"], "differ"), (["", ""], "empty")])
def test_two_that_differ_make_no_key(tmp_path, typed, lines, words):
    typed[0].extend(lines)
    code, _, err = pbem("keygen", tmp_path / "norman", "--passphrase")
    assert code == 1
    assert words in err
    assert not (tmp_path / "norman").exists()


@pytest.mark.parametrize("content", [b"", b"\n1066\n", b"\xff\n", None])
def test_a_file_without_a_passphrase(tmp_path, content):
    file = tmp_path / "passphrase"
    if content is not None:
        file.write_bytes(content)
    code, _, err = pbem("--passphrase-file", file, "keygen", tmp_path / "norman", "--passphrase")
    assert code == 2
    assert err.startswith(f"pbem: {file} ")


def test_nothing_is_echoed_on_a_real_terminal(tmp_path):
    """A terminal of its own, on which everything that is shown can be read."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(
            sys.executable,
            [sys.executable, "-m", "pbem", "keygen", str(tmp_path / "norman"), "--passphrase"],
        )
    shown = b""
    for prompt in (b"New passphrase", b"The same again"):
        while prompt not in shown:
            shown += os.read(terminal, 1000)
        os.write(terminal, b"stamford\n")
    while b"fingerprint" not in shown:
        shown += os.read(terminal, 1000)
    os.waitpid(child, 0)
    os.close(terminal)
    assert b"stamford" not in shown
    assert PrivateKey.load(tmp_path / "norman/key", "stamford").public


def test_a_hand_that_was_dealt_to_an_encrypted_key_is_seen(tmp_path, secret):
    game = Game(tmp_path, "a").play_out()
    folder = Folder(game.folders["red"].path)
    plain = folder.key_file.read_bytes()
    key = folder.key()
    table = game.table()
    seen = party_board.player_knowledge(table.verifier.cards, "red", folder).numbers
    assert seen
    for file in (folder.key_file, folder.public_file):
        file.unlink()
    key.save(folder.key_file, passphrase="Æthel 1066")
    assert encrypted(folder.key_file)
    PASSPHRASES.begin(secret)
    assert party_board.player_knowledge(table.verifier.cards, "red", folder).numbers == seen
    assert PrivateKey.load(folder.key_file, "Æthel 1066").text() != plain
