"""Attacks on a log, one a test: each is refused with its reason code, at its place."""

import base64
import dataclasses

import pytest
from agreement import agreed
from pbem_play import ALONE, REFEREED, Table, chain, charter, game_alone, key, person, whole_game
from refusing import refuses

from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry import entries
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.due_rolls import dice
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import Status
from pbem.log.verification import compare, verify, verify_dice
from pbem.reason_codes import Code
from pbem.secrets.card_packs import Source

GAME = whole_game()
MELEE = ("melee", "8.3", 6, 2)


def started(roles=REFEREED):
    """A game in which the first order waits for its dice."""
    table = Table(roles)
    table.order("normans", "N-knight-3 x S-fyrd-7")
    return table


def refused(log, code, seq=None):
    """The verdict on a log that must be broken at its last entry, or at `seq`, for both verifiers."""
    assert agreed(log) == "broken"
    verdict = verify(log)
    assert (verdict.status, verdict.code) == (Status.BROKEN, code), verdict.message
    assert verdict.seq == (len(log) - 1 if seq is None else seq)
    assert verdict.message
    return verdict


# --- good logs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [whole_game, game_alone])
def test_a_whole_game_holds_and_every_beginning_of_it_is_incomplete(make):
    table = make()
    verdict = verify(table.log)
    assert (verdict.status, verdict.head, verdict.count) == (Status.HOLDS, table.head, len(table.log))
    for count in range(1, len(table.log)):
        assert verify(table.log[:count]).status == Status.INCOMPLETE


def test_who_is_waited_for():
    table = started()
    assert verify(table.log).waiting.roles == ("referee",)
    table.roll(MELEE)
    waiting = verify(table.log).waiting
    assert (waiting.roles, waiting.since_seq, waiting.since) == ((), 2, 0)
    table.add("late", "referee", {"role": "saxons", "kind": "order", "at": 400_000})
    assert verify(table.log).waiting.since == 400_000
    assert verify(started(ALONE).log).waiting.roles == ("saxons",)


def test_the_dice_alone():
    table = started()
    assert verify_dice(table.log).status == Status.INCOMPLETE
    table.roll(MELEE)
    verdict = verify_dice(table.log)
    assert (verdict.status, len(verdict.rolls)) == (Status.HOLDS, 1)
    assert verdict.message == f"every roll holds: 1 roll, head {table.log[-1].head[:8]}"
    assert (verdict.rolls[0].label, verdict.rolls[0].sides, verdict.rolls[0].k) == ("melee", 6, 1)
    assert verify_dice(GAME.log).status == Status.HOLDS


def test_three_sides_without_a_referee_answer_in_the_charters_order():
    roles = ("normans", "saxons", "norse")
    for opener, closer in zip(roles, ("saxons", "norse", "normans"), strict=True):
        table = Table(roles)
        table.order(opener, "advance")
        assert verify(table.log).waiting.roles == (closer,)
        other = next(role for role in roles if role not in (opener, closer))
        table.add("roll", other, table.rolls(MELEE, link_b=table.link(other)), table.link(other))
        refused(table.log, "not-entitled")


def test_an_ack_lends_a_link_where_a_player_is_absent():
    table = Table()
    table.add("late", "referee", {"role": "normans", "kind": "order", "at": 400_000})
    table.add("ack", "saxons", {"applied": 0}, table.link("saxons"))
    table.roll(MELEE)
    assert verify(table.log).status == Status.INCOMPLETE


# --- dice -------------------------------------------------------------------------------------------


def test_a_changed_roll():
    table = started()
    link = table.link("referee")
    body = table.rolls(MELEE, link_b=link)
    body["rolls"][0]["values"][0] = body["rolls"][0]["values"][0] % 6 + 1
    table.add("roll", "referee", body, link)
    assert "the seed gives" in refused(table.log, "roll-values").message


@pytest.mark.parametrize("cheat", ["dropped", "added", "reordered", "other die", "shuffle for dice"])
def test_a_roll_that_differs_from_the_stream(cheat):
    table = started()
    link = table.link("referee")
    wanted = [("a", "1", 6, 3), ("b", "2", 10, 3), ("c", "3", 0, 9)]
    body = table.rolls(*wanted, link_b=link)
    rolls = body["rolls"]
    if cheat == "dropped":
        del rolls[0]
    elif cheat == "added":
        rolls.insert(0, rolls[1])
    elif cheat == "reordered":
        rolls.reverse()
    elif cheat == "other die":
        rolls[0]["sides"] = 7
    else:
        rolls[0] = {"label": "a", "rule": "1", "shuffle": 3, "values": [1, 0, 2]}
    table.add("roll", "referee", body, link)
    refused(table.log, "roll-values")


