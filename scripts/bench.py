"""The project's figures as a table: what, how much, what it was measured against.

Whole commands run in cold processes; parts run in this one, the median of several runs.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench_sizes import with_counters, with_hexes

from generator import console
from generator.vassal.format.archive import read_archive
from generator.vassal.format.commands import BEGIN_SAVE, END_SAVE, AddPiece, Command, stack, write_commands
from generator.vassal.format.container import Metadata, read_save, save_bytes
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import plan_module
from generator.vassal.positions.read_position import read_position
from modules import library
from modules.amounts import counted
from modules.engine.play import Play, run
from modules.engine.requests import Choose, Request, Roll, Shuffle
from pbem.log.verify import verify_file
from pbem.rules.replay import GameReplay

GAME, SCENARIO = "three_battles", "hastings"
SCENARIOS = ("fulford", "stamford_bridge", "hastings", "campaign")
GAMES = 5
"""Games played for each median."""
PIECES = 700
"""Pieces of the save whose reading is promised in a time."""
GROWTH = 12
"""Ten times the work may take so many times as long."""
LOG = 5_000
"""Entries of the log whose verification is promised in a time; no single game is so long."""
BIN = Path(sys.executable).parent


class Chance:
    """Random numbers from a seed, for samples."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def shuffled(self, size: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(size), size))


