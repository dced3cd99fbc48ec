"""A game set up in three mails: invitation, joins, charter; and all that does not fit, each refused."""

import json
import shutil
import subprocess
from dataclasses import replace

import independent
import pytest
import said
from commands import good, pbem
from hosting import joined
from mailed import opened, text_of
from refusing import refuses
from said import entry_of
from three_mails import PLAN, PLAYERS, Setting

from pbem.entry import armor, bodies, canonical_json, setup_papers
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.log.verification import verify, verify_file
from pbem.mail import entry_files
from pbem.mail.writer import Draft, compose
from pbem.messages import charter_text
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.setup import invitation, join_request, seating

SIDES = ("saxon", "norman")


def plan(**changes):
    return replace(PLAN, **changes)


@pytest.fixture
def setting(tmp_path):
    return Setting(tmp_path)


def wire(paper):
    """What a paper says, as it is signed."""
    return json.loads(paper.signed.data)


def forged(paper, key, **changes):
    """A paper signed by somebody with this key, whatever it says."""
    value = {**wire(paper), **changes}
    data = canonical_json.encode(value)
    return SignedEntry(data, (signature.sign(key, data, setup_papers.NAMESPACE),))


def test_three_mails_make_a_game(tmp_path):
    """The commands as people type them, and one move after the third mail."""
    people = [f"--player={role}={who.name} <{who.mail}>" for role, who in PLAYERS.items()]
    host = tmp_path / "referee"
    begin = ("invite", "three_battles/hastings", "--option", "4", "--deadline", "order=7d+24h,wait,sun")
    told = good(*begin, *people, "--out", host)
    assert f"Send {host}/invitations/saxon.pbem to saxon, Sven <sven@example.org>, and to nobody" in told
    assert f"Send {host}/invitations/norman.pbem to norman, Ann <ann@example.org>, and to nobody" in told
    assert "order: 168 hours and 24 of grace, not counting sun, then wait" in told
    assert good(*begin, *people, "--out", host) == told, "the same command gives the same invitation"
    for role in SIDES:
        said = good("join", host / "invitations" / f"{role}.pbem", "--dir", tmp_path / role)
        assert f"You are {role}: " in said
        assert "Option 4: Fight on!. " in said
        assert "(as installed here)" in said
        assert f"By sending {tmp_path}/{role}/join.pbem to referee, Rolf <rolf@example.org> you agree" in said
    assert pbem("status", "--dir", host)[2].startswith(f"pbem: the game in {host} has not begun")
    first = good("apply", tmp_path / "saxon/join.pbem", "--dir", host)
    assert first.endswith("has joined\nStill to join: norman, Ann <ann@example.org>\n")
    last = good("apply", tmp_path / "norman/join.pbem", "--dir", host)
    charter = host / "answers/0000.pbem"
    assert last.endswith(
        f"Send {charter} to saxon, Sven <sven@example.org> and norman, Ann <ann@example.org>\n"
    )
    for role in SIDES:
        said = good("apply", charter, "--dir", tmp_path / role)
        assert said.startswith("This is the charter of the game that you joined: the game begins.\n")
        assert good("apply", charter, "--dir", tmp_path / role) == said
    assert "signed a join to the invitation" in good("charter", "--dir", tmp_path / "norman")
    assert json.loads(good("charter", "--dir", host, "--json"))["parties"][0]["joined"] is False
    (tmp_path / "setup.txt").write_text("deploy\ndone\n")
    move = json.loads(good("move", tmp_path / "setup.txt", "--dir", tmp_path / "saxon", "--json"))["file"]
    good("apply", move, "--dir", host)
    for role in SIDES:
        good("apply", host / "answers/0001.pbem", "--dir", tmp_path / role)
        assert pbem("verify", tmp_path / role)[0] == 3
        assert independent.check((tmp_path / role / "game.log").read_bytes()) == "incomplete"


