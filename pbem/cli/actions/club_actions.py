"""What the commands of a club do and print. Each function gives its exit code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict
from pathlib import Path

from generator.console import quoted
from modules.amounts import count_noun
from pbem import errors
from pbem.cli.actions import post_actions
from pbem.cli.output import tell
from pbem.club import club_folder, game_index, mail_rounds, quarantine, stopped_addresses
from pbem.club.club_desk import ClubDesk
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index, Row
from pbem.disk import atomic_files, file_locks
from pbem.log import deadlines
from pbem.mail.limits import MAX_BYTES
from pbem.post import mail_loop
from pbem.post.folder_rounds import Pace
from pbem.post.outbox import Outbox
from pbem.post.post_settings import NAME, TEMPLATE, PostSettings
from pbem.reason_codes import Code
from pbem.robot.mail_outcome import MailOutcome


def create_club(path: Path, as_json: bool) -> int:
    """A new club."""
    made = club_folder.create_club(path)
    with suppress(errors.FileExists):  # his own, from before
        atomic_files.write_new(path / NAME, TEMPLATE.encode())
    files = [path / "club.yaml", path / NAME]
    then = f"pbem post test --dir {quoted(path)}` and `pbem club run --dir {quoted(made.path)}"
    said = f"{files[0]} and {files[1]}: put in your names and servers; then `{then}`\n"
    tell({"files": list(map(str, files))} if as_json else said)
    return 0


def run(path: Path, file: Path | None, pace: Pace, pictured: bool, as_json: bool) -> int:
    """The club's robot, until it is told to stop by SIGTERM or SIGINT, or for one round."""
    post = PostSettings.read(file or path / NAME)
    post.look_at_passwords()
    stop, teller = post_actions.catch_signals(), post_actions.teller(as_json)
    heard = nullcontext() if pace.once else post.listen(MAX_BYTES, stop.nudge)
    with _desk(path, post, pictured) as (place, known, desk), heard:
        sink = mail_rounds.ClubSink(post.sink(), place, known, _now())
        first = True

        def receive(data: bytes) -> MailOutcome:
            return desk.receive(data, _now())

        def boxes() -> Iterator[Outbox]:
            nonlocal first
            sink.now = _now()
            yield from mail_rounds.outboxes(place, desk, everyone=first)
            first = False

        return mail_loop.run(
            boxes,
            post.sources(MAX_BYTES),
            sink,
            receive,
            once=pace.once,
            every=pace.every,
            stop=stop,
            tell=teller,
            put_off=lambda: desk.take_all_up(_now()),
            keep_time=lambda: desk.keep_time(_now()),
        )


def games(path: Path, now: int, as_json: bool) -> int:
    """A line for each game."""
    place = club_folder.open_club(path)
    with game_index.open_index(place) as known:
        rows = known.rows()
        resting = dict(place.quarantine_folder())
        if as_json:
            tell({"games": [{**asdict(row), "rests": resting.get(row.name)} for row in rows]})
            return 0
        lines = [_line(row, resting.get(row.name), now) for row in rows]
    tell("\n".join(lines or ["no game has begun"]) + "\n")
    return 0


def resume(path: Path, file: Path | None, word: str, now: int, as_json: bool) -> int:
    """A game goes on."""
    post = PostSettings.read(file or path / NAME)
    with _desk(path, post, True) as (_, _, desk):
        return resume_game(desk, word, now, as_json)


def resume_game(desk: ClubDesk, word: str, now: int, as_json: bool) -> int:
    """A game of this desk goes on."""
    name = club_folder.find(desk.hall, word)
    if not quarantine.is_quarantined(desk.hall, name):
        tell({"game": name, "mails": 0, "rests": False} if as_json else f"{name} does not rest\n")
        return 0
    done = desk.resume(name, now)
    rests = quarantine.is_quarantined(desk.hall, name)
    said = "".join(f"{it.outcome}: {it.text}" for it in done)
    state = "rests again" if rests else "goes on"
    tell(
        {"game": name, "mails": len(done), "rests": rests}
        if as_json
        else f"{said}{name} {state}; {count_noun(len(done), 'mail')} taken in\n"
    )
    return 1 if rests else 0


def write_again(place: ClubFolder, address: str, as_json: bool) -> int:
    """An address gets mail again."""
    was = stopped_addresses.resume(place, address)
    said = "mail goes there again" if was else "nothing had been stopped"
    tell({"address": address, "was_stopped": was} if as_json else f"{address}: {said}\n")
    return 0


def web(path: Path, host: str, port: int, tls: Path | None) -> int:
    """The pages, until SIGTERM or Ctrl-C."""
    place = club_folder.open_club(path)
    try:
        import uvicorn

        from pbem.club.web.app import Pages
    except ImportError as error:
        raise errors.Refusal(
            Code.CLUB_INCOMPLETE,
            f"the pages need {error.name}, which is not installed: pipx install 'senlac[club]'",
        ) from None
    with game_index.open_index(place):  # the pages read what is up to date now; `pbem club run` keeps it so
        pass
    tell(f"http{'s' if tls else ''}://{host}:{port}/\n")
    pem = None if tls is None else str(tls)
    uvicorn.run(
        Pages(place).app(), host=host, port=port, ssl_certfile=pem, log_level="warning", server_header=False
    )
    return 0


@contextmanager
def _desk(path: Path, post: PostSettings, pictured: bool) -> Iterator[tuple[ClubFolder, Index, ClubDesk]]:
    """The desk of a club, for one process alone; another waits its turn."""
    place = club_folder.open_club(path)
    with file_locks.hold(place.path / "club.yaml", wait=False) as alone:
        if not alone:
            raise errors.Refusal(Code.CLUB_BUSY, f"another process runs the club in {path}")
        with game_index.open_index(place) as known:
            yield place, known, ClubDesk(place, known, post.sender, pictured=pictured)


def _line(row: Row, resting: str | None, now: int) -> str:
    if resting is not None:
        return f"{row.name}: rests. {resting.strip()}"
    if row.state == "over":
        return f"{row.name}: {row.title}, over"
    doing = "to join" if row.state == "joining" else "to move"
    since = f", since {deadlines.format_time(row.at)}" if row.at else ""
    due = f", next at {deadlines.format_time(row.due)}" if row.due and row.due > now else ""
    return f"{row.name}: {row.title}, {doing}: {' '.join(row.owing)}{since}{due}"


def _now() -> int:
    return int(time.time())