def test_a_second_roll_for_the_same_order():
    table = started()
    table.roll(MELEE)
    body = {
        "k": 2,
        "batch": 1,
        "applied": 1,
        "rolls": [{"label": "x", "rule": "1", "sides": 6, "values": [6]}],
    }
    table.add("roll", "referee", body, table.link("referee"))
    refused(table.log, "roll-not-due")


@pytest.mark.parametrize(("field", "value"), [("k", 2), ("batch", 0)])
def test_a_roll_under_another_number(field, value):
    table = started()
    link = table.link("referee")
    table.add("roll", "referee", table.rolls(MELEE, link_b=link) | {field: value}, link)
    refused(table.log, "roll-number")


@pytest.mark.parametrize("number", [0, 2, 5])
def test_a_link_reused_or_skipped(number):
    """Links 1, 3 and 6 where 2 is next: each would be a choice among several rolls."""
    table = started()
    table.roll(MELEE)
    table.order("saxons", "hold")
    link = chain("referee").reveal(number)
    table.add("roll", "referee", table.rolls(MELEE, link_b=link), link)
    refused(table.log, "link-wrong")


def test_a_link_of_another_party():
    table = started()
    link = chain("saxons").reveal(0)
    table.add("roll", "referee", table.rolls(MELEE, link_b=link), link)
    refused(table.log, "link-wrong")


def test_a_chain_that_is_used_up():
    table = Table(length=1)
    table.order("normans")
    table.add("ack", "referee", {"applied": 0})
    table.add("order", "normans", table.closing("normans", [], "00" * 32), "00" * 32)
    refused(table.log, "link-exhausted")


def test_a_new_chain_goes_on():
    table = Table(length=2)
    for _ in range(2):
        table.order("normans", "march")
        table.add("ack", "referee", {"applied": 1})
    table.lengths["normans"] = 3
    table.substitute("normans", "normans")
    table.order("normans", "march")
    assert verify(table.log).status == Status.INCOMPLETE


@pytest.mark.parametrize("kind", ["order", "decision"])
def test_a_locked_order_without_its_link(kind):
    table = Table()
    table.add(kind, "normans", {"lines": []})
    refused(table.log, "link-missing")


def test_a_roll_without_its_link():
    table = started()
    table.add("roll", "referee", table.rolls(MELEE, link_b="00" * 32))
    refused(table.log, "link-missing")


BEFORE_THE_DICE = {
    "the order is changed": ("order", "normans", {"lines": ["stay"]}),
    "a decision looks ahead": ("decision", "saxons", {"lines": ["retreat"]}),
    "a seal": ("seal", "saxons", {"choice": "x", "commit": "00" * 32}),
    "the game ends first": ("end", "referee", {"outcome": {}}),
}


@pytest.mark.parametrize("name", BEFORE_THE_DICE)
def test_nothing_comes_between_a_link_and_its_dice(name):
    table = started()
    kind, author, body = BEFORE_THE_DICE[name]
    table.add(kind, author, body, table.link(author) if kind in ("order", "decision") else None)
    refused(table.log, "roll-due")


def thrown(table, author="referee"):
    """The values of the next batch, of twenty dice."""
    table.roll(("melee", "8.3", 6, 20), author=author)
    assert agreed(table.log) == "incomplete"
    return verify(table.log).rolls[-1].values


ALL = [key(role) for role in REFEREED]


def before(kind, number):
    """A game in which whoever is to answer has written an entry of his own, one of many, before the order."""
    table = Table(ALONE if kind == "alone" else REFEREED)
    if kind == "late":
        at = 400_000 + number
        table.add("late", "referee", {"role": "saxons", "kind": "order", "at": at})
    elif kind == "ruling":
        words = {"facts": [f"saxons: {number}"], "why": f"words that were searched for, {number}"}
        table.add("ruling", "referee", words, signers=ALL)
    elif kind == "rollback":
        table.rollback(0, f"words that were searched for, {number}")
    elif kind == "order":
        table.order("saxons", f"a line that was searched for, {number}", kind="decision")
        table.add("ack", "referee", {"applied": 1})
    elif kind == "alone":
        table.add("seal", "saxons", {"choice": f"x.{number}", "commit": f"{number:064x}"})
    return table


@pytest.mark.parametrize("kind", ["late", "ruling", "rollback", "order", "alone"])
def test_whatever_is_written_before_an_order_whose_link_is_known_the_dice_are_the_same(kind):
    """Who answers keeps an order back, reads its link and writes an entry of his own in its place; the
    mover's program signs again with the same link. Words that he searches for give him nothing."""
    found = set()
    for number in range(5):
        table = before(kind, number)
        table.order("normans", "N-knight-3 x S-fyrd-7")
        found.add(thrown(table, "saxons" if kind == "alone" else "referee"))
    assert len(found) == 1


