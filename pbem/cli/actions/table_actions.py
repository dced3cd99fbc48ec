"""The command `pbem table`: a page with a player's games, or their list in the terminal."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from pbem import errors
from pbem.cli.options import clock
from pbem.cli.output import tell
from pbem.log import deadlines
from pbem.log.party.folder import LOG, Folder
from pbem.mail_table.house import game_card, hosting, joining
from pbem.mail_table.house.game_card import Card
from pbem.mail_table.house.game_list import GameList
from pbem.mail_table.house.house_calls import House, OpenGame
from pbem.mail_table.house.opened_games import OpenedGames
from pbem.mail_table.house.waiting_game import WaitingGame
from pbem.mail_table.mail_game import MailGame
from pbem.post.robot_log import LogNote


@dataclass(frozen=True, slots=True)
class Wish:
    """The wish with which a page is opened: an invitation, the folder of a game, or with neither the list.
    `uses_post`: mails come and go by the settings in a folder."""

    invitation: Path | None
    folder: Path | None
    open_browser: bool = True
    uses_post: bool = True


def list_games(root: Path, as_json: bool) -> int:
    """The games in the terminal."""
    listing = GameList(root, OpenedGames()).list_games()
    if as_json:
        tell({"games": [asdict(card) for card in listing.cards], "note": listing.note})
        return 0
    tell(
        "".join(map(_describe_card, listing.cards))
        or "There are no games here; `pbem table FILE` joins one.\n"
    )
    tell(f"{listing.note}\n" if listing.note else "")
    return 0


def _describe_card(card: Card) -> str:
    """A game in a few lines: its title, whose it is, and what is due."""
    words = [card.title, *([card.you] if card.you else []), card.state]
    until = [] if card.deadline is None else [f"by {_format_deadline(card.deadline)}"]
    said = dict.fromkeys([card.due, *until, card.why])
    lines = [f"    {line}\n" for line in said if line]
    return "".join([f"{'*' if card.yours else ' '} {card.folder}: {', '.join(words)}\n", *lines])


def _format_deadline(moment: int) -> str:
    return deadlines.format_time(moment, datetime.fromtimestamp(moment, UTC).astimezone().tzinfo or UTC)


def open_table(root: Path, wish: Wish) -> int:
    """The page, until Ctrl-C. Raises NoGameFolder, StrangeFolder, FileExists, and as `open_offer` for an
    invitation that cannot be read."""
    games = GameList(root, OpenedGames())
    first = _find_first(games, wish)
    house = House(games, partial(_open_game, uses_post=wish.uses_post), clock, first)
    hosting.serve_house(house, open_browser=wish.open_browser, tell=lambda line: tell(f"{line}\n"))
    return 0


def _find_first(games: GameList, wish: Wish) -> str:
    """The word of the game with which the page begins; empty for the list."""
    if wish.invitation is not None:
        with wish.invitation.open("rb") as file:
            data = file.read(joining.MOST_BYTES + 1)
        places = joining.Places(games.beside, games.list_folders())
        return games.add(joining.keep_invitation(places, data, wish.invitation.name, wish.folder))
    if wish.folder is None:
        return ""
    if not game_card.is_game(wish.folder):
        raise errors.NoGameFolder(f"{wish.folder} holds no game: name a player's folder with --dir")
    card = game_card.describe(wish.folder.resolve())
    if card.state in ("referee", "fault"):
        raise errors.StrangeFolder(card.why)
    return games.add(wish.folder)


def _open_game(folder: Folder, uses_post: bool) -> OpenGame:
    """The game in a folder: before its log begins its mails alone."""
    if not (folder.path / LOG).is_file():
        return WaitingGame(folder, _tell_note, clock, uses_post=uses_post)
    return MailGame(folder, _tell_note, clock, uses_post=uses_post)


def _tell_note(note: LogNote) -> None:
    tell(f"{note.line()}\n")
