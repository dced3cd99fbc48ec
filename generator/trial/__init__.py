"""A game tried by its designer: what is tried, whether its files have changed, and where it is played.

The table is `pbem`'s. This room knows it by an entry point alone, as studies know dice.
"""

from generator.trial.file_watch import FileWatch
from generator.trial.table_host import NoTable, find_host
from generator.trial.trial import Trial, TrialFault, TrialRefused

__all__ = ["FileWatch", "NoTable", "Trial", "TrialFault", "TrialRefused", "find_host"]
