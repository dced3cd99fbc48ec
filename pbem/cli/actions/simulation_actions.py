"""What `pbem simulate` does and prints: a game by policy, in files or mails, or one of a study. Each gives
its exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from modules.amounts import count_noun
from pbem.cli.output import tell
from pbem.log.party.folder import LOG, Folder
from pbem.messages import report_text
from pbem.rules.table import Table
from pbem.setup.new_game import Plan
from pbem.simulation import file_games, mail_games, row_replay, study_rows
from pbem.solo import known_rules


def files(plan: Plan, out: Path, as_json: bool) -> int:
    """A whole game by policy, by move files."""
    _tell_limits(plan, as_json)
    return _by_files(file_games.play_game(plan, out, _turns(as_json)), as_json)


def row(text: str, out: Path, as_json: bool) -> int:
    """A game of a study once more, by move files. Raises `bad-row`."""
    return _by_files(
        row_replay.play_game(study_rows.read_row(*study_rows.parse_row_name(text)), out, _turns(as_json)),
        as_json,
    )


def mails(plan: Plan, out: Path, as_json: bool) -> int:
    """A whole game by policy, by mails from Maildir to Maildir, from the invitation on."""
    _tell_limits(plan, as_json)
    done = mail_games.play_game(plan, out, _turns(as_json))
    return _report_game(
        done.table, done.folders, count_noun(done.mails, "mail"), {"mails": done.mails}, as_json
    )


def _tell_limits(plan: Plan, as_json: bool) -> None:
    """Before the game begins, what its players cannot do."""
    limits = "" if as_json else known_rules.tell_limits(plan.game, plan.scenario)
    if limits:
        tell(f"{limits.capitalize()}.\n")


def _by_files(done: file_games.FileGame, as_json: bool) -> int:
    return _report_game(
        done.table, done.folders, count_noun(done.lines, "order line"), {"lines": done.lines}, as_json
    )


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


def _report_game(
    table: Table, folders: Mapping[str, Folder], much: str, facts: Mapping[str, Any], as_json: bool
) -> int:
    logs = {role: str(folder.path / LOG) for role, folder in folders.items()}
    if as_json:
        place = {"game": table.verifier.game, "seq": table.seq, "head": table.verifier.head}
        tell({**place, **facts, "outcome": table.replay.outcome(), "logs": logs})
        return 0
    tell(report_text.status_text(table))
    tell(f"{much}, {count_noun(table.seq + 1, 'entry')}: {next(iter(logs.values()))}\n")
    return 0