def test_the_order_itself_does_not_change_the_dice():
    """Nor does its place, its author's clock or its words: nobody can try variants of his own order."""
    found = set()
    for line in ("a", "b", "c"):
        table = Table()
        table.order("normans", line)
        found.add(thrown(table))
    assert len(found) == 1


def renewed(name, burn=True):
    """A game in which the referee's chain was exchanged while the first order waited for its dice."""
    table = started()
    table.substitute("referee", name, author="normans", burn=burn)
    return table


def test_a_chain_that_was_searched_for_gives_no_dice_that_please():
    """The mover invents newcomers until one's chain goes well with his own link. Each gives other dice than
    he works out beforehand: he does not know what the others burn."""
    for number in range(3):
        table = renewed(f"crony-{number}")
        verifier = table.walk()
        link = table.link("referee")
        expected = Source(verifier.game, verifier.game, 1, verifier.batch.link, link).stream().dice(20, 6)
        assert thrown(table) != tuple(expected)


def test_links_are_burnt_before_the_newcomer_answers():
    table = renewed("godwin", burn=False)
    assert verify(table.log).waiting.roles == ("normans",)
    link = table.link("referee")
    table.add("roll", "referee", table.rolls(MELEE, link_b=link), link)
    refused(table.log, "burn-due")
    table.log.pop()
    table.add("ack", "saxons", {"applied": 0, "burnt": table.burnt("saxons")})
    refused(table.log, "link-not-due")
    table.log.pop()
    for role in ("normans", "saxons"):
        table.add("ack", role, {"applied": 0, "burnt": table.burnt(role)})
    assert thrown(table)


@pytest.mark.parametrize("number", [0, 1, 3, 4, 9])
def test_which_link_is_burnt_is_nobodys_choice(number):
    """Link 1 is in the log, 2 may have been shown in an order whose place was taken, 3 is burnt. Who burns
    last, and has invented the newcomer, would else search among his own links for dice that please him."""
    table = renewed("godwin", burn=False)
    table.add("ack", "normans", {"applied": 0, "burnt": chain("normans").reveal(number)})
    refused(table.log, "link-wrong")


def test_who_burns_that_link_has_spent_the_one_before_it_too():
    table = renewed("godwin", burn=False)
    table.add("ack", "normans", {"applied": 0, "burnt": chain("normans").reveal(2)})
    assert table.walk().parties["normans"].revealed == 3
    table.add("ack", "saxons", {"applied": 0, "burnt": table.burnt("saxons")})
    table.roll(MELEE)
    table.order("normans", "on")
    assert agreed(table.log) == "incomplete"


def test_who_has_no_two_links_left_gets_a_new_chain_first():
    table = Table(length=2)
    table.order("normans", "march")
    table.substitute("referee", "referee2", author="normans", burn=False)
    table.add("ack", "normans", {"applied": 0, "burnt": chain("normans", 2).reveal(1)})
    refused(table.log, "link-exhausted")


@pytest.mark.parametrize("more", [{"applied": 1}, {"link": True}], ids=["with lines applied", "with a link"])
def test_a_burnt_link_comes_alone(more):
    table = renewed("godwin", burn=False)
    body = {"applied": more.get("applied", 0), "burnt": table.burnt("normans")}
    table.add("ack", "normans", body, table.link("normans") if "link" in more else None)
    refused(table.log, "applied-wrong" if "applied" in more else "link-not-due")


def test_nobody_burns_unasked():
    table = Table()
    table.add("ack", "normans", {"applied": 0, "burnt": table.burnt("normans")})
    refused(table.log, "link-not-due")


def test_who_does_not_burn_is_replaced_and_his_replacement_burns_for_the_others():
    """Who is replaced before burning is left out of that base; the others, and who came first, burn anew."""
    table = renewed("godwin", burn=False)
    table.add("ack", "normans", {"applied": 0, "burnt": table.burnt("normans")})
    table.substitute("saxons", "edith", author="referee", burn=False)
    verifier = table.walk()
    first = hash_lines(verifier.game, chain("normans").reveal(2))
    assert (verifier.renewals.base, verifier.renewals.next_role) == (first, "normans")
    for role in ("normans", "referee"):
        table.add("ack", role, {"applied": 0, "burnt": table.burnt(role)})
    verifier = table.walk()
    second = hash_lines(first, chain("normans").reveal(4), chain("godwin").reveal(1))
    assert (verifier.renewals.base, verifier.renewals.next_role) == (second, None)
    assert thrown(table)


