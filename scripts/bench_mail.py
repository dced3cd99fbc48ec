"""How long each mail of the tests takes to read, and how much memory: one line a mail, the slowest last.

Each is made and read in a process of its own, forked from one that has everything imported.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from modules.amounts import counted

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "pbem")]

from mail_corpus import HOSTILE, REAL  # noqa: E402 - the mails of the tests lie outside of any package
from mail_recipes import READ, REFUSED  # noqa: E402

from pbem.mail.faults import MailRefused  # noqa: E402
from pbem.mail.read import read  # noqa: E402

MAILS: dict[str, Callable[[], bytes]] = {
    **{case.name: lambda case=case: case.mail for case in REAL + HOSTILE},
    **{name: recipe for name, (recipe, _) in REFUSED.items()},
    **READ,
}


def measured(recipe: Callable[[], bytes]) -> tuple[float, float]:
    """Seconds to read the mail, and the most memory that its process took, in MB."""
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        mail = recipe()
        begun = time.perf_counter()
        with contextlib.suppress(MailRefused):
            read(mail)
        taken = time.perf_counter() - begun
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        os.write(sender, f"{taken} {peak}".encode())
        os._exit(0)
    os.close(sender)
    with os.fdopen(receiver, encoding="ascii") as pipe:
        taken, peak = map(float, pipe.read().split())
    os.waitpid(child, 0)
    return taken, peak


def main() -> None:
    figures = sorted((*measured(recipe), name) for name, recipe in MAILS.items())
    for taken, peak, name in figures:
        print(f"{taken:.3f} s, {peak:.0f} MB  {name}")
    print(
        f"median {figures[len(figures) // 2][0] * 1000:.1f} ms of {counted(len(figures), 'mail')}; ", end=""
    )
    print(f"most {figures[-1][0]:.2f} s, {max(peak for _, peak, _ in figures):.0f} MB")


if __name__ == "__main__":
    main()
