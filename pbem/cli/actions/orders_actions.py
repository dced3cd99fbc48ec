"""What the commands do and print with which a player prepares what he sends. Each gives its exit code."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.cli.output import tell
from pbem.disk import atomic_files
from pbem.judge.standing_filing import Filings
from pbem.log.party.folder import Folder
from pbem.messages import order_templates, report_text
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.play.orders import order_closing
from pbem.rules import seat_views
from pbem.rules.table import Table


def standing(path: Path, lines: Path | None, now: int, as_json: bool) -> int:
    """Sign standing orders; without a file the taking back of those that are filed."""
    folder = Folder(path)
    made = player.file_standing(folder, lines)
    mail = game_letters.send_standing(folder, made, now) if made.papers else None
    if as_json:
        said = {"number": made.number, "lines": list(made.lines), "file": str(made.file)}
        tell({**said, "mail": None if mail is None else str(mail)})
        return 0
    tell(report_text.filed_text(made, mail))
    return 0


def show_own_standing(path: Path, as_json: bool) -> int:
    """One's own standing orders: what counts now, and what waits for the referee's receipt."""
    folder = Folder(path)
    table = Table.load(folder.log)
    side = player.side(folder, table)
    filings = Filings(folder, table)
    number, lines = filings.lines_in_force(side)
    newest = filings.newest_number(side)
    waiting = filings.lines(side, newest) if newest > number else ()
    if as_json:
        tell({"you": side, "number": number, "lines": lines, "newest": newest, "waiting": waiting})
        return 0
    tell(report_text.own_standing_text(side, (number, lines), (newest, waiting)))
    return 0


def list_standing(path: Path, as_json: bool) -> int:
    """What may be said, and what is filed."""
    folder = Folder(path)
    table = Table.load(folder.log)
    side = player.side(folder, table)
    filings = Filings(folder, table)
    filed = list(filings.lines(side, filings.newest_number(side)))
    if not as_json:
        tell(order_templates.standing(table, side, filed))
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
    said = {"you": side, "filed": filed, "kinds": kinds, "conditions": conditions}
    tell(said)
    return 0


def template(path: Path, out: Path | None, now: int, as_json: bool) -> int:
    """Print a file of orders to edit, or write it where there is none yet."""
    folder = Folder(path)
    table = order_closing.load(folder)
    seat_views.sit(table, folder)
    side = player.side(folder, table)
    text = order_templates.template(
        table, side, Filings(folder, table).lines_in_force(side)[1], now, order_closing.read_later(folder)
    )
    if out is None:
        tell({"file": None, "text": text} if as_json else text)
        return 0
    try:
        atomic_files.write_new(out, text.encode())
    except errors.FileExists as error:
        raise errors.FileExists(f"{out} exists and may hold your orders: choose another name") from error
    tell({"file": str(out), "text": text} if as_json else f"{out}\n")
    return 0
