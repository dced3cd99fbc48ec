"""The armor survives what mail programs do to text."""

import base64
import quopri
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pbem_play import key, whole_game
from refusing import refuses

from pbem.entry import armor, verified_entries
from pbem.entry.entries import SignedEntry
from pbem.reason_codes import Code

GAME = whole_game().log
ORDER = GAME[1]
TEXT = armor.encode(ORDER)


@given(st.binary(max_size=300), st.lists(st.binary(max_size=90), min_size=1, max_size=4))
def test_round_trip_of_any_bytes(data, signatures):
    signed = SignedEntry(data, tuple(signatures))
    assert armor.decode(armor.encode(signed)) == signed


def rewrapped(text, width):
    body = text.splitlines()
    return "\n".join([body[0], *textwrap.wrap("".join(body[1:-1]), width), body[-1]])


HARMS = {
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "quoted three times": lambda text: "".join(f">> > {line}\n" for line in text.splitlines()),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "wrapped narrow": lambda text: rewrapped(text, 31),
    "unwrapped": lambda text: rewrapped(text, 10_000),
    "flowed": lambda text: text.replace("\n", " \n"),
    "indented": lambda text: textwrap.indent(text, "\t  "),
    "double spaced": lambda text: text.replace("\n", "\n\n"),
    "HTML": lambda text: "<p>" + text.replace("\n", "<br>\n") + "</p>",
    "HTML quote": lambda text: text.replace("\n", "<br/>\n&gt;&nbsp;<span class='q'>"),
    "words around": lambda text: f"Dear Harald,\n\nmy move:\n{text}\nRegards -- W.\n",
    "quoted-printable": lambda text: quopri.decodestring(quopri.encodestring(text.encode())).decode(),
    "no-break spaces": lambda text: text.replace("\n", "\n\u00a0"),
}


@pytest.mark.parametrize("name", HARMS)
def test_harmless_changes(name):
    assert armor.decode(HARMS[name](TEXT)) == ORDER


@pytest.mark.parametrize("gap", ["\n", "\n> ", "\u00a0", "  "])
def test_markers_may_be_broken_too(gap):
    assert armor.decode(TEXT.replace("SENLAC ENTRY", f"SENLAC{gap}ENTRY")) == ORDER


def test_entries_and_papers_are_kept_apart():
    text = armor.encode(ORDER) + armor.encode(GAME[4], armor.PAPER) + armor.encode(GAME[5])
    assert armor.decode_all(text) == [ORDER, GAME[5]]
    assert armor.decode_all(text, armor.PAPER) == [GAME[4]]
    assert armor.encode(ORDER, armor.PAPER) == TEXT.replace("SENLAC ENTRY", "SENLAC PAPER")
    with refuses(Code.ARMOR_MISSING, match="END line of paper 1"):
        armor.decode_all(TEXT.replace("BEGIN SENLAC ENTRY", "BEGIN SENLAC PAPER"), armor.PAPER)


def test_pieces_know_whether_they_are_quoted():
    text = TEXT + "> " + TEXT.replace("\n", "\n> ") + "\nnot > at its line\n" + TEXT[:100]
    found = list(armor.pieces(text))
    assert [piece.quoted for piece in found] == [False, True, False]
    assert [piece.inside is None for piece in found] == [False, False, True]


@given(st.text(st.sampled_from("-BEGINSENLACENTRYPAPER \n>"), max_size=80))
def test_a_defused_text_holds_nothing(noise):
    for text in (TEXT, TEXT.replace(" ", " \n> "), "-" + TEXT, armor.encode(ORDER, armor.PAPER)):
        harmless = armor.defuse(noise + text + noise)
        assert not [*armor.pieces(harmless), *armor.pieces(harmless, armor.PAPER)]


@given(st.integers(5, 200), st.sampled_from(["", "> ", "\t", ">> "]), st.sampled_from(["\n", "\r\n", " \n"]))
def test_any_wrapping_quoting_and_line_end(width, quote, end):
    text = "".join(quote + line + end for line in rewrapped(TEXT, width).splitlines())
    assert armor.decode(text) == ORDER


