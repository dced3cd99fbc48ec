"""Logs made by hand at the limits of what an entry may hold: all three verifiers judge them alike."""

import json
import subprocess
import unicodedata

import independent
import pytest
import spoilt_logs
from in_node import judge, node
from pbem_play import log_bytes
from test_verifier import MODULES, first

GAME, FILE = "game.log", "game-from-file.log"
NAME = ("body", "parties", 0, "name")
SPEAK = ("body", "outcome", "said")
SEALED = ("body", "box")
LISTED = ("body", "module", "files")
OPTION = ("body", "options", "constructor")


def changed(name, kind, path, value):
    """A log of the vectors up to its first entry of a type, in which one value is another; signed again."""
    log = spoilt_logs.vectors()[name]
    at = next(at for at, signed in enumerate(log) if json.loads(signed.data)["type"] == kind)
    entry = spoilt_logs.put(
        json.loads(log[at].data), path[:-1], lambda inside: inside_with(inside, path, value)
    )
    return log_bytes([*log[:at], spoilt_logs.signed_again(spoilt_logs.encoded(entry), log[at])])


def inside_with(inside, path, value):
    if isinstance(inside, list):
        return [*inside[: path[-1]], value, *inside[path[-1] + 1 :]]
    return inside | {path[-1]: value}


CASES = {
    "a sign of Unicode 16": (GAME, "charter", NAME, "\U0001fae9", "broken"),
    "a sign of Unicode 14": (GAME, "charter", NAME, "\U0001fae7", "incomplete"),
    "letters that join since Unicode 16": (GAME, "end", SPEAK, "\U000105d2\u0307", "holds"),
    "letters that join": (GAME, "end", SPEAK, "e\u0301", "broken"),
    "a box with all of base64": (GAME, "seal", SEALED, "A" * 65_536 + "==", "incomplete"),
    "a box with more": (GAME, "seal", SEALED, "A" * 65_537, "broken"),
    "a file's long name": (
        "game-from-file.log",
        "charter",
        (*LISTED, "a" * 160 + "/b"),
        "ab" * 32,
        "incomplete",
    ),
    "a file's deep name": (FILE, "charter", (*LISTED, "a/" * 9 + "a"), "ab" * 32, "broken"),
    "an author of JavaScript": (GAME, "order", ("author",), "constructor", "broken"),
    "a field of JavaScript": (GAME, "order", ("body", "__proto__"), True, "broken"),
    "an option of JavaScript": (
        "game.log",
        "charter",
        ("body", "options", "constructor"),
        True,
        "incomplete",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_stands_at_a_limit_is_judged_alike(case):
    *where, expected = CASES[case]
    data = changed(*where)
    assert judge(data)["status"] == first(data)[0] == independent.check(data).partition(":")[0] == expected


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="this Python knows another Unicode")
def test_a_browser_sees_the_characters_that_python_sees():
    script = f"""
        import {{ isVisible }} from "{(MODULES / "formats" / "unicode_fourteen.js").as_uri()}";
        const seen = (code) => (isVisible(String.fromCodePoint(code)) ? "1" : "0");
        process.stdout.write(Array.from({{ length: 0x110000 }}, (_, code) => seen(code)).join(""));
    """
    words = [node(), "--input-type=module", "--eval", script]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    others = [at for at in range(0x110000) if (done.stdout[at] == "1") != chr(at).isprintable()]
    assert [hex(at) for at in others] == []
