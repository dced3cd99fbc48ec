"""The sequence encoding: the identity for every list of strings, and VASSAL's own bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.format.codec import (
    join,
    join_or_empty,
    nest,
    printable,
    split,
    split_or_empty,
    unnest,
    whole,
)
from generator.vassal.format.errors import CodecError

DELIMITERS = ";,/\t\x1b:|$="
tokens = st.text(alphabet=st.sampled_from(DELIMITERS + "\\'ab é🙂"), max_size=8) | st.text(max_size=8)
lists = st.lists(tokens, min_size=1, max_size=6)
delimiters = st.sampled_from(DELIMITERS)


@given(lists, delimiters)
def test_splitting_undoes_joining(items, delimiter):
    assert split(join(items, delimiter), delimiter) == items


@given(lists, st.lists(delimiters, min_size=2, max_size=5))
def test_the_identity_holds_at_every_depth(items, depth):
    text = join(items, depth[0])
    for delimiter in depth[1:]:
        text = join(["x", text, ""], delimiter)
    for delimiter in reversed(depth[1:]):
        first, text, last = split(text, delimiter)
        assert (first, last) == ("x", "")
    assert split(text, depth[0]) == items


nested = st.lists(tokens, min_size=1, max_size=6).map(nest) | st.text(alphabet="\\\t'a", max_size=24)


def parted(text):
    """What is nested, one level after the other, as VASSAL reads it; None where a level is no pair."""
    found = []
    while len(parts := split(text, "\t")) > 1:
        if len(parts) != 2:
            return None
        found.append(parts[0])
        text = parts[1]
    return [*found, text]


@given(nested)
def test_what_is_nested_comes_apart_in_one_go_as_level_by_level(text):
    try:
        assert unnest(text) == parted(text)
    except CodecError:
        assert parted(text) is None


@given(st.lists(tokens.filter(lambda text: "\t" not in text), min_size=1, max_size=6))
def test_nesting_is_undone(items):
    assert unnest(nest(items)) == items


@given(st.lists(tokens, max_size=5).filter(lambda items: items != [""]))
def test_string_arrays_may_be_empty(items):
    assert split_or_empty(join_or_empty(items)) == items


@pytest.mark.parametrize(
    ("items", "delimiter", "encoded"),
    [
        (["A", "B,C"], ",", r"A,B\,C"),
        (["A", r"B\,C"], ",", r"A,B\\,C"),
        (["", "", ""], ";", ";;"),
        ([r"\x", "y"], ";", r"'\x';y"),
        (["'q'", "'"], ";", "''q'';'''"),
        (["a'", "'b"], ";", "a';'b"),
        (["a", "b\\"], ";", "a;b\\"),
    ],
)
def test_the_bytes_are_those_of_vassal(items, delimiter, encoded):
    assert join(items, delimiter) == encoded
    assert split(encoded, delimiter) == items


def test_a_token_ending_in_a_backslash_is_quoted_because_vassal_would_swallow_the_delimiter():
    assert join(["a\\", "b"], ";") == "'a\\';b"
    assert split("a\\;b", ";") == ["a;b"]


@pytest.mark.parametrize("delimiter", ["", "\\", "'", ";;"])
def test_delimiters_that_cannot_work_are_refused(delimiter):
    with pytest.raises(CodecError):
        join(["a"], delimiter)
    with pytest.raises(CodecError):
        split("a", delimiter)


def test_lists_that_cannot_be_represented_are_refused():
    with pytest.raises(CodecError):
        join([], ";")
    with pytest.raises(CodecError):
        join_or_empty([""])
    with pytest.raises(CodecError):
        nest([])


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("-7", -7), ("+7", 7), ("007", 7), ("-2147483648", -(1 << 31))]
    + [(text, None) for text in ("", "--5", "1_0", " 5", "5\n", "٣", "²", "2147483648", "9" * 5000, "1.0")],
)
def test_whole_numbers_are_those_that_java_reads(text, number):
    assert whole(text) == number


def test_what_a_terminal_might_obey_is_shown_as_an_escape():
    assert printable("Wace, Évreux 🙂") == "Wace, Évreux 🙂"
    assert printable("a\x1b[2Jb\x9b\n\u202e") == r"a\x1b[2Jb\x9b\n\u202e"
