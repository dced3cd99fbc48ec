"""Papers: an invitation and its joins, and the charter from which anybody can see that all have signed."""

import copy
import json
import shutil
import subprocess
import textwrap
from pathlib import Path

import independent
import pytest
import said
from hypothesis import given, settings
from hypothesis import strategies as st
from pbem_play import charter, joined_charter, key, log_bytes, person
from refusing import refuses

from pbem.entry import canonical_json, entries, setup_papers, verified_entries
from pbem.entry.entries import SignedEntry
from pbem.keys import signature
from pbem.log.verification import verify
from pbem.reason_codes import Code

CHARTER, INVITATION, JOINS = joined_charter()
BODY = CHARTER.body.to_plain()


def resigned(body, author="normans", signers=("normans",)):
    """A charter as a host might write it, signed by whom he has the keys of."""
    entry = said.entry_of("0" * 64, 0, "0" * 64, "charter", author, body)
    return entries.sign(entry, *map(key, signers))


def both(signed):
    """The verdict of both verifiers on a log of this charter, which must be the same."""
    verdict = verify([signed])
    other = independent.check(log_bytes([signed])).partition(":")[0]
    assert other == verdict.status.name.lower(), verdict.message
    return verdict.code


def signed_with(value, *names, namespace=setup_papers.NAMESPACE):
    data = canonical_json.encode(value)
    return SignedEntry(data, tuple(signature.sign(key(name), data, namespace) for name in names))


def test_a_charter_with_joins_is_signed_by_its_author_alone():
    assert both(resigned(BODY)) == "incomplete"
    assert both(resigned(BODY, signers=("normans", "saxons"))) == "wrong-signer"
    assert both(resigned(BODY, signers=("saxons",))) == "wrong-signer"


def test_both_ways_of_signing_can_stand_in_one_charter():
    """Who signs the charter itself stands whole in the invitation."""
    host, saxon, referee = charter().body.to_plain()["parties"]
    asked = {name: referee[name] for name in ("role", "name", "mail")}
    body = charter().body.to_plain() | {"parties": [host, saxon, asked]}
    time = body.pop("at")
    invitation = said.paper("invitation", {"author": "normans", "body": body}, key("normans"))
    join = said.paper("join", {"invitation": invitation.digest, "person": referee}, key("referee"))
    body = body | {"parties": [host, saxon, setup_papers.seat(join).to_plain()], "at": time}
    assert both(resigned(body, signers=("normans", "saxons"))) == "incomplete"
    assert both(resigned(body)) == "wrong-signer"


def test_what_was_signed_is_worked_out_from_the_charter():
    assert setup_papers.invitation_of(CHARTER.author, CHARTER.body) == INVITATION.said
    assert independent.invitation(json.loads(CHARTER.encode())) == INVITATION.digest
    for join, each in zip(JOINS, CHARTER.body.parties[1:], strict=True):
        assert setup_papers.join_of(INVITATION.digest, each).encode() == join.signed.data
        assert independent.join(INVITATION.digest, each.to_plain()) == join.signed.data


def test_the_author_cannot_have_joined():
    signed = resigned(BODY, author="saxons", signers=("normans",))
    assert both(signed) == "bad-body"


@settings(deadline=None)
@given(st.data())
def test_no_host_can_change_what_was_joined(data):
    """The host's own fields are in the invitation too: whatever he changes, a join no longer fits."""
    body = copy.deepcopy(BODY)
    host, one, two = body["parties"]
    change = data.draw(
        st.sampled_from(
            [
                lambda: body["module"].update(fingerprint="cd" * 32),
                lambda: body["module"].update(version="1.1"),
                lambda: body.update(scenario="fulford"),
                lambda: body["options"].update(fog=False),
                lambda: body["options"].update(more=True),
                lambda: body.update(secret="ab" * 32),
                lambda: body["deadlines"][0].update(then="forfeit"),
                lambda: body["deadlines"].clear(),
                lambda: host.update(name="Another"),
                lambda: host.update(tip="ef" * 32),
                lambda: one.update(tip="ef" * 32),
                lambda: one.update(length=41),
                lambda: one.update(name="Another"),
                lambda: two.update(mail="other@example.org"),
                lambda: two.update(role="vikings"),
                lambda: two.update(key=key("godwin").public.line),
                lambda: one.update(joined=two["joined"]),
                lambda: one.update(joined=one["joined"].replace("A", "B", 1)),
                lambda: one.update(recipient="age1" + "q" * 58),
                lambda: body["parties"].reverse(),
                lambda: body["parties"].pop(),
            ]
        )
    )
    change()
    assert both(resigned(body)) == "join-wrong"


