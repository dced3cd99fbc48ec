"""A game of cards on squares at the free table: cards lie face down, in packs, in hands and as discards."""

from collections import Counter

import pytest
from behaviours import Draw
from boards import Boards

from modules import game_registry, library


@pytest.fixture
def table(tmp_path):
    """The data of the card game that ships, as somebody's own game, in its first phase."""
    folder = tmp_path / "cards_of_mine"
    for file in (game_registry.HERE / "hastings_pulsipher").rglob("*.yaml"):
        if file.name not in ("behaviour.yaml", "evaluation.yaml", "ledger.yaml"):
            text = file.read_text(encoding="utf-8").replace("game: hastings_pulsipher", "game: cards_of_mine")
            new = folder / file.relative_to(game_registry.HERE / "hastings_pulsipher")
            new.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, encoding="utf-8")
    boards = Boards(library.rules(str(folder), "small"), Draw("squares"))
    return boards.give("hand 10 put S-fyrd-1 21", "done", "hand 10 put N-duke-1 46", "done")


def test_a_card_is_turned_face_down_and_up_again(table):
    def lies(counter):
        return next(each for each in table.rules.position(table.whole.state) if each.counter == counter)

    assert not lies("S-fyrd-1").face_down
    table.give("hand 6 flip S-fyrd-1")
    assert (lies("S-fyrd-1").face_down, lies("S-fyrd-1").reduced) == (True, False)
    assert not lies("N-duke-1").face_down
    table.give("hand 6 flip S-fyrd-1")
    assert not lies("S-fyrd-1").face_down


def test_each_card_of_a_pack_lies_beside_the_board_and_is_known_to_who_may_know_it(table):
    rules, (side, other) = table.rules, ("norman", "saxon")
    table.give("hand 7 draw events 1", f"hand 7 play {table.card(side)}")
    names = set(rules._sealed.names["events"])
    for viewer, hand in ((side, 3), (other, 3), ("", 0)):
        seen = rules.view(table.whole.state, viewer)
        known = {each.counter: each.place for each in rules.off_map(seen) if each.counter in names}
        unknown = Counter(each.place for each in rules.unknown_cards(seen))
        assert Counter(known.values()) == Counter({f"hand {viewer}": hand, "discard": 1}) - Counter()
        assert sum(unknown.values()) + len(known) == len(names)
        assert f"hand {viewer}" not in unknown
    whole = Counter(each.place for each in rules.off_map(table.whole.state) if each.counter in names)
    assert whole == {"hand norman": 3, "hand saxon": 3, "discard": 1, "pile": len(names) - 7}
    assert rules.unknown_cards(table.whole.state) == ()


def test_unit_cards_that_nobody_has_laid_out_lie_in_their_packs_and_leaders_in_reserve(table):
    places = {each.counter: each.place for each in table.rules.off_map(table.whole.state)}
    assert (places["S-fyrd-2"], places["S-Harold"]) == ("pile", "reserve")
    assert "S-fyrd-1" not in places