def test_only_who_owes_a_link_is_replaced_while_links_are_to_be_burnt():
    table = renewed("godwin", burn=False)
    table.substitute("referee", "harold", author="normans", burn=False)
    refused(table.log, "burn-due")


def test_while_an_order_is_out_only_who_has_to_answer_is_replaced():
    """The opener who knows the closer's link would else have a new one to answer it with."""
    table = started()
    table.substitute("normans", "crony", burn=False)
    refused(table.log, "roll-due")


def test_two_new_chains_the_second_of_one_that_has_not_answered():
    """A chain renewed until the dice please: each renewal burns links that nobody knew beforehand."""
    table = renewed("godwin")
    first = thrown(table)
    table = renewed("godwin")
    table.substitute("referee", "harold", author="normans")
    assert thrown(table) != first


@pytest.mark.parametrize("signers", [["normans", "saxons"], ["saxons", "normans", "harold"]])
def test_a_new_chain_is_signed_by_all_that_stay_and_by_the_newcomer(signers):
    table = started()
    body = person("referee", "harold")
    table.add("substitute", "normans", body, signers=[key(name) for name in signers])
    refused(table.log, "wrong-signer")


def test_of_two_nobody_is_replaced_without_his_signature():
    table = started(ALONE)
    body = person("saxons", "crony")
    table.add("substitute", "normans", body, signers=[key("normans"), key("crony")])
    refused(table.log, "wrong-signer")
    table.log.pop()
    table.add("substitute", "normans", body, signers=[key("normans"), key("saxons"), key("crony")])
    assert agreed(table.log) == "incomplete"


def test_of_three_the_next_in_the_charters_order_replaces_who_is_silent():
    roles = ("normans", "saxons", "norse")
    for author, code in (("norse", None), ("normans", "not-entitled")):
        table = Table(roles)
        table.order("normans", "advance")
        signers = [key("normans"), key("norse"), key("crony")]
        table.add("substitute", author, person("saxons", "crony"), signers=signers)
        if code:
            refused(table.log, code)
        else:
            assert agreed(table.log) == "incomplete"


def test_without_a_referee_only_the_other_side_answers():
    table = started(ALONE)
    table.add("ack", "normans", {"applied": 0}, table.link("normans"))
    refused(table.log, "not-entitled")


@pytest.mark.parametrize("roles", [REFEREED, ALONE])
def test_a_link_is_answered_with_the_dice_or_with_none(roles):
    """A link shown without its dice could be looked at before the dice are answered."""
    table = started(roles)
    closer = "referee" if roles is REFEREED else "saxons"
    table.add("ack", closer, {"applied": 0}, table.link(closer))
    refused(table.log, "link-not-due")


@pytest.mark.parametrize("role", ["saxons", "normans"])
def test_nobody_resigns_while_dice_are_out(role):
    """A closer who resigns with the link in hand, or an opener whom the dice would not please."""
    for roles in (REFEREED, ALONE):
        table = started(roles)
        table.add("resign", role, {})
        refused(table.log, "roll-due")


def test_an_ack_that_answers_nothing_opens_dice():
    table = Table()
    table.add("ack", "saxons", {"applied": 0})
    refused(table.log, "link-missing")


def test_times_never_go_back_but_by_agreement():
    table = Table()
    table.add("late", "referee", {"role": "saxons", "kind": "order", "at": 400_000})
    table.order("normans", "advance")
    table.add("ack", "referee", {"applied": 1, "at": 399_999})
    assert "before the" in refused(table.log, "time-back").message
    table.log.pop()
    table.add("ack", "referee", {"applied": 1})
    body = {"to": 1, "why": "a clock of another year", "at": 7}
    table.add("rollback", "referee", body, signers=ALL)
    table.order("normans", "advance")
    table.add("ack", "referee", {"applied": 1, "at": 8})
    assert agreed(table.log) == "incomplete"


def test_the_referees_link_never_opens_a_batch():
    table = Table()
    table.add("ack", "referee", {"applied": 0}, table.link("referee"))
    refused(table.log, "link-not-due")
    table = started()
    table.add("ack", "referee", {"applied": 0}, table.link("referee"))
    refused(table.log, "link-not-due")


# --- place: forks, old saves, other games ------------------------------------------------------------


def test_a_fork_shows_both_entries():
    table = started()
    other = started()
    table.roll(MELEE)
    second = other.make("ack", "referee", {"applied": 1})
    verdict = refused([*table.log, second], "fork", 2)
    assert verdict.conflict == (table.log[2], second)
    assert table.log[2].head[:8] in verdict.message
    assert second.head[:8] in verdict.message


