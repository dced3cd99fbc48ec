"""A game that ships under other rules, for a test of what the commands say of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest
from race import RaceRules, Roads

from generator.studies import plan
from generator.vassal.module.orders import kinds
from modules import cases, library
from modules.engine.position import PlacedCounter
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules

GAME, SCENARIO = "three_battles", "three_battles/hastings"


class SeenRace(RaceRules, ViewRules[Roads]):
    """The race, as it is seen: all know all, and nothing lies on the map."""

    def view(self, state: Roads, side: str) -> Roads:
        return state

    def map_of(self, state: Roads) -> str:
        return "hastings"

    def position(self, state: Roads) -> tuple[PlacedCounter, ...]:
        return ()

    def summary(self, state: Roads) -> tuple[tuple[str, str], ...]:
        return (("Turn", str(state.turn)), *((side, str(miles)) for side, miles in state.miles.items()))

    def facts(self, state: Roads) -> dict[str, int]:
        return dict(state.miles)


class MailedRace(SeenRace, MailRules[Roads]):
    """The race by mail, without advice."""


@contextmanager
def replaced(rules: type[PlayRules]) -> Iterator[None]:
    """All scenarios of GAME are played by these rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module(f"modules.{GAME}.rules"), "build", lambda *_: rules())
        _forget()
        yield
    _forget()


def _forget() -> None:
    library._rules.cache_clear()
    cases._rules.cache_clear()
    plan.rules_of.cache_clear()
    kinds._orders_of.cache_clear()
