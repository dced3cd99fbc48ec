"""A new game: folders, keys and chains for every party, the charter that all sign, a log for each.

The charter follows from the keys, the chains, the command and the time, which a log that is there already
tells, so a run that was cut off is repeated and completes what is there. The referee's log is written last.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem import errors
from pbem.disk import game_shelf
from pbem.entry.bodies import SEED, Charter, Deadline, Game, Person, SeatedPerson
from pbem.entry.entries import NOTHING, Entry, SignedEntry, sign
from pbem.entry.field_types import REFEREE
from pbem.judge import due_moments
from pbem.keys.openssh_keys import PublicKey
from pbem.log.deadlines import DEFAULTS
from pbem.log.log_file import GameLog
from pbem.log.parties import Player
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.log.party.key_creation import make_secrets
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.secrets.card_packs import RefereeSecret

_PLAYER = re.compile(r"([a-z][a-z0-9_-]{0,31})=([^<>]*)<([^<>]+)>")


def player(text: str) -> tuple[str, Player]:
    """Read `ROLE=NAME <MAIL>`; raises `bad-player`."""
    found = _PLAYER.fullmatch(text.strip())
    if found is None or not found[2].strip():
        raise errors.Refusal(
            Code.BAD_PLAYER, f"{text!r} is not ROLE=NAME <MAIL>, such as 'norman=Ann <ann@example.org>'"
        )
    return found[1], Player(found[2].strip(), found[3].strip())


READING: Final = 2
"""How the lines of orders are carried out in new games: forced orders by themselves, `done` in its time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game is to be: `players` may leave roles out, which then get the side's name. `word`: the sides
    that play by mail word. `reading`: how lines are carried out, None for the first way."""

    game: str
    scenario: str
    options: Sequence[str]
    players: Mapping[str, Player]
    seed: int | None = None
    refereed: bool = True
    deadlines: Sequence[Deadline] = DEFAULTS
    word: Sequence[str] = ()
    reading: int | None = READING


def names(plan: Plan) -> dict[str, str]:
    """The roles, the referee's first if there is one, each with a name; raises UnknownGame, `bad-player`."""
    referee = {REFEREE: "Referee"} if plan.refereed else {}
    head = head_of(plan)
    roles = {**referee, **rules_lookup.seat_names(head, rules_lookup.rules_of(head))}
    strange = sorted(set(plan.players) - set(roles))
    if strange:
        raise errors.Refusal(
            Code.BAD_PLAYER, f"there is no role {strange[0]!r}; the roles are {', '.join(roles)}"
        )
    return roles


def head_of(plan: Plan) -> Game:
    """What a charter says of the game itself; raises UnknownGame, or `referee-needed` for hidden packs."""
    chosen = rules_lookup.options(plan.game, plan.scenario, plan.options)
    head = Game(
        module=rules_lookup.module(plan.game, plan.scenario), scenario=plan.scenario, options={**chosen}
    )
    if not plan.refereed and (rules := rules_lookup.rules_of(head)).needs_secret:
        what, whose = (
            ("orders that stay closed", "orders") if rules.closed_orders else ("hidden cards", "hand")
        )
        raise errors.Refusal(
            Code.REFEREE_NEEDED,
            f"{plan.game}/{plan.scenario} has {what}: without a referee who holds "
            f"them, one player would know the other's {whose}; play it with a referee",
        )
    return head


def folders(plan: Plan, out: Path) -> dict[str, Folder]:
    """A folder for each party, the referee's first, in which those of sides by mail word are; raises
    UnknownGame or `bad-player`."""
    check_word(plan, REFEREE)
    own = {role: Folder(out / role) for role in names(plan)}
    return own | {role: own[REFEREE].word(role) for role in plan.word}


def check_word(plan: Plan, host: str) -> None:
    """Raise `bad-player` unless the host is the referee and each by mail word a side with an address of its
    own: by the address his mails are told from others'."""
    mails = Counter(each.mail.lower() for each in plan.players.values())
    for role in plan.word:
        if not plan.refereed or host != REFEREE:
            why = "somebody has to hold its key: the referee, who must be the host"
        elif role not in names(plan) or role == REFEREE:
            why = f"the sides are {', '.join(name for name in names(plan) if name != REFEREE)}"
        elif role in plan.players and mails[plan.players[role].mail.lower()] > 1:
            why = "its address is another party's too, so that nobody could tell whose mails come from it"
        else:
            continue
        raise errors.Refusal(Code.BAD_PLAYER, f"{role!r} cannot play by mail word: {why}")


