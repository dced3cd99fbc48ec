"""The command with which a designer plays a game while writing it."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from generator.cli.app import app, fault_facts, fault_line, tell_line
from generator.console import quoted

if TYPE_CHECKING:
    from generator.trial import TrialFault
    from modules.definition import Fault

_DIGEST: Final = 12
_Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME[/SCENARIO]", help="A folder, a file or a name; by default its first scenario."
    ),
]
_Seat = Annotated[
    str, typer.Option("--as", metavar="SIDE", help="Play this side against the program; else all.")
]
_Option = Annotated[
    list[str] | None, typer.Option("--option", metavar="ID", help="An optional rule; may be repeated.")
]
_Anew = Annotated[bool, typer.Option("--anew", help="Forget the orders that were given before.")]
_NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")]
_Unit = Annotated[
    str, typer.Option("--unit", metavar="COUNTER", help="Show where it may go under rules.yaml.")
]
_Attack = Annotated[
    str, typer.Option("--attack", metavar="'A,B > X'", help="Show what rules.yaml says of this attack.")
]
_At = Annotated[str, typer.Option("--at", metavar="PLACE", help="With --unit: where the counter stands.")]
_State = Annotated[
    list[str] | None,
    typer.Option("--state", metavar="MARKER", help="With --unit: a state of it; may be repeated."),
]
_Place = Annotated[
    list[str] | None,
    typer.Option("--place", metavar="COUNTER=PLACE", help="Put another counter there; may be repeated."),
]
_Turn = Annotated[int, typer.Option("--turn", help="With --unit or --attack: the game turn.")]
_Phase = Annotated[
    str, typer.Option("--phase", metavar="ID", help="With --unit or --attack: the phase, of game.yaml.")
]
_Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="With --unit: draw it, as .svg or .png."),
]


@app.command("try")
def try_game(
    game: _Game,
    seat: _Seat = "",
    option: _Option = None,
    anew: _Anew = False,
    no_browser: _NoBrowser = False,
    unit: _Unit = "",
    attack: _Attack = "",
    at: _At = "",
    state: _State = None,
    place: _Place = None,
    turn: _Turn = 1,
    phase: _Phase = "",
    out: _Out = None,
) -> None:
    """Play a game while you write it, or look at one of its clauses.

    It is played in the browser. When you save one of its files, the game is read anew and the orders so far
    are given again, as far as they are still legal. If there is a fault, then the page shows it, as `senlac
    check` does, and the game goes on as it was. Your orders are kept for the next time.

    With --unit or --attack nothing is played. --unit shows where a counter may go under the clauses of
    rules.yaml, and why no farther; --attack shows whether an attack is legal, on which columns, and how it is
    reckoned. Both show the numbers and lines of the clauses.

    \b
    Example: senlac try mygame
             senlac try three_battles/fulford --as viking
             senlac try mygame --unit R-rider-1 --at 0404 --out ways.svg
             senlac try mygame --attack "R-hirdman-1 > S-fyrd-1"
    """
    from modules import library

    name, scenario = _split(game)
    where = library.folder(name)
    if faults := _faults_of(where):
        for fault in faults:
            tell_line(fault_line(fault, where))
        raise typer.Exit(1)
    scenario = scenario or _first_scenario(name)
    if unit or attack or at or state or place or turn != 1 or phase or out is not None:
        from generator.cli.trying_clauses import Asked, show_clauses

        asked = Asked(
            unit, attack, at, tuple(state or ()), tuple(place or ()), turn, phase, tuple(option or ())
        )
        show_clauses(name, scenario, asked, out)
        return
    _play(game, scenario, seat, option, anew, not no_browser)


def _play(
    word: str, scenario: str, seat: str, option: list[str] | None, anew: bool, open_browser: bool
) -> None:
    """Play a scenario of the game that a word names, on the table until Ctrl-C."""
    from generator.trial import FileWatch, Trial, find_host
    from modules import library

    name, _ = _split(word)
    where = library.folder(name)
    watch = FileWatch(where if name in library.games() else Path(name))
    find_host()(
        Trial(
            game=name,
            scenario=scenario,
            options=tuple(option or ()),
            seat=seat,
            folder=_folder_for(where, scenario),
            anew=anew,
            has_changed=watch.has_changed,
            find_faults=lambda: _describe_faults(name),
            open_browser=open_browser,
            tell=tell_line,
            again=" ".join(["senlac", "try", quoted(word), *(["--as", seat] if seat else [])]),
        )
    )


def _split(word: str) -> tuple[str, str]:
    """The game and the scenario of GAME/SCENARIO, or a game alone."""
    from modules import library

    head, _, tail = word.rstrip("/").rpartition("/")
    is_game = word in library.games() or (Path(word) / "game.yaml").is_file() or Path(word).is_file()
    return (word, "") if is_game or not head else (head, tail)


def _first_scenario(name: str) -> str:
    from modules import library

    definition = library.definition(name)
    return next(iter((*definition.scenarios, *definition.campaigns)))


def _folder_for(where: Path, scenario: str) -> Path:
    """Where the orders of a trial are kept: in the user's cache, by the name and the place of the game's
    folder; without a cache nowhere for longer than this process runs."""
    from generator.cache.own import own_cache

    place = where.resolve()
    cache = own_cache()
    digest = hashlib.sha256(f"{place}\n{scenario}".encode()).hexdigest()[:_DIGEST]
    room = Path(tempfile.mkdtemp(prefix="senlac-")) if cache is None else cache / "trials"
    return room / f"{place.name}-{digest}"


def _faults_of(where: Path) -> list[Fault]:
    from generator.checking.faults import faults_of

    return [each for each in faults_of(where) if not each.warning]


def _describe_faults(name: str) -> list[TrialFault]:
    """The faults of a game as its files are now. A game that is gone is a fault, too."""
    from generator.trial import TrialFault
    from modules import library
    from modules.definition import NoSuchGame
    from modules.game_file.names import BadGameFile

    try:
        where = library.folder(name)
        found = _faults_of(where)
    except (NoSuchGame, BadGameFile, OSError) as error:
        return [TrialFault("", 0, str(error))]
    facts = (fault_facts(each, where) for each in found)
    return [TrialFault(str(each["path"]), int(each["line"]), str(each["message"])) for each in facts]
