"""The demonstration: the commands that a user would type, run one after the other, with what they made.

What does not depend on one another runs side by side.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

BIN = Path(sys.executable).parent
BUILD = Path("build")
GAME = "three_battles"
say = Console(highlight=False, soft_wrap=True)


class Failed(Exception):
    """A command of the demonstration that did not end as it should."""


def shown(command: list[str]) -> str:
    return " ".join(command)


def call(command: list[str], code: int = 0) -> tuple[str, float]:
    """Runs a command of ours; gives what it printed and the seconds that it took."""
    begun = time.perf_counter()
    done = subprocess.run([BIN / command[0], *command[1:]], capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise Failed(f"{shown(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr, time.perf_counter() - begun


def side_by_side(title: str, commands: list[list[str]]) -> None:
    """Runs commands at once under one progress bar, and tells each as it ends."""
    say.print(f"\n[bold]{title}[/bold]")
    bar = Progress(
        TextColumn("  {task.description}"), BarColumn(), TimeElapsedColumn(), console=say, transient=True
    )
    with bar, ThreadPoolExecutor(max_workers=2) as pool:
        works: dict[Future[tuple[str, float]], int] = {}
        for command in commands:
            task = bar.add_task(shown(command), total=None)
            works[pool.submit(call, command)] = task
        for work, command in zip(works, commands, strict=True):
            _, seconds = work.result()
            bar.remove_task(works[work])
            say.print(f"  $ {shown(command)}   [dim]{seconds:.1f} s[/dim]")


@dataclass(frozen=True)
class Step:
    """One command with the sentence above it, the exit code that it must have, and how much of it to show."""

    title: str
    command: list[str]
    code: int = 0
    lines: int = 12


def steps(*wanted: Step) -> None:
    """Runs steps at once and tells them in their order."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        works = [pool.submit(call, each.command, each.code) for each in wanted]
        for each, work in zip(wanted, works, strict=True):
            printed, seconds = work.result()
            say.print(f"\n[bold]{each.title}[/bold]")
            say.print(f"  $ {shown(each.command)}   [dim]{seconds:.1f} s[/dim]")
            for line in printed.strip().splitlines()[-each.lines :]:
                say.print(f"    {line}", markup=False)


def tamper(log: Path, copy: Path) -> int:
    """Copies a log and changes one byte in the middle of it; gives the place of the byte."""
    data = bytearray(log.read_bytes())
    place = len(data) // 2
    while not chr(data[place]).isalnum():
        place += 1
    data[place] = ord("A") if data[place] != ord("A") else ord("B")
    copy.write_bytes(data)
    return place


def main() -> None:
    begun = time.perf_counter()
    game = BUILD / "hastings"
    shutil.rmtree(game, ignore_errors=True)
    BUILD.mkdir(exist_ok=True)
    side_by_side(
        "Pictures, VASSAL module, print-and-play kit, and a whole game of Hastings by mail",
        [
            ["senlac", "build", GAME, "--out", str(BUILD / GAME)],
            ["senlac", "module", GAME, "--out", str(BUILD / f"{GAME}.vmod")],
            ["senlac", "kit", GAME, "--paper", "a4", "--out", str(BUILD / f"{GAME}-a4.pdf")],
            ["pbem", "simulate", f"{GAME}/hastings", "--by-mail", "--seed", "1066", "--out", str(game)],
        ],
    )
    log = game / "referee" / "game.log"
    copy = game / "tampered.log"
    place = tamper(log, copy)
    position = ["--dir", str(game / "referee"), "--crop", "--out", str(BUILD / "hastings.png")]
    steps(
        Step("Every signature, every die and every move checked again", ["pbem", "verify", str(log)]),
        Step("The dice alone, without the rules", ["pbem", "dice", "verify", str(log)]),
        Step(
            f"A copy with one byte changed (byte {place}) is refused", ["pbem", "verify", str(copy)], code=1
        ),
        Step("The last position", ["pbem", "show", *position]),
    )
    say.print(f"\nDone in {time.perf_counter() - begun:.1f} s. To look at:")
    for path, what in (
        (BUILD / GAME, "counters, map and charts, as SVG and PNG"),
        (BUILD / f"{GAME}.vmod", "open it in VASSAL 3.7"),
        (BUILD / f"{GAME}-a4.pdf", "print it at 100 %"),
        (game, "the game: logs, keys, answers"),
        (game / "norman" / "Maildir", "the mails that the Norman read, from the invitation to the end"),
        (BUILD / "hastings.png", "its last position"),
    ):
        say.print(f"  {path}  [dim]{what}[/dim]")


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        say.print(f"[bold red]This should not have happened:[/bold red]\n{failed}")
        sys.exit(1)