@pytest.mark.parametrize("name", ["mail.eml", "mail.txt", "words.txt", "invitation.pbem"])
def test_a_paper_comes_as_a_saved_mail_as_text_or_as_a_file(setting, tmp_path, name):
    """The mail is from a robot and carries the paper in its text and as a file, encoded as mails are."""
    both = invitation.trim_for_role(setting.host, setting.invited, "norman")
    file, text = tmp_path / name, "".join(armor.encode(signed, armor.PAPER) for signed in both)
    if name.startswith("mail"):
        who, to = "Rolf <rolf@example.org>", ("Ann <ann@example.org>",)
        file.write_bytes(compose(Draft(who, to, "Hastings", "Come!", papers=both)))
    else:
        quoted = "".join(f"> {line}\n" for line in text.splitlines())
        file.write_text(f"Ann: look at this!\n{quoted}Rolf\n" if name == "words.txt" else text)
    assert tuple(entry_files.read(file).papers) == both
    said = json.loads(good("join", file, "--dir", tmp_path / "norman", "--json"))
    assert (said["you"], said["invitation"]) == ("norman", setting.invited.digest)


def test_a_file_that_holds_nothing(tmp_path):
    for name, text in (("a.txt", "hello"), ("b.eml", "From: a@example.org\n\nhello\n"), ("c.pbem", "")):
        (tmp_path / name).write_text(text)
        code, _, err = pbem("join", tmp_path / name, "--dir", tmp_path / "x")
        assert (code, f"{name} holds no entry and no paper" in err) == (1, True)


def test_without_a_referee_the_host_is_a_player(tmp_path):
    people = [f"--player={role}={PLAYERS[role].name} <{PLAYERS[role].mail}>" for role in SIDES]
    ann, sven = tmp_path / "ann", tmp_path / "sven"
    begin = ("invite", "three_battles/hastings", "--no-referee", "--as", "norman", *people, "--out", ann)
    assert f"Send {ann}/invitations/saxon.pbem to saxon, Sven <sven@example.org>, and" in good(*begin)
    assert "You are saxon: Sven" in good("join", ann / "invitations/saxon.pbem", "--dir", sven)
    good("apply", sven / "join.pbem", "--dir", ann)
    good("apply", ann / "answers/0000.pbem", "--dir", sven)
    assert "Referee   none" in good("charter", "--dir", sven)
    (tmp_path / "setup.txt").write_text("deploy\ndone\n")
    move = json.loads(good("move", tmp_path / "setup.txt", "--dir", sven, "--json"))
    assert [to["mail"] for to in move["to"]] == ["ann@example.org"]
    assert good("check", move["file"], "--dir", ann).startswith("holds: entry 1")
    said = good("apply", move["file"], "--dir", ann)
    assert f"Send {ann}/answers/0001.pbem to saxon, Sven <sven@example.org>" in said
    assert json.loads(good("apply", move["file"], "--dir", ann, "--json"))["to"] == ["sven@example.org"]
    assert "Send " not in good("apply", ann / "answers/0001.pbem", "--dir", sven)
    assert "Next: norman: " in good("status", "--dir", ann)
    assert "You are waiting for norman, Ann <" in good("status", "--dir", sven)
    assert (ann / "game.log").read_bytes() == (sven / "game.log").read_bytes()


def test_without_a_referee_the_mail_with_the_charter_says_what_is_due(tmp_path):
    people = [f"--player={role}={PLAYERS[role].name} <{PLAYERS[role].mail}>" for role in SIDES]
    ann, sven, came = tmp_path / "ann", tmp_path / "sven", tmp_path / "came.eml"
    words = ("--no-referee", "--as", "norman", "--deadline", "7d", *people)
    good("invite", "three_battles/hastings", *words, "--out", ann)
    good("join", ann / "invitations/saxon.pbem", "--dir", sven)
    (join,) = (sven / "outbox").glob("join-*.eml")
    came.write_bytes(opened(join).message)
    assert "the game begins" in good("receive", came, "--dir", ann, "--no-picture")
    (begins,) = (ann / "outbox").glob("begins-saxon-*.eml")
    before = begins.read_bytes()
    assert b"your move (seq 0)" in b" ".join(before.split())
    text = " ".join(text_of(begins).split())
    assert "You are saxon. Your turn: place a counter" in text
    assert "Time: saxon by " in text
    assert b"orders.txt" in before
    good("receive", came, "--dir", ann, "--no-picture")
    assert begins.read_bytes() == before, "a join that comes again has the same answer"
    came.write_bytes(opened(begins).message)
    assert "Next: saxon: " in good("receive", came, "--dir", sven)


