"""The hall of a club whose folders lie in a database: as that on a disk, but a game is taken before
anything is done with it, for this worker alone, until the transaction ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from pbem.club import club_folder
from pbem.club.club_folder import ClubFolder
from pbem.club.database.connection import Connection
from pbem.club.database.game_folders import Folders
from pbem.club.database.restore_watch import RestoreWatch
from pbem.disk import atomic_files, machine_memory
from pbem.log.party.folder import Folder


@dataclass(frozen=True, slots=True)
class DatabaseClub(ClubFolder):
    """`path` holds the copies of this worker."""

    base: Connection
    folders: Folders
    watch: RestoreWatch
    forget: list[Callable[[str], None]]
    """Whoever keeps something of a game in memory, to be told when its copy is thrown away."""

    def game(self, name: str) -> Folder:
        """The referee's folder of a game, as it stands; raises `no-such-game` or DatabaseFault."""
        self.folders.take(name)
        return ClubFolder.game(self, name)

    def names(self) -> list[str]:
        """The names of all games, in the order in which they were begun."""
        found = self.base.execute("SELECT name FROM held WHERE name <> ''")
        return club_folder.sorted_names(name for (name,) in found)

    def add(self, scenario: str) -> str:
        """Let the draft be one more game; its name: the next number and the scenario."""
        self.folders.lock("")
        number = max((club_folder.number(name) for name in self.names()), default=0) + 1
        name = f"{number}-{scenario}"
        self.base.execute("INSERT INTO held (name) VALUES (?)", (name,))
        self.folders.take(name)
        place = self.folders.path(name)
        place.rmdir()
        atomic_files.DISK.rename(self.draft.path, place)
        return name

    def lock_shared(self) -> AbstractContextManager[None]:
        """No other worker changes what belongs to no game, from now until the transaction ends."""
        self.folders.lock("")
        return ClubFolder.lock_shared(self)

    @contextmanager
    def work(self) -> Iterator[None]:
        """What is done until the end of the block counts, with the folders as they are then; or where that
        raises, nothing. Raises DatabaseFault, `club-restored`, `club-key` or what is done."""
        stands = False
        try:
            with self.base.begin(), machine_memory.use_memory(self.watch):
                self.watch.check_database()
                self.folders.take("", alone=False)
                yield
                self.folders.keep()
                serial = self.watch.count_change()
            stands = True
            self.watch.remember(serial)
        finally:
            for name in self.folders.end(stands=stands):
                for each in self.forget:
                    each(name)
