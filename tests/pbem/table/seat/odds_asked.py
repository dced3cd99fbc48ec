"""A program that asks for chances until Ctrl-C."""

import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from pbem.solo import saved_game
from pbem.solo.session import Session
from pbem.table.seat import odds_process


def ask(task: odds_process.OddsTask, stopped: Event) -> None:
    while not stopped.is_set():
        with suppress(odds_process.OddsStopped):  # which Ctrl-C between two questions does not bring
            odds_process.find_odds(task, stopped)
    print("stopped", flush=True)


if __name__ == "__main__":
    stopped = Event()
    signal.signal(signal.SIGINT, lambda *_: stopped.set())
    saved = saved_game.new("three_battles/fulford", [], "viking", "policy", 0, 5)
    session = Session(saved, Path(sys.argv[1]))
    task = odds_process.SessionOdds(saved, session.folder, "viking", "deploy")
    asking = Thread(target=ask, args=(task, stopped))
    asking.start()
    print("asked", flush=True)
    while asking.is_alive():
        asking.join(0.1)
