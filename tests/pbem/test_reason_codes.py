"""The table of reason codes: each is raised somewhere, each is in the docs, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from pbem.reason_codes import Code

PBEM = Path(__file__).parents[2] / "pbem"


def test_every_code_is_raised_somewhere() -> None:
    used = {
        node.attr
        for file in PBEM.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Code"
    }
    assert used == {code.name for code in Code}


def test_the_docs_have_the_table() -> None:
    """Remade by: python -c "from pbem.reason_codes import table; print(table())"."""
    from pbem.reason_codes import table

    page = (PBEM / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    assert table() in page
    assert len(re.findall(r"^\| `[a-z0-9-]+` \|", table(), flags=re.MULTILINE)) == len(Code)


def test_a_code_is_written_as_its_name() -> None:
    assert [code for code in Code if code.value.replace("-", "_").upper() != code.name] == []
    assert all(code.meaning.endswith(".") for code in Code)
