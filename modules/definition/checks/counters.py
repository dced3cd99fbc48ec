"""Counters: that their kinds and values are known, that no two are called alike, that they add up."""

from __future__ import annotations

import itertools
from fractions import Fraction

from modules.amounts import count_noun
from modules.definition.files import Files, known_word
from modules.definition.formats.cards import CardsFile
from modules.definition.formats.counters import CounterEntry, CountersFile, Sum, as_printed, number_of
from modules.definition.formats.game import GameFile
from modules.definition.model import Counter, expand

_OTHER_PICTURES = frozenset(
    {"about", "back", "board", "card", "chart", "edge", "facing", "hidden", "map", "marker", "state"}
)
"""The first words of the files that a build or a module has besides those of its counters."""


MOST_COUNTERS, MOST_MARKERS, MOST_CARDS = 10_000, 500, 2_000
"""Counters, blocks and cards of `counters.yaml`; kinds of markers; cards of all packs."""


def too_many(files: Files, file: str, counters: CountersFile, game: GameFile) -> bool:
    """Notes where there are more pieces than a game can have: each would be drawn, front and back."""
    total = 0
    for group, entry in counters.counters.items():
        total += entry.count or 1
        if total > MOST_COUNTERS:
            message = f"with these there are more than {MOST_COUNTERS:,} counters: no game has so many"
            files.fault(file, ("counters", group), message)
            return True
    if len(game.markers) > MOST_MARKERS:
        message = f"{count_noun(len(game.markers), 'kind')} of markers: expected at most {MOST_MARKERS:,}"
        files.fault("game.yaml", ("markers",), message)
        return True
    for name, cards in files.of(CardsFile).items():
        total = sum(card.count for deck in cards.decks.values() for card in deck.cards.values())
        if total > MOST_CARDS:
            message = f"{count_noun(total, 'card')} in all packs: expected at most {MOST_CARDS:,}"
            files.fault(name, ("decks",), message)
            return True
    return False


def check_counters(files: Files, file: str, counters: CountersFile, game: GameFile) -> dict[str, Counter]:
    """Notes the faults of the counters; gives those that are sound, by id."""
    if counters.strength is not None:
        known_word(files, file, ("strength",), counters.strength, game.values)
    taken: dict[str, str] = {}
    alike: dict[str, str] = {}
    for group, entry in counters.counters.items():
        path = ("counters", group)
        if (word := group.split("-")[0].lower()) in _OTHER_PICTURES:
            message = f"{word!r} begins the names of other pictures: give the counter another id"
            files.fault(file, path, message)
        nation = known_word(files, file, (*path, "nation"), entry.nation, game.nations)
        if not known_word(files, file, (*path, "kind"), entry.kind, game.kinds) or not nation:
            files.cut.add(group)
        if entry.formation is not None:
            known_word(files, file, (*path, "formation"), entry.formation, game.formations)
        _steps(files, file, path, entry, game)
        _values(files, file, path, entry, game)
        _designations(files, file, path, entry)
        for number in range(1, (entry.count or 0) + 1) or [None]:
            counter_id = group if number is None else f"{group}-{number}"
            if counter_id in taken:
                files.fault(file, path, f"the counter {counter_id} is already made by {taken[counter_id]}")
            elif (other := alike.setdefault(counter_id.lower(), counter_id)) != counter_id:
                _differs(files, file, path, counter_id, other)
            taken[counter_id] = group
    made = expand(counters, game)
    _sums(files, file, counters, game, made)
    return {counter.id: counter for counter in made}


def _sums(files: Files, file: str, counters: CountersFile, game: GameFile, made: list[Counter]) -> None:
    """The sums of nations of which every counter is known; of strength, where every value is."""
    data = files.sources[file].data["counters"]
    cut = [data[group] for group in files.cut & data.keys()]
    unsure = {str(entry["nation"]) if isinstance(entry, dict) and "nation" in entry else "" for entry in cut}
    misnamed = _with_unknown_values(counters, game)
    for i, total in enumerate(counters.sums):
        known = [
            known_word(files, file, ("sums", i, "of", j), nation, game.nations)
            for j, nation in enumerate(total.of)
        ]
        if all(known) and unsure <= game.nations.keys() - set(total.of):
            strength = None if misnamed & set(total.of) else counters.strength or ""
            _sum(files, file, ("sums", i), total, made, strength)


