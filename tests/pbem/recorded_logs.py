"""Logs that VASSAL itself recorded, and games begun anew in which they are handed in.

A log names the game in which it was made. Here a game like it is begun anew, and the log is given its name.
"""

import json
import re
from pathlib import Path

from commands import good, pbem

from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import Metadata, read_save, save_bytes
from generator.vassal.positions.save_game import plan_of
from pbem.log.party.folder import Folder
from pbem.rules.table import Table
from pbem.vassal.file_origin import Origin

DATA = Path(__file__).parent / "vassal" / "data"
RECORD = re.compile(r"senlac-record/1 [0-9a-f]{64} [0-9]+ [0-9a-f]{64}")


def handed_in(path, side, *file):
    """Orders signed, or without a file dice opened; taken in by the referee, his answer taken in by all; the
    lines, later ones too."""
    code, out, err = pbem("move", *file, "--dir", path / side, "--yes", "--json")
    assert code == 0, err
    made = json.loads(out)
    signed, answers = max((path / side / "moves").glob("*.pbem")), path / "referee" / "answers"
    old = set(answers.glob("*.pbem"))
    good("apply", signed, "--dir", path / "referee")
    for answer in sorted(set(answers.glob("*.pbem")) - old):
        for each in {"saxon", "norman", "viking", "english"} & {folder.name for folder in path.iterdir()}:
            pbem("apply", answer, "--dir", path / each)
    return [*made["lines"], *made["later"]]


def table_of(path, role="referee"):
    return Table.load(Folder(path / role).log)


def log_for(path, name, to):
    """The recorded log, as if it had been made in this game."""
    table, plan = table_of(path), plan_of(DATA / f"{name}.vlog")[1]
    text = read_save(open_archive(DATA / f"{name}.vlog")).text
    stamped, count = RECORD.subn(str(Origin.after_entry(table.verifier, table.seq)), text)
    assert count >= 1
    data = plan.metadata
    to.write_bytes(save_bytes(stamped, Metadata(data.version, "", data.saved), data))
    return to