def source(rules: Any, chance: Chance, policy: bool) -> Callable[[Request, Any], Any]:
    def answer(request: Request, state: Any) -> Any:
        if isinstance(request, Choose):
            return rules.advise(request, state, chance) if policy else request.options.sample(chance)
        if isinstance(request, Shuffle):
            return chance.shuffled(request.size)
        assert isinstance(request, Roll)
        return tuple(1 + chance.below(die.sides) for die in request.dice)

    return answer


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Median time of some runs, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def once(*command: str, cache: Path | None = None) -> tuple[float, float]:
    """Wall time of a command in a process of its own, and the most memory that it took, in MB; `cache`: where
    it keeps what it has drawn."""
    environment = os.environ if cache is None else {**os.environ, "XDG_CACHE_HOME": str(cache)}
    begun = time.perf_counter()
    process = subprocess.Popen(
        [BIN / command[0], *command[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return time.perf_counter() - begun, usage.ru_maxrss / 1024


def cold(command: Callable[[int], Sequence[str]], runs: int = 3, caches: Path | None = None) -> str:
    """Median wall time and memory of a command, which is asked for anew by the number of each run, so that
    it finds nothing that is made already, with `caches` nothing drawn either; after one run that is not
    counted."""
    own = [None if caches is None else caches / str(run) for run in range(runs + 1)]
    found = [once(*command(run), cache=own[run]) for run in range(runs + 1)][1:]
    wall, peak = (statistics.median(values) for values in zip(*found, strict=True))
    return f"{wall:.2f} s, {peak:.0f} MB"


def effort(*command: str, runs: int = 7) -> float:
    """The least time of the processor, in seconds, that a command takes in a process of its own."""
    found = []
    for _ in range(runs):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{' '.join(command)} failed")
        found.append(usage.ru_utime + usage.ru_stime)
    return min(found)


def begins(out: Path) -> Iterator[tuple[str, str]]:
    """What a command costs beside the libraries that it cannot do without: how many times their import, and
    how many modules it imports."""
    game = out / "begun"
    once("pbem", "new", f"{GAME}/{SCENARIO}", "--out", str(game))
    least = effort(sys.executable, "-c", "import typer, yaml, pydantic.main, pydantic.types")
    for words in (("senlac", "check", GAME), ("pbem", "status", "--dir", str(game / "saxon"))):
        times = (
            effort(str(BIN / words[0]), *words[1:]) / least
        )  # the first of them has drawn what there is to draw
        command = (sys.executable, "-X", "importtime", str(BIN / words[0]), *words[1:])
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        count = sum(line.startswith("import time:") for line in done.stderr.splitlines()) - 1
        yield f"{words[0]} {words[1]}, beside its libraries", f"{times:.1f} times, {counted(count, 'module')}"


def engine() -> Iterator[tuple[str, str]]:
    for scenario in SCENARIOS:
        for name, policy in (("random", False), ("policy", True)):
            yield f"a whole {name} game, {scenario}", whole_games(library.rules(GAME, scenario), policy)
    rules = library.rules(GAME, SCENARIO)
    yield "legality of one order, median", f"{legality(rules):.3f} ms"
    state = Play(rules).state
    yield (
        f"copy of a state of {counted(len(state.units), 'unit')}",
        f"{1 / (seconds(lambda: copies(state)) / 10_000):,.0f}/s",
    )
    yield (
        "definition read and checked",
        f"{seconds(lambda: library.definition.__wrapped__(GAME)) * 1000:.0f} ms",
    )


def playing() -> Iterator[tuple[str, str]]:
    """Decisions of players and of a record, each beside a yardstick (`scripts/bench_play.py` tells how)."""
    yield from _told_by("bench_play.py")


def _told_by(script: str) -> Iterator[tuple[str, str]]:
    """The figures of another script: one a line, what, a TAB, how much."""
    command = [sys.executable, Path(__file__).with_name(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        name, _, figure = line.partition("\t")
        yield name, figure


def whole_games(rules: Any, policy: bool) -> str:
    times, answers = [], []
    for seed in range(GAMES):
        begun = time.perf_counter()
        play = Play(rules)
        run(play, source(rules, Chance(seed), policy))
        times.append(time.perf_counter() - begun)
        answers.append(play.count)
    return f"{statistics.median(times):.2f} s ({sum(answers) / sum(times):,.0f} answers/s)"


def copies(state: Any) -> None:
    for _ in range(10_000):
        state.copy()


def legality(rules: Any) -> float:
    """Median time in ms to check the orders of a policy game, each at its moment."""
    times = []
    play, chance = Play(rules), Chance(1)
    answer = source(rules, chance, policy=True)
    while play.request is not None:
        value = answer(play.request, play.state)
        if isinstance(play.request, Choose):
            begun = time.perf_counter()
            play.request.options.check(value)
            times.append(time.perf_counter() - begun)
        play.answer(value)
    return statistics.median(times) * 1000


def commands(out: Path) -> Iterator[tuple[str, str]]:
    for name in ("senlac", "pbem"):
        wall = seconds(lambda name=name: once(name, "--help"), 7)  # type: ignore[misc]
        yield f"{name} --help", f"{wall * 1000:.0f} ms"
    yield (
        "a game by move files, cold",
        cold(
            lambda n: (
                "pbem",
                "simulate",
                f"{GAME}/{SCENARIO}",
                "--seed",
                "1",
                "--out",
                str(out / f"game{n}"),
            )
        ),
    )
    yield (
        "module of three maps, cold",
        cold(
            lambda n: ("senlac", "module", GAME, "--out", str(out / f"module{n}" / "game.vmod")),
            caches=out / "caches",
        ),
    )
    yield (
        "module of three maps, its pictures drawn before",
        cold(lambda n: ("senlac", "module", GAME, "--out", str(out / "modules" / f"{n}.vmod"))),
    )
    yield "kit of three maps, cold", cold(lambda n: ("senlac", "kit", GAME, "--out", str(out / f"{n}.pdf")))


def drawing(out: Path) -> Iterator[tuple[str, str]]:
    """Pictures of a game of one map, in folders of their own or, after a change, in the same."""
    game, again = one_map(out / "one_map"), out / "again"
    yield (
        "counters, Hastings at 150 dpi, charts, cold",
        cold(lambda n: ("senlac", "build", str(game), "--out", str(out / f"pictures{n}"))),
    )
    once("senlac", "build", str(game), "--out", str(again))
    yield "nothing changed", cold(lambda _: ("senlac", "build", str(game), "--out", str(again)))

    def changed(run: int) -> Sequence[str]:
        file = game / "counters.yaml"
        text = file.read_text(encoding="utf-8")
        found = re.sub(r"(S-guard: .*?movement: )\d+", rf"\g<1>{run + 4}", text)
        file.write_text(found, encoding="utf-8")
        return ("senlac", "build", str(game), "--out", str(again))

    yield "one counter's value changed", cold(changed)
    words = ("--only", "maps", "--dpi", "300")
    yield (
        "Hastings, 97 x 63 cm, at 300 dpi",
        cold(lambda n: ("senlac", "build", str(game), *words, "--out", str(out / f"map{n}"))),
    )


def growth(out: Path) -> Iterator[tuple[str, str]]:
    """What ten times the counters, and ten times the hexes, cost beside the first: at most `GROWTH` times.

    The renderer refuses a drawing of a million elements, so that maps are built of a tenth of the hexes.
    """
    counters = {counted(n, "counter"): with_counters(out / f"counters{n}", n) for n in (500, 5000)}
    hexes = {f"{n * n:,} hexes": with_hexes(out / f"hexes{n}", n) for n in (30, 95, 300)}
    few, more, many = hexes.items()
    yield _grown("check", counters, out)
    yield _grown("module", counters, out)
    yield _grown("check", dict((more, many)), out)
    yield _grown("build", dict((few, more)), out, "--only", "maps", "--dpi", "60")


def _grown(command: str, games: Mapping[str, Path], out: Path, *words: str) -> tuple[str, str]:
    """A command on two games, each without anything drawn before."""
    ending = {"check": None, "module": ".vmod", "build": ""}[command]
    walls = []
    for game in games.values():
        to = () if ending is None else ("--out", str(out / f"{command} of {game.name}{ending}"))
        walls.append(once("senlac", command, str(game), *words, *to, cache=out / f"cache of {game.name}")[0])
    few, many = walls
    verdict = "" if many / few <= GROWTH else f", more than {GROWTH}"
    return (
        f"{command} of {' and '.join(games)}",
        f"{few:.1f} s, {many:.1f} s: {many / few:.1f} times{verdict}",
    )


def one_map(folder: Path) -> Path:
    """A copy of the game with Hastings alone."""
    others = ("fulford*", "stamford_bridge*", "campaigns", "*.py", "__pycache__")
    shutil.copytree(library.folder(GAME), folder, ignore=shutil.ignore_patterns(*others))
    return folder


def main() -> None:
    console.spare()  # as the commands do
    rows: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(where / "cache")
        parts = (
            engine(),
            playing(),
            saves(),
            drawing(where),
            growth(where),
            begins(where),
            commands(where),
            logs(where),
            mails(),
            _told_by("bench_look.py"),
        )
        for part in parts:
            for row in part:
                rows.append(row)
                print(f"{row[0]:<48} {row[1]}", flush=True)


def saves() -> Iterator[tuple[str, str]]:
    """A save of VASSAL of so many pieces, four in a stack, as a position; of each counter there are several,
    of which the reader places one and names the others."""
    plan = plan_module(library.definition(GAME))
    assert isinstance(plan, HexModule)
    here = plan.maps[SCENARIO]
    hexes, counters = sorted(here.sheet.frame.grid.ids), sorted(plan.roster.counters)
    written: list[Command] = [BEGIN_SAVE]
    for number in range(0, PIECES, 4):
        place, ids = here.at(hexes[number // 4]), [str(number + each) for each in range(4)]
        for each in ids:
            piece = plan.roster.counter(counters[int(each) % len(counters)])
            written.append(AddPiece.of(each, piece.at(here.title, *place)))
        written.append(stack(f"s{number}", here.title, *place, ids))
    save = save_bytes(write_commands([*written, END_SAVE]), Metadata("1", "", 0), plan.metadata)

    def read() -> None:
        found = read_position(plan, read_save(read_archive(save, "x")).text)
        assert len(found.placed) + len(found.unplaced) == PIECES

    yield f"a save of {PIECES} pieces read as a position", f"{seconds(read) * 1000:.0f} ms"


def logs(out: Path) -> Iterator[tuple[str, str]]:
    """The log of the game that `commands` played: as commands in cold processes, and entry by entry."""
    game = out / "game0"
    for label, command in (
        ("log verified with full replay, cold process", ("pbem", "verify", str(game))),
        ("dice of a log verified alone, cold process", ("pbem", "dice", "verify", str(game / "referee"))),
    ):
        yield label, cold(lambda _, command=command: command)  # type: ignore[misc]
    file = game / "referee" / "game.log"
    count = verify_file(file).count
    for label, check in (
        ("entries verified with full replay", lambda: verify_file(file, GameReplay())),
        ("entries verified without rules", lambda: verify_file(file)),
    ):
        rate = count / seconds(check, 3)
        yield label, f"{rate:,.0f}/s ({counted(count, 'entry')}; {LOG:,} at this rate: {LOG / rate:.1f} s)"


def mails() -> Iterator[tuple[str, str]]:
    """Mails read, the tests' own (`scripts/bench_mail.py` tells each), and what a referee's mail costs."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("bench_mail.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    yield "a mail read", done.stdout.splitlines()[-1]
    yield from _told_by("bench_orders.py")
    yield from _told_by("bench_robot.py")
    yield from _told_by("bench_verdicts.py")


if __name__ == "__main__":
    main()
