"""Whatever is printed goes through one function for terminals: nobody prints on his own."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRINTERS = {"generator/cli/app.py", "pbem/cli/output.py"}
PRINTS = {"print", "typer.echo", "click.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"}


def test_only_the_printers_print() -> None:
    files = [path for room in ("generator", "modules", "pbem") for path in (ROOT / room).rglob("*.py")]
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in PRINTS
    }
    assert found == PRINTERS
