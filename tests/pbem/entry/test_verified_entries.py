"""The border: nothing but it makes a verified entry."""

import ast
from pathlib import Path

from pbem_play import key, whole_game

from pbem.entry import verified_entries

ROOMS = Path(__file__).parents[3] / "pbem"
GAME = whole_game()


def test_only_the_border_makes_a_verified_entry():
    makers = set()
    for file in ROOMS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = node.func if isinstance(node, ast.Call) else None
            called = getattr(name, "id", getattr(name, "attr", ""))
            makers |= {file.relative_to(ROOMS).as_posix()} if called == "VerifiedEntry" else set()
    assert makers == {"entry/verified_entries.py"}


def test_what_is_signed_here_is_what_is_verified_there():
    """Of a game's entries those that one party signs, signed anew by its key."""
    keys = {key(name).public.raw: key(name) for name in GAME.holder.values()}
    alone = [each for each in map(verified_entries.verify_entry, GAME.log) if len(each.signers) == 1]
    assert len(alone) > 10
    for each in alone:
        (signer,) = each.signers
        if signer in keys:
            made = verified_entries.sign_entry(each.entry, keys[signer])
            assert verified_entries.verify_entry(made.signed) == made == each


def test_what_was_verified_before_is_what_is_verified_now():
    for signed in GAME.log:
        assert verified_entries.trust_walked(signed) == verified_entries.verify_entry(signed)


def test_signatures_are_merged_in_the_order_that_is_asked_for():
    charter = verified_entries.verify_entry(GAME.log[0])
    first, *others = charter.signers
    half = verified_entries.merge_signatures(charter, charter, others)
    assert half.signers == tuple(others)
    whole = verified_entries.merge_signatures(half, charter, [*others, first])
    assert verified_entries.verify_entry(whole.signed) == whole
