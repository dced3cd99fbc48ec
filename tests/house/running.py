"""A process that runs commands one after another, each as `python -m` would, and tells what came of each.

How it is started decides what the system lacks and what the console can print. A line of JSON asks for a
command; a line answers with its exit code and all that it printed, in base64.
"""

from __future__ import annotations

import base64
import io
import json
import os
import runpy
import sys
import traceback

TOOLS = {"pbem": "pbem", "senlac": "generator.cli"}


def run(tool: str, arguments: list[str]) -> tuple[int, bytes]:
    """A command's exit code, and what it printed on both streams."""
    console = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = kept = [
        io.TextIOWrapper(io.BytesIO(), each.encoding, each.errors, write_through=True) for each in console
    ]
    sys.argv = [tool, *arguments]
    code: object = 0
    try:
        runpy.run_module(TOOLS[tool], run_name="__main__", alter_sys=True)
    except SystemExit as done:
        code = done.code or 0
        if not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        sys.stdout, sys.stderr = console
    return int(str(code)), b"".join(each.buffer.getvalue() for each in kept)


def main() -> None:
    """Until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    for line in sys.stdin:
        tool, *arguments = json.loads(line)
        code, told = run(tool, arguments)
        print(json.dumps([code, base64.b64encode(told).decode()]), file=answers, flush=True)


if __name__ == "__main__":
    main()
