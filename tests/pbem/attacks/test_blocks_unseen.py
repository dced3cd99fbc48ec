"""The year of the comet over a whole game: what a seat's pictures and saves are drawn from, and their bytes,
are the same whatever others' hidden blocks are; none of these is named; no number of a piece follows one."""

import io
import random
import zipfile
from collections import Counter
from dataclasses import replace
from itertools import count

import pytest
from comet_year import Boards

from generator.position import position_drawing
from generator.vassal.format.commands import AddPiece, read_commands
from generator.vassal.format.container import deobfuscate
from generator.vassal.positions.write_position import position_save
from modules.year_of_the_comet.state import State
from pbem.messages.position_pictures import _standing

SEATS = ("viking", "norman", "english")
FIRST = 1000
"""The number of the first piece of a save."""
OFTEN = 7
"""After so many answers what is drawn is compared in the middle of a player turn, too."""


def disguised(rules, state: State, seat: str, draw: random.Random) -> State:
    """The whole game with all that a seat may not see made something else: others' hidden blocks are of any
    group and strength of their side, and their leaders have done something else."""
    other, year, mine = state.copy(), rules.year, rules.sides_of(seat)
    for (side, place), stack in state.stacks.items():
        if side not in mine:
            groups = [group for group in year.groups if year.side(group) == side]
            other.put(
                side, place, [block if block.open else lied(year, block, groups, draw) for block in stack]
            )
    if state.active not in mine:
        other.led, other.leaders = {"LON": 3}, (("LON", "E-Harold"),)
    return other


def lied(year, block, groups, draw):
    group = draw.choice(groups)
    return replace(block, group=group, cv=draw.randint(1, year.most(group)))


def unseen(rules, state: State, seat: str) -> list[str]:
    """The counters of others of which none is open or dead, so that nothing tells of one."""
    told = {block.group for stack in state.stacks.values() for block in stack if block.open}
    told |= {group for dead in state.dead.values() for group in dead}
    mine, year = rules.sides_of(seat), rules.year
    return [
        each.id
        for each in year.definition.counters.values()
        if each.side not in mine and each.group not in told
    ]


def saved(rules, state: State) -> bytes:
    comment = ", ".join(": ".join(fact) for fact in rules.summary(state)[:2])
    return position_save(rules.year.definition, "campaign", _standing(rules, state), comment, "a place")


def check_save(rules, seat: str, seen: State, other: State) -> None:
    save = saved(rules, seen)
    assert saved(rules, other) == save
    with zipfile.ZipFile(io.BytesIO(save)) as archive:
        text = deobfuscate(archive.read("savedGame"))
    assert not [name for name in unseen(rules, seen, seat) if name in text]
    numbers = [each.piece_id for each in read_commands(text) if isinstance(each, AddPiece)]
    assert numbers == [str(FIRST + i) for i in range(len(numbers))], "numbered anew, as they lie"


def check_picture(rules, seat: str, seen: State, other: State) -> None:
    drawn = [
        position_drawing(
            rules.year.definition, rules.map_of(state), rules.position(state),
            facts=rules.summary(state), text_as="text",
        ).svg
        for state in (seen, other)
    ]  # fmt: skip
    assert drawn[0] == drawn[1]
    assert not [name for name in unseen(rules, seen, seat) if f"{name}-" in drawn[0]]


def play(seed: int, saves: int, pictures: frozenset[int]) -> Counter[str]:
    """A game by policy in which all that each seat is shown is compared after every answer, a save of it in
    every so many player turns, and a picture in some of these, by their number. Gives how much was seen."""
    game, draw = Boards(3, seed, viewers=SEATS), random.Random(seed)
    done, turns = Counter(), 0
    rules, before = game.rules, None
    for steps in count():
        if game.whole.request is None:
            break
        state = game.whole.state
        begins, before = (state.turn, state.active) != before, (state.turn, state.active)
        turns += begins
        for seat in SEATS:
            seen = game.seen[seat].state
            other = rules.view(disguised(rules, state, seat, draw), seat)
            assert other == seen
            done["in battle"] += state.battle is not None
            if begins or steps % OFTEN == 0:
                assert _standing(rules, other) == _standing(rules, seen)
                assert rules.summary(other) == rules.summary(seen)
            if begins and turns % saves == 0:
                check_save(rules, seat, seen, other)
                done["saves"] += 1
            if begins and turns in pictures:
                check_picture(rules, seat, seen, other)
                done["pictures"] += 1
        game.step()
    assert state.turn == rules.year.number("turns")
    return done


@pytest.mark.whole
def test_what_a_seat_is_shown_over_a_whole_game_tells_nothing_of_hidden_blocks():
    done = play(4, saves=13, pictures=frozenset())
    assert done["in battle"] > 100
    assert done["saves"] >= 6


@pytest.mark.long
def test_every_save_and_pictures_of_a_whole_game_tell_nothing_of_hidden_blocks():
    done = play(1, saves=1, pictures=frozenset({3, 15, 30}))
    assert done["pictures"] == 9
    assert done["saves"] > 100