@pytest.mark.parametrize("command", ["new", "invite", "simulate"])
def test_hidden_hands_need_a_referee(tmp_path, command):
    words = [command, "hastings_pulsipher/small", "--no-referee", "--out", tmp_path / "g"]
    if command == "invite":
        words += ["--as", "norman", "--player", "norman=A <a@x.org>", "--player", "saxon=B <b@x.org>"]
    code, _, err = pbem(*words)
    assert code == 1
    assert "has hidden cards: without a referee" in err
    assert not (tmp_path / "g").exists()


def test_the_log_begins_for_all_with_the_same_charter(setting):
    done = setting.begun()
    assert done.missing == ()
    assert [each.role for each in done.to] == ["saxon", "norman"]
    entry = Entry.decode(done.charter.data)
    assert entry.body.at == 1_700_000_000
    assert [each.joined is not None for each in entry.body.parties] == [False, True, True]
    assert len(done.charter.signatures) == 1
    for role in SIDES:
        assert join_request.begin(setting.folder(role), verify_entry(done.charter)) is False
        assert join_request.begin(setting.folder(role), verify_entry(done.charter)) is True
        verdict = verify_file(setting.folder(role).path / "game.log", GameReplay())
        assert verdict.code == "incomplete"
    assert armor.read(done.file) == [done.charter]


def test_the_same_join_again_gets_the_same_answer(setting):
    paper = setting.join("saxon")
    first = setting.seat(paper)
    assert not first.repeated
    again = setting.seat(setting.join("saxon"))
    assert again.repeated
    assert [each.role for each in again.missing] == ["norman"]
    begun = setting.seat(setting.join("norman"), now=1)
    repeated = setting.seat(setting.join("norman"), now=2)
    assert (repeated.charter, repeated.file, repeated.repeated) == (begun.charter, begun.file, True)
    assert setting.seat(paper).charter == begun.charter


def test_a_second_join_needs_the_hosts_word_and_there_is_none_after_the_charter(setting):
    setting.seat(setting.join("saxon"))
    other = setting.join("saxon", "elsewhere")
    with refuses(Code.ROLE_TAKEN, match="--again"):
        setting.seat(other)
    anew = setting.folder("saxon")
    anew.chain_file.unlink()
    anew.join_file.unlink()
    new_chain = setting.join("saxon")
    with refuses(Code.JOINED_ALREADY, match="--again"):
        setting.seat(new_chain)
    assert not setting.seat(new_chain, again=True).repeated
    charter = setting.seat(setting.join("norman")).charter
    assert Entry.decode(charter.data).body.parties[1].tip == new_chain.said.person.tip
    for paper, code in ((other, Code.ROLE_TAKEN), (setting.join("saxon", "third"), Code.ROLE_TAKEN)):
        with refuses(code, match="the game has begun"):
            setting.seat(paper, again=True)


def test_a_join_to_another_invitation(setting, tmp_path):
    elsewhere = Setting(tmp_path / "other")
    with refuses(Code.WRONG_INVITATION):
        setting.seat(elsewhere.join("saxon"))
    with refuses(Code.BAD_PAPER, match="pbem join"):
        seating.seat_join(setting.host, setting.invited.signed)
    with refuses(Code.NO_GAME_FOLDER):
        seating.seat_join(setting.folder("saxon"), elsewhere.join("norman").signed)
    with refuses(Code.BAD_PAPER, match="not an invitation"):
        join_request.join(setting.folder("x"), elsewhere.join("norman").signed)


@pytest.mark.parametrize(
    "changes",
    [
        {"role": "viking"},
        {"role": "referee"},
        {"role": "norman"},
        {"mail": "eve@example.org"},
        {"name": "Eve"},
    ],
)
def test_a_join_of_somebody_who_was_not_asked(setting, changes):
    paper = setting.join("saxon")
    person = wire(paper)["person"] | changes
    signed = forged(paper, setting.folder("saxon").key(), person=person)
    with refuses(Code.NOT_INVITED):
        seating.seat_join(setting.host, signed)
    assert not setting.host.joined_file("saxon").exists()


def test_a_join_signed_by_another_is_nobodys(setting):
    paper = setting.join("saxon")
    with refuses(Code.WRONG_SIGNER):
        seating.seat_join(setting.host, forged(paper, PrivateKey.generate()))


