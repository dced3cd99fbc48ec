"""A shipped game without its rules: all is done by hand there, with the game's own map and counters."""

from pathlib import Path

from modules import game_registry


def write_by_hand(path: Path, game: str) -> Path:
    """The folder of a game with the data of a shipped one."""
    folder = path / f"{game}_by_hand"
    for file in (game_registry.HERE / game).rglob("*.yaml"):
        if file.name not in ("behaviour.yaml", "evaluation.yaml", "ledger.yaml"):
            new = folder / file.relative_to(game_registry.HERE / game)
            new.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            new.write_text(text.replace(f"game: {game}", f"game: {folder.name}"), encoding="utf-8")
    return folder
