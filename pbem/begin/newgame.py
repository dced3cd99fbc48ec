"""A new game: folders, keys and chains for every party, the charter that all sign, a log for each.

The charter follows from the keys, the chains, the command and the time, which a log that is there already
tells, so a run that was cut off is repeated and completes what is there. The referee's log is written last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem import errors, refusals
from pbem.entry.canonical import Value
from pbem.entry.entries import NOTHING, Entry, SignedEntry, sign
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log.deadlines import DEFAULTS
from pbem.log.file import GameLog
from pbem.log.folder import LOG, Folder, make_secrets
from pbem.log.parties import Player
from pbem.rules import games
from pbem.secret.packs import Secret

_PLAYER = re.compile(r"([a-z][a-z0-9_-]{0,31})=([^<>]*)<([^<>]+)>")


def player(text: str) -> tuple[str, Player]:
    """Read `ROLE=NAME <MAIL>`; raises BadPlayer."""
    found = _PLAYER.fullmatch(text.strip())
    if found is None or not found[2].strip():
        raise refusals.BadPlayer(f"{text!r} is not ROLE=NAME <MAIL>, such as 'norman=Ann <ann@example.org>'")
    return found[1], Player(found[2].strip(), found[3].strip())


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game is to be: `players` may leave roles out, which then get the side's name."""

    game: str
    scenario: str
    options: Sequence[str]
    players: Mapping[str, Player]
    seed: int | None = None
    refereed: bool = True
    deadlines: Sequence[Value] = DEFAULTS


def names(plan: Plan) -> dict[str, str]:
    """The roles, the referee's first if there is one, each with a name; raises UnknownGame or BadPlayer."""
    referee = {REFEREE: "Referee"} if plan.refereed else {}
    roles = {**referee, **games.side_names(plan.game, plan.scenario)}
    strange = sorted(set(plan.players) - set(roles))
    if strange:
        raise refusals.BadPlayer(f"there is no role {strange[0]!r}; the roles are {', '.join(roles)}")
    return roles


def head_of(plan: Plan) -> dict[str, Value]:
    """What a charter says of the game itself; raises UnknownGame, or RefereeNeeded for hidden packs."""
    head: dict[str, Value] = {
        "module": games.module(plan.game),
        "scenario": plan.scenario,
        "options": games.options(plan.game, plan.scenario, plan.options),
    }
    if not plan.refereed and games.rules_of(head).secret_packs:
        raise refusals.RefereeNeeded(
            f"{plan.game}/{plan.scenario} has cards that not everybody may see: without a referee who holds "
            "them somebody would know the other's hand; play it with a referee"
        )
    return head


def folders(plan: Plan, out: Path) -> dict[str, Folder]:
    """A folder for each party, the referee's first; raises UnknownGame or BadPlayer."""
    return {role: Folder(out / role) for role in names(plan)}


def make_party(folder: Folder, role: str, head: Mapping[str, Value], plan: Plan) -> None:
    """Make what a party keeps secret, where it is missing: key, chain, and the referee's secret."""
    make_secrets(folder, f"{role} of {plan.game}/{plan.scenario}")
    if role == REFEREE and games.rules_of(head).secret_packs and not folder.secret_file.exists():
        Secret.generate().save(folder.secret_file)


def create(plan: Plan, out: Path, now: int | None = None) -> dict[str, Folder]:
    """Make the game, with a charter of the time `now`, Unix seconds.

    Raises UnknownGame, BadPlayer, RefereeNeeded, or FileExists where another game is.
    """
    places, head = folders(plan, out), head_of(plan)
    for role, folder in places.items():
        make_party(folder, role, head, plan)
    charter = make_charter(plan, places, head, _time(places.values(), now))
    for folder in reversed(places.values()):
        start_log(folder, charter)
    return places


def _time(places: Iterable[Folder], now: int | None) -> int | None:
    """The time of the charter: that of the first log that there is, if a run before this one was cut off."""
    for folder in places:
        if (folder.path / LOG).is_file() and (first := next(folder.log.read().records(), None)):
            at = Entry.decode(first.data).body.get("at")
            return at if isinstance(at, int) else None
    return now


def make_charter(
    plan: Plan, places: Mapping[str, Folder], head: Mapping[str, Value], at: int | None = None
) -> SignedEntry:
    """The charter with every party's signature; raises BadPlayer or what its files raise."""
    parties: list[Value] = []
    for role, name in names(plan).items():
        who = plan.players.get(role, Player(name, f"{role}@localhost"))
        parties.append(person(role, who, places[role]))
    author = next(iter(places))
    body = agreement(plan, head, parties, places[author]) | ({} if at is None else {"at": at})
    try:
        return sign(Entry(NOTHING, 0, NOTHING, "charter", author, body), *(f.key() for f in places.values()))
    except errors.BadBody as error:
        raise refusals.BadPlayer(str(error)) from error


def person(role: str, who: Player, folder: Folder) -> dict[str, Value]:
    """A person of a charter, with the key and chain of a folder; raises what its files raise."""
    chain = folder.chain()
    return {
        "role": role,
        "name": who.name,
        "mail": who.mail,
        "key": PublicKey.load(folder.public_file).line,
        "tip": chain.tip,
        "length": chain.length,
    }


def agreement(
    plan: Plan, head: Mapping[str, Value], parties: list[Value], author: Folder
) -> dict[str, Value]:
    """The body of a charter or an invitation whose author has this folder."""
    body: dict[str, Value] = {**head, "parties": parties, "deadlines": list(plan.deadlines)}
    if plan.refereed and author.secret_file.exists():
        body["secret"] = Secret.load(author.secret_file).commitment
    if plan.seed is not None:
        body["options"] = {**_options(head), games.SEED_OPTION: plan.seed}
    return body


def _options(head: Mapping[str, Value]) -> dict[str, Value]:
    options = head["options"]
    return options if isinstance(options, dict) else {}


def start_log(folder: Folder, charter: SignedEntry) -> None:
    """Begin a folder's log; what is there already is left. Raises FileExists for another game's."""
    path = folder.path / LOG
    try:
        GameLog.create(path, charter)
    except errors.FileExists as error:
        first = next(GameLog(path).read().records(), None)
        if first != charter:
            raise errors.FileExists(f"{path} holds another game; choose another folder") from error
