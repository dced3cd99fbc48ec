"""The command `senlac`: each command reads its arguments, calls one function, says what it wrote.

`app` is what the commands share. A file of commands registers them when it is imported here, in the order in
which `senlac --help` lists them.
"""

from generator.cli import definitions, designing, making, printing, rulebook, vassal
from generator.cli.app import main

__all__ = ["definitions", "designing", "main", "making", "printing", "rulebook", "vassal"]
