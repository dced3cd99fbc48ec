"""What the commands do and print with which a player prepares what he sends. Each gives its exit code."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.cli.output import tell
from pbem.disk import whole
from pbem.log.folder import Folder
from pbem.play import own_lines, player
from pbem.rules import seats
from pbem.rules.table import Table
from pbem.tell import reports
from pbem.tell import template as templates


def standing(path: Path, lines: Path | None, as_json: bool) -> int:
    """Sign standing orders; without a file the taking back of those that are filed."""
    made = player.standing(Folder(path), lines)
    tell(player.described(made) if as_json else reports.move(made))
    return 0


def list_standing(path: Path, as_json: bool) -> int:
    """What may be said, and what is filed."""
    table = Table.load(Folder(path).log)
    side = player.side(Folder(path), table)
    if not as_json:
        tell(templates.standing(table, side))
        return 0
    vocabulary = table.replay.filed.vocabulary
    kinds = {
        kind.name: {
            "says": kind.says,
            "rule": kind.rule,
            "default": kind.default,
            "words": vocabulary.words_of(kind.name),
        }
        for kind in vocabulary.kinds.values()
    }
    conditions = {name: condition.says for name, condition in vocabulary.conditions.items()}
    filed = [str(line) for line in table.replay.filed.of(side)]
    said = {"you": side, "filed": filed, "kinds": kinds, "conditions": conditions}
    tell(said)
    return 0


def template(path: Path, out: Path | None, now: int) -> int:
    """Print a file of orders to edit, or write it where there is none yet."""
    folder = Folder(path)
    table = own_lines.load(folder)
    seats.sit(table, folder)
    text = templates.template(table, player.side(folder, table), now, own_lines.later(folder))
    if out is None:
        tell(text)
        return 0
    try:
        whole.write_new(out, text.encode())
    except errors.FileExists as error:
        raise errors.FileExists(f"{out} exists and may hold your orders: choose another name") from error
    tell(f"{out}\n")
    return 0