def make_party(folder: Folder, role: str, head: Game) -> None:
    """Make what a party keeps secret, where it is missing: key, chain, and the referee's secret."""
    make_secrets(folder, f"{role} of {head.module.id}/{head.scenario}")
    if role == REFEREE and rules_lookup.rules_of(head).needs_secret and not folder.secret_file.exists():
        RefereeSecret.generate().save(folder.secret_file)


def keep_file(folder: Folder, head: Game) -> None:
    """Keep the file of the game in a party's folder, if it comes from one; raises MissingGameFile,
    OtherGameFile, OSError."""
    file = rules_lookup.find_file(head.module)
    if file is not None:
        game_shelf.keep(folder.path, file)


def create(plan: Plan, out: Path, now: int | None = None) -> dict[str, Folder]:
    """Make the game, with a charter of the time `now`, Unix seconds.

    Raises UnknownGame, `bad-player`, `referee-needed`, or FileExists where another game is.
    """
    places, head = folders(plan, out), head_of(plan)
    for role, folder in places.items():
        make_party(folder, role, head)
        keep_file(folder, head)
    charter = make_charter(plan, places, head, _time(places.values(), now))
    for role, folder in reversed(places.items()):
        if role not in plan.word:
            start_log(folder, charter)
    return places


def _time(places: Iterable[Folder], now: int | None) -> int:
    """The time of the charter: that of the first log that there is, if a run before this one was cut off."""
    for folder in places:
        if (folder.path / LOG).is_file() and (first := next(folder.log.read().records(), None)):
            return Entry.decode(first.data).stated_time or 0
    return now or 0


def make_charter(plan: Plan, places: Mapping[str, Folder], head: Game, at: int) -> SignedEntry:
    """The charter with every party's signature; raises `bad-player` or what its files raise."""
    author = next(iter(places))
    try:
        parties = []
        for role, name in names(plan).items():
            who = plan.players.get(role, Player(name, f"{role}@localhost"))
            parties.append(SeatedPerson(**dict(person(role, who, places[role], role in plan.word))))
        charter = Charter(**common_terms(plan, head, places[author]), parties=tuple(parties), at=at)
        charter = charter.replace(due=due_moments.moments_of(charter, at))
    except errors.BadBody as error:
        raise errors.Refusal(Code.BAD_PLAYER, str(error)) from error
    return sign(Entry(NOTHING, 0, NOTHING, author, charter), *(f.key() for f in places.values()))


def person(role: str, who: Player, folder: Folder, word: bool = False) -> Person:
    """A person of a charter, with the key and chain of a folder, `word`: by mail word; raises BadBody or what
    its files raise."""
    chain = folder.chain()
    return Person(
        role=role,
        name=who.name,
        mail=who.mail,
        key=PublicKey.load(folder.public_file).line,
        tip=chain.tip,
        length=chain.length,
        word=word or None,
    )


def common_terms(plan: Plan, head: Game, author: Folder) -> dict[str, Any]:
    """The fields of a charter or an invitation whose author has this folder, but for the parties."""
    secret = author.secret_file
    commitment = RefereeSecret.load(secret).commitment if plan.refereed and secret.exists() else None
    seed = {} if plan.seed is None else {SEED: plan.seed}
    options = {**head.options, **seed}
    return {
        **dict(head),
        "options": options,
        "deadlines": tuple(plan.deadlines),
        "secret": commitment,
        "reading": plan.reading,
    }


def start_log(folder: Folder, charter: SignedEntry) -> None:
    """Begin a folder's log; what is there already is left. Raises FileExists for another game's,
    `chain-used` where links of the chain were shown in another."""
    path = folder.path / LOG
    disclosures.refuse_other(folder, charter.head)
    try:
        GameLog.create(path, charter)
    except errors.FileExists as error:
        first = next(GameLog(path).read().records(), None)
        if first != charter:
            raise errors.FileExists(f"{path} holds another game; choose another folder") from error
