"""What players read of the rules by hand before they agree to a game, and how the ledger binds it."""

import json
import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from commands import good
from typer.testing import CliRunner

from generator.cli.app import app as senlac
from pbem.disk import game_shelf

PLAYERS = ("--player", "shire=Sven <sven@example.org>", "--player", "raider=Ann <ann@example.org>")
COUNT = re.compile(
    r"\d+ numbers: the program carries out \d+ \(\w+ of them with an example of play\), \d+ half, .*"
)
NUMBERED = ("ledger.yaml", "rules.yaml")
SCOUTS = "5.4: by hand: Scouts The raiders put their scouts anywhere. the hand of raider; `put`"


@pytest.fixture
def invite(tmp_path, monkeypatch):
    """Invites to a start game, changed by a function of its folder; gives what is printed."""
    monkeypatch.chdir(tmp_path)

    def run(change=lambda folder: None, *more):
        assert CliRunner().invoke(senlac, ["new", "mill"]).exit_code == 0
        change(Path("mill"))
        game_shelf.forget()
        return good(
            "invite", "mill/mill_bridge", "--out", "sven", "--as", "shire", "--no-referee", *PLAYERS, *more
        )

    return run


def degrees():
    """The line by which `senlac rules` tells the degrees of the game."""
    line = CliRunner().invoke(senlac, ["rules", "mill"]).output.partition("\n")[0]
    assert COUNT.fullmatch(line)
    return line


def add_scouts(folder):
    """A rule by hand of one side alone."""
    with (folder / "ledger.yaml").open("a", encoding="utf-8") as file:
        file.write(
            '  - {number: "5.4", summary: Scouts, by: hand, sides: [raider], acts: [put],\n'
            "     says: The raiders put their scouts anywhere.}\n"
        )


def plain(text):
    return " ".join(text.split())


def test_the_invitation_and_the_join_tell_the_count_and_each_rule_by_hand(invite):
    told = invite(add_scouts)
    (mail,) = Path("sven/outbox").glob("invitation-*")
    body = message_from_bytes(mail.read_bytes(), policy=policy.default).get_body(("plain",)).get_content()
    Path("mail.eml").write_bytes(re.sub(rb"X-(?:Senlac-Envelope|Unsent):.*?\r?\n", b"", mail.read_bytes()))
    joined = good("join", "mail.eml", "--dir", "ann")
    for text in (told, body, joined):
        said = plain(text)
        assert f"Rulebook {degrees()}" in said
        assert SCOUTS in said
        assert said.count("not the same for both sides") == 1
        assert "needs nothing: " not in said


def test_the_invitation_says_which_party_judges_an_objection(invite):
    assert "Objections to an act by hand: all players but its author" in plain(invite())


def test_a_program_reads_the_same(invite):
    said = json.loads(invite(add_scouts, "--json"))["ledger"]
    assert said["words"] == degrees()
    assert [rule["number"] for rule in said["by_hand"] if not rule["same_for_all"]] == ["5.3"]


def test_a_ledger_is_of_the_files_by_which_a_game_is_played(invite):
    assert "ledger.yaml" in json.loads(invite(lambda folder: None, "--json"))["module"]["files"]


def test_nothing_is_told_without_numbers_nor_of_a_game_that_ships(invite):
    assert "Rulebook" not in invite(lambda folder: [(folder / each).unlink() for each in NUMBERED])
    people = ("--player", "norman=Ann <ann@example.org>", "--player", "saxon=Sven <sven@example.org>")
    shipped = good(
        "invite", "three_battles/hastings", "--out", "n", "--as", "norman", "--no-referee", *people, "--json"
    )
    assert "ledger" not in json.loads(shipped)
