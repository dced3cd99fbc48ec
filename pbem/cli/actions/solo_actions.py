"""The work of `pbem play`: people type orders, the program answers; all of it is kept after each order."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from rich.console import Console

from generator.console import quoted
from modules import library
from modules.engine.errors import OrderError
from modules.engine.odds import telling
from modules.engine.odds.branches import NoOdds
from modules.engine.odds.odds import odds_of
from modules.engine.rules.advice_rules import AdviceRules
from pbem import errors
from pbem.cli.actions.game_actions import refusal
from pbem.cli.output import tell, warn
from pbem.disk import atomic_files, file_locks
from pbem.messages.report_text import decision_text as question
from pbem.play.orders import order_file
from pbem.reason_codes import Code
from pbem.rules import order_choices, rules_lookup
from pbem.solo import known_rules, saved_game
from pbem.solo.saved_game import HOT_SEAT, SavedGame
from pbem.solo.session import Session
from pbem.solo.session_source import SessionSource

SEEDS: Final = 2**53
HELP: Final = """\
an order      as in the list, such as `done`
legal [UNIT]  what you may order now, or with this counter
odds ORDER    what may come of an order
do FILE       give the orders of a file, one a line
map [FILE]    draw the map; without FILE: map.png in the game's folder
policy        let the built-in player decide this for you
undo [N]      take your newest order back, or N of them; the dice after it will be new ones
standing      your standing orders, which decide for you
standing LINE say one more, such as `standing retreat: first`; it is asked before the others
drop N        drop your standing order N
help          this list
quit          leave; everything is kept
"""


def play(saved: SavedGame | None, folder: Path, orders: Path | None, undo: int = 0) -> int:
    """A session: a new game, or with None the one that is kept in a folder, which it holds alone. First
    `undo` orders are taken back. With a file of orders they are given, and it ends. Raises FileExists for a
    new game where one is, `game-busy`, `nothing-to-undo`."""
    with _open_session(saved, folder) as session:
        try:
            if undo:
                session.undo(undo)
            _go_on(session)
            if orders is not None:
                return _from_file(session, orders)
            return _talk(session)
        except KeyboardInterrupt:
            tell("\n")
            return _leave(session)


def play_on_table(saved: SavedGame | None, folder: Path, undo: int, *, open_browser: bool) -> int:
    """The same on a board in the browser, until Ctrl-C; raises as `play`."""
    from pbem.table.seat.hosting import serve_session

    with _open_session(saved, folder) as session:
        if undo:
            session.undo(undo)
        serve_session(
            SessionSource(session),
            open_browser=open_browser,
            tell=lambda line: tell(f"{line}\n"),
            again=f"pbem play --dir {quoted(folder)} --table",
        )
        return _leave(session)


@contextmanager
def _open_session(saved: SavedGame | None, folder: Path) -> Iterator[Session]:
    """The session of a folder, which nobody else plays meanwhile."""
    if saved is None:
        saved_game.read(folder)  # before a lock file is made beside a folder that is not there
    else:
        atomic_files.DISK.make_directory(folder)
    with file_locks.hold(folder, wait=False) as alone:
        if not alone:
            raise errors.Refusal(Code.GAME_BUSY, f"another window plays the game in {folder}: go on there")
        if saved is not None:
            if (folder / saved_game.FILE).exists():
                raise errors.FileExists(
                    f"{folder} holds a game already: go on with `pbem play --dir {folder}`"
                )
            saved.write(folder)
        session = Session(saved_game.read(folder), folder)
        limits = _tell_limits(session)
        if limits:
            tell(f"{limits.capitalize()}.\n")
        yield session


def _tell_limits(session: Session) -> str:
    """The limits of the program as the opponent in a session; empty where people play every side."""
    saved = session.saved
    if not saved.file or saved.against == HOT_SEAT:
        return ""
    return known_rules.tell_limits(saved.word(session.folder), saved.scenario)


def choose_seed(given: int | None) -> int:
    """The seed that was given, or one that nobody can guess."""
    return secrets.randbelow(SEEDS) if given is None else given


def _talk(session: Session) -> int:
    """Line by line, until the game or the input is over; what is no text is told as no word that is known."""
    stdin = getattr(sys, "stdin", None)
    if isinstance(stdin, TextIOWrapper):
        stdin.reconfigure(errors="replace")
    while session.due_choice is not None:
        tell("> ")
        line = stdin.readline().removeprefix("\ufeff") if stdin is not None else ""
        if not line or line.strip().lower() in ("quit", "exit"):
            break
        if line.strip():
            _obey(session, line.strip())
    return _leave(session)


def _leave(session: Session) -> int:
    """Says where the game is kept. Raises OSError where it is not."""
    session.saved.write(session.folder)
    tell(f"kept in {session.folder}\n")
    return 0


def _obey(session: Session, line: str) -> None:
    """One line that was typed; what is wrong with it is told, and the session goes on."""
    word, _, rest = line.partition(" ")
    try:
        if word.lower() in _WORDS:
            _WORDS[word.lower()](session, rest.strip().strip('"'))
        else:
            session.give(line)
            _go_on(session)
    except (errors.PbemError, OrderError, NoOdds) as error:
        warn(f"{error}\n")
        for choice in refusal(error).get("choices", ()):
            warn(f"  {choice}\n")
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}\n")


def _from_file(session: Session, file: Path) -> int:
    """The orders of a file; the first that is refused ends it, and those before it are played."""
    read = order_file.read(file, session.rules.grammar)
    for index, line in enumerate(read.lines):
        try:
            session.give(line)
        except errors.RefusedLine as error:
            kept = "; the lines before it are played: delete them" if index else ""
            raise read.fault(index, f"`{error.line}`: {error.cause}{kept}") from error
        except errors.PbemError as error:
            raise read.fault(index, error) from error
        _go_on(session)
    return 0


def _go_on(session: Session) -> None:
    """Go on to a person's next decision, and tell what is to be decided then."""
    for line in session.go_on():
        tell(f"{line}\n")
    _hand_over(session)
    outcome, due = session.whole.state.outcome, session.due_choice
    if outcome is not None:
        tell(f"{outcome.winner or 'nobody'} wins: {outcome.level}, {outcome.reason} ({outcome.rule})\n")
    elif due is not None:
        if session.is_new():
            tell("".join(f"{name}: {value}\n" for name, value in session.facts()))
            _list(order_choices.list_choices(due, _SHORT))
        turn = f"{session.viewer}: " if len(session.people) > 1 else ""
        tell(f"{turn}{question(due)}\n")


