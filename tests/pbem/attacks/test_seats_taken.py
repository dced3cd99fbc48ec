"""A seat is taken by nobody but the person that was asked: an invitation brings each its own ticket."""

import json
import stat
from dataclasses import replace

import independent
import pytest
from commands import good, pbem
from hosting import paper_mail
from mailed import NOW, text_of
from refusing import refuses
from three_mails import PLAN, PLAYERS, Setting

from pbem.disk import atomic_files
from pbem.entry import armor, setup_papers
from pbem.entry.bodies import Joiner
from pbem.entry.entries import Entry
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.parties import Player
from pbem.mail import entry_files
from pbem.mail.writer import Draft, compose
from pbem.messages import letter_text
from pbem.post.outbox import OutgoingMail
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.setup import invitation, join_request, seating
from pbem.setup.join_request import JoinRequest


@pytest.fixture
def setting(tmp_path):
    return Setting(tmp_path)


def disguised(setting, role, **change):
    """The join of a co-invited player, Ann, by a patched program as another."""
    mine = setting.join("norman", "ann")
    who = PLAYERS[role]
    fields = dict(mine.said.person) | {"role": role, "name": who.name, "mail": who.mail} | change
    said = setup_papers.Join(invitation=setting.invited.digest, person=Joiner(**fields))
    return setup_papers.sign(said, setting.folder("ann").key())


@pytest.mark.parametrize("nonce", ["her own", None, "ab" * 32])
def test_a_co_invited_player_joins_as_another(setting, nonce):
    """The attack: the invitation is the same for all, so Ann takes Sven's seat, and Sven is refused."""
    change = {} if nonce == "her own" else {"nonce": nonce}
    taken = disguised(setting, "saxon", **change)
    with refuses(Code.NOT_INVITED, match="does not give back"):
        setting.seat(taken)
    received = Inbox(setting.host).receive(paper_mail(taken, sender="ann@example.org"), NOW)
    assert (received.outcome, "[not-invited]" in received.text) == ("refused", True)
    assert setting.seat(setting.join("saxon")).missing[0].role == "norman"


def test_nor_does_a_join_as_another_take_back_what_that_one_joined(setting):
    """Joins with one key in one mail take each other back; one without the ticket is no join."""
    right, wrong = setting.join("norman", "ann"), disguised(setting, "saxon")
    standing = seating.drop_superseded(setting.host, [right.signed, wrong.signed])
    assert right.signed in standing


def test_nor_does_one_as_a_side_by_mail_word(tmp_path):
    """That one joins with a code, and no join that comes counts: so it takes none back either."""
    setting = Setting(tmp_path, replace(PLAN, word=("saxon",)))
    right = setting.join("norman", "ann")
    wrong = disguised(setting, "saxon", nonce=None, word=True)
    setting.seat(right)
    assert seating.parse_own_join(setting.invited, wrong.signed) is None
    assert right.signed in seating.drop_superseded(setting.host, [right.signed, wrong.signed])
    assert setting.seat(right).missing[0].role == "saxon"


def test_by_mistake_the_mail_of_another_is_signed_by_nobody(tmp_path):
    """The mail to the Saxon, and `--as norman` beside it."""
    people = [f"--player={role}={who.name} <{who.mail}>" for role, who in PLAYERS.items()]
    host, sven = tmp_path / "host", tmp_path / "sven"
    good("invite", "three_battles/hastings", *people, "--out", host)
    (mail,) = (host / "outbox").glob("invitation-saxon-*.eml")
    saved = tmp_path / "mail.eml"
    saved.write_bytes(OutgoingMail.decode(mail.stem, mail.read_bytes()).message)
    assert "--as" not in saved.read_text("utf-8", "replace")
    code, _, err = pbem("join", saved, "--dir", sven, "--as", "norman")
    assert (code, "was sent to Sven <sven@example.org>, to play saxon" in err) == (1, True)
    assert not sven.exists()
    assert json.loads(good("join", saved, "--dir", sven, "--json"))["you"] == "saxon"


def test_the_invitation_alone_joins_nobody(setting):
    with refuses(Code.NOT_INVITED, match="the ticket for saxon is missing"):
        join_request.join(setting.folder("x"), setting.invited.signed, JoinRequest("saxon"))
    assert not setting.folder("x").path.exists()


