"""Mail word in the log: who may play so, the mark on entries, what each verdict says. Two verifiers agree."""

import pytest
from agreement import agreed
from pbem_play import REFEREED, Table, charter, game_alone, key, person, whole_game
from refusing import refuses
from said import changed

from pbem.entry import entries
from pbem.entry.verified_entries import verify_entry
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import Status
from pbem.log.verification import compare, verify, verify_dice
from pbem.reason_codes import Code

WORD = {"word": True}
RESTS = "dice and moves of saxons rest on the referee's word"


def begun(*words, roles=("referee", "normans", "saxons"), author=None):
    """A charter in which some roles play by mail word, signed by all."""
    entry = charter(roles)
    parties = [
        {**each, **(WORD if each["role"] in words else {})} for each in entry.body.to_plain()["parties"]
    ]
    entry = changed(entry, parties=parties)
    author = author or entry.author
    return entries.sign(entries.Entry(entry.game, 0, entry.prev, author, entry.body), *map(key, roles))


class Told(Table):
    """A game in which the saxons play by mail word."""

    def __init__(self):
        super().__init__(("referee", "normans", "saxons"), begun=begun("saxons"))


def move(table, role, mark=WORD, kind="order"):
    link = table.link(role)
    return table.add(kind, role, {**table.closing(role, ["x"], link), **mark}, link)


def code_of(table):
    verdict = verify(table.log)
    assert agreed(table.log) == ("broken" if verdict.status is Status.BROKEN else "incomplete")
    return verdict.code


@pytest.mark.parametrize("kind", ["order", "decision", "ack"])
def test_what_moves_or_opens_dice_bears_the_mark(kind):
    for mark, code in ((WORD, "incomplete"), ({}, Code.WORD_WRONG)):
        table = Told()
        link = table.link("saxons")
        fields = {"applied": 0} if kind == "ack" else table.closing("saxons", ["x"], link)
        table.add(kind, "saxons", {**fields, **mark}, link)
        assert code_of(table) == code


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("seal", {"choice": "turn", "commit": "ab" * 32}),
        ("resign", {}),
    ],
)
def test_what_has_no_link_bears_it_too(kind, fields):
    for role, mark, code in (
        ("saxons", WORD, "incomplete"),
        ("saxons", {}, Code.WORD_WRONG),
        ("normans", {}, "incomplete"),
        ("normans", WORD, Code.WORD_WRONG),
    ):
        table = Told()
        table.add(kind, role, {**fields, **mark})
        assert code_of(table) == code, (role, mark)


def test_who_has_a_program_never_bears_it():
    for table in (Told(), Table()):
        move(table, "normans")
        assert code_of(table) == Code.WORD_WRONG


def test_nor_does_the_referee_with_what_he_answers():
    table = Told()
    move(table, "saxons")
    table.add("ack", "referee", {"applied": 1, **WORD})
    assert code_of(table) == Code.WORD_WRONG


def test_a_draft_bears_it_as_well():
    table = Told()
    for mark, good in ((WORD, True), ({}, False)):
        draft = table.make("order", "saxons", {"lines": ["x"], **mark})
        if good:
            table.walk().check_draft(verify_entry(draft))
        else:
            with refuses(Code.WORD_WRONG):
                table.walk().check_draft(verify_entry(draft))


@pytest.mark.parametrize(
    ("words", "roles", "author"),
    [
        (("referee",), REFEREED, "referee"),
        (("saxons",), ("normans", "saxons"), "normans"),
        (("saxons",), REFEREED, "normans"),
    ],
)
def test_only_a_side_of_a_referee_who_invites(words, roles, author):
    log = [begun(*words, roles=roles, author=author)]
    assert verify(log).code == Code.WORD_WRONG
    assert agreed(log) == "broken"


def test_a_side_that_changes_hands_bears_the_mark_of_its_new_player():
    table = Told()
    table.substitute("saxons", "godwin")
    move(table, "saxons", {})
    assert code_of(table) == "incomplete"
    assert verify(table.log).word == ("saxons",), "what was played before still rests on the referee's word"
    table = Table()
    who = {**person("saxons", "wulf"), **WORD}
    table.add("substitute", "referee", who, signers=[key("normans"), key("referee"), key("wulf")])
    table.holder["saxons"] = "wulf"
    for role in ("normans", "referee"):
        table.add("ack", role, {"applied": 0, "burnt": table.burnt(role)})
    assert verify(table.log).word == ("saxons",)
    while (due := table.walk().renewals.next_role) is not None:
        table.add("ack", due, {"applied": 0, "burnt": table.burnt(due)})
    move(table, "saxons", {})
    assert code_of(table) == Code.WORD_WRONG


def test_the_referee_is_not_replaced_by_somebody_without_a_program():
    table = Told()
    who = {**person("referee", "ralph"), **WORD}
    table.add("substitute", "referee", who, signers=[key("normans"), key("saxons"), key("ralph")])
    assert code_of(table) == Code.WORD_WRONG


def test_every_verdict_says_it():
    table = Told()
    move(table, "saxons")
    longer = list(table.log)
    table.roll(("melee", "8.3", 6, 2))
    cases = [verify(table.log), verify_dice(table.log), compare(longer, table.log)]
    other = [*longer[:1], table.make("resign", "saxons", WORD, seq=1, prev=longer[0].head)]
    cases += [compare(longer, other), verify([*table.log, table.log[1]])]
    assert [verdict.status for verdict in cases] == [
        Status.INCOMPLETE, Status.HOLDS, Status.INCOMPLETE, Status.BROKEN, Status.BROKEN
    ]  # fmt: skip
    for verdict in cases:
        assert verdict.text == f"{verdict.message}; {RESTS}"


def test_no_verdict_on_another_game_says_it():
    for log in (whole_game().log, game_alone().log):
        verdict = verify(log)
        assert (verdict.word, verdict.text) == ((), verdict.message)
    assert LogVerifier().verdict().word == ()
