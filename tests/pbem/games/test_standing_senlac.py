"""Hastings: 1066 by mail, to its end: sealed strategies, and no more than four mails a battle turn."""

from collections import Counter

import pytest
from test_standing_hastings import Players

from modules.engine.requests import Tell
from pbem.entry.entries import Entry
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.standing_answers import StandingAnswer

CHECKS_ON_THE_WAY = ("5.3.5", "5.3.6")


class Told(Players):
    """Counts the mails that the players send, by period and battle turn."""

    def play_on(self, turns):
        """Exchange moves until so many battle turns are over, or the game."""
        self.sent, self.halted, seen = Counter(), Counter(), set()
        while not self.table.verifier.ended and len(seen) <= turns:
            state = self.table.replay.play.state
            now = (state.clock["period"], state.turn, state.phase in ("setup", "reform"))
            seen |= {now} if not now[2] else set()
            before = len(self.table.replay.accounts)
            new = self.exchange()
            entries = [Entry.decode(signed.data) for signed in new]
            mine = [e for e in entries if e.author in self.table.verifier.parties.sides]
            self.sent[now] += sum(e.type in ("order", "decision", "seal") for e in mine)
            told = [item for account in self.table.replay.accounts[before:] for item in account.story]
            self.halted[now] += sum(isinstance(i, Tell) and i.rule in CHECKS_ON_THE_WAY for i in told)
            for log in self.logs.values():
                log.append(*new)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    played = Told(tmp_path_factory.mktemp("senlac"), "hastings_berg", "hastings", ["any: default"], seed=3)
    played.play_on(99)
    return played


@pytest.mark.long
def test_to_the_end_of_both_periods_at_four_mails_a_turn(game):
    """Two sealed strategies and one move a side; all else follows from standing orders."""
    assert game.table.verifier.ended
    turns = {now: mails for now, mails in game.sent.items() if not now[2]}
    whole = len(turns) >= 16 and {period for period, _, _ in turns} == {1, 2}
    assert whole or game.table.replay.outcome()["winner"] == "norman"  # who wins before the second dusk
    for now, mails in turns.items():  # a knight whom a die stops may be in the way of a line that follows
        assert mails <= 4 or (game.halted[now] and mails == 5), (now, mails)
    assert Counter(turns.values())[4] >= len(turns) - 2


@pytest.mark.long
def test_what_stood_for_the_players(game):
    accounts = game.table.replay.accounts
    stood = [item for account in accounts for item in account.story if isinstance(item, StandingAnswer)]
    assert {item.side for item in stood} == {"norman", "saxon"}
    assert {"attack", "fire", "retreat"} <= {item.order.split()[0] for item in stood}
    assert verify(game.logs["norman"].read().records(), GameReplay()).status is Status.HOLDS
