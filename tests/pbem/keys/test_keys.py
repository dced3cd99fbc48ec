"""OpenSSH Ed25519 keys, as `ssh-keygen` reads and writes them."""

import importlib.util
import stat
import subprocess

import pytest
from refusing import refuses

from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.reason_codes import Code
from pbem.secrets.card_packs import RefereeSecret


def ssh_keygen(*words, **more):
    done = subprocess.run(
        ["ssh-keygen", *map(str, words)], capture_output=True, text=True, check=True, **more
    )
    return done.stdout


def test_a_saved_key_is_read_by_ssh_keygen_and_by_us(tmp_path):
    key = PrivateKey.generate()
    key.save(tmp_path / "harald", comment="Harald")
    assert stat.S_IMODE((tmp_path / "harald").stat().st_mode) == 0o600
    assert ssh_keygen("-y", "-f", tmp_path / "harald").split()[:2] == key.public.line.split()
    assert ssh_keygen("-l", "-f", tmp_path / "harald.pub").split()[1] == key.public.fingerprint
    assert (
        PrivateKey.load(tmp_path / "harald").public == PublicKey.load(tmp_path / "harald.pub") == key.public
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["harald", "harald.pub"]


def test_a_key_of_ssh_keygen_is_read(tmp_path):
    ssh_keygen("-q", "-t", "ed25519", "-N", "", "-C", "a comment", "-f", tmp_path / "k")
    key = PrivateKey.load(tmp_path / "k")
    assert key.public == PublicKey.load(tmp_path / "k.pub")
    assert PrivateKey.load(tmp_path / "k", "needless passphrase").public == key.public


@pytest.mark.parametrize("present", ["k", "k.pub"])
def test_no_key_is_ever_overwritten(tmp_path, present):
    (tmp_path / present).write_text("precious")
    with refuses(Code.FILE_EXISTS, match=present):
        PrivateKey.generate().save(tmp_path / "k")
    assert [path.name for path in tmp_path.iterdir()] == [present]
    assert (tmp_path / present).read_text() == "precious"


def test_a_passphrase_encrypts_or_says_what_is_missing(tmp_path):
    key = PrivateKey.generate()
    if importlib.util.find_spec("bcrypt") is None:
        with refuses(Code.PASSPHRASE_UNSUPPORTED, match="pip install bcrypt"):
            key.save(tmp_path / "k", passphrase="1066")
        assert not list(tmp_path.iterdir())
        return
    key.save(tmp_path / "k", passphrase="1066")
    assert ssh_keygen("-y", "-P", "1066", "-f", tmp_path / "k").split()[:2] == key.public.line.split()
    assert PrivateKey.load(tmp_path / "k", "1066").public == key.public
    with refuses(Code.WRONG_PASSPHRASE):
        PrivateKey.load(tmp_path / "k", "1067")


def test_an_encrypted_key_asks_for_its_passphrase(tmp_path):
    ssh_keygen("-q", "-t", "ed25519", "-N", "Senlac", "-f", tmp_path / "k")
    with refuses(Code.PASSPHRASE_NEEDED):
        PrivateKey.load(tmp_path / "k")


@pytest.mark.parametrize("kind", ["rsa", "ecdsa"])
def test_other_key_types_are_refused(tmp_path, kind):
    ssh_keygen("-q", "-t", kind, "-N", "", "-f", tmp_path / "k")
    with refuses(Code.BAD_KEY_FILE, match="Ed25519"):
        PrivateKey.load(tmp_path / "k")
    with refuses(Code.BAD_KEY_FILE, match="ssh-ed25519"):
        PublicKey.load(tmp_path / "k.pub")


@pytest.mark.parametrize("text", ["", "hello", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n"])
def test_rubbish_is_no_key(tmp_path, text):
    (tmp_path / "k").write_text(text)
    with refuses(Code.BAD_KEY_FILE):
        PrivateKey.load(tmp_path / "k")
    with refuses(Code.BAD_KEY_FILE):
        PublicKey.load(tmp_path / "k")


def test_a_missing_file_is_named(tmp_path):
    with refuses(Code.BAD_KEY_FILE, match="nobody"):
        PrivateKey.load(tmp_path / "nobody")


def test_a_public_key_has_one_text():
    line = PrivateKey.from_seed(b"s" * 32).public.line
    assert PublicKey.parse(line + " a comment").line == line
    for changed in (line[:-1], line + "AAAA", line.replace("AAAAC3", "AAAAC2"), "ssh-rsa " + line[12:]):
        with refuses(Code.BAD_KEY_FILE):
            PublicKey.parse(changed)


def test_no_secret_in_the_text_form():
    key = PrivateKey.from_seed(b"s" * 32)
    assert repr(key) == f"PrivateKey({key.public.fingerprint})"


# --- keys under which a signature binds nothing ------------------------------------------------------

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P


def lift(y):
    """A point of the curve with this y, or None."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (x, y) if x * x % P == square else None


def order_divides_8(point):
    for _ in range(3):
        point = add(point, point)
    return point == (0, 1)


def test_every_point_of_small_order_is_refused():
    """The group of 8 is made from a point of large order times the prime order, then each y is tried."""
    prime = 2**252 + 27742317777372353535851937790883648493
    small, y = set(), 2
    while len(small) < 8:
        base, found = lift(y), (0, 1)
        for bit in bin(prime)[2:] if base else "":
            found = add(found, found)
            found = add(found, base) if bit == "1" else found
        multiple = found
        for _ in range(8):
            small.add(multiple)
            multiple = add(multiple, found)
        y += 1
    assert len(small) == 8
    assert all(map(order_divides_8, small))
    for x, y in small:
        for sign in (x & 1, 1 - (x & 1)):
            with refuses(Code.WEAK_KEY):
                PublicKey((y | sign << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("y", [P, P + 1, P + 5, 2**255 - 1])
def test_a_second_spelling_of_a_point_is_refused(y):
    with refuses(Code.WEAK_KEY):
        PublicKey(y.to_bytes(32, "little"))


def test_files_saved_on_windows_are_read(tmp_path):
    """An editor there may have put CRLF at the ends of lines, and a mark before a public key."""
    made = PrivateKey.generate()
    made.save(tmp_path / "key", comment="Ægir")
    for file, mark in ((tmp_path / "key", b""), (tmp_path / "key.pub", b"\xef\xbb\xbf")):
        file.write_bytes(mark + file.read_bytes().replace(b"\n", b"\r\n"))
    assert PublicKey.load(tmp_path / "key.pub") == made.public
    assert PrivateKey.load(tmp_path / "key").public == made.public
    secret = RefereeSecret("5" * 64)
    secret.save(tmp_path / "secret")
    (tmp_path / "secret").write_bytes((tmp_path / "secret").read_bytes().replace(b"\n", b"\r\n"))
    assert RefereeSecret.load(tmp_path / "secret") == secret
