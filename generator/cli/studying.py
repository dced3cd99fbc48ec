"""The command that plays many games and tells what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.app import AsJson, app, progress_bar, say


@app.command()
def study(
    scenario: Annotated[str, typer.Argument(metavar="GAME/SCENARIO", help="Such as three_battles/hastings.")],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", file_okay=False, help="The folder of the study.")
    ],
    games: Annotated[int, typer.Option("--games", min=1, max=10_000_000, help="Games of each arm.")] = 1000,
    players: Annotated[
        str, typer.Option("--players", help="For each seat policy, search or random, with commas.")
    ] = "policy,policy",
    options: Annotated[str, typer.Option("--options", help="Optional rules, with commas.")] = "",
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="FOLDER|OPTIONS", help="Another arm, over the same seeds."),
    ] = None,
    vary: Annotated[
        str | None,
        typer.Option(
            "--vary", metavar="counters.COUNTER.FIELD=A..B", help="An arm for each of these values."
        ),
    ] = None,
    until: Annotated[
        str, typer.Option("--until", metavar="PERCENT", help="Stop when intervals are so narrow: 0.5%.")
    ] = "0%",
    budget: Annotated[int, typer.Option("--budget", min=1, help="Playouts of those that search.")] = 20,
    first: Annotated[int, typer.Option("--first", min=0, help="The first seed.")] = 0,
    workers: Annotated[int, typer.Option("--workers", min=0, help="Processes; 0: one on each core.")] = 0,
    watch: Annotated[
        int | None,
        typer.Option("--watch", metavar="N", min=0, help="Play game N again, from 0; write a VASSAL log."),
    ] = None,
    scheduler: Annotated[
        str, typer.Option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:8786.")
    ] = "",
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
    from generator.cache.files import write_bytes
    from generator.studies import plan as planning
    from generator.studies import report, watched
    from generator.studies.cluster import cluster
    from generator.studies.rows import Rows, write_parquet
    from generator.studies.running import here, run

    plan = planning.asked(scenario, players, options, tuple(against or ()), vary)
    plan = planning.checked(planning.sized(plan, games, budget, first))
    narrow = planning.percent(until)
    place = watched.place_of(plan, watch or 0)
    rows = Rows(out, plan)
    if watch is not None:
        write_bytes(out / f"game-{watch}.vlog", watched.log_of(plan, watch, *place))
        say(f"{out / f'game-{watch}.vlog'}", as_json, log=str(out / f"game-{watch}.vlog"))
        return
    with progress_bar(scenario) as told:
        run(rows, cluster(scheduler) if scheduler else here(workers), narrow, told)
    found = list(rows.all())
    whole = write_parquet(found, out / "rows.parquet")
    write_bytes(out / "report.md", report.markdown(plan, found).encode())
    write_bytes(out / "report.html", report.page(plan, found).encode())
    said = f"{len(found)} games: {out / 'report.html'}, {out / 'report.md'}"
    said += f", {out / 'rows.parquet'}" if whole else "; `pip install senlac[studies]` for plots and Parquet"
    say(said, as_json, games=len(found), report=str(out / "report.html"), parquet=whole)
