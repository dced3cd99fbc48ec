"""Whole games by mail at tables in Chromium: each player at a page with a robot, a referee with one, too, and
real servers of mail between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from mail_servers import MailServers
from mouse_player import MousePlayer
from real_house import HOST, RealHouse

from pbem.cli.game_setup import plan
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.mail.limits import MAX_BYTES
from pbem.post import folder_rounds
from pbem.post.post_settings import NAME, PostSettings
from pbem.post.stop_signal import Stop
from pbem.robot.inbox import Inbox, plan_work
from pbem.setup import new_game

pytestmark = pytest.mark.whole
_PATIENCE = 120.0
SIGN = "#sheet button:has-text('Sign and send')"


class Match:
    """A game of two tables. `hands`: how many orders were given by mouse; the others are typed."""

    def __init__(self, path: Path, game: str, servers: MailServers, *, refereed: bool) -> None:
        names = [f"{role}={role.capitalize()} <{mail}>" for role, mail in servers.address_of.items()]
        wanted = plan(game, None, names, refereed=refereed)
        self.folders = new_game.create(wanted, path / "game", int(time.time()))
        for role, folder in self.folders.items():
            servers.set_up(role, folder)
        self.houses = {
            role: RealHouse(each, uses_post=True) for role, each in self.folders.items() if role != "referee"
        }
        self.players: dict[str, MousePlayer] = {}

    def sit(self, open_page: Callable[[RealHouse], Any]) -> None:
        for role, house in self.houses.items():
            self.players[role] = MousePlayer(open_page(house), house)  # type: ignore[arg-type]
            self.players[role].show_all()

    def play(self, hands: int, upto: int | None = None) -> int:
        """To the end, or up to an entry; how many orders there were, the first of them by mouse."""
        given = 0
        while not self._is_over() and (upto is None or self._seq < upto):
            role = self._await_turn()
            if role is None:
                break
            given += self._take_turn(role, hands - given)
        return given

    @property
    def _seq(self) -> int:
        return min(house.game.seat.table.seq for house in self.houses.values())

    def _is_over(self) -> bool:
        return all(house.game.seat.table.verifier.ended for house in self.houses.values())

    def _await_turn(self) -> str | None:
        """Lets the robots go on until a player may decide; None at the end of the game."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and not self._is_over():
            for role, player in self.players.items():
                self.houses[role].tell_news()
                player.page.wait_for_timeout(30)
                if player.page.locator("#due #send, #due button[data-line], #due button").count():
                    player.settle()
                    if self.houses[role].game.seat.is_due:
                        return role
        assert self._is_over(), {role: house.told[-4:] for role, house in self.houses.items()}
        return None

    def _take_turn(self, role: str, hands: int) -> int:
        house, player, given = self.houses[role], self.players[role], 0
        seat = house.game.seat
        while seat.due_choice is not None and not seat.board.is_supposed:
            order = house.session.advise()
            if given < hands:
                player.give(order)
            else:
                self._type(player, str(order))
            given += 1
            player.settle()
        player.page.click("#send")
        player.page.wait_for_selector(SIGN)
        player.page.dblclick(SIGN)
        player.page.wait_for_selector(SIGN, state="hidden")
        player.page.keyboard.press("Escape")
        player.settle()
        assert house.game.seat.pending or not house.game.seat.is_due
        return given

    def _type(self, player: MousePlayer, line: str) -> None:
        before = player.table.session.draft
        player.page.fill("#line", line)
        player.page.press("#line", "Enter")
        end = time.monotonic() + _PATIENCE
        while player.table.session.draft == before:
            assert time.monotonic() < end, line
            player.page.wait_for_timeout(10)


class RefereeRobot:
    """`pbem run` of the referee's folder, in a thread."""

    def __init__(self, folder: Folder) -> None:
        self._stop, self.told = Stop(), list[str]()
        self._thread = Thread(target=self._run, args=(folder,), daemon=True)
        self._thread.start()

    def _run(self, folder: Folder) -> None:
        post = PostSettings.read(folder.path / NAME)
        work = plan_work(Inbox(folder), lambda: int(time.time()))
        pace = folder_rounds.Pace(once=False, every=60)
        folder_rounds.go_round(
            folder.path, post, work, pace, MAX_BYTES, self._stop, lambda note: self.told.append(note.line())
        )

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(20)


@pytest.fixture
def open_page(launched: Any) -> Iterator[Callable[[RealHouse], Any]]:
    faults: list[str] = []
    contexts = []

    def sit(house: RealHouse) -> Any:
        contexts.append(
            launched.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        )
        page = contexts[-1].new_page()
        page.on("console", lambda said: faults.append(f"console: {said.text}"))
        page.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
        house.attach(page)
        page.goto(f"{HOST}/#once")
        page.wait_for_selector("body.begun")
        return page

    yield sit
    for context in contexts:
        context.close()
    assert faults == []


Open = Callable[[RealHouse], Any]


@contextmanager
def seated(path: Path, open_page: Open, game: str, *, refereed: bool) -> Iterator[Match]:
    """Both players at their tables, and the referee's robot, until the end of the block."""
    sides = ("saxon", "norman") if game.startswith("hastings") else ("viking", "saxon")
    servers = MailServers(path, ("referee", *sides) if refereed else sides)
    match = Match(path, game, servers, refereed=refereed)
    robot = RefereeRobot(match.folders["referee"]) if refereed else None
    try:
        match.sit(open_page)
        yield match
    finally:
        for house in match.houses.values():
            house.house.close()
        if robot is not None:
            robot.stop()
        servers.stop()


@pytest.mark.parametrize("refereed", [True, False])
def test_orders_and_answers_go_between_two_tables(tmp_path: Path, open_page: Open, *, refereed: bool) -> None:
    with seated(tmp_path, open_page, "three_battles/fulford", refereed=refereed) as match:
        assert match.play(3, upto=3 if refereed else 2) >= 4
    assert all(len(house.told) >= 3 for house in match.houses.values())


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "refereed", "hands"),
    [
        ("hastings_pulsipher/small", True, 1_000),
        ("three_battles/fulford", True, 60),
        ("three_battles/fulford", False, 0),
    ],
)
def test_a_whole_game(tmp_path: Path, open_page: Open, game: str, hands: int, *, refereed: bool) -> None:
    with seated(tmp_path, open_page, game, refereed=refereed) as match:
        assert match.play(hands) > 40
    assert len({(folder.path / "game.log").read_bytes() for folder in match.folders.values()}) == 1
    assert verify_entries(next(iter(match.folders.values())).log).ended
