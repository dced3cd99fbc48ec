"""What each command does and prints; `cli` only reads the command line. Each function gives its exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem import (
    charters,
    errors,
    fullcheck,
    joining,
    legal,
    mover,
    newgame,
    parcels,
    peers,
    referee,
    refusals,
    reports,
    roster,
    setting_up,
    views,
)
from pbem.bodies import REFEREE
from pbem.entries import Entry, SignedEntry, open_entry
from pbem.gamefolder import LOG, Folder, make_secrets
from pbem.gamelog import GameLog
from pbem.gamereplay import GameReplay
from pbem.joining import Joining
from pbem.keys import PublicKey
from pbem.newgame import Plan
from pbem.passphrases import PASSPHRASES
from pbem.policy_play import play_game
from pbem.table import Table
from pbem.verdict import Rolled, Status, Verdict
from pbem.verify import Walk, verify, verify_dice, verify_file


def keygen(path: Path, passphrase: bool, as_json: bool) -> int:
    """Make a key, with `passphrase` an encrypted one, and a chain."""
    folder = Folder(path)
    secret = PASSPHRASES.new(folder.key_file) if passphrase and not folder.key_file.exists() else None
    make_secrets(folder, passphrase=secret)
    key, chain = PublicKey.load(folder.public_file), folder.chain()
    said = {
        "folder": str(path),
        "key": key.line,
        "fingerprint": key.fingerprint,
        "tip": chain.tip,
        "length": chain.length,
    }
    _print(said if as_json else "".join(f"{name:12} {value}\n" for name, value in said.items()))
    return 0


def new(plan: Plan, out: Path, as_json: bool) -> int:
    """Make a game and its folders."""
    folders = newgame.create(plan, out)
    table = Table.load(next(iter(folders.values())).log)
    if as_json:
        _print({**_place(table), "folders": {role: str(folder.path) for role, folder in folders.items()}})
        return 0
    _print("".join(f"{folder.path}  {role}\n" for role, folder in folders.items()) + reports.status(table))
    return 0


def invite(plan: Plan, host: str, path: Path, key_file: Path | None, as_json: bool) -> int:
    """Make and sign an invitation."""
    _print(setting_up.invite(plan, host, Folder(path), key_file).of(as_json))
    return 0


def join(file: Path, path: Path, how: Joining, as_json: bool) -> int:
    """Sign that one plays."""
    _print(setting_up.join(parcels.read(file), Folder(path), how).of(as_json))
    return 0


def list_legal(path: Path, every: bool, unit: str | None, as_json: bool) -> int:
    """The decision that is due and its legal orders."""
    table = _table(Folder(path))
    orders, me = legal.orders_of(table, unit), _me(Folder(path), table)
    if as_json:
        _print({**_place(table), **_due(table, me), "orders": orders})
    elif every or unit is not None:
        head = reports.due(table, 0, me)
        theirs = ["Their choices:"] if orders and not _mine(table, me) else []
        _print("\n".join([head, *theirs, *(f"  {order}" for order in orders), ""]))
    else:
        _print(reports.due(table, me=me) + "\n" + reports.foot(table) + "\n")
    return 0


def _table(folder: Folder) -> Table:
    """The game in a folder as its owner may see it."""
    table = Table.load(folder.log)
    views.sit(table, folder)
    return table


def _me(folder: Folder, table: Table) -> str:
    """Whose folder it is; empty for a folder with a log and no key."""
    return folder.role(table.walk.parties) if folder.public_file.exists() else ""


def _mine(table: Table, me: str) -> bool:
    """Whether what is due concerns the reader: his own decision, or anybody's for who takes no side."""
    return me in ("", REFEREE, *table.owing)


def move(path: Path, orders: Path | None, draft: bool, as_json: bool) -> int:
    """Sign a file of orders."""
    made = mover.move(Folder(path), orders, draft=draft)
    _print(mover.described(made) if as_json else reports.move(made))
    return 0