def test_who_proposed_what_all_must_sign_and_then_wrote_what_was_due_is_accused_of_nothing():
    """The last signature came after the time was over, and the referee had written that down."""
    table, other = Table(), Table()
    table.add("late", "referee", {"role": "saxons", "kind": "order", "at": 400_000})
    body = {"facts": ["game over: draw"], "why": "Both are tired."}
    refused([*table.log, other.make("ruling", "referee", body, signers=ALL)], "overtaken")
    again = [*other.log, other.make("ruling", "referee", body, signers=ALL)]
    refused([*again, table.log[1]], "fork", 1)


def test_a_restarted_log_is_a_fork_of_the_old_copy():
    old, new = started(), Table()
    old.roll(MELEE)
    new.order("normans", "another order")
    new.roll(MELEE)
    verdict = compare(old.log, new.log)
    assert (verdict.status, verdict.code, verdict.seq) == (Status.BROKEN, "fork", 1)
    assert verdict.conflict == (old.log[1], new.log[1])


def test_copies_of_different_length_agree():
    verdict = compare(GAME.log[:7], GAME.log)
    assert (verdict.status, verdict.count) == (Status.HOLDS, len(GAME.log))
    assert compare(GAME.log, GAME.log[1:]).code == "charter-misplaced"


def test_a_stranger_cannot_stage_a_fork():
    table = started()
    forged = Table().make("order", "normans", {"lines": ["surrender"]}, "00" * 32, signers=[key("mallory")])
    refused([*table.log, forged], "wrong-signer", 2)


def test_a_replayed_entry():
    table = started()
    refused([*table.log, table.log[1]], "repeated-entry")
    refused([*table.log, table.log[0]], "repeated-entry")


def test_a_missing_entry():
    log = list(GAME.log)
    del log[3]
    refused(log, "wrong-seq", 3)


def test_reordered_entries():
    log = list(GAME.log)
    log[1], log[2] = log[2], log[1]
    refused(log, "wrong-seq", 1)


def test_an_entry_after_another_head():
    table = started()
    table.add("late", "referee", {"role": "saxons", "kind": "order"}, prev="00" * 32)
    refused(table.log, "wrong-prev")


def test_an_entry_of_another_game():
    table = started()
    other = Table(("normans", "saxons", "norse", "referee"))
    table.log.append(other.make("order", "normans", {"lines": []}, other.link("normans")))
    refused(table.log, "wrong-game")


def test_nothing_follows_the_end():
    table = whole_game()
    table.add("resign", "normans", {})
    refused(table.log, "after-end")


def test_a_second_charter():
    table = started()
    table.log.append(Table(ALONE).log[0])
    refused(table.log, "charter-misplaced")


def test_no_charter():
    assert verify([]).code == "empty-log"
    refused(GAME.log[1:], "charter-misplaced", 0)


# --- who: keys and rights -----------------------------------------------------------------------------


def test_a_forged_author():
    table = Table()
    table.add("order", "normans", {"lines": []}, table.link("normans"), signers=[key("saxons")])
    refused(table.log, "wrong-signer")


def test_an_author_whom_nobody_knows():
    table = Table()
    table.add("order", "vikings", {"lines": []}, "00" * 32, signers=[key("vikings")])
    refused(table.log, "unknown-author")


def test_too_many_signatures():
    table = Table()
    table.add(
        "order", "normans", {"lines": []}, table.link("normans"), signers=[key("normans"), key("saxons")]
    )
    refused(table.log, "wrong-signer")


def test_the_old_key_of_a_substituted_player():
    table = Table()
    table.substitute("saxons", "godwin")
    table.add("order", "saxons", {"lines": []}, chain("godwin").reveal(0), signers=[key("saxons")])
    refused(table.log, "wrong-signer")


def test_the_old_chain_of_a_substituted_player():
    table = Table()
    table.substitute("saxons", "godwin")
    table.add("order", "saxons", {"lines": []}, chain("saxons").reveal(0))
    refused(table.log, "link-wrong")


@pytest.mark.parametrize("role", ["normans", "saxons", "referee"])
def test_a_ruling_is_signed_by_all(role):
    """Words that change the game, and that one party alone has written."""
    table = Table()
    table.add("ruling", role, {"facts": ["game over: draw"], "why": "I say so."})
    refused(table.log, "wrong-signer")


