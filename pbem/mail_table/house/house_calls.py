"""What the page calls: of the house, the list of games, joining, files that are dropped and the passphrase;
of a game, all else. The word `table` in a call says of which game.

A word that is not in the list is refused: no call names a folder.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from threading import Event, Lock
from typing import Any, Final, Protocol, TypeAlias

from generator.local_server.local_page import Call, CallRefused, Download, DownloadCall, Json, Wait
from pbem.log.party.folder import LOG, Folder
from pbem.mail_table.house import joining, mail_intake, passphrase_gate
from pbem.mail_table.house.game_list import GameList
from pbem.mail_table.house.joining import StaleTerms
from pbem.mail_table.house.mail_intake import DroppedFile, Papers
from pbem.robot.mail_outcome import MailOutcome
from pbem.table.seat.gesture_reader import BadCall, take_text
from pbem.table.seat.seat_calls import refuse_in_words

TAKE_BYTES: Final = mail_intake.MOST_BYTES * 4 // 3 + 65_536
"""Of the body of a call that brings a file in base64."""
GAME_CALLS: Final = (
    *("begin", "pictures", "pick", "why", "read", "fill", "give", "undo", "remove", "clear", "press"),
    *("standing", "file_standing", "preview", "send", "act", "sign", "read_proposal"),
    *("answer_question", "mails", "mail_sent"),
)
OWN: Final = frozenset({"joined", "playing", "over"})
"""The states of games in which the reader has a side."""
_KEPT: Final = {
    "invited": "The invitation is in the list of your games. Read it, and join if you agree.",
    "joined": "You have joined this game already. It is in the list of your games.",
}
"""What is told of an invitation that was taken in, by the state of its game."""
_ASIDE: Final = "game "
_LISTS: Final = re.compile(r"(?m)(^\S[^\n]*:\n)?(^ [^\n]*(\n|\Z))+")
_OWN_FILES: Final = re.compile(r" *\bSend [^\n]*\.pbem to [^\n]*")
GAME_WAITS: Final = ("odds", "news", "post")
GAME_DOWNLOADS: Final = ("save", "story", "orders", "mail")


class OpenGame(Protocol):
    """A game that a page has open."""

    def calls(self) -> Mapping[str, Call]:
        """The calls that are answered one after the other."""
        ...

    def waits(self) -> Mapping[str, Wait]:
        """The calls that may take long."""
        ...

    def downloads(self) -> Mapping[str, DownloadCall]:
        """The files that a page may ask for."""
        ...

    def lay_lines(self, lines: Sequence[str], press: Sequence[str]) -> str:
        """Lay the orders of a file into the draft, and tell of it in a sentence."""
        ...

    def note_received(self, told: str, data: bytes) -> str:
        """Take note of a mail that was taken in, and of the text about it; what the reader is told."""
        ...

    def note_unlocked(self) -> None:
        """Go on with what waited for the key."""
        ...

    def close(self) -> None:
        """Stop all that goes on in this game by itself."""
        ...


Opening: TypeAlias = Callable[[Folder], OpenGame]
Clock: TypeAlias = Callable[[], int]


class House:
    """The games of one person behind one page. `first`: the word of the game with which the page begins."""

    def __init__(self, games: GameList, open_game: Opening, clock: Clock, first: str = "") -> None:
        self._games, self._open_game, self._clock, self._first = games, open_game, clock, first
        self._opened: dict[Folder, tuple[bool, OpenGame]] = {}
        self._opening = Lock()

    def calls(self) -> dict[str, Call]:
        """The calls that are answered one after the other."""
        own = {
            "house": self._list_games,
            "join_terms": self._describe_terms,
            "join": self._join,
            "take": self._take,
            "unlock": self._unlock,
        }
        return {
            **{name: self._route(name) for name in GAME_CALLS},
            **{name: _guard(call) for name, call in own.items()},
        }

    def waits(self) -> dict[str, Wait]:
        """The calls that may take long; others are answered meanwhile."""
        return {name: self._route_wait(name) for name in GAME_WAITS}

    def downloads(self) -> dict[str, DownloadCall]:
        """The files that a page may ask for."""
        return {name: self._route_download(name) for name in GAME_DOWNLOADS}

    def sizes(self) -> dict[str, int]:
        """The calls whose bodies may be larger than others."""
        return {"take": TAKE_BYTES}

    def close(self) -> None:
        """Close all games."""
        with self._opening:
            games = [game for _, game in self._opened.values()]
            self._opened.clear()
        for game in games:
            game.close()

    # --- the game that a call names --------------------------------------------------------------------

    def _folder(self, asked: Json) -> Folder:
        """The folder that a call names. Raises CallRefused."""
        path = self._games.find_folder(asked.get("table"))
        if path is None:
            raise CallRefused("no-table", "This game is not in the list any more.")
        return Folder(path)

    def _open(self, folder: Folder) -> OpenGame:
        """The game in a folder, opened once before its log begins and once after."""
        with self._opening:
            begun = (folder.path / LOG).is_file()
            known = self._opened.get(folder)
            if known is not None and known[0] == begun:
                return known[1]
            if known is not None:
                known[1].close()
            self._refuse_closed(folder)
            game = self._open_game(folder)
            self._opened[folder] = begun, game
            return game

    def _refuse_closed(self, folder: Folder) -> None:
        """Raises CallRefused for a folder in which its owner has no side, or has not joined."""
        card = self._games.find_card(folder.path)
        if card.state not in OWN:
            raise CallRefused("refused", card.why or card.due)

    def _route(self, name: str) -> Call:
        return _guard(lambda asked: _find(self._open(self._folder(asked)).calls(), name)(asked))

    def _route_download(self, name: str) -> DownloadCall:
        def download(asked: Json) -> Download:
            found: Download = _answer(
                lambda it: _find(self._open(self._folder(it)).downloads(), name)(it), asked
            )
            return found

        return download

    def _route_wait(self, name: str) -> Wait:
        def wait(asked: Json, gone: Event) -> Json:
            found: Json = _answer(
                lambda it: _find(self._open(self._folder(it)).waits(), name)(it, gone), asked
            )
            return found

        return wait

    # --- the house -------------------------------------------------------------------------------------

    def _list_games(self, _: Json) -> Json:
        listing = self._games.list_games()
        return {"games": [asdict(card) for card in listing.cards], "open": self._first, "note": listing.note}

    def _describe_terms(self, asked: Json) -> Json:
        return joining.describe_terms(self._folder(asked))

    def _join(self, asked: Json) -> Json:
        folder = self._folder(asked)
        try:
            done = joining.join(folder, asked.get("digest"), self._clock())
        except StaleTerms as error:
            raise CallRefused("stale", str(error)) from error
        self._open(folder)
        return {**done, "table": self._games.add(folder.path)}

    def _unlock(self, asked: Json) -> Json:
        folder = self._folder(asked)
        passphrase_gate.unlock(folder, take_text(asked, "passphrase"))
        if known := self._opened.get(folder):
            known[1].note_unlocked()
        return {}

    def _take(self, asked: Json) -> Json:
        file, kind = (found := _read_file(asked)), mail_intake.sort_file(found)
        folder = self._folder(asked) if asked.get("table") else None
        if folder is not None:
            self._refuse_closed(folder)
        if isinstance(kind, Papers):
            if mail_intake.brings_invitation(file, kind):
                places = joining.Places(self._games.beside, self._games.list_folders())
                path = joining.keep_invitation(places, file.data, file.name)
                state = "invited" if joining.find_kept(path) else "joined"
                return {"outcome": state, "told": _KEPT[state], "table": self._games.add(path), "mails": []}
            return self._receive(file, kind, folder)
        if folder is None:
            raise CallRefused("refused", "Open a game first: a file of orders does not say for which it is.")
        orders = mail_intake.read_orders(folder, file, kind)
        told = self._open(folder).lay_lines(orders.lines, orders.press)
        return {"outcome": "laid", "told": told, "table": asked["table"], "mails": []}

    def _receive(self, file: DroppedFile, papers: Papers, first: Folder | None) -> Json:
        """Take a mail in for the game for which it is."""
        folder = mail_intake.find_owner(self._list_own_folders(), file, papers, first)
        if folder is None:
            raise CallRefused("refused", "This mail is for none of the games in the list.")
        done: MailOutcome = mail_intake.receive(folder, file, papers, self._clock())
        told = done.text
        if folder in self._opened:
            told = self._open(folder).note_received(told, file.data)
        return {
            "outcome": done.outcome,
            "told": _shorten(told),
            "table": self._games.add(folder.path),
            "mails": [each.stem for each in done.files],
        }

    def _list_own_folders(self) -> list[Folder]:
        """The folders of games in which the reader has a side."""
        cards = self._games.list_games().cards
        found = (self._games.find_folder(card.id) for card in cards if card.state in OWN)
        return [Folder(path) for path in found if path is not None]


def _read_file(asked: Json) -> DroppedFile:
    """The file that a call brings, as text or in base64. Raises BadCall."""
    name, text, data = take_text(asked, "name"), asked.get("text"), asked.get("data")
    if isinstance(text, str):
        return DroppedFile(name, text.encode("utf-8"))
    if not isinstance(data, str):
        raise BadCall("a file comes as text or data")
    try:
        return DroppedFile(name, base64.b64decode(data, validate=True))
    except binascii.Error:
        raise BadCall("data is not base64") from None


def _shorten(text: str) -> str:
    """A report without lists, whose lines are indented, and their heads, and without what is for programs
    or for the terminal: the place in the log, and which file to send."""
    text = _LISTS.sub("", _OWN_FILES.sub("", text))
    left = (line for line in text.splitlines() if line.strip() and not line.startswith(_ASIDE))
    return "\n".join(left)


def _find(known: Mapping[str, Any], name: str) -> Any:
    """A call of a game. Raises CallRefused where the game has none of this name, as before it begins."""
    if name not in known:
        raise CallRefused("refused", "The game has not begun: its charter has not come yet.")
    return known[name]


def _guard(call: Call) -> Call:
    return lambda asked: dict(_answer(call, asked))


def _answer(call: Callable[[Json], Any], asked: Json) -> Any:
    """What a call answers, with every refusal in a sentence that the page can show."""
    return passphrase_gate.tell_locked(lambda: refuse_in_words(call, asked))
