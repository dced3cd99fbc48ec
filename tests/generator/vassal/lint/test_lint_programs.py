"""Expressions that call what no expression needs are found wherever VASSAL runs them, and others are not."""

import pytest
from tiny import codes, in_build, in_save, packed, sound

from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.lint import lint
from generator.vassal.lint.programs import check_text

RUN = 'Runtime.getRuntime().exec("calc")'
USED = [
    '{Phase == "Move" && Turn <= 12}',
    '{"Losses x1: " + ((Place.startsWith("L") ? Integer.parseInt(Place.substring(11)) : 0) + 1)}',
    '{SumStack("Strength") > 3 || GetProperty("Old name") == "it\\"s"}',
    '{Sum("Strength", "{ Side == \\"" + Side + "\\" }")}',
    '{If(Level > 2, Math.max(2, Level), Random(6))}',
    '{PieceName.length() > 3 && !(CurrentMap instanceof String)}',
    '{Army == "$Army$" && CurrentMap == "$CurrentMap$"}',
    '{Text == "Runtime.getRuntime().exec(1); new x"}',
    '{(int) Level / 2 @gt 1.5e-3}',
    "{x}, Runtime.getRuntime().exec(1)",
    'Runtime.getRuntime().exec("not an expression")',
    "{}", "",
]  # fmt: skip
STRANGE = [
    ("{" + RUN + "}", ".getRuntime"),
    ('{Phase == ""+' + RUN + '+""}', ".exec"),
    ("  {" + RUN + "} ", ".exec"),
    ('{exec("calc")}', "exec()"),
    ('{eval ( "x" )}', "eval()"),
    ('{source/**/("http://x")}', "source()"),
    ('{\\u0065xec("calc")}', "exec()"),
    ('{x == "a\\u0022 + y.delete() + \\u0022"}', ".delete"),
    ("{new java.io.File(x).delete()}", "'new'"),
    ("{import java.io.*}", "'import'"),
    ("{x = 1}", "'='"),
    ("{1; y}", "';'"),
    ("{x++}", "'++'"),
    ("{while (true) {}}", "'while'"),
    ("{java.lang.System.out}", ".lang"),
    ('{"".getClass().forName(x)}', ".getClass"),
    ("{String.class}", "'class'"),
    ("{this.caller}", "'this'"),
    ("{_interp.alert(1)}", ".alert"),
    ("{$+" + RUN + "+$}", ".exec"),
    ('{Sum("Strength", "{' + RUN.replace('"', '\\"') + '}")}', ".exec"),
    ('{Count("{ex" + "ec(1)}")}', "exec()"),
    ('{Count("{exec(" + X + ")}")}', "exec()"),
]


@pytest.mark.parametrize("used", USED)
def test_what_modules_use_is_no_finding(used):
    assert list(check_text(used, "here")) == []


@pytest.mark.parametrize(("strange", "told"), STRANGE)
def test_what_no_expression_needs_is_one(strange, told):
    found = list(check_text(strange, "here"))
    assert {each.code for each in found} == {"expression-calls"}
    assert any(told in each.what for each in found), found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('tooltip="1d6"', f"tooltip='{{{RUN}}}'"),
        ("{Step_Level * 2}", "{Step_Level * 2 + x.y()}"),
        ("Tire:", "{new x()}:"),
        ("mark;Side", "report;65\\,130;{new x()};;;;false\\\tmark;Side"),
        ("placemark;Mark", "placemark;{x.y()}"),
        ("piece\\;\\;\\;b.png\\;Mark", "piece\\;\\;\\;b.png\\;{x.y()}"),
        ('shuffleFormat=""', 'shuffleFormat="{x.y()}"'),
        ("<entry>English", "<entry>{x.y()}"),
    ],
)
def test_it_is_found_wherever_it_stands_in_a_module(old, new):
    entries = sound()
    in_build(entries, old, new)
    assert "expression-calls" in codes(entries)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("+/11/", "+/99/label\\;\\;x/{x.y()}\x1b+/11/"),
        ("{Step_Level * 2}", "{x.y()}"),
        ("Events;;;;", "Events;{x.y()};;;"),
        ("LOG\t", "LOG\tD/11/a\\\\\t{x.y()}\\\t\x1bLOG\t"),
    ],
)
def test_it_is_found_wherever_it_stands_in_a_save(old, new):
    entries = sound()
    in_save(entries, old, new)
    found = lint(read_archive(packed(entries), "x"), "x")
    assert any(each.code == "expression-calls" and "start.vsav" in each.where for each in found), found


def test_long_texts_of_ill_will_are_read_in_a_moment():
    for hostile in (
        "{" + "a(" * 100_000,
        "{" * 100_000 + "}",
        '{"' + "{" * 100_000 + '"}',
        "{;,:|}" * 50_000,
    ):
        list(check_text(hostile + "}", "here"))
    assert c.read_commands("D/1/{x.y()}")