@pytest.mark.parametrize("signers", [["referee"], ["referee", "saxons"], ["godwin", "referee"]])
def test_a_substitute_must_sign_too(signers):
    table = Table()
    table.add("substitute", "referee", person("saxons", "godwin"), signers=[key(name) for name in signers])
    refused(table.log, "wrong-signer")


@pytest.mark.parametrize("change", [{"key": person("normans")["key"]}, {"tip": person("saxons")["tip"]}])
def test_a_substitute_brings_a_key_and_chain_of_its_own(change):
    table = Table()
    body = person("saxons", "godwin") | change
    table.add("substitute", "referee", body, signers=[key("normans"), key("referee"), key("godwin")])
    refused(table.log, "bad-body")


def test_a_chain_of_a_former_player_does_not_come_back():
    """Its links may be known: whoever left has shown some of them."""
    table = Table()
    table.substitute("saxons", "godwin")
    body = person("saxons", "edith") | {"tip": chain("godwin").tip}
    table.add("substitute", "referee", body, signers=[key("normans"), key("referee"), key("edith")])
    refused(table.log, "bad-body")


NOT_ENTITLED = [
    (REFEREED, "order", "referee", {"lines": []}),
    (REFEREED, "resign", "referee", {}),
    (REFEREED, "end", "normans", {"outcome": {"winner": "normans"}}),
    (REFEREED, "late", "normans", {"role": "saxons", "kind": "order"}),
    (ALONE, "late", "normans", {"role": "saxons", "kind": "order"}),
]


@pytest.mark.parametrize(("roles", "kind", "author", "body"), NOT_ENTITLED)
def test_entries_that_an_author_may_not_write(roles, kind, author, body):
    table = Table(roles)
    table.add(kind, author, body)
    refused(table.log, "not-entitled")


def test_rights_over_somebody_else():
    table = started()
    table.add("roll", "normans", table.rolls(MELEE, link_b=table.link("normans")), table.link("normans"))
    refused(table.log, "not-entitled")


@pytest.mark.parametrize(
    "signers",
    [
        ["referee"],
        ["referee", "normans"],
        ["referee", "saxons", "normans"],
        ["referee", "normans", "normans"],
        ["referee", "normans", "saxons", "mallory"],
    ],
)
def test_a_game_is_taken_back_by_all_or_not_at_all(signers):
    table = started()
    table.roll(MELEE)
    table.rollback(0, "a slip", signers)
    refused(table.log, "wrong-signer")


@pytest.mark.parametrize("to", [1, 2, 4, 5, 99])
def test_a_game_is_not_taken_back_to_where_dice_hang_or_to_what_was_taken_back(to):
    """Entry 1 opened a batch, 2 was taken back by 3; 4 and 99 are not there yet."""
    table = started()
    table.roll(MELEE)
    table.rollback(0, "a slip")
    table.rollback(to, "another slip")
    refused(table.log, "rollback-wrong")


def test_dice_after_a_game_was_taken_back_are_others():
    """Or a player who dislikes his dice would only have to find a slip."""
    table = started()
    table.roll(MELEE)
    table.rollback(0, "a slip")
    table.order("normans", "N-knight-3 x S-fyrd-7")
    table.roll(*[MELEE] * 4)
    verifier = table.walk()
    assert verifier.k == 2
    assert [roll.k for roll in verifier.rolls] == [1, 2, 2, 2, 2]
    first, second = ([roll.values for roll in verifier.rolls if roll.k == k] for k in (1, 2))
    assert first != second[:1]
    assert verifier.parties["normans"].revealed == 2


def test_a_seal_does_not_outlive_the_game_that_was_taken_back():
    table = Table(ALONE)
    commit = entries.seal_commit(table.game, "saxons", "x", "ab" * 32, [])
    table.add("seal", "saxons", {"choice": "x", "commit": commit})
    table.rollback(0, "a slip")
    table.add("open", "saxons", {"seal": 1, "salt": "ab" * 32, "lines": []})
    refused(table.log, "seal-wrong")


def test_a_deadline_of_nobody():
    table = Table()
    table.add("late", "referee", {"role": "vikings", "kind": "order"})
    refused(table.log, "unknown-author")


# --- the charter --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "signers", [["normans", "saxons"], ["saxons", "normans", "referee"], ["normans", "saxons", "mallory"]]
)
def test_a_charter_is_signed_by_all_in_order(signers):
    refused([entries.sign(charter(), *map(key, signers))], "wrong-signer")


@pytest.mark.parametrize("field", ["role", "key", "tip"])
def test_two_parties_of_a_charter_share_nothing(field):
    parties = [person(role) for role in REFEREED]
    parties[1][field] = parties[0][field]
    signers = [key(role) for role in REFEREED]
    if field == "key":
        signers[1] = signers[0]
    assert field in refused([entries.sign(charter(parties=parties), *signers)], "bad-body").message