def _hand_over(session: Session) -> None:
    """Where something is hidden, waits until the next person is at the screen, and tells what that person has
    not seen. In a terminal the lines before are no longer on the screen then."""
    if not session.hands_over:
        return
    stdin, is_terminal = getattr(sys, "stdin", None), sys.stdout.isatty()
    if stdin is not None and stdin.isatty() and is_terminal:
        tell(f"Hand over to {session.viewer}, and press Enter.\n")
        stdin.readline()
        Console().clear()
    else:
        tell(f"{session.viewer} is at the screen now.\n")
    session.take_seat()
    for line in session.news():
        tell(f"{line}\n")


_SHORT: Final = 8
_DIGITS: Final = 7


def _legal(session: Session, unit: str) -> None:
    due = session.due_choice
    if due is None:
        return
    if not unit:
        _list(order_choices.list_choices(due))
        return
    _list(map(str, due.options.legal_for(session.rules.grammar.counter(unit))))


def _list(texts: Iterable[str]) -> None:
    tell("".join(f"  {text}\n" for text in texts) or "  nothing\n")


def _odds(session: Session, text: str) -> None:
    order = session.complete_path(session.rules.grammar.parse(text))
    play = rules_lookup.play_with(session.board.play, AdviceRules)
    _list(telling.lines(odds_of(play, session.viewer, [order])))


def _do(session: Session, name: str) -> None:
    if not name:
        raise errors.OrderFileFault("name a file of orders, as in `do orders.txt`")
    _from_file(session, Path(name))


def _map(session: Session, name: str) -> None:
    from generator.drawing.raster import png
    from generator.look import look_of
    from generator.position import position_drawing

    if name and not name.lower().endswith(".png"):
        raise errors.OrderFileFault(f"{name}: the map is drawn as a picture whose name ends in .png")
    rules, file = session.rules, Path(name) if name else session.folder / "map.png"
    state = rules.view(session.board.play.state, session.viewer)
    definition = library.definition(session.saved.word(session.folder))
    drawing = position_drawing(
        definition, rules.map_of(state), rules.position(state), facts=session.facts(), text_as="paths"
    )
    atomic_files.replace(file, png(look_of(definition), drawing.svg, dpi=100))
    tell(f"{file}\n")


def _policy(session: Session, _: str) -> None:
    if session.due_choice is not None:
        order = session.advise()
        tell(f"{order}\n")
        session.give(str(order))
        _go_on(session)


def _undo(session: Session, count: str) -> None:
    """Take orders back; what happened before is not told again."""
    if count and not (count.isdecimal() and count.isascii() and len(count) < _DIGITS):
        raise errors.OrderFileFault(f"`undo {count}`: say how many orders, as in `undo 3`, or `undo` alone")
    session.undo(int(count or 1))
    _go_on(session)


def _standing(session: Session, line: str) -> None:
    """List the standing orders of who is at the screen, or say one more, which may decide at once."""
    if line:
        session.stand(line)
        _go_on(session)
        return
    lines = session.standing.get(session.viewer, ())
    _list(f"{number}  {line}" for number, line in enumerate(lines, 1))


def _drop(session: Session, number: str) -> None:
    if not (number.isdecimal() and number.isascii() and len(number) < _DIGITS):
        raise errors.OrderFileFault(f"`drop {number}`: say which, as in `drop 1`; `standing` numbers them")
    session.drop(int(number))


def _help(_session: Session, _: str) -> None:
    tell(HELP)


_WORDS: Final[dict[str, Callable[[Session, str], None]]] = {
    "legal": _legal,
    "odds": _odds,
    "do": _do,
    "map": _map,
    "policy": _policy,
    "undo": _undo,
    "standing": _standing,
    "drop": _drop,
    "help": _help,
}
