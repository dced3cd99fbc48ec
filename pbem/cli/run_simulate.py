"""What `pbem simulate` does and prints: a game by policy, in files or mails, or one of a study. Each gives
its exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from modules.amounts import counted
from pbem.begin.newgame import Plan
from pbem.cli.output import tell
from pbem.log.folder import LOG, Folder
from pbem.rules.table import Table
from pbem.simulate import by_files, by_mail, by_row, rows
from pbem.tell import reports


def files(plan: Plan, out: Path, as_json: bool) -> int:
    """A whole game by policy, by move files."""
    return _by_files(by_files.play_game(plan, out, _turns(as_json)), as_json)


def row(text: str, out: Path, as_json: bool) -> int:
    """A game of a study once more, by move files. Raises `bad-row`."""
    return _by_files(by_row.play_game(rows.row_at(*rows.named(text)), out, _turns(as_json)), as_json)


def mails(plan: Plan, out: Path, as_json: bool) -> int:
    """A whole game by policy, by mails from Maildir to Maildir, from the invitation on."""
    done = by_mail.play_game(plan, out, _turns(as_json))
    return _told(done.table, done.folders, counted(done.mails, "mail"), {"mails": done.mails}, as_json)


def _by_files(done: by_files.Played, as_json: bool) -> int:
    return _told(done.table, done.folders, counted(done.lines, "order line"), {"lines": done.lines}, as_json)


def _turns(as_json: bool) -> Callable[[Table], None]:
    """Tells each turn as it begins."""
    turns: list[str] = []

    def told(table: Table) -> None:
        facts = dict(table.replay.rules.summary(table.replay.play.state))
        battle = f"{facts['Battle']}, " if "Battle" in facts else ""
        turn = f"{battle}turn {facts.get('Turn', '')}"
        if not as_json and turn not in turns[-1:]:
            turns.append(turn)
            tell(f"{turn}, entry {table.seq}\n")

    return told


def _told(
    table: Table, folders: Mapping[str, Folder], much: str, facts: Mapping[str, Any], as_json: bool
) -> int:
    logs = {role: str(folder.path / LOG) for role, folder in folders.items()}
    if as_json:
        place = {"game": table.walk.game, "seq": table.seq, "head": table.walk.head}
        tell({**place, **facts, "outcome": table.replay.outcome(), "logs": logs})
        return 0
    tell(reports.status(table))
    tell(f"{much}, {counted(table.seq + 1, 'entry')}: {next(iter(logs.values()))}\n")
    return 0