@pytest.mark.parametrize(
    "change", [{"seq": 1}, {"game": "11" * 32}, {"prev": "11" * 32}, {"author": "mallory"}]
)
def test_a_charter_stands_at_the_beginning(change):
    first = charter()
    signed = entries.sign(dataclasses.replace(first, **change), *map(key, REFEREED))
    refused([signed], "unknown-author" if "author" in change else "charter-misplaced")


# --- seals --------------------------------------------------------------------------------------------


def sealed(choice="turn-1", game=None, author="normans"):
    table = Table()
    commit = entries.seal_commit(game or table.game, author, choice, "5a" * 32, ["plan A"])
    table.add("seal", "normans", {"choice": "turn-1", "commit": commit})
    return table


def opening(**changes):
    return {"seal": 1, "salt": "5a" * 32, "lines": ["plan A"]} | changes


def test_a_seal_is_opened_once():
    table = sealed()
    table.add("open", "normans", opening())
    assert verify(table.log).sound
    table.add("open", "normans", opening())
    refused(table.log, "seal-wrong")


@pytest.mark.parametrize("change", [{"lines": ["plan B"]}, {"salt": "5b" * 32}, {"seal": 0}])
def test_another_opening(change):
    table = sealed()
    table.add("open", "normans", opening(**change))
    refused(table.log, "seal-wrong")


def test_a_copied_seal_opens_for_nobody_else():
    table = sealed()
    commit = entries.seal_commit(table.game, "normans", "turn-1", "5a" * 32, ["plan A"])
    table.add("seal", "saxons", {"choice": "turn-1", "commit": commit})
    table.add("open", "saxons", opening(seal=2))
    refused(table.log, "seal-wrong")
    table.log.pop()
    table.add("open", "saxons", opening())
    refused(table.log, "seal-wrong")


def test_a_seal_made_for_somebody_else_is_not_his():
    table = sealed(author="saxons")
    table.add("open", "saxons", opening())
    refused(table.log, "seal-wrong")


@pytest.mark.parametrize("change", [{"choice": "turn-2"}, {"game": "11" * 32}, {"author": "saxons"}])
def test_a_seal_of_another_choice_game_or_author(change):
    table = sealed(**change)
    table.add("open", "normans", opening())
    refused(table.log, "seal-wrong")


# --- bytes --------------------------------------------------------------------------------------------


def test_bytes_changed_after_signing():
    for seq, signed in enumerate(GAME.log):
        changed = SignedEntry(signed.data.replace(b'"v":2', b'"v":3'), signed.signatures)
        refused([*GAME.log[:seq], changed], "signature-wrong")


def test_a_signature_moved_to_another_entry():
    moved = SignedEntry(GAME.log[5].data, GAME.log[3].signatures)
    refused([*GAME.log[:5], moved], "signature-wrong")


def test_the_message_names_the_entry():
    table = Table()
    table.add("order", "normans", {"lines": []}, "00" * 32)
    assert verify(table.log).message.startswith("entry 1 (order by normans): ")
    broken = SignedEntry(b"", table.log[1].signatures)
    assert verify([table.log[0], broken]).message.startswith("entry 1: ")


def test_a_refused_entry_leaves_the_walk_as_it_was():
    verifier = LogVerifier()
    verifier.apply(verify_entry(GAME.log[0]))
    before = (verifier.head, verifier.batch, verifier.k, len(verifier.entries), verifier.parties["normans"])
    table = Table()
    for bad in (GAME.log[5], GAME.log[0], table.make("order", "normans", {"lines": []}, "00" * 32)):
        with pytest.raises(errors.LogFault):
            verifier.apply(verify_entry(bad))
        assert (
            verifier.head,
            verifier.batch,
            verifier.k,
            len(verifier.entries),
            verifier.parties["normans"],
        ) == before
    for signed in GAME.log[1:]:
        verifier.apply(verify_entry(signed))
    assert verifier.verdict().status == Status.HOLDS


def test_a_weak_key_joins_no_game():
    parties = [person(role) for role in REFEREED]
    wire = PrivateKey.from_seed(b"x" * 32).public.wire[:-32] + (1).to_bytes(32, "little")
    parties[0]["key"] = f"ssh-ed25519 {base64.b64encode(wire).decode()}"
    with refuses(Code.WEAK_KEY):
        charter(parties=parties).encode()


# --- with rules ---------------------------------------------------------------------------------------


