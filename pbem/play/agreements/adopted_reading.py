"""How newer rules read the record of a game, before a party signs that they are adopted.

What stands in the log must come of it. With new clauses the board, the phase and the decision that is due
must stay as they are.
"""

from __future__ import annotations

from typing import Any

from pbem import errors
from pbem.entry.bodies import Adopt
from pbem.judge import closed_lines
from pbem.log.party.folder import Folder
from pbem.reason_codes import Code
from pbem.rules import rules_lookup, seat_views
from pbem.rules.rules_lookup import Build
from pbem.rules.table import Table


def check_reading(home: Folder, body: object, build: Build) -> None:
    """Raise BrokenLog for newer rules that give something else than what stands in the log, by what the owner
    of a folder alone knows of closed orders and standing orders. Raise `rules-refuse` for newer clauses by
    which the game stands elsewhere than it does."""
    if not isinstance(body, Adopt):
        return
    table = Table.load(home.log, rules_lookup.adopt_rules(build, body), None, closed_lines.known_lines(home))
    try:
        seat_views.sit(table, home)
    except errors.ContradictedAnswer as error:
        said = str(error).removesuffix(": this is the referee's doing").removeprefix(f"entry {error.seq}: ")
        cause = errors.LogFault(error.code, f"the rules installed here part from the log: {said}")
        raise errors.BrokenLog.after_entries(home.log.path, error.seq, cause) from error
    except errors.LogFault as error:
        if error.code is Code.OUT_OF_STEP:
            raise errors.BrokenLog.after_entries(home.log.path, table.seq, error) from error
    if not table.replay.rules.judges_the_past:
        _check_place(table, Table.load(home.log, build))


def _check_place(newer: Table, now: Table) -> None:
    """Clauses judge what comes after them. A phase that they leave out in the past would move all that was
    done in it to another one."""
    by_newer, as_it_is = _tell_place(newer), _tell_place(now)
    if by_newer != as_it_is:
        raise errors.LogFault(
            Code.RULES_REFUSE,
            f"by this version the game stands in {by_newer}, and it stands in {as_it_is}: a clause changes "
            "which phases there were, or what came of an attack. Let it hold from a later turn on, or end "
            "the turn first",
        )
    if _lie(newer) != _lie(now):
        raise errors.LogFault(
            Code.RULES_REFUSE,
            "by this version counters lie elsewhere than they do: keep the clauses by which they came there",
        )


def _tell_place(table: Table) -> str:
    state = table.play.state
    due = ", ".join(table.owing_roles)
    return f"turn {state.turn}, {state.active} {state.phase}" + (f" ({due} is due)" if due else "")


def _lie(table: Table) -> dict[str, Any]:
    rules, state = table.replay.rules, table.play.state
    return {each.counter: each.place for each in (*rules.position(state), *rules.off_map(state))}
