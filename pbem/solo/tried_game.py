"""A game that its designer changes while playing: after each change the orders so far are given again."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from modules import library
from pbem import errors
from pbem.disk import game_shelf
from pbem.solo import saved_game
from pbem.solo.kept_orders import MisfitOrders
from pbem.solo.saved_game import HOT_SEAT, SavedGame
from pbem.solo.session import Session
from pbem.solo.session_source import SessionSource, SourceFault
from pbem.solo.standing_lines import keep_readable

_SECONDS: Final = 0.5
_BUDGET: Final = 20
_SEEDS: Final = 2**53


@dataclass(frozen=True, slots=True)
class TriedGame:
    """What is tried: a scenario of a game from a folder, a file, or one that ships. `seat`: the person's,
    against the program; an empty one: people play every side. `folder`: where the orders are kept."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seat: str
    folder: Path


class TriedSource(SessionSource):
    """`has_changed` tells whether the game's files are others than when it was asked last, `find_faults` what
    is wrong with them; `tell` prints a line on the terminal."""

    def __init__(
        self,
        tried: TriedGame,
        has_changed: Callable[[], bool],
        find_faults: Callable[[], Sequence[SourceFault]],
        tell: Callable[[str], None],
        *,
        anew: bool = False,
    ) -> None:
        self._tried, self._has_changed, self._find_faults, self._tell = tried, has_changed, find_faults, tell
        self._look_after = 0.0
        session, faults = _open(tried, None if anew else _load_kept(tried.folder), 0)
        super().__init__(session)
        self._note(faults)

    @property
    def mode(self) -> str:
        return "try"

    def reload(self) -> bool:
        """As for any source, at most twice a second."""
        now = time.monotonic()
        if now < self._look_after:
            return False
        self._look_after = now + _SECONDS
        if not self._has_changed():
            return False
        self._read_anew()
        return True

    def _read_anew(self) -> None:
        draft = self.session.draft + 1
        if faults := tuple(self._find_faults()):
            self.session.draft = draft
            self._note(faults)
            return
        try:
            self.session, found = _open(self._tried, self.session.saved, draft)
        except (errors.PbemError, OSError) as error:  # as where the orders cannot be kept
            self.session.draft = draft
            found = tuple(SourceFault("", 0, line) for line in str(error).splitlines())
        else:
            self._tell("The game was read anew.")
        self._note(found)

    def _note(self, faults: tuple[SourceFault, ...]) -> None:
        self.faults = faults
        for each in faults:
            self._tell(f"{each.file}:{each.line}: {each.what}" if each.file else each.what)


def _load_kept(folder: Path) -> SavedGame | None:
    """The game that was tried last in a folder. If the file holds no such game any more, then the game
    begins again."""
    try:
        return saved_game.load(folder)
    except errors.Refusal:
        return None


def _open(tried: TriedGame, kept: SavedGame | None, draft: int) -> tuple[Session, tuple[SourceFault, ...]]:
    """The session with the kept orders, as far as they go, and what of them does not. Raises UnknownGame."""
    library.forget_definitions()
    saved = _begin(tried, f"{tried.game}/{tried.scenario}", kept)
    rules = saved_game.rules_of(saved, tried.game)
    saved = replace(saved, standing=keep_readable(rules, saved.standing))
    saved.write(tried.folder)
    game_shelf.keep_only(tried.folder, saved.file)
    try:
        return Session(saved, tried.folder, draft), ()
    except MisfitOrders as misfit:
        told = _describe_misfit(saved, misfit)
        saved = saved.keep_first(misfit.given)
        saved.write(tried.folder)
        return Session(saved, tried.folder, draft), (told,)


def _begin(tried: TriedGame, name: str, kept: SavedGame | None) -> SavedGame:
    """The game as it is now, with what is kept of the same scenario."""
    options = [*tried.options]
    seat = tried.seat or saved_game.first_seat(name, options)
    against = "policy" if tried.seat else HOT_SEAT
    made = saved_game.new(name, options, seat, against, _BUDGET, secrets.randbelow(_SEEDS))
    if kept is None or _sort(kept) != _sort(made):
        return made
    return replace(
        made, seed=kept.seed, orders=kept.orders, undone=kept.undone,
        standing=kept.standing, stood=kept.stood, sealed=kept.sealed,
    )  # fmt: skip


def _sort(saved: SavedGame) -> tuple[object, ...]:
    return saved.scenario, saved.options, saved.seat, saved.against


def _describe_misfit(saved: SavedGame, misfit: MisfitOrders) -> SourceFault:
    if misfit.given < len(saved.orders):
        order = saved.orders[misfit.given]
        return SourceFault("", 0, f"order {misfit.given + 1} `{order}` does not fit any more: {misfit.why}")
    return SourceFault("", 0, f"sealed orders do not fit any more: {misfit.why}")
