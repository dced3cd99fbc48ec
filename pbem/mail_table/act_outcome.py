"""What came of an act of a player: one text for a person, and the mails that it has laid into the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.table.story_json import Json


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """`told` in sentences, `mails` by their names in the outbox."""

    told: str
    mails: tuple[str, ...] = ()

    @classmethod
    def of_files(cls, told: str, files: Sequence[Path]) -> ActOutcome:
        """With the mails in these files."""
        return cls(told, tuple(file.stem for file in files))

    @property
    def json(self) -> Json:
        """As an answer for a page."""
        return {"told": self.told, "mails": list(self.mails)}
