"""A new game: folders, keys and chains for every party, the charter that all sign, a log for each.

The charter follows from the keys, the chains and the command alone, so a run that was cut off is repeated
and completes what is there. The referee's log is written last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem import deadlines, errors, games, refusals
from pbem.bodies import REFEREE
from pbem.canonical import Value
from pbem.entries import NOTHING, Entry, SignedEntry, sign
from pbem.gamefolder import LOG, Folder, make_secrets
from pbem.gamelog import GameLog
from pbem.packs import Secret

_PLAYER = re.compile(r"([a-z][a-z0-9_-]{0,31})=([^<>]*)<([^<>]+)>")


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes a role."""

    name: str
    mail: str


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


def folders(plan: Plan, out: Path) -> dict[str, Folder]:
    """A folder for each party, the referee's first; raises UnknownGame or BadPlayer."""
    roles = (REFEREE, *games.side_names(plan.game, plan.scenario))
    strange = sorted(set(plan.players) - set(roles))
    if strange:
        raise refusals.BadPlayer(f"there is no role {strange[0]!r}; the roles are {', '.join(roles)}")
    return {role: Folder(out / role) for role in roles}


def create(plan: Plan, out: Path) -> dict[str, Folder]:
    """Make the game; raises UnknownGame, BadPlayer, or FileExists where another game is."""
    places = folders(plan, out)
    head: dict[str, Value] = {
        "module": games.module(plan.game),
        "scenario": plan.scenario,
        "options": games.options(plan.game, plan.scenario, plan.options),
    }
    for role, folder in places.items():
        make_secrets(folder, f"{role} of {plan.game}/{plan.scenario}")
    if games.rules_of(head).secret_packs and not places[REFEREE].secret_file.exists():
        Secret.generate().save(places[REFEREE].secret_file)
    charter = make_charter(plan, places, head)
    for folder in reversed(places.values()):
        _start_log(folder, charter)
    return places


def make_charter(plan: Plan, places: Mapping[str, Folder], head: Mapping[str, Value]) -> SignedEntry:
    """The charter with every party's signature; raises BadPlayer or what its files raise."""
    names = {REFEREE: "Referee", **games.side_names(plan.game, plan.scenario)}
    parties: list[Value] = []
    for role, folder in places.items():
        who = plan.players.get(role, Player(names[role], f"{role}@localhost"))
        chain = folder.chain()
        parties.append(
            {
                "role": role,
                "name": who.name,
                "mail": who.mail,
                "key": folder.key().public.line,
                "tip": chain.tip,
                "length": chain.length,
            }
        )
    body: dict[str, Value] = {**head, "parties": parties, "deadlines": list(deadlines.DEFAULTS)}
    if (secret := places[REFEREE].secret_file).exists():
        body["secret"] = Secret.load(secret).commitment
    if plan.seed is not None:
        body["options"] = {**_options(head), games.SEED_OPTION: plan.seed}
    try:
        return sign(Entry(NOTHING, 0, NOTHING, "charter", REFEREE, body), *(f.key() for f in places.values()))
    except errors.BadBody as error:
        raise refusals.BadPlayer(str(error)) from error


def _options(head: Mapping[str, Value]) -> dict[str, Value]:
    options = head["options"]
    return options if isinstance(options, dict) else {}


def _start_log(folder: Folder, charter: SignedEntry) -> None:
    path = folder.path / LOG
    try:
        GameLog.create(path, charter)
    except errors.FileExists as error:
        first = next(GameLog(path).read().records(), None)
        if first != charter:
            raise errors.FileExists(f"{path} holds another game; choose another folder") from error
