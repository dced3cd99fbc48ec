"""An attack looked at before a game is played: who may attack whom, on which columns, under which clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from generator.trial.clause_places import ClausePlaces
from generator.trial.trial import TrialRefused
from generator.trial.tried_position import TriedPosition, Wish, known_counter, lay_out, must_have_clauses
from modules.definition import Definition
from modules.definition.formats.clauses.combat import AttackPhase
from modules.engine.errors import Illegal
from modules.engine.orders import parts_of
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.combat.half_attacks import FoundAttack
from modules.engine.stacks.combat.whole_attacks import WholeAttack
from modules.engine.stacks.orders import ATTACKS, AttackColumn, AttackNamed, AttackOrder, AttackPlain

_FORM: Final = "A,B > X"
_WORDS: Final = re.compile(r"\s*([^>]+?)\s*>\s*([^>]+?)\s*\Z")


def check_attack(name: str, scenario: str, words: str, wish: Wish) -> list[str]:
    """What the clauses say of an attack, written `A,B > X`, in each phase of combat of its side, a line each.
    Raises TrialRefused, and as `library.rules`."""
    definition = must_have_clauses(name)
    attackers, defenders = _parties(definition, words)
    positions = lay_out(name, scenario, attackers[0], AttackPhase, wish)
    places = ClausePlaces(definition)
    lines: list[str] = []
    for position in positions:
        lines += [position.head, *(f"  {each}" for each in _tell(position, places, attackers, defenders))]
    return lines


def _parties(definition: Definition, words: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = _WORDS.match(words)
    if found is None:
        raise TrialRefused(f"{words!r} is not an attack: write attackers and target as in --attack {_FORM!r}")
    attackers, defenders = (
        tuple(known_counter(definition, word) for word in re.split(r"[,\s]+", part) if word)
        for part in found.groups()
    )
    return attackers, defenders


def _tell(
    position: TriedPosition, places: ClausePlaces, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> Iterator[str]:
    options = position.program
    if not isinstance(options, AttackOptions):
        raise TrialRefused(f"nobody attacks in the phase {position.phase}")
    legal, faults = _try_columns(options, attackers, defenders)
    if not legal:
        yield from dict.fromkeys(f"not legal: {places.tell_fault(fault)}" for fault in faults)
        found = options.find_but_for_duty(AttackPlain(attackers, defenders))
        if isinstance(found, WholeAttack):
            yield from ("it would be reckoned so:", *found.reckoning.lines)
    for found, orders in _by_clause(options, legal):
        yield from _tell_clause(places, found, orders)
    yield from _tell_others(options, attackers, defenders)


def _try_columns(
    options: AttackOptions, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[list[AttackOrder], list[Illegal]]:
    """The attack as it may be written, on each column that a table of the phase has, and else why not."""
    chosen = {part.name: () for part in parts_of(AttackColumn)}
    columns = options.axes(AttackColumn, {**chosen, "attackers": attackers, "defenders": ()})["column"]
    plain = AttackPlain(attackers, defenders)
    tried: list[AttackOrder] = [AttackColumn(attackers, defenders, column) for column in columns]
    if AttackPlain in options.due_kinds():
        is_whole = isinstance(options.find_but_for_duty(plain), WholeAttack)
        tried = [plain, *(tried if not is_whole or options.fault_of(plain) is None else ())]
    if AttackNamed in options.due_kinds():
        most = [values[-1] for values in _spans(options, attackers)]
        tried.append(AttackNamed(attackers, defenders, *most))
    legal, faults = [], []
    for order in tried:
        fault = options.fault_of(order)
        if fault is None:
            legal.append(order)
        else:
            faults.append(fault)
    closed = None if legal or faults else options.fault_of(plain)
    return legal, faults if closed is None else [closed]


def _spans(options: AttackOptions, attackers: tuple[str, ...]) -> list[Sequence[str]]:
    """What may be named as a shift, and as a DRM."""
    chosen = {part.name: () for part in parts_of(AttackNamed)}
    axes = options.axes(AttackNamed, {**chosen, "attackers": attackers})
    return [axes["shift"], axes["drm"]]


def _by_clause(
    options: AttackOptions, orders: Sequence[AttackOrder]
) -> Iterator[tuple[FoundAttack | WholeAttack, list[AttackOrder]]]:
    """The orders by the clause that lets them pass."""
    found: dict[tuple[str, str], tuple[FoundAttack | WholeAttack, list[AttackOrder]]] = {}
    for order in orders:
        attack = options.find_attack(order)
        found.setdefault((attack.clause.rule, attack.clause.table), (attack, []))[1].append(order)
    yield from found.values()


def _tell_clause(
    places: ClausePlaces, found: FoundAttack | WholeAttack, orders: Sequence[AttackOrder]
) -> Iterator[str]:
    if isinstance(found, WholeAttack):
        yield from _tell_whole(places, found, orders)
        return
    clause, columns = found.clause, [order.column for order in orders if isinstance(order, AttackColumn)]
    against = ", ".join(found.defenders)
    yield f"legal: {places.tell(clause.rule)}, against {against}, on the table {clause.table}"
    if columns:
        yield f"columns: {', '.join(columns)}"
    limits = {"shift": clause.shifts, "drm": clause.drm}
    added = [f"{name} {-most:+d} to {most:+d}" for name, most in limits.items() if most]
    if added:
        yield f"may be added: {', '.join(added)}"
    yield f"write: {orders[len(orders) // 2]}"


def _tell_whole(places: ClausePlaces, found: WholeAttack, orders: Sequence[AttackOrder]) -> Iterator[str]:
    """How a whole attack is reckoned, line by line."""
    against, hexes = ", ".join(found.defenders), ", ".join(found.parties.hexes)
    yield f"legal: {places.tell(found.clause.rule)}, against {against} in {hexes}"
    yield from found.reckoning.lines
    yield f"write: {orders[0]}"
    lower = [order.column for order in orders if isinstance(order, AttackColumn)]
    if lower:
        yield f"a lower column may be named: {', '.join(lower)}"
    named = next((each for each in orders if isinstance(each, AttackNamed)), None)
    if named is not None and found.clause.named is not None:
        limits = {"shift": found.clause.named.shift, "drm": found.clause.named.drm}
        spans = " and ".join(f"{name} {-most:+d} to {most:+d}" for name, most in limits.items() if most)
        yield f"may be named ({found.clause.named.rule}): {spans}, as in {named}"


def _tell_others(
    options: AttackOptions, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> Iterator[str]:
    """Which enemies each of them may attack alone, and which units may attack the target."""
    attacks = [order for order in options.legal() if isinstance(order, ATTACKS)]
    for unit in attackers:
        targets = dict.fromkeys(d for each in attacks if each.attackers == (unit,) for d in each.defenders)
        yield f"{unit} may attack {', '.join(targets) or 'no unit'}"
    hit = (each for each in attacks if set(defenders) & set(each.defenders))
    units = dict.fromkeys(unit for each in hit for unit in each.attackers)
    yield f"{', '.join(defenders)} may be attacked by {', '.join(units) or 'no unit'}"
