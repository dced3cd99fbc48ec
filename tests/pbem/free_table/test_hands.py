"""A game of one's own with hands of cards by files between three folders, from the deal to the audit."""

import independent
import pytest
from commands import good, pbem
from pbem_play import log_bytes
from said import remade
from three_folders import SIDES, Folders, text_of

from pbem.entry.entries import Entry, sign
from pbem.log.commitments import secret_cards
from pbem.log.log_file import GameLog
from pbem.log.party.folder import Folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A game to its end: cards drawn, played by both sides, shuffled again."""
    game = Folders(tmp_path_factory.mktemp("whole")).begin()
    first = next(iter(game.hand("german")))
    game.play("german", "hand 5.9 draw events 2", f"hand 5.9 play {first}", "hand 3.9 call allied")
    theirs = next(iter(game.hand("allied")))
    game.play("allied", f"hand 5.9 play {theirs}", "hand 5.9 draw events 2", "done")
    game.play("german", "hand 5.9 shuffle events", "hand 5.9 draw events 1", "done")
    game.drawn = game.hand("german")
    game.play("german", 'hand 6 outcome allied "the bridges hold"')
    game.play("allied", "done")
    return game


def test_a_whole_game_holds_for_everybody_and_with_every_card_known(whole):
    logs = {(whole.folder(role) / "game.log").read_bytes() for role in ("referee", *SIDES)}
    assert len(logs) == 1
    assert independent.check(logs.pop()) == "holds"
    for side in SIDES:
        said = good("verify", whole.folder(side), "--full")
        assert "holds:" in said
        assert "with every card known too: 2 packs, 5 deals, 2 cards shown" in said
    assert list(whole.drawn)[-1] == "eventsA1"


def test_a_hand_is_in_its_owners_folder_alone(tmp_path):
    game = Folders(tmp_path).begin()
    told = game.play("german", "hand 5.9 draw events 2")
    hand = game.hand("german")
    assert list(hand) == ["events1", "events2", "events5", "events6"]
    for card, name in hand.items():
        assert f"{card} {name}" in told["german"]
        assert name not in told["allied"]
        assert f"{card} {name}".encode() not in text_of(game.folder("allied"))
    assert game.status("allied")["Hand of German"] == "4 cards in hand"
    assert set(game.hand("allied")) == {"events3", "events4"}
    assert f"any card of your hand: events1 {hand['events1']}" in good(
        "legal", "--dir", game.folder("german")
    )
    for command in (("show", "--text"), ("story",), ("show", "--out", tmp_path / "map.svg")):
        said = good(*command, "--dir", game.folder("allied"))
        assert not any(f"{card} {name}" in said for card, name in hand.items())
    drawn = (tmp_path / "map.svg").read_text()
    assert not any(name in drawn for name in hand.values() if name not in game.hand("allied").values())


def test_the_referee_takes_no_line_that_acts_upon_a_card_of_another_hand(tmp_path):
    """At home it is refused; behind dice or cards, where no side's program can know, the use ends there."""
    game = Folders(tmp_path).begin()
    orders = tmp_path / "attack.txt"
    for line in (
        "hand 5.9 play events3",
        "hand 5.9 play events8",
        f"hand 5.9 play {game.hand('allied')['events3']}",
    ):
        orders.write_text(f"{line}\n")
        assert "is not in your hand" in game.refused("move", orders, "--dir", game.folder("german"), "--yes")
    told = game.play("german", "hand 5.9 draw events 1", "hand 5.9 play events3", "done")
    assert "'events3' is not in your hand, which has events1, events2, events5" in told["german"]
    assert set(game.hand("allied")) == {"events3", "events4"}


def test_lines_stay_in_their_order_where_the_last_one_is_taken_back(tmp_path):
    """Lines that place cards face down are sorted by place, but not where the order of acts still counts."""
    game = Folders(tmp_path)
    game.play("german")
    game.play("german", "hand 6.2 put G-pz-1 0202", "hand 6.2 put G-pz-2 0101", "retract", "done")
    placed = good("show", "--text", "--dir", game.folder("allied"))
    assert "G-pz-1    0202" in placed
    assert "0101" not in placed


def test_a_game_with_hands_needs_a_referee(tmp_path):
    game = Folders(tmp_path)
    players = [word for side in SIDES for word in ("--player", f"{side}={side} <{side}@example.org>")]
    for command in (("new",), ("invite", "--as", "german", *players)):
        why = game.refused(*command, game.word, "--out", tmp_path / "none", "--no-referee")
        assert "has hidden cards: without a referee who holds them" in why
    assert not (tmp_path / "none").exists()


# --- a referee who deals other cards ---------------------------------------------------------------------


def other_cards(text):
    """A deal of the same places with other numbers, which count up instead."""
    rows = [row.split() for row in text.decode().splitlines()]
    return "".join(f"{token} {(int(number) + 1) % 8:05d} {salt}\n" for token, number, salt in rows).encode()


def test_another_card_dealt_than_was_sealed_is_found_by_its_side_at_once(tmp_path, monkeypatch):
    game = Folders(tmp_path).begin()
    honest = secret_cards.seal
    monkeypatch.setattr(secret_cards, "seal", lambda text, *how: honest(other_cards(text), *how))
    answer = game.apply(game.sign("german", "hand 5.9 draw events 1"))
    monkeypatch.undo()
    before = (game.folder("german") / "game.log").read_bytes()
    why = game.refused("receive", answer, "--dir", game.folder("german"))
    assert "does not fit the leaf" in why
    assert "this is the referee's doing, and the log is the evidence" in why
    assert (game.folder("german") / "game.log").read_bytes() == before


def deals(fields):
    """The items of an entry that deal cards."""
    return [item for item in fields.get("rolls", []) if "deal" in item]


def resealed(game, path):
    """The whole log with the first deal in the place of the last one, and all entries since signed anew; and
    the number of that entry."""
    keys = {role: Folder(game.folder(role)).key() for role in ("referee", *SIDES)}
    records = list(GameLog(game.folder("referee") / "game.log").read().records())
    entries = [Entry.decode(signed.data) for signed in records]
    bodies = [entry.body.to_plain() for entry in entries]
    dealing = [seq for seq, fields in enumerate(bodies) if deals(fields)]
    deals(bodies[dealing[-1]])[-1]["sealed"] = deals(bodies[dealing[0]])[0]["sealed"]
    made = records[: dealing[-1]]
    for entry, fields in list(zip(entries, bodies, strict=True))[dealing[-1] :]:
        prev = made[-1].head
        made.append(sign(remade(entry, prev=prev, body=fields), keys[entry.author]))
    file = path / "other.log"
    file.write_bytes(log_bytes(made))
    return file, dealing[-1]


def test_another_card_dealt_than_was_sealed_is_found_by_who_verifies_the_log(whole, tmp_path):
    file, seq = resealed(whole, tmp_path)
    code, said, _ = pbem("verify", file, "--game", whole.file)
    assert code == 1
    assert "deal-wrong" in said
    assert f"the deal to german in entry {seq} is not what the secret gives" in said
    assert independent.check(file.read_bytes()).startswith("broken")
