"""The commands of `pbem`, run in this process; and the pages that show them."""

import contextlib
import io
import sys
from pathlib import Path

from generator.pages import pages_in
from pbem.cli import app

ROOT = Path(__file__).parents[2]
PAGES = {"start": ROOT / "pbem" / "README.md"}
PAGES |= {page.file.stem: page.file for page in pages_in(ROOT / "pbem" / "docs").values()}
"""The pages of the room."""


def pbem(*args):
    """Run a command in this process: exit code, standard output, standard error."""
    out, err, argv = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["pbem", *map(str, args)]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            app.main()
        code = 0
    except SystemExit as done:
        code = done.code or 0
    finally:
        sys.argv = argv
    return code, out.getvalue(), err.getvalue()


def good(*args):
    code, out, err = pbem(*args)
    assert (code, err) == (0, ""), (out, err)
    return out
