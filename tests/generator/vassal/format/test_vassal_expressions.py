"""Expressions: texts stay texts whatever they say, and terms keep their meaning where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.format.beanshell import WORDS, Word, inner, words
from generator.vassal.format.errors import ExpressionError, FormatError
from generator.vassal.format.expressions import (
    all_of,
    any_of,
    at_most,
    braced,
    choose,
    equal,
    grouped,
    less,
    minus,
    negated,
    number,
    number_from,
    plus,
    prop,
    rest,
    starts_with,
    text,
)
from generator.vassal.format.plain import chat, plain

ATTACK = '"+Runtime.getRuntime().exec("touch /tmp/x")+"'
A, B, C = prop("A"), prop("B"), prop("C")


def read(expression: str) -> list[Word]:
    found = inner(expression)
    assert found is not None
    return words(found)


@pytest.mark.parametrize(
    "said",
    ["", ATTACK, "\\", '\\"', "\\\\", "\\u0022+x+\\u0022", "{false ?", "}", "it's", "a\nb\rc\td", "é—"],
)
def test_a_text_is_one_word_and_says_what_was_meant(said: str) -> None:
    name, sign, there = read(braced(equal(prop("Phase"), text(said))))
    assert (name.code, sign.code, there.kind, there.value) == ("Phase", "==", "text", said)


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_is_read_back_or_refused(said: str) -> None:
    try:
        found = read(braced(equal(prop("Phase"), text(said))))
    except ExpressionError:
        assert "$" in said or not all(each.isprintable() or each in "\n\r\t" for each in said)
    else:
        assert [each.kind for each in found] == ["name", "sign", "text"]
        assert found[2].value == said


@pytest.mark.parametrize("said", ["$Army$", "a$", "\x1b[2J", "\u2028", "\x00"])
def test_a_text_that_no_quotes_can_hold_is_refused(said: str) -> None:
    with pytest.raises(ExpressionError, match=r"VASSAL puts a property|no expression can hold"):
        text(said)


@pytest.mark.parametrize("name", ["", "1st", "a b", "x.y", "f()", "$x$", 'a"', "true", "new", "é", "a\n"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ExpressionError, match="cannot be the name"):
        prop(name)


def test_a_text_alone_must_need_no_escapes() -> None:
    assert braced(text("as it is")) == '{"as it is"}'
    for said in ('"', "\\", "a\nb"):
        with pytest.raises(ExpressionError, match="stands alone"):
            braced(text(said))


@pytest.mark.parametrize(
    ("term", "code"),
    [
        (all_of(equal(A, B), any_of(A, B)), "A == B && (A || B)"),
        (any_of(all_of(A, B), C), "A && B || C"),
        (all_of(), "true"),
        (any_of(), "false"),
        (any_of(A), "A"),
        (minus(A, minus(B, C)), "A - (B - C)"),
        (minus(minus(A, B), C), "A - B - C"),
        (rest(plus(A, number(1)), number(10)), "(A + 1) % 10"),
        (plus(text("x"), choose(A, B, C)), '"x" + (A ? B : C)'),
        (choose(choose(A, B, C), A, choose(A, B, C)), "(A ? B : C) ? A : A ? B : C"),
        (equal(equal(A, B), C), "A == B == C"),
        (equal(A, equal(B, C)), "A == (B == C)"),
        (less(A, number(-3)), "A < (-3)"),
        (at_most(A, grouped(B)), "A <= (B)"),
        (negated(all_of(A, B)), "!(A && B)"),
        (negated(starts_with(A, 'L"')), '!A.startsWith("L\\"")'),
        (number_from(A, 7), "Integer.parseInt(A.substring(7))"),
    ],
)
def test_brackets_stand_where_an_operator_binds_less(term, code) -> None:
    assert braced(term) == f"{{{code}}}"


def test_what_hides_quotes_and_names_from_a_reader_is_seen() -> None:
    assert [each.code for each in words("\\u0022a\\uu0022+\\u0065xec")] == ['"a"', "+", "exec"]
    assert [each.code for each in words('"a\\\\u0022"')] == ['"a\\\\u0022"']
    assert [each.code for each in words("ex/**/ec /* a")] == ["ex", "ec"]
    assert [each.kind for each in words('"a" "b')] == ["text", "open"]
    assert words('"\\101\\7\\n\\q"')[0].value == "A\x07\nq"
    assert {"new", "import"} < WORDS


def test_long_texts_of_ill_will_are_read_in_a_moment() -> None:
    for hostile in ('\\"' * 200_000, "/*" * 200_000, '"' + "\\" * 400_001, "\\u" * 200_000):
        assert words(hostile)


@pytest.mark.parametrize("said", ["{false ?", "  {x}", "costs $5", "$x$", "<html><img src='http://x'>"])
def test_a_format_takes_no_text_that_is_no_text(said: str) -> None:
    with pytest.raises(FormatError, match="VASSAL"):
        plain(said)


def test_what_is_said_is_one_line_without_html_or_colour() -> None:
    assert chat("<img src=x> & {x} $y$") == "&lt;img src=x&gt; &amp; {x} $y$"
    assert chat("a\nb\r\n\tc") == "a b c"
    assert chat("!x") == "&#33;x"
    assert [chat(f"{sign}a") for sign in "|?~`"] == ["&#124;a", "&#63;a", "&#126;a", "&#96;a"]
    assert chat("\x1b[2J\u202e") == "\\x1b[2J\\u202e"
    assert chat(" ") == ""
