"""Signatures against OpenSSH itself, and every other form refused."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pbem_play import key, whole_game
from refusing import refuses

from pbem.keys import signature
from pbem.keys.signature import NAMESPACE
from pbem.reason_codes import Code

MESSAGE = b'{"any":"bytes"}'
KEY = key("normans")
GOOD = signature.sign(KEY, MESSAGE)
ORDER = 2**252 + 27742317777372353535851937790883648493


def stock_sign(tmp_path, message, *options, namespace=NAMESPACE, kind="ed25519"):
    """What `ssh-keygen -Y sign` makes of a message with a key file."""
    path = tmp_path / "k"
    if kind == "ed25519":
        KEY.save(path)
    else:
        subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-f", path], check=True)
    (tmp_path / "m").write_bytes(message)
    command = ["ssh-keygen", "-Y", "sign", "-f", path, "-n", namespace, *options, tmp_path / "m"]
    subprocess.run(command, check=True, capture_output=True)
    return (tmp_path / "m.sig").read_text()


def stock_verify(tmp_path, line, signature, message):
    (tmp_path / "allowed").write_text(f"player {line}\n")
    (tmp_path / "entry.sig").write_text(signature)
    command = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        "allowed",
        "-I",
        "player",
        "-n",
        NAMESPACE,
        "-s",
        "entry.sig",
    ]
    return (
        subprocess.run(command, cwd=tmp_path, input=message, capture_output=True, check=False).returncode == 0
    )


def test_we_sign_byte_for_byte_as_ssh_keygen(tmp_path):
    assert stock_sign(tmp_path, MESSAGE) == signature.armor(GOOD)


def test_we_verify_what_ssh_keygen_signed(tmp_path):
    blob = signature.dearmor(stock_sign(tmp_path, MESSAGE))
    assert signature.verify(blob, MESSAGE) == KEY.public.raw


def test_ssh_keygen_verifies_our_entries(tmp_path):
    table = whole_game()
    for signed in (table.log[1], table.log[2]):
        armored = signature.armor(signed.signatures[0])
        line = key("normans" if signed is table.log[1] else "referee").public.line
        assert stock_verify(tmp_path, line, armored, signed.data)
        assert not stock_verify(tmp_path, line, armored, signed.data + b" ")


def test_the_recipe_of_the_formats_page(tmp_path):
    """cut and ssh-keygen alone check a line of a log."""
    signed = whole_game().log[1]
    (tmp_path / "line").write_bytes(signed.to_record() + b"\n")
    (tmp_path / "allowed").write_text(f"normans {key('normans').public.line}\n")
    recipe = f"""
        cut -d' ' -f2- line | tr -d '\\n' > entry
        {{ echo '-----BEGIN SSH SIGNATURE-----'; cut -d' ' -f1 line | cut -d, -f1
          echo '-----END SSH SIGNATURE-----'; }} > entry.sig
        ssh-keygen -Y verify -f allowed -I normans -n {NAMESPACE} -s entry.sig < entry
    """
    done = subprocess.run(["sh", "-c", recipe], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Good"), done.stderr


def test_another_namespace_is_refused(tmp_path):
    blob = signature.dearmor(stock_sign(tmp_path, MESSAGE, namespace="file"))
    with refuses(Code.SIGNATURE_NAMESPACE, match="'file'"):
        signature.verify(blob, MESSAGE)


def test_another_hash_is_refused(tmp_path):
    blob = signature.dearmor(stock_sign(tmp_path, MESSAGE, "-O", "hashalg=sha256"))
    with refuses(Code.SIGNATURE_ALGORITHM, match="sha256"):
        signature.verify(blob, MESSAGE)


@pytest.mark.parametrize("kind", ["rsa", "ecdsa"])
def test_another_key_type_is_refused(tmp_path, kind):
    blob = signature.dearmor(stock_sign(tmp_path, MESSAGE, kind=kind))
    with refuses(Code.SIGNATURE_ALGORITHM, match=kind):
        signature.verify(blob, MESSAGE)


def test_a_malleable_signature_is_refused():
    s = int.from_bytes(GOOD[-32:], "little") + ORDER
    with refuses(Code.SIGNATURE_MALLEABLE):
        signature.verify(GOOD[:-32] + s.to_bytes(32, "little"), MESSAGE)


def test_a_key_of_small_order_signs_nothing():
    """Under the identity point S = 0 with R = identity would fit every message."""
    identity = (1).to_bytes(32, "little")
    forged = GOOD.replace(KEY.public.raw, identity)[:-64] + identity + bytes(32)
    with refuses(Code.WEAK_KEY):
        signature.verify(forged, MESSAGE)


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        b"SSHSIG",
        GOOD[:-1],
        GOOD + b"\0",
        b"\0" + GOOD,
        GOOD.replace(b"SSHSIG\0\0\0\x01", b"SSHSIG\0\0\0\x02"),
        GOOD.replace(b"\0\0\0\0\0\0\0\x06sha512", b"\0\0\0\x01x\0\0\0\x06sha512"),
        GOOD[:10] + b"\xff\xff\xff\xff" + GOOD[14:],
    ],
)
def test_other_frames_are_refused(blob):
    with refuses(Code.SIGNATURE_FORMAT):
        signature.verify(blob, MESSAGE)


@given(st.integers(0, len(GOOD) * 8 - 1))
def test_one_bit_changed_in_the_signature_never_verifies(bit):
    changed = bytearray(GOOD)
    changed[bit // 8] ^= 1 << bit % 8
    with refuses(Code.WEAK_KEY, *(code for code in Code if code.startswith("signature-"))):
        signature.verify(bytes(changed), MESSAGE)


@given(st.binary(max_size=80).filter(lambda data: data != MESSAGE))
def test_the_signature_fits_no_other_message(message):
    with refuses(Code.SIGNATURE_WRONG):
        signature.verify(GOOD, message)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("-----BEGIN", "----BEGIN"),
        lambda text: text.replace("\n-----END", "=\n-----END"),
        lambda text: "".join(text.split("\n")[1:3]),
        lambda text: text.replace("U1NI", "U1 NI"),
        lambda text: " " + text,
        lambda text: "",
    ],
)
def test_armor_has_one_spelling(change):
    assert signature.dearmor(signature.armor(GOOD)) == GOOD
    with refuses(Code.SIGNATURE_FORMAT):
        signature.dearmor(change(signature.armor(GOOD)))
