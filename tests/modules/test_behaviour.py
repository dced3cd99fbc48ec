"""The behaviour that charters bind: what counts as a change of it, and what does not."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import behaviours
import pytest

from modules import game_registry, library
from modules.definition import Definition
from modules.engine.errors import Illegal
from modules.library import Behaviour
from modules.three_battles.rules import BattleRules, build


@pytest.mark.whole
@pytest.mark.parametrize("game", library.refereed_games())
def test_the_rules_do_what_their_number_says(game: str) -> None:
    """Where this fails the rules do something else: `python tests/modules/behaviours.py` says what."""
    now = behaviours.of_game(game)
    assert behaviours.changed(behaviours.kept()[game], now) == [], "the game's number must go up"
    assert library.behaviour(game).fingerprint == behaviours.fingerprint(now), "remake behaviour.yaml"


def test_a_case_more_is_no_change_and_one_that_ends_otherwise_is() -> None:
    before = {"games": {"hastings": "aa"}, "cases": {"fire: long range": "bb"}}
    more = {"games": {"hastings": "aa"}, "cases": {"fire: long range": "bb", "fire: short range": "cc"}}
    assert behaviours.changed(before, more) == []
    assert behaviours.fingerprint(before) != behaviours.fingerprint(more)
    assert behaviours.changed(more, before) == ["cases: fire: short range"]
    other = {"games": {"hastings": "ab"}, "cases": more["cases"]}
    assert behaviours.changed(before, other) == ["games: hastings"]


def test_words_policy_and_pictures_change_nothing_and_a_rule_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def digest(definition: Definition) -> str:
        rules = build(definition, "fulford", frozenset())
        return behaviours.of_play(rules, behaviours.Draw("fulford"))

    shipped = library.definition("three_battles")
    before = digest(shipped)
    monkeypatch.setattr(Illegal, "__str__", lambda _: "no")
    monkeypatch.setattr(BattleRules, "advise", lambda *_: None)
    monkeypatch.setattr(BattleRules, "summary", lambda *_: ())
    assert digest(shipped) == before
    clear = shipped.terrain_file.terrain["clear"]
    dearer = {**shipped.terrain_file.terrain, "clear": clear.model_copy(update={"mp": Fraction(2)})}
    terrain = shipped.terrain_file.model_copy(update={"terrain": dearer})
    assert digest(dataclasses.replace(shipped, terrain_file=terrain)) != before


def test_who_shipped_fewer_cases_refereed_alike() -> None:
    now = Behaviour(3, "ab" * 32, ("cd" * 32,))
    assert now.is_that_of(3, "ab" * 32)
    assert now.is_that_of(3, "cd" * 32)
    assert not now.is_that_of(3, "ef" * 32)
    assert not now.is_that_of(2, "ab" * 32)


def test_the_file_says_what_it_was_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Behaviour(3, "ab" * 32, ("cd" * 32,))
    (tmp_path / "ours").mkdir()
    monkeypatch.setattr(game_registry, "HERE", tmp_path)
    file = tmp_path / "ours" / library.BEHAVIOUR
    file.write_text(library.behaviour_text(said), encoding="utf-8")
    read = library.behaviour.__wrapped__
    assert read("ours") == said
    file.write_text("number: many\n", encoding="utf-8")
    with pytest.raises(library.NoRules, match=r"behaviour\.yaml"):
        read("ours")
