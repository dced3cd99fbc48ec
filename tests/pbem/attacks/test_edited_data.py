"""Data that somebody has edited under a game: the program names the file before it signs or judges anything.

A charter used to bind only a line that was written beside the data. A referee who had mended a number in an
installed file judged otherwise than all others, and every unchanged program convicted him of a forgery.
"""

import json

import independent
import pytest
from commands import good, pbem
from installed import edited
from pbem_play import log_bytes
from refusing import refuses

from pbem.entry import canonical_json
from pbem.entry.entries import Entry, SignedEntry
from pbem.keys import signature
from pbem.log.party.folder import Folder
from pbem.play.agreements import countersignatures, rulings
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.rules import rules_lookup

FASTER = (
    "three_battles",
    "counters.yaml",
    "values: {combat: 5, movement: 3}",
    "values: {combat: 5, movement: 4}",
)
"""The foot of the Normans, and nobody else, moves 4 hexes in place of 3."""
NAMED = "other-engine: three_battles/counters.yaml: the values that the rules read there are not those"
NOW = 1_700_000_000


@pytest.fixture
def game(tmp_path):
    """A game that has begun, in a folder for each party; the saxon's set-up is signed, and out."""
    good("new", "three_battles/hastings", "--out", tmp_path / "game")
    orders = tmp_path / "orders.txt"
    orders.write_text("deploy\n")
    good("move", orders, "--dir", tmp_path / "game" / "saxon", "--yes")
    return tmp_path / "game"


