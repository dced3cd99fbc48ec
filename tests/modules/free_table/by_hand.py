"""A start game that is played by hand throughout: without rules.yaml, and with a ledger that says so."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.new_game.start import start_game

_STARTED = Path(__file__).with_name("started")


def start_by_hand(
    folder: Path, title: str | None = None, style: str = "tapestry", ground: str = "hexes"
) -> None:
    """Write it into a new folder."""
    start_game(folder, title, style, ground)
    (folder / "rules.yaml").unlink(missing_ok=True)
    shutil.copy(_STARTED / f"{style}_{ground}" / "ledger.yaml", folder / "ledger.yaml")
