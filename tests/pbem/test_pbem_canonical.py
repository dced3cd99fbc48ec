"""One value, one text: the strict subset of JSON."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import errors
from pbem.entry import canonical

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
    found = canonical.decode(canonical.encode(value))
    assert found == value
    assert canonical.encode(found) == canonical.encode(value)


@given(st.binary(max_size=60))
def test_any_bytes_decode_to_themselves_or_are_refused(data):
    try:
        value = canonical.decode(data)
    except errors.CanonicalError:
        return
    assert canonical.encode(value) == data


@given(values, st.data())
def test_a_space_anywhere_outside_strings_is_refused(value, data):
    text = canonical.encode([value])
    at = data.draw(st.sampled_from([0, 1, len(text) - 1, len(text)]))
    with pytest.raises(errors.NotCanonical):
        canonical.decode(text[:at] + b" " + text[at:])


def test_the_exact_text():
    value = {"b": [1, -2, True, False], "a": 'é"\\/\b\f\n\r\t\x1f\x7f', "": {}}
    expected = '{"":{},"a":"é\\"\\\\/\\b\\f\\n\\r\\t\\u001f\x7f","b":[1,-2,true,false]}'
    assert canonical.encode(value) == expected.encode()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b'{"a":1,"a":1}', errors.RepeatedKey),
        (b'{"x":{"a":1,"b":2,"a":3}}', errors.RepeatedKey),
        (b'{"b":1,"a":2}', errors.NotCanonical),
        (b"[1,2] ", errors.NotCanonical),
        (b"[1,2]x", errors.NotJson),
        (b"[1,]", errors.NotJson),
        (b"", errors.NotJson),
        (b"\xef\xbb\xbf[]", errors.NotJson),
        (b"\xff", errors.NotUtf8),
        (b"null", errors.BadValue),
        (b'{"a":null}', errors.BadValue),
        (b"1.0", errors.BadNumber),
        (b"1e3", errors.BadNumber),
        (b"NaN", errors.BadNumber),
        (b"-Infinity", errors.BadNumber),
        (b"9007199254740992", errors.BadNumber),
        (b"-9007199254740992", errors.BadNumber),
        (b"1" * 10_000, errors.BadNumber),
        (b"-0", errors.NotCanonical),
        (b"01", errors.NotJson),
        (rb'"\u00e9"', errors.NotCanonical),
        (rb'"\u001F"', errors.NotCanonical),
        (rb'"\/"', errors.NotCanonical),
        (rb'"\ud800"', errors.BadString),
        ('"e\u0301"'.encode(), errors.BadString),
        (rb'"\n' + '\u0303é"'.encode(), None),
        ('{"é":1}'.encode(), errors.BadKey),
        (rb'{"\u00e9":1}', errors.NotCanonical),
        (b"[" * 17 + b"]" * 17, errors.TooDeep),
        (b"[" * 100_000, errors.TooDeep),
        (b'"' + b"a" * canonical.MAX_BYTES + b'"', errors.TooLarge),
    ],
)
def test_each_other_way_to_write_it_is_refused(data, error):
    if error is None:
        assert canonical.encode(canonical.decode(data)) == data
        return
    with pytest.raises(error) as caught:
        canonical.decode(data)
    assert type(caught.value) is error


def test_brackets_in_strings_are_not_depth():
    value = ["[{" * 50, '\\"[[[[[[[[[[[[[[[[[[']
    assert canonical.decode(canonical.encode(value)) == value
    assert canonical.decode(b"[" * 16 + b"]" * 16)


def test_depth_is_checked_in_linear_time():
    with pytest.raises(errors.NotJson):
        canonical.decode(b"[[[[[[[[[[[[[[[[" + b'"' + b'\\"' * 100_000 + b"[")


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (1.5, errors.BadNumber),
        (2**53, errors.BadNumber),
        (None, errors.BadValue),
        ((1,), errors.BadValue),
        (b"x", errors.BadValue),
        ({1: 2}, errors.BadKey),
        ({"é": 2}, errors.BadKey),
        ("e\u0301", errors.BadString),
        ("\ud800", errors.BadString),
        ("x" * canonical.MAX_BYTES, errors.TooLarge),
    ],
)
def test_encode_refuses_what_decode_would(value, error):
    with pytest.raises(error):
        canonical.encode({"at": [value]})


def test_encode_refuses_depth():
    value = []
    for _ in range(16):
        value = [value]
    with pytest.raises(errors.TooDeep):
        canonical.encode(value)