def test_tickets_are_the_hosts_and_of_this_invitation(setting, tmp_path):
    other = Setting(tmp_path / "other")
    strange = invitation.ticket(other.host, other.invited, "saxon").signed
    with refuses(Code.BAD_PAPER, match="belongs to the invitation"):
        join_request.join(setting.folder("x"), setting.invited.signed, ticket=strange)
    mine = invitation.ticket(setting.host, setting.invited, "saxon")
    key = PrivateKey.generate()
    made = setup_papers.sign(mine.said.replace(nonce="ab" * 32, host=key.public.line), key)
    with refuses(Code.BAD_PAPER, match="not the one that the invitation names"):
        join_request.join(setting.folder("x"), setting.invited.signed, ticket=made.signed)


@pytest.mark.parametrize(
    "change",
    [
        {"players": PLAYERS | {"saxon": PLAYERS["norman"], "norman": PLAYERS["saxon"]}},
        {"players": PLAYERS | {"norman": Player("Ann", "elsewhere@example.org")}},
        {"options": ()},
    ],
)
def test_no_ticket_is_that_of_another_invitation_by_the_same_host(setting, change):
    """The attack: the host invites anew in the same folder, the sides the other way round, and Ann joins as
    the Norman that she was before."""
    before = {role: nonce(setting, role) for role in ("saxon", "norman")}
    setting.host.invitation_file.unlink()
    setting.invited = invitation.invite(replace(PLAN, **change), "referee", setting.host)
    assert not {nonce(setting, role) for role in before} & set(before.values())
    who = (PLAYERS | change.get("players", {}))["norman"]
    taken = disguised(setting, "norman", name=who.name, mail=who.mail, nonce=before["norman"])
    with refuses(Code.NOT_INVITED, match="does not give back"):
        setting.seat(taken)


def nonce(setting, role):
    return invitation.ticket(setting.host, setting.invited, role).said.nonce


def test_the_same_command_gives_the_same_tickets(setting):
    """A mail that was lost is sent again, and what came before holds."""
    before = nonce(setting, "saxon")
    assert invitation.invite(PLAN, "referee", setting.host) == setting.invited
    assert nonce(setting, "saxon") == before


@pytest.mark.parametrize("data", [True, False])
def test_the_same_command_in_a_folder_of_an_earlier_release_leaves_its_invitation(tmp_path, data):
    """It has no tickets, and of a release before that no digests of the game's data."""
    setting = Setting(tmp_path, tickets=False)
    body = setting.invited.said.body
    if not data:
        setting.host.invitation_file.unlink()
        said = setting.invited.said.replace(body=body.replace(module=body.module.replace(data=None)))
        setting.invited = setup_papers.sign(said, setting.host.key())
        invitation.keep(setting.host, setting.invited)
    assert invitation.invite(PLAN, "referee", setting.host) == setting.invited
    assert entry_files.read(setting.host.ticket_file("saxon")).papers == [setting.invited.signed]
    with refuses(Code.INVITATION_CHANGED):
        invitation.invite(replace(PLAN, options=()), "referee", setting.host)


def test_no_role_is_sent_the_ticket_of_another(setting):
    found = {}
    for role in ("saxon", "norman"):
        both = entry_files.read(setting.host.ticket_file(role)).papers
        assert [setup_papers.is_ticket(signed) for signed in both] == [False, True]
        found[role] = setup_papers.open_ticket(both[1]).said
        assert found[role].role == role
    assert found["saxon"].nonce != found["norman"].nonce
    text = armor.encode(setting.invited.signed, armor.PAPER)
    assert all(each.nonce not in text for each in found.values())


def test_the_charter_bears_what_each_gave_back(setting):
    charter = setting.begun().charter
    parties = Entry.decode(charter.data).body.parties
    assert [bool(each.nonce) for each in parties] == [False, True, True]
    text = b"senlac-log/2\n" + charter.to_record() + b"\n"
    assert independent.check(text) == "incomplete"


def test_an_invitation_of_an_earlier_release_goes_on(tmp_path):
    setting = Setting(tmp_path, tickets=False)
    charter = setting.begun().charter
    assert all(each.nonce is None for each in Entry.decode(charter.data).body.parties)
    extra = disguised(Setting(tmp_path / "new"), "saxon")
    said = extra.said.replace(invitation=setting.invited.digest)
    with refuses(Code.NOT_INVITED):
        Setting.seat(setting, setup_papers.sign(said, Setting.folder(Setting(tmp_path / "new"), "ann").key()))