class Duel:
    """Rules of a tiny game: each order of n lines rolls 2d6 a line, stopping after a double."""

    def __init__(self):
        self.doubles = 0
        self.last = "saxons"

    def begin(self, charter):
        assert charter.body.scenario == "hastings"

    def advance(self, entry):
        if entry.type != "order":
            return 0
        if entry.author == self.last:
            raise errors.LogFault(Code.RULES_REFUSE, f"2.1: it is not the turn of {entry.author}")
        self.last = entry.author
        for number, line in enumerate(entry.body.lines, 1):
            if line == "pass":
                continue
            first, second = yield dice(f"duel {number}", "2.2", 6, 2)
            if first == second:
                self.doubles += 1
                return number
        return len(entry.body.lines)

    eliminated_roles, has_closed_orders = (), False

    def waiting_roles(self):
        return ("saxons" if self.last == "normans" else "normans",)

    def outcome(self):
        return {"doubles": self.doubles} if self.doubles else None


def fought(count, applied, *, rule="2.2", lines=9, label="duel"):
    table = Table()
    table.order("normans", *["shield wall"] * lines)
    link = table.link("referee")
    body = table.rolls(*[(f"{label} {n + 1}", rule, 6, 2) for n in range(count)], link_b=link)
    table.add("roll", "referee", body | {"applied": applied}, link)
    return table


def due_rolls():
    """How many rolls the dice of this game make due."""
    rolls = verify(fought(9, 9).log).rolls
    return next(number for number, roll in enumerate(rolls, 1) if len(set(roll.values)) == 1)


def test_rolls_that_the_rules_ask_for_hold():
    number = due_rolls()
    assert 1 < number < 9
    verdict = verify(fought(number, number).log, Duel())
    assert verdict.status == Status.INCOMPLETE
    assert verdict.waiting.roles == ("referee",)  # the duel is over: he has yet to open and end it


@pytest.mark.parametrize(
    ("shift", "applied", "more", "code"),
    [
        (1, 0, {}, "roll-rules"),
        (-1, 0, {}, "roll-rules"),
        (0, 1, {}, "applied-wrong"),
        (0, 0, {"rule": "9.9"}, "roll-rules"),
    ],
)
def test_rolls_that_the_rules_do_not_ask_for(shift, applied, more, code):
    number = due_rolls()
    log = fought(number + shift, number + applied, **more).log
    assert verify(log).sound
    verdict = verify(log, Duel())
    assert (verdict.status, verdict.code, verdict.seq) == (Status.BROKEN, code, 2)


def test_rolls_called_otherwise_hold_and_are_told_in_the_words_of_the_rules():
    """A game outlives wording: a later release may call its dice otherwise."""
    number = due_rolls()
    duel = Duel()
    assert verify(fought(number, number, label="skirmish").log, duel).status == Status.INCOMPLETE


def test_dice_that_were_due_and_not_rolled():
    table = Table()
    table.order("normans", "fight")
    table.add("ack", "referee", {"applied": 1})
    assert verify(table.log).sound
    assert verify(table.log, Duel()).code == "roll-rules"
    alone = Table(ALONE)
    alone.add("order", "normans", {"lines": ["fight"]})
    assert verify(alone.log, Duel()).code == "roll-rules"


def test_an_order_without_dice():
    table = Table()
    table.order("normans", "pass", "pass")
    table.add("ack", "referee", {"applied": 2})
    assert verify(table.log, Duel()).sound
    table.log.pop()
    table.add("ack", "referee", {"applied": 1})
    assert verify(table.log, Duel()).code == "applied-wrong"


def test_what_the_rules_refuse_quotes_the_rule():
    table = Table()
    table.order("saxons", "pass")
    assert verify(table.log).sound
    verdict = verify(table.log, Duel())
    assert (verdict.code, verdict.seq) == ("rules-refuse", 1)
    assert "2.1" in verdict.message


@pytest.mark.parametrize(("doubles", "code"), [(1, "holds"), (2, "outcome-wrong"), (None, "outcome-wrong")])
def test_the_outcome_is_that_of_the_rules(doubles, code):
    number = due_rolls()
    table = fought(number, number) if doubles else Table()
    table.end({"doubles": doubles or 1})
    assert verify(table.log).status == Status.HOLDS
    assert verify(table.log, Duel()).code == code


@pytest.mark.parametrize("roles", [REFEREED, ALONE])
def test_an_ack_in_anothers_turn_opens_nothing(roles):
    """It would swap opener and closer, and so choose which links make the dice."""
    table = Table(roles)
    table.add("ack", "saxons", {"applied": 0}, table.link("saxons"))
    assert verify(table.log).sound
    assert verify(table.log, Duel()).code == "link-not-due"
