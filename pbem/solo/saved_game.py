"""A game at one screen as it is kept, against the program or between people: how it began, and every order
since, one file of JSON.

Dice and packs follow from the seed, so that orders are all there is to keep. Nothing in it is proof of
anything: who plays alone may look at the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from modules import library, plain_files
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.view_rules import ViewRules
from modules.game_file import opened
from modules.game_file.names import BadGameFile
from modules.library import PLAYERS, Contest
from pbem import errors
from pbem.disk import atomic_files, game_shelf
from pbem.reason_codes import Code
from pbem.rules import rules_lookup

FILE: Final = "alone.json"
_FORMAT: Final = "senlac-alone/1"
_MOST: Final = 4_000_000
HOT_SEAT: Final = "hot-seat"
"""In the place of a player of the program: every seat is a person's."""
_LEFT_OUT: Final = ("undone", "file", "standing", "stood", "sealed")
"""Fields that are not written while they are empty, as in files of an earlier release."""


@dataclass
class SavedGame:
    """`seat`: whose orders are the person's; `against`: how the program plays all others; `orders`: all that
    were given, `SEAT: ORDER`, in the order of the game. `undone`: for each time that orders were taken back,
    how many of `orders` were left, and its number: the dice behind those follow from that number, so that no
    dice that were seen are rolled again. `file`: of a game from a file its digest, by which the folder keeps
    it. `standing`: the standing orders of each person's seat; `stood`: which of `orders` these gave, each by
    its number from 0, with the line. `sealed`: orders for a decision that several make at once, as long as
    one of them is missing."""

    game: str
    scenario: str
    options: list[str]
    behaviour: int
    fingerprint: str
    seat: str
    against: str
    budget: int
    seed: int
    orders: list[str] = field(default_factory=list)
    undone: list[list[int]] = field(default_factory=list)
    file: str = ""
    standing: dict[str, list[str]] = field(default_factory=dict)
    stood: list[list[Any]] = field(default_factory=list)
    sealed: dict[str, str] = field(default_factory=dict)

    def people(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Of the seats of the game those that people hold."""
        return tuple(seats) if self.against == HOT_SEAT else (self.seat,)

    def word(self, folder: Path) -> str:
        """The word by which the rules are asked for the game in a folder."""
        return str(game_shelf.file_of(folder, self.file)) if self.file else self.game

    def contest(self, seats: Iterable[str]) -> Contest:
        """The game as one between players of the program: that of the person's seat is never asked."""
        players = tuple("random" if seat == self.seat else self.against for seat in seats)
        return Contest(self.game, self.scenario, tuple(self.options), players, self.budget, self.seed)

    def take_back(self, left: int) -> SavedGame:
        """The same with the first `left` orders alone, and new dice behind them."""
        number = 1 + (self.undone[-1][1] if self.undone else 0)
        before = [each for each in self.undone if each[0] < left]
        stood = [each for each in self.stood if each[0] < left]
        undone = [*before, [left, number]]
        return replace(self, orders=self.orders[:left], undone=undone, stood=stood, sealed={})

    def keep_first(self, left: int) -> SavedGame:
        """The same with the first `left` orders alone, and the dice that fell behind them."""
        stood, undone = ([each for each in pairs if each[0] < left] for pairs in (self.stood, self.undone))
        return replace(self, orders=self.orders[:left], undone=undone, stood=stood, sealed={})

    def dice_number(self, given: int) -> int:
        """Of which taking back the dice are that fall when so many orders were given; 0 before any."""
        return next((number for left, number in reversed(self.undone) if left < given), 0)

    def write(self, folder: Path) -> None:
        """Keep it, so that a crash leaves the old file or the new one."""
        said = {"format": _FORMAT, **asdict(self)}
        for name in _LEFT_OUT:
            if not said[name]:
                del said[name]
        if self.file and not game_shelf.file_of(folder, self.file).is_file():
            game_shelf.keep(folder, game_shelf.find_handed(self.game, self.file))
        text = json.dumps(said, indent=1, ensure_ascii=False) + "\n"
        atomic_files.DISK.make_directory(folder)
        atomic_files.replace(folder / FILE, text.encode())


def new(name: str, options: list[str], seat: str, against: str, budget: int, seed: int) -> SavedGame:
    """A game that begins. Raises UnknownGame, also for a seat that nobody has there."""
    game, scenario = rules_lookup.split(name)
    rules_lookup.options(game, scenario, options)
    named = rules_lookup.module(game, scenario)
    digests = rules_lookup.digests_of(named)
    made = SavedGame(
        named.id, scenario, sorted(options), named.behaviour, named.fingerprint, seat, against, budget, seed,
        file="" if digests is None else digests.whole,
    )  # fmt: skip
    rules = rules_of(made, game)
    if seat not in rules.seats:
        raise errors.UnknownGame(f"nobody plays {seat!r} in {name}: choose from {', '.join(rules.seats)}")
    if against == "search":
        try:
            library.load_weighing(game, scenario)
        except library.NoEvaluation as error:
            told = f"{name} has no evaluation: add `--against policy`"
            raise errors.UnknownGame(told) from error
    return made


def usual_player(name: str) -> str:
    """How the program plays a game if nobody says: in one that is data it cannot search."""
    return "search" if rules_lookup.split(name)[0] in library.games() else "policy"


def first_seat(name: str, options: list[str]) -> str:
    """The first seat of a game, for a person who has named none. Raises UnknownGame."""
    game, scenario = rules_lookup.split(name)
    rules_lookup.options(game, scenario, options)
    rules_lookup.module(game, scenario)
    return next(iter(library.rules(game, scenario, options).seats))


def rules_of(saved: SavedGame, word: str) -> ViewRules[Any]:
    """The rules of a game that is kept, which `word` names. Raises UnknownGame for those that show no
    position, or have no policy where one is to play."""
    rules = rules_lookup.part_of(library.rules(word, saved.scenario, saved.options), ViewRules)
    if rules.closed_orders:
        rules_lookup.part_of(rules, MailRules)
    if saved.against not in ("random", HOT_SEAT):
        rules_lookup.part_of(rules, AdviceRules)
    return rules


def read(folder: Path) -> SavedGame:
    """The game that is kept in a folder. Raises `bad-save` for another file, `other-engine`, OSError."""
    file, saved = folder / FILE, load(folder)
    word = _check_file(saved, folder)
    here = rules_lookup.module(word, saved.scenario)
    rules_lookup.options(word, saved.scenario, saved.options)
    seats = rules_of(saved, word).seats
    if saved.seat not in seats:
        raise errors.Refusal(
            Code.BAD_SAVE, f"{file}: nobody plays {saved.seat!r}: its seat is one of {', '.join(seats)}"
        )
    if not rules_lookup.does_the_same(here.replace(behaviour=saved.behaviour, fingerprint=saved.fingerprint)):
        raise errors.Refusal(
            Code.OTHER_ENGINE,
            f"{file} was played by rules of {saved.game} that did otherwise (behaviour {saved.behaviour})",
        )
    return saved


def load(folder: Path) -> SavedGame:
    """The same, of whatever rules it is; raises `bad-save`, OSError."""
    file = folder / FILE
    if not plain_files.is_there(file):
        raise errors.Refusal(
            Code.BAD_SAVE,
            f"{folder} holds no game: begin one, as with `pbem play three_battles/fulford --as viking --dir "
            f"{folder}`",
        )
    try:
        data = json.loads(plain_files.read(file, _MOST, folder))
        return _check(data)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise errors.Refusal(Code.BAD_SAVE, f"{file} is not a game that `pbem play` kept: {error}") from error


def _check_file(saved: SavedGame, folder: Path) -> str:
    """The word for a game that is kept. Raises `bad-save` where the file of the game is another, or none."""
    word = saved.word(folder)
    if not saved.file and saved.game not in library.games():  # no folder that happens to be called so
        raise errors.UnknownGame(f"no game {saved.game!r} is installed")
    if saved.file:
        try:
            found = opened.open_file(Path(word)).digests.whole
        except (BadGameFile, OSError) as error:
            raise errors.Refusal(Code.BAD_SAVE, f"the file of the game cannot be read: {error}") from error
        if found != saved.file:
            raise errors.Refusal(Code.BAD_SAVE, f"{word} is not the file with which the game was begun")
    return word


def _check(data: Any) -> SavedGame:
    if not isinstance(data, dict) or data.pop("format", None) != _FORMAT:
        raise ValueError(f"its format is not {_FORMAT}")
    undone, file = data.setdefault("undone", []), data.setdefault("file", "")
    _check_words_of_people(data)
    if not isinstance(file, str) or not re.fullmatch("([0-9a-f]{64})?", file):
        raise ValueError("file is not a digest")
    if set(data) != {each.name for each in fields(SavedGame)}:
        raise ValueError("its fields are others")
    lists = (data["options"], data["orders"])
    numbers = (data["behaviour"], data["budget"], data["seed"])
    words = (data["game"], data["scenario"], data["seat"], data["fingerprint"])
    if not all(map(_are_texts, lists)):
        raise ValueError("options and orders are lists of texts")
    if not all(type(each) is int for each in numbers) or not all(isinstance(each, str) for each in words):
        raise ValueError("a number or a name is of another kind")
    pairs = isinstance(undone, list) and all(isinstance(each, list) and len(each) == 2 for each in undone)
    if not pairs or not all(type(each) is int and each >= 0 for pair in undone for each in pair):
        raise ValueError("undone is a list of pairs of numbers")
    if data["against"] not in (*PLAYERS, HOT_SEAT):
        raise ValueError(f"against is one of {', '.join((*PLAYERS, HOT_SEAT))}")
    return SavedGame(**data)


def _check_words_of_people(data: Any) -> None:
    """Standing orders, what they gave, and sealed orders. Raises ValueError."""
    standing, sealed = data.setdefault("standing", {}), data.setdefault("sealed", {})
    if not isinstance(standing, dict) or not all(_are_texts(each) for each in standing.values()):
        raise ValueError("standing has a list of texts for each seat")
    if not isinstance(sealed, dict) or not _are_texts([*sealed.values()]):
        raise ValueError("sealed has a text for each seat")
    stood = data.setdefault("stood", [])
    pairs = isinstance(stood, list) and all(isinstance(each, list) and len(each) == 2 for each in stood)
    if not pairs or not all(type(at) is int and isinstance(line, str) for at, line in stood):
        raise ValueError("stood is a list of pairs of a number and a text")


def _are_texts(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(each, str) for each in found)
