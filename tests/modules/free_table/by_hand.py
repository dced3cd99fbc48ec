"""Start games as they once were: by hand throughout, without rules.yaml and with a ledger that says so; and
with attacks of which the program carries out half."""

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


def start_half(folder: Path, title: str | None = None) -> None:
    """Write a start game whose attacks are half by program: the players name column and shifts."""
    start_game(folder, title, "modern")
    for name in ("rules.yaml", "ledger.yaml"):
        shutil.copy(_STARTED / "modern_half" / name, folder / name)
    shutil.rmtree(folder / "cases")