def test_a_key_or_a_chain_serves_one_party(setting):
    setting.seat(setting.join("saxon"))
    with refuses(Code.KEY_TWICE):
        setting.seat(setting.join("norman", key_file=setting.folder("saxon").key_file))
    with refuses(Code.KEY_TWICE):
        setting.join("norman", "x", key_file=setting.host.key_file)
    assert not setting.folder("x").path.exists()
    thief = setting.folder("thief")
    thief.path.mkdir()
    shutil.copy(setting.folder("saxon").chain_file, thief.chain_file)
    with refuses(Code.TIP_TWICE):
        setting.seat(setting.join("norman", "thief"))
    shutil.copy(setting.host.chain_file, thief.chain_file)
    thief.join_file.unlink()
    with refuses(Code.TIP_TWICE):
        setting.join("norman", "thief")


def test_a_folder_keeps_to_its_invitation(setting, tmp_path):
    other = Setting(tmp_path / "other")
    setting.join("saxon")
    with refuses(Code.INVITATION_CHANGED):
        other.join("saxon", setting.folder("saxon").path)
    with refuses(Code.INVITATION_CHANGED):
        invitation.invite(plan(options=()), "referee", setting.host)
    setting.folder("saxon").chain_file.unlink()
    with refuses(Code.JOINED_ALREADY):
        setting.join("saxon")


def test_an_invitation_changed_on_its_way_is_nobodys(setting):
    body = wire(setting.invited)["body"] | {"options": {}}
    data = canonical_json.encode({**wire(setting.invited), "body": body})
    with refuses(Code.SIGNATURE_WRONG):
        join_request.join(setting.folder("x"), SignedEntry(data, setting.invited.signed.signatures))
    with refuses(Code.WRONG_SIGNER):
        join_request.join(setting.folder("x"), forged(setting.invited, PrivateKey.generate(), body=body))
    assert not setting.folder("x").path.exists()


MODULE = {"id": "three_battles", "version": "0", "behaviour": 1, "fingerprint": "ab" * 32}


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        (
            {"module": {"id": "waterloo", "version": "1", "behaviour": 1, "fingerprint": "ab" * 32}},
            Code.UNKNOWN_GAME,
        ),
        ({"scenario": "bosworth"}, Code.UNKNOWN_GAME),
        (
            {"module": {"id": "three_battles", "version": "0", "behaviour": 1, "fingerprint": "ab" * 32}},
            Code.OTHER_ENGINE,
        ),
        ({"scenario": "fulford"}, Code.RULES_REFUSE),
    ],
)
def test_a_game_that_is_not_here_is_not_joined(setting, change, refused):
    """The host has signed it: the rules are another matter, which the player checks at home."""
    body = wire(setting.invited)["body"] | change
    with refuses(refused):
        join_request.join(setting.folder("x"), forged(setting.invited, setting.host.key(), body=body))
    assert not setting.folder("x").path.exists()


def test_who_one_is_must_be_clear(tmp_path):
    """An invitation of an earlier release is the same for all."""
    setting = Setting(tmp_path, tickets=False)
    with refuses(Code.BAD_PLAYER, match=r"--as saxon \(Sven .* or --as norman"):
        join_request.join(setting.folder("x"), setting.invited.signed)
    with refuses(Code.NOT_INVITED, match="viking"):
        setting.join("viking", "x")
    with refuses(Code.NOT_INVITED, match="referee"):
        setting.join("referee", "x")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda body: body["deadlines"][0].update(then="forfeit"), "it differs in deadlines"),
        (lambda body: body.update(options={}), "it differs in options"),
        (lambda body: body["parties"][1].update(name="Eve"), "it differs in parties"),
        (lambda body: body["parties"].reverse(), "it differs in parties"),
    ],
)
def test_another_charter_than_was_joined_is_refused(setting, change, words):
    """The host has made new joins to go with it: it holds as a charter, and is not what the player joined."""
    setting.begun()
    keys = {role: setting.folder(role).key() for role in SIDES}
    body = Entry.decode(next(setting.host.log.read().records()).data).body.to_plain()
    change(body)
    digest = setup_papers.open_paper(forged_invitation(setting, body)).digest
    for person in body["parties"]:
        if person.pop("joined", None):
            join = said.paper("join", {"invitation": digest, "person": person}, keys[person["role"]])
            person.update(setup_papers.seat(join).to_plain())
    signed = sign(entry_of("0" * 64, 0, "0" * 64, "charter", "referee", body), setting.host.key())
    assert verify([signed]).code == "incomplete"
    with refuses(Code.CHARTER_DIFFERS, match=words):
        join_request.begin(setting.folder("norman"), verify_entry(signed))
    assert not (setting.folder("norman").path / "game.log").exists()


