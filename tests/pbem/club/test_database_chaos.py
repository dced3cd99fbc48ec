"""Faults of all kinds at once, in a few games; `scripts/soak --club N` plays many."""

import chaos
import pytest


@pytest.mark.whole
def test_twenty_games_among_faults_lose_and_double_nothing(server, tmp_path):
    found = chaos.run(server, tmp_path, games=20, rounds=2)
    assert (found.mails, found.restarts) == (40, 1)
    assert found.killed > 0