def test_a_join_dropped_needs_that_partys_signature_on_the_charter():
    body = copy.deepcopy(BODY)
    del body["parties"][1]["joined"]
    assert both(resigned(body)) == "wrong-signer"
    del body["parties"][2]["joined"]
    assert both(resigned(body, signers=("normans", "saxons", "referee"))) == "incomplete"


@pytest.mark.parametrize("paper", [INVITATION, *JOINS], ids=["invitation", "join", "join of the referee"])
def test_stock_openssh_checks_a_paper(tmp_path, paper):
    keygen = shutil.which("ssh-keygen")
    assert keygen, "install OpenSSH's ssh-keygen"
    who = paper.said.person if isinstance(paper.said, setup_papers.Join) else paper.said.signer
    (tmp_path / "allowed").write_text(f"{who.role} {who.key}\n")
    (tmp_path / "paper.sig").write_text(signature.armor(paper.signed.signatures[0]))
    words = [keygen, "-Y", "verify", "-f", tmp_path / "allowed", "-I", who.role, "-n", "senlac-paper-v1"]
    words += ["-s", tmp_path / "paper.sig"]
    assert subprocess.run(words, input=paper.signed.data, capture_output=True).returncode == 0
    changed = paper.signed.data.replace(b"Player", b"Prayer", 1)
    assert subprocess.run(words, input=changed, capture_output=True).returncode != 0


def test_a_paper_opens_only_under_the_key_that_it_names():
    value = json.loads(JOINS[0].signed.data)
    assert setup_papers.open_paper(signed_with(value, "saxons")).said.type == "join"
    refused = {
        Code.WRONG_SIGNER: signed_with(value, "normans"),
        Code.SIGNATURE_NAMESPACE: signed_with(value, "saxons", namespace=signature.NAMESPACE),
        Code.SIGNATURE_FORMAT: signed_with(value, "saxons", "normans"),
        Code.BAD_PAPER: signed_with(value | {"type": "charter"}, "saxons"),
        Code.SIGNATURE_WRONG: SignedEntry(JOINS[0].signed.data + b" ", JOINS[0].signed.signatures),
        Code.NOT_CANONICAL: SignedEntry(
            (spaced := JOINS[0].signed.data + b" "),
            (signature.sign(key("saxons"), spaced, setup_papers.NAMESPACE),),
        ),
    }
    for code, signed in refused.items():
        with refuses(code):
            setup_papers.open_paper(signed)


@pytest.mark.parametrize(
    "changes",
    [
        {"v": 3},
        {"type": "oath"},
        {"type": 7},
        {"more": 1},
        {"author": "vikings"},
        {"author": "saxons"},
        {"body": {}},
    ],
)
def test_a_paper_of_another_shape_is_refused(changes):
    value = json.loads(INVITATION.signed.data) | changes
    with refuses(Code.BAD_PAPER):
        setup_papers.open_paper(signed_with(value, "normans"))


def test_an_invitation_names_whole_persons_or_only_who_is_asked():
    value = json.loads(INVITATION.signed.data)
    value["body"]["parties"][1]["key"] = person("saxons")["key"]
    with refuses(Code.BAD_PAPER, match="parties"):
        setup_papers.open_paper(signed_with(value, "normans"))


def test_no_signature_passes_from_a_paper_to_an_entry():
    data = JOINS[0].signed.data
    with refuses(Code.SIGNATURE_NAMESPACE):
        verified_entries.verify_entry(SignedEntry(data, JOINS[0].signed.signatures))
    signed = resigned(BODY)
    with refuses(Code.SIGNATURE_NAMESPACE):
        setup_papers.open_paper(signed)


@pytest.mark.parametrize("place", [1, 2])
def test_a_join_by_hand_as_the_page_says(tmp_path, place):
    page = (Path(setup_papers.__file__).parents[1] / "docs" / "reference" / "formats.md").read_text()
    start = page.index("    python3 - $i <<'END'")
    script = textwrap.dedent(page[start : page.index("### Papers of a game", start)])
    (tmp_path / "entry").write_bytes(CHARTER.encode())
    words = ["bash", "-e", "-c", f"i={place}\n{script}"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    role = CHARTER.body.parties[place].role
    assert done.stdout.startswith(f'Good "senlac-paper-v1" signature for {role} with ED25519 key SHA256:')
    assert (tmp_path / "join").read_bytes() == JOINS[place - 1].signed.data
