"""Studies on a cluster by Dask: workers that play by the same rules, that may be killed, or are not there."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.studies import cluster as clusters
from generator.studies import running
from generator.studies.plan import Arm, Plan, StudyFault
from generator.studies.rows import Rows

PLAN = Plan("hastings_pulsipher", "small", ("policy", "policy"), (Arm("as shipped"),), 160)


def test_a_worker_with_other_rules_plays_nothing() -> None:
    assert len(running.batch_there(PLAN.mark, PLAN, 0, 0, 1)) == 1
    with pytest.raises(StudyFault, match="install the same Senlac on all machines"):
        running.batch_there(replace(PLAN, first=1).mark, PLAN, 0, 0, 1)


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "PATIENCE", "0.1s")
    with pytest.raises(StudyFault, match="no Dask scheduler answers"):
        running.run(Rows(tmp_path, PLAN), clusters.cluster("tcp://127.0.0.1:9"))


@pytest.mark.long
def test_a_killed_worker_of_a_cluster_loses_and_doubles_no_game(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    undisturbed, rows = Rows(tmp_path / "one", PLAN), Rows(tmp_path / "other", PLAN)
    running.run(undisturbed, running.here(1))
    killed: list[int] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        client = distributed.Client(local)
        pids = list(client.run(os.getpid).values())

        def kill() -> None:
            while not list((tmp_path / "other").glob("rows/*.jsonl")):
                time.sleep(0.02)
            os.kill(pids[0], signal.SIGKILL)
            killed.append(len(list((tmp_path / "other").glob("rows/*.jsonl"))))

        threading.Thread(target=kill, daemon=True).start()
        running.run(rows, clusters.cluster(local.scheduler_address))
        client.close()
    assert killed and killed[0] < 8
    assert list(rows.all()) == list(undisturbed.all())
