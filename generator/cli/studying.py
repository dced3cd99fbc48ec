"""The command that plays many games and tells what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.app import AsJson, app, progress_bar, say
from modules.amounts import count_noun

if TYPE_CHECKING:
    from generator.studies.plan import Plan
    from generator.studies.rows import Rows


Scenario = Annotated[str, typer.Argument(metavar="GAME/SCENARIO", help="Such as three_battles/hastings.")]
Folder = Annotated[
    Path, typer.Option("--out", metavar="DIR", file_okay=False, help="The folder of the study.")
]
Games = Annotated[int, typer.Option("--games", min=1, max=10_000_000, help="Games of each arm.")]
Players = Annotated[
    str, typer.Option("--players", help="For each seat policy, search or random, with commas.")
]
Options = Annotated[str, typer.Option("--options", help="Optional rules, with commas.")]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="FOLDER|OPTIONS", help="Another arm, over the same seeds."),
]
Vary = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="counters.COUNTER.FIELD=A..B", help="An arm for each of these values."),
]
Until = Annotated[
    str, typer.Option("--until", metavar="PERCENT", help="Stop when intervals are so narrow: 0.5%.")
]
Budget = Annotated[
    int, typer.Option("--budget", min=0, help="Playouts of those that search; 0: their usual style.")
]
First = Annotated[int, typer.Option("--first", min=0, max=10**15, help="The first seed.")]
Workers = Annotated[int, typer.Option("--workers", min=0, help="Processes; 0: one on each core.")]
Watch = Annotated[
    int | None,
    typer.Option("--watch", metavar="N", min=0, help="Play game N again, from 0; write a VASSAL log."),
]
Scheduler = Annotated[
    str, typer.Option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:8786.")
]
Dice = Annotated[
    str,
    typer.Option(
        "--dice", metavar="NAME", help="`log`: as signed logs have them, for `pbem simulate --row`."
    ),
]


@app.command()
def study(
    scenario: Scenario,
    out: Folder,
    games: Games = 1000,
    players: Players = "policy,policy",
    options: Options = "",
    against: Against = None,
    vary: Vary = None,
    until: Until = "0%",
    budget: Budget = 20,
    first: First = 0,
    workers: Workers = 0,
    watch: Watch = None,
    dice: Dice = "",
    scheduler: Scheduler = "",
    as_json: AsJson = False,
) -> None:
    """Play many games and write what they come to.

    Players of the program play them. The rows of all games are kept in DIR as they are played: interrupted,
    the same command goes on where it was. All arms play the same seeds, so that differences between them show
    early. The report is DIR/report.md and DIR/report.html. With `senlac[studies]` installed it has plots, and
    all rows are in DIR/rows.parquet. With --watch only DIR/game-N.vlog is written.

    \b
    Example: senlac study three_battles/fulford --games 1000 --out fulford
             senlac study three_battles/hastings --against options:4 \\
               --until 2% --out options
             senlac study three_battles/hastings \\
               --vary counters.S-guard.combat=6..9 --out guard
    """
    from generator.studies import plan as planning
    from generator.studies import watched
    from generator.studies.cluster import cluster
    from generator.studies.rows import Rows
    from generator.studies.running import here, run

    plan = planning.asked(scenario, players, options, tuple(against or ()), tuple(vary or ()))
    plan = planning.checked(planning.sized(plan, games, budget, first, dice))
    narrow = planning.percent(until)
    rows = Rows(out, plan)
    if watch is not None:
        _write_log(watched.log_of(plan, watch, *rows.place_of(watch)), out / f"game-{watch}.vlog", as_json)
        return
    with progress_bar(scenario) as told:
        run(rows, cluster(scheduler) if scheduler else here(workers), narrow, told)
    _write(rows, plan, out, as_json)


def _write_log(log: bytes, path: Path, as_json: bool) -> None:
    """Writes a game as a VASSAL log, and says where."""
    from generator.cache.files import write_bytes

    write_bytes(path, log)
    say(str(path), as_json, log=str(path))


def _write(rows: Rows, plan: Plan, out: Path, as_json: bool) -> None:
    """Writes the report of all rows, and says where."""
    from generator.cache.files import write_bytes
    from generator.studies import report
    from generator.studies.rows import write_parquet

    found = list(rows.all())
    whole = write_parquet(found, out / "rows.parquet")
    told = report.report(plan, found)
    write_bytes(out / "report.md", report.markdown(told).encode())
    write_bytes(out / "report.html", report.page(told).encode())
    said = f"{count_noun(len(found), 'game')}: {out / 'report.html'}, {out / 'report.md'}"
    said += f", {out / 'rows.parquet'}" if whole else "; `pip install senlac[studies]` for plots and Parquet"
    say(said, as_json, games=len(found), report=str(out / "report.html"), parquet=whole)