def test_lines_are_short_ascii():
    assert TEXT.isascii()
    assert max(map(len, TEXT.splitlines())) == 64
    assert TEXT.startswith("-----BEGIN SENLAC ENTRY-----\n")
    assert TEXT.endswith("\n-----END SENLAC ENTRY-----\n")


def test_several_entries_come_back_in_order():
    text = "see below\n" + "\nand\n".join(map(armor.encode, GAME))
    assert armor.decode_all(text) == GAME
    with refuses(Code.ARMOR_MISSING, match=f"{len(GAME)} entries"):
        armor.decode(text)


@pytest.mark.parametrize("text", ["", "hello", TEXT.replace("BEGIN", "START"), TEXT.splitlines()[3]])
def test_no_entry_in_a_text(text):
    assert armor.decode_all(text) == []
    with refuses(Code.ARMOR_MISSING):
        armor.decode(text)


@pytest.mark.parametrize("text", [TEXT[:-20], TEXT[: len(TEXT) // 2], TEXT + TEXT[:200]])
def test_a_missing_end_line_is_said(text):
    with refuses(Code.ARMOR_MISSING, match="END"):
        armor.decode_all(text)


@given(st.integers(30, len(TEXT) - 30), st.sampled_from("ABab01+/=zZ9"))
def test_one_character_changed_is_found(at, char):
    changed = TEXT[:at] + char + TEXT[at + 1 :]
    if changed == TEXT or TEXT[at] == "\n":
        return
    with refuses(Code.ARMOR_DAMAGED):
        armor.decode(changed)


def test_the_armor_of_an_entry_has_one_text():
    """Bits that base64 leaves unused are zero: no second text passes for the same entry."""
    text = next(text for text in map(armor.encode, GAME) if "A==\n" in text or "Q==\n" in text)
    at = text.index("==\n") - 1
    with refuses(Code.ARMOR_DAMAGED):
        armor.decode(text[:at] + chr(ord(text[at]) + 1) + text[at + 1 :])


@pytest.mark.parametrize("lines", [slice(2, 3), slice(1, -1), slice(-2, -1)])
def test_a_lost_line_is_found(lines):
    kept = TEXT.splitlines()
    del kept[lines]
    with refuses(Code.ARMOR_DAMAGED):
        armor.decode("\n".join(kept))


def test_limits():
    with refuses(Code.TOO_LARGE):
        armor.decode_all("x" * (armor.MAX_TEXT + 1))
    with refuses(Code.ARMOR_MISSING, match="at most 64"):
        armor.decode_all(TEXT.splitlines()[0] * 65)
    wide = base64.b64encode(b"a" * 600_000).decode()
    with refuses(Code.ARMOR_DAMAGED):
        armor.decode_all(f"-----BEGIN SENLAC ENTRY-----{wide}-----END SENLAC ENTRY-----")


def test_an_unclosed_tag_is_linear():
    assert armor.decode_all("<" * 500_000) == []
    with refuses(Code.ARMOR_DAMAGED):
        armor.decode_all(f"-----BEGIN SENLAC ENTRY-----{'<' * 500_000}-----END SENLAC ENTRY-----")


def test_move_files(tmp_path):
    path = tmp_path / "turn-3.pbem"
    armor.write(path, GAME[3:6])
    assert armor.read(path) == GAME[3:6]
    armor.write(path, GAME[3:4])
    assert armor.read(path) == GAME[3:4]
    assert [found.name for found in tmp_path.iterdir()] == ["turn-3.pbem"]
    path.write_bytes(b"\xff\xfe nothing")
    with refuses(Code.ARMOR_MISSING, match=r"turn-3\.pbem"):
        armor.read(path)
    path.write_bytes(b" " * 1_100_000)
    with refuses(Code.TOO_LARGE):
        armor.read(path)


def test_a_mutated_armor_that_decodes_never_verifies():
    """Even with the check bytes made right again."""
    record = bytearray(ORDER.to_record())
    record[-10] ^= 1
    forged = SignedEntry.from_record(bytes(record))
    assert armor.decode(armor.encode(forged)) == forged
    with refuses(Code.SIGNATURE_WRONG):
        verified_entries.verify_entry(forged)
    assert verified_entries.verify_entry(ORDER).signers == (key("normans").public.raw,)