def _sum(
    files: Files,
    file: str,
    path: tuple[str | int, ...],
    total: Sum,
    made: list[Counter],
    strength: str | None,
) -> None:
    """Units and leaders as they should be; their strength, by the name of the value, only where they are, for
    it follows from them, and where all values are known (not None)."""
    of = set(total.of)
    units = [c for c in made if c.nation in of and c.role == "unit"]
    leaders = [c for c in made if c.nation in of and c.role == "leader"]
    found: dict[str, int | str] = {"units": len(units), "leaders": len(leaders)}
    wrong = [key for key, number in found.items() if number != getattr(total, key)]
    if not wrong and strength is not None and total.strength is not None:
        added = sum((_strength(c, strength) for c in units), Fraction(0))
        if added != number_of(total.strength):
            found["strength"], wrong = as_printed(added), ["strength"]
    for key in wrong:
        message = f"the counters of {', '.join(total.of)} add up to {found[key]}, not {getattr(total, key)}"
        files.fault(file, (*path, key), message)


def _with_unknown_values(counters: CountersFile, game: GameFile) -> set[str]:
    """The nations of which nobody knows the strength: some value of theirs, or that of strength, is called
    otherwise than in game.yaml."""
    if counters.strength is not None and counters.strength not in game.values:
        return {*game.nations}
    return {
        each.nation for each in counters.counters.values() if not each.values.keys() <= game.values.keys()
    }


def _strength(counter: Counter, name: str) -> Fraction:
    """A counter's value as a number; letters count nothing."""
    whole = counter.front.get(name)
    return Fraction(whole) if whole is not None else number_of(counter.printed.get(name, "")) or Fraction(0)


def _differs(files: Files, file: str, path: tuple[str, ...], counter_id: str, other: str) -> None:
    message = f"{counter_id} and {other} differ only in case: their files would have one name"
    files.fault(file, path, message)


def _steps(files: Files, file: str, path: tuple[str, ...], entry: CounterEntry, game: GameFile) -> None:
    """Blocks, and only blocks, have steps; each is lower than the one before."""
    kind = game.kinds.get(entry.kind)
    if kind is None:
        return
    if kind.form == "block" and entry.steps is None:
        message = "`steps` is missing: a block has its strengths from full to last, such as [4, 3, 2, 1]"
        files.fault(file, path, message)
    if kind.form != "block" and entry.steps is not None:
        message = f"a {kind.form} has no steps: write its reduced side as `reduced`"
        files.fault(file, (*path, "steps"), message)
    steps = entry.steps or ()
    for i, (before, after) in enumerate(itertools.pairwise(steps), 1):
        if after >= before:
            files.fault(file, (*path, "steps", i), f"{after} is not lower than the step before it")
    if steps and steps[-1] < 1:
        message = f"found {steps[-1]}: a block has a strength of at least 1; at 0 it is out of play"
        files.fault(file, (*path, "steps", len(steps) - 1), message)


def _designations(files: Files, file: str, path: tuple[str, ...], entry: CounterEntry) -> None:
    """A list of designations has one for each of the counters alike."""
    if isinstance(entry.designation, tuple) and len(entry.designation) != (entry.count or 1):
        message = (
            f"{count_noun(len(entry.designation), 'designation')} for "
            f"{count_noun(entry.count or 1, 'counter')}: give one for each"
        )
        files.fault(file, (*path, "designation"), message)


def _values(files: Files, file: str, path: tuple[str, ...], entry: CounterEntry, game: GameFile) -> None:
    for value in entry.values:
        known_word(files, file, (*path, "values", value), value, game.values)
    for key, numbers in (("values", entry.values), ("reduced", entry.reduced or {})):
        for value, number in numbers.items():
            words = game.values[value].written if value in game.values else ()
            if words and not (isinstance(number, int) and 0 < number <= len(words)):
                message = f"found {number}: expected 1 to {len(words)}, for {', '.join(words)}"
                files.fault(file, (*path, key, value), message)
    for value in entry.reduced or {} if entry.values.keys() <= game.values.keys() else ():
        if value not in entry.values:
            files.fault(file, (*path, "reduced", value), f"the front has no value {value!r} to reduce")