def kept(folder):
    """All that a folder holds but what a program may make again."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and ".cache" not in file.parts
    }


def charter_of(folder):
    return Entry.decode(next(Folder(folder).log.read().records()).data).body


def test_the_referee_with_other_data_judges_and_signs_nothing(game, tmp_path):
    (move,) = (game / "saxon" / "moves").glob("*.pbem")
    before = kept(game / "referee")
    with edited(tmp_path / "installed", *FASTER):
        for command in (
            ("apply", move, "--dir", game / "referee"),
            ("status", "--dir", game / "referee"),
            ("late", "--dir", game / "referee"),
            ("rule", "--dir", game / "referee", "--why", "so", "N-foot-1 at 1818"),
        ):
            code, out, err = pbem(*command)
            assert code == 1, (command, out, err)
            assert NAMED in err
            assert "install Senlac again" in err
        assert kept(game / "referee") == before
    good("apply", move, "--dir", game / "referee")


def test_a_player_with_other_data_signs_nothing(game, tmp_path):
    (tmp_path / "orders.txt").write_text("deploy\n")
    before = kept(game / "norman")
    with edited(tmp_path / "installed", *FASTER):
        code, _, err = pbem("move", tmp_path / "orders.txt", "--dir", game / "norman", "--yes")
        assert (code, NAMED in err) == (1, True)
    assert kept(game / "norman") == before


def test_a_log_is_judged_by_nobody_with_other_data(game, tmp_path):
    (move,) = (game / "saxon" / "moves").glob("*.pbem")
    good("apply", move, "--dir", game / "referee")
    log = game / "referee" / "game.log"
    assert pbem("verify", log)[0] == 3
    with edited(tmp_path / "installed", *FASTER):
        code, said, _ = pbem("verify", log, "--json")
        assert (code, json.loads(said)["code"]) == (3, Code.OTHER_ENGINE)
        assert NAMED in said
        told = json.loads(good("charter", "--dir", game / "referee", "--json"))
        assert (told["installed"], told["edited"]) == (False, ["three_battles/counters.yaml"])
        assert "NOT as here in three_battles/counters.yaml" in good("charter", "--dir", game / "referee")
        good("dice", "verify", log)


def test_who_is_invited_with_other_data_signs_no_join(tmp_path):
    people = [f"--player={role}={role} <{role}@example.org>" for role in ("referee", "saxon", "norman")]
    good("invite", "three_battles/hastings", "--out", tmp_path / "referee", *people)
    invitation = tmp_path / "referee" / "invitations" / "saxon.pbem"
    join = ("join", invitation, "--dir", tmp_path / "saxon", "--as", "saxon")
    with edited(tmp_path / "installed", *FASTER):
        code, _, err = pbem(*join)
        assert (code, NAMED in err) == (1, True)
        assert not (tmp_path / "saxon" / "join.pbem").exists()
    good(*join)


def test_files_that_the_scenario_does_not_read_are_not_bound(game, tmp_path):
    """And words end no game, wherever they are."""
    bound = charter_of(game / "referee").module.data
    assert sorted(bound) == [
        "counters.yaml",
        "game.yaml",
        "maps/hastings.yaml",
        "scenarios/hastings.yaml",
        "tables.yaml",
        "terrain.yaml",
    ]
    with edited(tmp_path / "one", "three_battles", "scenarios/fulford.yaml", "turns: 10", "turns: 11"):
        good("status", "--dir", game / "referee")
    with edited(
        tmp_path / "two", "three_battles", "counters.yaml", 'source: "rulebook 16.3"', "source: rulebook 16.4"
    ):
        good("status", "--dir", game / "referee")


def test_a_charter_of_before_binds_no_data_and_goes_on(game, tmp_path, monkeypatch):
    """What earlier releases wrote: such a game is refereed by whatever data there are, as it was."""
    unbound = rules_lookup._installed("three_battles")
    monkeypatch.setattr(rules_lookup, "module", lambda *_: unbound)
    good("new", "three_battles/hastings", "--out", tmp_path / "older")
    assert charter_of(tmp_path / "older" / "saxon").module.data is None
    good("status", "--dir", tmp_path / "older" / "referee")
    assert "bound by no digest" in good("charter", "--dir", tmp_path / "older" / "referee")
    with edited(tmp_path / "installed", *FASTER):
        good("status", "--dir", tmp_path / "older" / "referee")


def test_all_may_adopt_the_data_that_they_have(tmp_path):
    """All sign them; from then on the former data are those of another game."""
    good("new", "three_battles/hastings", "--out", tmp_path)
    host = Folder(tmp_path / "referee")
    with refuses(Code.NOTHING_TO_ADOPT):
        rulings.adopt(host, NOW)
    with edited(tmp_path / "installed", *FASTER):
        made = rulings.adopt(host, NOW)
        assert made.entry.body.data != charter_of(host.path).module.data
        for role in sorted(("saxon", "norman"), key=lambda role: role in made.last):
            made = countersignatures.countersign(Folder(tmp_path / role), made.file)
        referee.apply(host, made.signed_entry, now=NOW)
        good("status", "--dir", host.path)
        assert pbem("verify", host.path / "game.log")[0] == 3
    code, _, err = pbem("status", "--dir", host.path)
    assert (code, NAMED in err) == (1, True)


@pytest.mark.parametrize(
    "data",
    [{}, {"counters.yml": "ab" * 32}, {"../counters.yaml": "ab" * 32}, {"counters.yaml": "AB" * 32}, None],
)
def test_two_readers_without_rules_check_the_form_of_data_and_no_more(game, data):
    """None: as it was written; and both take it in."""
    log = (game / "referee" / "game.log").read_bytes()
    if data is None:
        assert independent.check(log) == "incomplete"
        return
    (record,) = Folder(game / "referee").log.read().records()
    body = json.loads(record.data)["body"]
    module = body["module"] | {"data": data}
    written = canonical_json.encode(json.loads(record.data) | {"body": body | {"module": module}})
    keys = [Folder(game / party["role"]).key() for party in body["parties"]]
    signed = SignedEntry(written, tuple(signature.sign(key, written) for key in keys))
    assert independent.check(log_bytes([signed])) == "broken: a field of charter"
    with refuses(Code.BAD_BODY, match="data"):
        Entry.decode(written)