def forged_invitation(setting, body):
    data = setup_papers.invitation_of("referee", bodies.Charter.read(body)).encode()
    return SignedEntry(data, (signature.sign(setting.host.key(), data, setup_papers.NAMESPACE),))


def test_somebody_else_in_ones_place_is_told(setting):
    setting.join("norman")
    setting.seat(setting.join("saxon"))
    done = setting.seat(setting.join("norman", "eve"))
    with refuses(Code.CHARTER_DIFFERS, match="somebody else has joined in your place"):
        join_request.begin(setting.folder("norman"), verify_entry(done.charter))
    with refuses(Code.NO_GAME_FOLDER, match="holds no join"):
        join_request.begin(setting.folder("nobody"), verify_entry(done.charter))


def test_everybody_is_named_with_an_address(tmp_path):
    with refuses(Code.BAD_PLAYER, match="--player 'norman=NAME <MAIL>'"):
        invitation.invite(
            plan(players={k: PLAYERS[k] for k in ("referee", "saxon")}), "referee", Folder(tmp_path)
        )
    with refuses(Code.BAD_PLAYER, match="no role 'viking'"):
        invitation.invite(PLAN, "viking", Folder(tmp_path))
    with refuses(Code.BAD_PLAYER, match="mail address"):
        bad = PLAYERS | {"norman": Player("Ann", "ann at example")}
        invitation.invite(plan(players=bad), "referee", Folder(tmp_path))


def test_a_key_that_one_has_is_copied_and_a_secret_stays_at_home(setting, tmp_path):
    mine = tmp_path / "id_ed25519"
    PrivateKey.generate().save(mine)
    paper = setting.join("norman", key_file=mine, recipient="age1" + "q" * 58)
    assert paper.said.person.key == PrivateKey.load(mine).public.line
    assert paper.said.person.recipient == "age1" + "q" * 58
    folder = setting.folder("norman")
    assert folder.key_file.read_bytes() == mine.read_bytes()
    assert folder.key_file.stat().st_mode & 0o777 == 0o600
    setting.seat(setting.join("saxon"))
    charter = setting.seat(paper).charter
    assert join_request.begin(folder, verify_entry(charter)) is False
    sent = [file.read_bytes() for file in tmp_path.rglob("*.pbem")] + [charter.data]
    for name in ("referee", *SIDES):
        for file in ("key", "chain"):
            secret = (tmp_path / name / file).read_bytes().split(b"\n")[2]
            assert not any(secret in data for data in sent)
    for bad in ("not a key", ""):
        mine.write_text(bad)
        with refuses(Code.BAD_KEY_FILE):
            setting.join("norman", "x", key_file=mine)


def test_stock_openssh_checks_what_the_players_signed(setting, tmp_path):
    setting.begun()
    for role in SIDES:
        paper = invitation.read(setting.folder(role).join_file)
        (tmp_path / "join.sig").write_text(signature.armor(paper.signatures[0]))
        key = setting.folder(role).public_file.read_text()
        (tmp_path / "allowed").write_text(f"{role} {key}")
        words = [
            "ssh-keygen",
            "-Y",
            "verify",
            "-f",
            tmp_path / "allowed",
            "-I",
            role,
            "-n",
            setup_papers.NAMESPACE,
        ]
        done = subprocess.run([*words, "-s", tmp_path / "join.sig"], input=paper.data, capture_output=True)
        assert done.returncode == 0, done.stderr


def test_a_game_with_secret_packs_is_joined_with_its_referee_bound(tmp_path):
    """The referee commits to his secret in the invitation, before he knows anybody's chain."""
    host = Folder(tmp_path / "referee")
    hidden = replace(PLAN, game="hastings_pulsipher", scenario="small", options=())
    invited = invitation.invite(hidden, "referee", host)
    assert invited.said.body.secret == host.secret(invited.said.body.secret).commitment
    for role in SIDES:
        paper = joined(host, invited, role, Folder(tmp_path / role))
        done = seating.seat_join(host, paper.signed)
    join_request.begin(Folder(tmp_path / "norman"), verify_entry(done.charter))
    assert Entry.decode(done.charter.data).body.secret == invited.said.body.secret
    assert "Secret " in good("charter", "--dir", tmp_path / "norman")
    assert "hash; the secret packs follow from it" in charter_text.invitation_text(invited)
