"""`senlac try` on this side: the game of a designer on the table, read anew when a file of it is saved."""

from __future__ import annotations

from collections.abc import Sequence

from generator.trial import Trial, TrialRefused
from pbem import errors
from pbem.disk import atomic_files, file_locks
from pbem.solo.session_source import SourceFault
from pbem.solo.tried_game import TriedGame, TriedSource


def play_trial(trial: Trial) -> None:
    """A trial until Ctrl-C. Raises TrialRefused, OSError."""
    from pbem.table.seat.hosting import serve_session

    def find_faults() -> Sequence[SourceFault]:
        return [SourceFault(each.file, each.line, each.what) for each in trial.find_faults()]

    tried = TriedGame(trial.game, trial.scenario, trial.options, trial.seat, trial.folder)
    try:
        atomic_files.DISK.make_directory(trial.folder)
        with file_locks.hold(trial.folder, wait=False) as alone:
            if not alone:
                raise TrialRefused(f"another window tries {trial.game}: go on there")
            source = TriedSource(tried, trial.has_changed, find_faults, trial.tell, anew=trial.anew)
            serve_session(source, open_browser=trial.open_browser, tell=trial.tell, again=trial.again)
    except errors.PbemError as error:
        raise TrialRefused(str(error)) from error