def resign(path: Path, yes: bool, as_json: bool) -> int:
    """Sign that the game is given up, if `yes` or somebody at a terminal says so; raises NotConfirmed."""
    if not yes:
        table = Table.load(Folder(path).log)
        side, game = _me(Folder(path), table) or "a side", dict(reports.facts(table))["Game"]
        if not sys.stdin.isatty():
            raise refusals.NotConfirmed(f"this gives up {game} as {side}: repeat the command with --yes")
        sys.stderr.write(f"Give up {game} as {side}? This cannot be taken back. Type `yes`: ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() != "yes":
            raise refusals.NotConfirmed("nothing was signed: the game goes on")
    made = mover.resign(Folder(path))
    _print(mover.described(made) if as_json else reports.move(made))
    return 0


def check(path: Path, file: Path, as_json: bool) -> int:
    """Judge a move file without changing anything."""
    folder = Folder(path)
    table = Table.load(folder.log)
    found = parcels.read(file).entries
    fresh = [signed for signed in found if signed not in table.walk.entries]
    said = [_judged(folder, table, signed) for signed in fresh or found]
    worst = max((one["status"] for one in said), key=(0, 3, 1).index)
    _print(said[0] if as_json and len(said) == 1 else said if as_json else "".join(map(_verdict_text, said)))
    return int(worst)


def _judged(folder: Folder, table: Table, signed: SignedEntry) -> dict[str, Any]:
    """The verdict on the next entry; a table whose rules refused one must not be used again."""
    try:
        entry = open_entry(signed).entry
        draft = entry.type in ("order", "decision") and entry.link is None
        referee.step(folder, table, signed)
    except errors.RepeatedEntry as error:
        return {"status": 0, "code": "holds", "message": str(error)}
    except errors.WrongSeq as error:
        return {"status": 3, "code": error.code, "message": str(error)}
    except errors.PbemError as error:
        return {"status": 1, "code": error.code, "message": str(error), **refusal(error)}
    due = table.walk.rules.pending.due if table.walk.rules and table.walk.batch else None
    account = table.replay.accounts[-1]
    message = "\n".join([f"{'draft of ' if draft else ''}{entry}", *reports.before_dice(account, due)])
    return {"status": 0, "code": "holds", "message": message, "legal": account.applied, "head": signed.head}


def _verdict_text(said: Mapping[str, Any]) -> str:
    word = {0: "holds", 1: "broken", 3: "incomplete"}[said["status"]]
    rows = [f"{word}: {said['message']}", *(f"  {line}" for line in said.get("choices", ()))]
    return "\n".join(rows) + "\n"


def refusal(error: BaseException) -> dict[str, Any]:
    """The rule that a refused line breaks, and what would have been legal in its place."""
    if isinstance(error, refusals.OrderFileFault) and error.__cause__ is not None:
        return refusal(error.__cause__)
    if not isinstance(error, errors.LineRefused) or error.choice is None:
        return {}
    return {"rule": error.rule, "line": error.index + 1, "choices": legal.near(error.choice, error.line)}


def apply(path: Path, file: Path, now: int, again: bool, as_json: bool) -> int:
    """Take in a move (the referee), his answer (a player), either of them without a referee; before the game
    a join (the host) or the charter (a player).

    Each entry is told as it is taken in, so that a later one that is refused hides none.
    """
    folder, parcel = Folder(path), parcels.read(file)
    for paper in parcel.papers:
        _print(setting_up.take_join(folder, paper, again, now).of(as_json))
    if parcel.papers:
        return 0
    begun, signed = joining.taken(folder, parcel.entries)
    me = folder.role(Table.load(folder.log).walk.parties)
    if begun and not signed:
        _print(setting_up.begun(folder, me).of(as_json))
        return 0
    try:
        _tell_all(_receipts(folder, me, signed, now), me, as_json)
    except errors.SignaturesMissing as waiting:
        _print({"status": 3, "code": waiting.code, "message": str(waiting)} if as_json else f"{waiting}\n")
        return int(Status.INCOMPLETE)
    return 0


def _tell_all(receipts: Iterable[tuple[referee.Receipt, Path | None]], me: str, as_json: bool) -> None:
    for receipt, answer in receipts:
        said = reports.receipt(receipt, me) + reports.answered(receipt, answer, me)
        _print(_receipt(receipt, me, answer) if as_json else said)


def _receipts(
    folder: Folder, me: str, signed: list[SignedEntry], now: int
) -> Iterator[tuple[referee.Receipt, Path | None]]:
    """What is taken in, each with the file of the answer, if there is one to send."""
    if me == REFEREE:
        for one in signed:
            receipt = referee.apply(folder, one, now=now)
            yield receipt, folder.answer_file(receipt.first)
    elif Table.load(folder.log).walk.parties.refereed:
        yield referee.take_in(folder, signed), None
    else:
        exchange = peers.take_in(folder, signed, now=now)
        yield exchange.receipt, exchange.file


def _receipt(receipt: referee.Receipt, me: str, file: Path | None) -> dict[str, Any]:
    accounts = receipt.table.accounts(receipt.first, receipt.last)
    parties = receipt.table.walk.parties
    return {
        **_place(receipt.table),
        **_due(receipt.table, me),
        "first": receipt.first,
        "last": receipt.last,
        "repeated": receipt.repeated,
        "answer": None if file is None else str(file),
        "to": [] if file is None else [parties[role].mail for role in reports.recipients(receipt.table, me)],
        "entries": [
            {
                "seq": a.seq,
                "author": a.author,
                "type": a.type,
                "applied": a.applied,
                "dropped": a.dropped,
                "why": a.why,
            }
            for a in accounts
        ],
        "report": reports.receipt(receipt, me),
    }


def show_status(path: Path, as_json: bool) -> int:
    """Where the game stands."""
    table = _table(Folder(path))
    me = _me(Folder(path), table)
    if as_json:
        _print({**_place(table), **_due(table, me), "facts": dict(reports.facts(table))})
    else:
        _print(reports.status(table, me))
    return 0


@dataclass(frozen=True, slots=True)
class Look:
    """How a position is to be shown: as which side sees it, drawn to a file, listed."""

    side: str | None
    out: Path | None
    text: bool
    dpi: int
    crop: bool
    since: int | None


def show(path: Path, look: Look, as_json: bool) -> int:
    """Draw or list the position; in a side's own folder as that side sees it."""
    folder = Folder(path)
    table = _table(folder)
    role = folder.role(table.walk.parties)
    if look.side is not None and role not in (REFEREE, look.side):
        raise refusals.BadPicture(f"{path} is the folder of {role}: it shows what {role} may see")
    side = role if look.side is None and role != REFEREE else look.side
    if look.out is not None:
        from pbem import pictures

        pictures.draw(table, side, look.out, dpi=look.dpi, crop=look.crop, since=look.since)
    if as_json:
        units = {"units": roster.facts(table, side)} if look.text else {}
        _print({**_place(table), "file": None if look.out is None else str(look.out), **units})
        return 0
    drawn = "" if look.out is None else f"{look.out}: "
    _print((roster.text(table, side) if look.text else "") + f"{drawn}{reports.foot(table)}\n")
    return 0


def show_charter(path: Path, as_json: bool) -> int:
    """What the parties agreed on; needs the log alone, whatever rules are installed."""
    log = Folder(path).log
    walk = Walk()
    for signed in log.read().records():
        walk.step(signed)
    if not walk.entries:
        raise refusals.BrokenLog(f"{log.path} has no charter", errors.EmptyLog("no charter"))
    _print(charters.facts(walk) if as_json else charters.text(walk))
    return 0


def verify_log(path: Path, full: bool, as_json: bool) -> int:
    """Check a log with a replay by the rules; `full` also tells the whole game."""
    file, replay = _log_file(path), GameReplay()
    verdict = _checked(file, replay)
    if full and verdict.status is Status.HOLDS:
        verdict = fullcheck.check(file, verdict)
    if full and not as_json:
        _print("".join(reports.account_text(account) + "\n" for account in replay.accounts))
    _print(_verdict(verdict) if as_json else _in_words(verdict))
    return int(verdict.status)


def _checked(file: Path, replay: GameReplay) -> Verdict:
    try:
        verdict = verify_file(file, replay)
    except errors.NotALog as error:
        return Verdict(Status.BROKEN, error.code, str(error), 0, "", 0)
    if verdict.code not in (errors.OtherEngine.code, refusals.UnknownGame.code):
        return verdict
    alone = verify(GameLog(file).read().records())
    return replace(verdict, message=f"{verdict.message} (checked without the rules: {alone.message})")


def verify_rolls(path: Path, each: bool, as_json: bool) -> int:
    """Check the dice alone."""
    file = _log_file(path)
    try:
        verdict = verify_dice(GameLog(file).read().records())
    except errors.NotALog as error:
        verdict = Verdict(Status.BROKEN, error.code, str(error), 0, "", 0)
    if each and not as_json:
        _print("".join(_roll_text(roll) for roll in verdict.rolls))
    _print({**_verdict(verdict), "rolls": _rolls(verdict)} if as_json else _in_words(verdict))
    return int(verdict.status)


def play(plan: Plan, out: Path, as_json: bool) -> int:
    """A whole game by policy."""
    turns: list[str] = []

    def told(table: Table) -> None:
        facts = dict(table.replay.rules.summary(table.replay.play.state))
        battle = f"{facts['Battle']}, " if "Battle" in facts else ""
        turn = f"{battle}turn {facts.get('Turn', '')}"
        if not as_json and turn not in turns[-1:]:
            turns.append(turn)
            _print(f"{turn}, entry {table.seq}\n")

    done = play_game(plan, out, told)
    table = done.table
    if as_json:
        logs = {role: str(folder.path / LOG) for role, folder in done.folders.items()}
        _print({**_place(table), "lines": done.lines, "outcome": table.replay.outcome(), "logs": logs})
        return 0
    _print(reports.status(table))
    log = next(iter(done.folders.values())).path / LOG
    _print(f"{done.lines} order lines, {table.seq + 1} entries: {log}\n")
    return 0


def _log_file(path: Path) -> Path:
    """The log that a path means: a file, a party's folder, or the folder of a whole game."""
    for file in (path / LOG, path / REFEREE / LOG) if path.is_dir() else (path,):
        if file.is_file():
            return file
    raise refusals.NoGameFolder(f"there is no {LOG} in {path}")


def _place(table: Table) -> dict[str, Any]:
    return {"game": table.walk.game, "seq": table.seq, "head": table.walk.head}


def _due(table: Table, me: str) -> dict[str, Any]:
    request = table.play.request
    fields = ("side", "kind", "ask", "rule")
    due = {name: getattr(request, name) for name in fields if hasattr(request, name)}
    return {"you": me, "owing": table.owing, "due": due, "outcome": table.replay.outcome()}


def _in_words(verdict: Verdict) -> str:
    word = verdict.status.name.lower()
    code = f" [{verdict.code}]" if verdict.status is Status.BROKEN else ""
    pair = "".join(f"  {one.to_record().decode('utf-8', 'replace')}\n" for one in verdict.conflict)
    return f"{word}{code}: {verdict.message}\n{pair}"


def _verdict(verdict: Verdict) -> dict[str, Any]:
    waiting = verdict.waiting
    return {
        "status": int(verdict.status),
        "code": verdict.code,
        "message": verdict.message,
        "count": verdict.count,
        "head": verdict.head,
        "seq": verdict.seq,
        "conflict": [str(Entry.decode(one.data)) for one in verdict.conflict],
        "waiting": None if waiting is None else {"roles": waiting.roles, "since_seq": waiting.since_seq},
    }


def _rolls(verdict: Verdict) -> list[dict[str, Any]]:
    names = ("seq", "k", "label", "rule", "sides", "values")
    return [{name: getattr(roll, name) for name in names} for roll in verdict.rolls]


def _roll_text(roll: Rolled) -> str:
    what = f"d{roll.sides}" if roll.sides else "shuffle"
    values = " ".join(map(str, roll.values))
    return f"entry {roll.seq:4}  batch {roll.k:4}  {what:4} {values}  {roll.label} (rule {roll.rule})\n"


def _print(said: str | Mapping[str, Any] | Sequence[Any]) -> None:
    sys.stdout.write(said if isinstance(said, str) else json.dumps(said, indent=2, ensure_ascii=False) + "\n")
    sys.stdout.flush()
