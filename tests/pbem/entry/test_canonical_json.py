"""One value, one text: the strict subset of JSON."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusing import refuses

from pbem import errors
from pbem.entry import canonical_json
from pbem.reason_codes import Code

LIMIT = 2**53 - 1
strings = st.text(st.characters(exclude_categories=["Cs"])).map(
    lambda text: unicodedata.normalize("NFC", text)
)
keys = st.text(st.characters(max_codepoint=127), max_size=5)
values = st.recursive(
    st.booleans() | st.integers(-LIMIT, LIMIT) | strings,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_decode_undoes_encode(value):
    found = canonical_json.decode(canonical_json.encode(value))
    assert found == value
    assert canonical_json.encode(found) == canonical_json.encode(value)


@given(st.binary(max_size=60))
def test_any_bytes_decode_to_themselves_or_are_refused(data):
    try:
        value = canonical_json.decode(data)
    except errors.Refusal:
        return
    assert canonical_json.encode(value) == data


@given(values, st.data())
def test_a_space_anywhere_outside_strings_is_refused(value, data):
    text = canonical_json.encode([value])
    at = data.draw(st.sampled_from([0, 1, len(text) - 1, len(text)]))
    with refuses(Code.NOT_CANONICAL):
        canonical_json.decode(text[:at] + b" " + text[at:])


def test_the_exact_text():
    value = {"b": [1, -2, True, False], "a": 'é"\\/\b\f\n\r\t\x1f\x7f', "": {}}
    expected = '{"":{},"a":"é\\"\\\\/\\b\\f\\n\\r\\t\\u001f\x7f","b":[1,-2,true,false]}'
    assert canonical_json.encode(value) == expected.encode()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b'{"a":1,"a":1}', Code.REPEATED_KEY),
        (b'{"x":{"a":1,"b":2,"a":3}}', Code.REPEATED_KEY),
        (b'{"b":1,"a":2}', Code.NOT_CANONICAL),
        (b"[1,2] ", Code.NOT_CANONICAL),
        (b"[1,2]x", Code.NOT_JSON),
        (b"[1,]", Code.NOT_JSON),
        (b"", Code.NOT_JSON),
        (b"\xef\xbb\xbf[]", Code.NOT_JSON),
        (b"\xff", Code.NOT_UTF8),
        (b"null", Code.BAD_VALUE),
        (b'{"a":null}', Code.BAD_VALUE),
        (b"1.0", Code.BAD_NUMBER),
        (b"1e3", Code.BAD_NUMBER),
        (b"NaN", Code.BAD_NUMBER),
        (b"-Infinity", Code.BAD_NUMBER),
        (b"9007199254740992", Code.BAD_NUMBER),
        (b"-9007199254740992", Code.BAD_NUMBER),
        (b"1" * 10_000, Code.BAD_NUMBER),
        (b"-0", Code.NOT_CANONICAL),
        (b"01", Code.NOT_JSON),
        (rb'"\u00e9"', Code.NOT_CANONICAL),
        (rb'"\u001F"', Code.NOT_CANONICAL),
        (rb'"\/"', Code.NOT_CANONICAL),
        (rb'"\ud800"', Code.BAD_STRING),
        ('"e\u0301"'.encode(), Code.BAD_STRING),
        (rb'"\n' + '\u0303é"'.encode(), None),
        ('{"é":1}'.encode(), Code.BAD_KEY),
        (rb'{"\u00e9":1}', Code.NOT_CANONICAL),
        (b"[" * 17 + b"]" * 17, Code.TOO_DEEP),
        (b"[" * 100_000, Code.TOO_DEEP),
        (b'"' + b"a" * canonical_json.MAX_BYTES + b'"', Code.TOO_LARGE),
    ],
)
def test_each_other_way_to_write_it_is_refused(data, error):
    if error is None:
        assert canonical_json.encode(canonical_json.decode(data)) == data
        return
    with refuses(error):
        canonical_json.decode(data)


def test_brackets_in_strings_are_not_depth():
    value = ["[{" * 50, '\\"[[[[[[[[[[[[[[[[[[']
    assert canonical_json.decode(canonical_json.encode(value)) == value
    assert canonical_json.decode(b"[" * 16 + b"]" * 16)


def test_depth_is_checked_in_linear_time():
    with refuses(Code.NOT_JSON):
        canonical_json.decode(b"[[[[[[[[[[[[[[[[" + b'"' + b'\\"' * 100_000 + b"[")


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (1.5, Code.BAD_NUMBER),
        (2**53, Code.BAD_NUMBER),
        (None, Code.BAD_VALUE),
        ((1,), Code.BAD_VALUE),
        (b"x", Code.BAD_VALUE),
        ({1: 2}, Code.BAD_KEY),
        ({"é": 2}, Code.BAD_KEY),
        ("e\u0301", Code.BAD_STRING),
        ("\ud800", Code.BAD_STRING),
        ("x" * canonical_json.MAX_BYTES, Code.TOO_LARGE),
    ],
)
def test_encode_refuses_what_decode_would(value, error):
    with refuses(error):
        canonical_json.encode({"at": [value]})


def test_encode_refuses_depth():
    value = []
    for _ in range(16):
        value = [value]
    with refuses(Code.TOO_DEEP):
        canonical_json.encode(value)
