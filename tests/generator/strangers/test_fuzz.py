"""A sample of what `scripts/fuzz` tries whole, and what it has found."""

from __future__ import annotations

import pytest
from leaf_fuzz import Bench, sample

from generator.checking.run_checks import looked_for
from modules.written.folder import read

SEED, COUNT = 49, 60


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("fuzz"))


def test_the_games_have_no_fault_before(bench: Bench) -> None:
    for game in bench.folders.values():
        assert not [fault for fault in looked_for(read(game)) if not fault.warning]


def test_a_sample_is_met_without_a_traceback_and_drawn_where_check_has_nothing(bench: Bench) -> None:
    wrong = [
        f"{case}\n{told}"
        for case in sample(list(bench.cases()), COUNT, SEED)
        if (told := bench.fault_of(case))
    ]
    assert not wrong, "\n".join(wrong)
