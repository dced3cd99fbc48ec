"""How long each mail of the tests takes to read, and how much memory: one line a mail, the slowest last. Then
the figure: what, a TAB, how much.

Each is made and read in a process of its own, forked from one that has everything imported.
"""

from __future__ import annotations

import contextlib
import os
import resource
import time
from collections.abc import Callable
from itertools import islice

from bench_sizes import asked
from mail_corpus import HOSTILE, REAL
from mail_recipes import READ, REFUSED

from modules.amounts import count_noun
from pbem.mail.faults import MailRefused
from pbem.mail.reader import read

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
    mails = islice(MAILS.items(), None if asked().whole else 5)
    figures = sorted((*measured(recipe), name) for name, recipe in mails)
    for taken, peak, name in figures:
        print(f"{taken:.3f} s, {peak:.0f} MB  {name}")
    median = f"median {figures[len(figures) // 2][0] * 1000:.1f} ms of {count_noun(len(figures), 'mail')}"
    most = f"most {figures[-1][0]:.2f} s, {max(peak for _, peak, _ in figures):.0f} MB"
    print(f"a mail read\t{median}; {most}")


if __name__ == "__main__":
    main()