@pytest.mark.skipif(not atomic_files.POSIX, reason="on Windows a file's mode says nothing")
def test_no_other_user_of_the_machine_reads_a_join(setting):
    """It shows the nonce: whoever reads it before the host takes it in could join in that player's place."""
    setting.begun()
    setting.host.joined_file("norman").unlink()
    setting.seat(setting.join("norman"))
    other = Setting(setting.path / "other")
    first = [other.join(role, "one") for role in ("saxon", "norman")]
    seating.drop_superseded(other.host, [each.signed for each in first])
    other.seat(first[1], again=True)
    found = [*setting.path.rglob("join*/*.pbem"), *setting.path.rglob("join.pbem")]
    found += setting.path.rglob("taken-back/*.pbem")
    assert len(found) == 3 + 3 + 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in found} == {0o600}


def test_nor_does_a_command_print_what_only_the_host_may_read(setting):
    sven = setting.folder("saxon")
    told = good("join", setting.host.ticket_file("saxon"), "--dir", sven.path, "--json")
    assert setup_papers.open_join(invitation.read(sven.join_file)).said.person.nonce == nonce(
        setting, "saxon"
    )
    assert nonce(setting, "saxon") not in told
    assert json.loads(told)["person"]["role"] == "saxon"


# --- a reply that quotes the invitation --------------------------------------------------------------------


def quoting(setting, *papers):
    """Sven's reply, in which his mail program has left what came to him, before or after what he sends."""
    brought = invitation.trim_for_role(setting.host, setting.invited, "saxon")
    found = {"invitation": brought[:1], "ticket": brought[1:], "both": brought}
    each = tuple(signed for one in papers for signed in found.get(one, (one,)))
    to = ("referee@example.org",)
    return compose(
        Draft("sven@example.org", to, "Re: Hastings", "Which edition?", papers=each, automatic=False)
    )


@pytest.mark.parametrize("order", ["before", "after", "around"])
@pytest.mark.parametrize("quoted", ["both", "ticket", "invitation"])
def test_a_join_beside_the_quoted_invitation_is_taken_in(setting, quoted, order):
    join = setting.join("saxon").signed
    brought = {"before": (quoted, join), "after": (join, quoted), "around": (quoted, join, quoted)}[order]
    received = Inbox(setting.host).receive(quoting(setting, *brought), NOW)
    assert (received.outcome, "Sven <sven@example.org> has joined" in received.text) == ("accepted", True)
    assert [file.name.partition("-")[0] for file in received.files] == ["joined"]


def test_so_is_one_in_a_file(setting, tmp_path):
    brought = (
        *invitation.trim_for_role(setting.host, setting.invited, "saxon"),
        setting.join("saxon").signed,
    )
    file = tmp_path / "reply.pbem"
    file.write_text("".join(armor.encode(signed, armor.PAPER) for signed in brought))
    assert "has joined" in good("receive", file, "--dir", setting.host.path)


@pytest.mark.parametrize("quoted", ["both", "ticket", "invitation"])
def test_a_question_that_quotes_it_is_told_once_how_to_join(setting, quoted):
    """It is no bad join, and the host has sent no other mail yet."""
    received = Inbox(setting.host).receive(quoting(setting, quoted), NOW)
    assert (received.outcome, len(received.files)) == ("ignored", 1)
    said = text_of(received.files[0])
    assert ("pbem join this-mail.eml --dir saxon" in said, "efused" in said) == (True, False)
    assert Inbox(setting.host).receive(quoting(setting, quoted), NOW + 60).files == received.files
    setting.seat(setting.join("saxon"))
    assert Inbox(setting.host).receive(quoting(setting, quoted), NOW + 60).files == ()
    papers = (setting.invited.signed,)
    stranger = compose(Draft("x@example.org", ("r@example.org",), "", "", papers=papers, automatic=False))
    assert Inbox(setting.host).receive(stranger, NOW).files == ()


def test_one_that_quotes_it_once_the_game_has_begun_is_words(setting):
    setting.begun()
    received = Inbox(setting.host).receive(quoting(setting, "both"), NOW)
    assert received.text == letter_text.UNSIGNED


def test_a_strangers_ticket_beside_a_join_is_still_refused(setting, tmp_path):
    other = Setting(tmp_path / "other")
    strange = invitation.ticket(other.host, other.invited, "saxon").signed
    join = setting.join("saxon").signed
    for brought, says in (
        ((strange, join), "Nothing has changed."),
        ((join, strange), "What came before it"),
    ):
        received = Inbox(setting.host).receive(quoting(setting, *brought), NOW)
        assert (received.outcome, "[bad-paper]" in received.text) == ("refused", True)
        assert f"Refused [bad-paper]. {says}" in text_of(received.files[-1])
