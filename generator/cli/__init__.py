"""The command `senlac`: each command reads its arguments, calls one function, says what it wrote.

`app` is what the commands share. A file of commands registers them when it is imported here, in the order in
which `senlac --help` lists them.
"""

from generator.cli import (
    app,
    definitions,
    designing,
    listing,
    making,
    manual,
    packing,
    printing,
    rulebook,
    studying,
    trying,
    vassal,
)
from generator.cli.app import main

for each in (*app.app.registered_commands, *vassal.vassal.registered_commands):
    each.epilog = each.epilog or "Manual: `senlac docs`; for designers `senlac docs designers`."

__all__ = [
    "definitions",
    "designing",
    "listing",
    "main",
    "making",
    "manual",
    "packing",
    "printing",
    "rulebook",
    "studying",
    "trying",
    "vassal",
]
