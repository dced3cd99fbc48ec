"""What an entry says that its author was shown: both verifiers read it in the same way."""

import pytest
from agreement import agreed
from pbem_play import Table

ONE = {"author": "saxons", "digest": "ab" * 32, "seq": 1}


def resigned(seen):
    """A game that the Saxons give up, with what they say that they have seen."""
    from pbem.entry.entries import Entry, SignedEntry
    from pbem.keys import signature

    table = Table()
    table.add("resign", "saxons", {"seen": [ONE]})
    data = table.log[-1].data
    if seen is not None:
        from pbem.entry import canonical_json

        value = canonical_json.decode(data)
        value["body"] = {"seen": seen}
        data = canonical_json.encode(value)
    else:
        assert Entry.decode(data).body.seen
    from pbem_play import key

    table.log[-1] = SignedEntry(data, (signature.sign(key("saxons"), data),))
    return table.log


def test_what_was_seen_may_be_named():
    assert agreed(resigned(None)) == "incomplete"
    assert agreed(resigned([ONE] * 32)) == "incomplete"


@pytest.mark.parametrize(
    "seen",
    [
        [],
        [ONE] * 33,
        "saxons",
        [{**ONE, "more": 1}],
        [{"author": "saxons"}],
        [{**ONE, "seq": -1}],
        [{**ONE, "seq": True}],
        [{**ONE, "digest": "AB" * 32}],
        [{**ONE, "author": "Saxons"}],
    ],
)
def test_what_is_no_proof_breaks_the_log(seen):
    assert agreed(resigned(seen)) == "broken"
