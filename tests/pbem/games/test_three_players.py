"""Three players and a referee: from the invitation to the end by mail, by commands, and what several sign."""

import json
import shutil

import pytest
from agreement import one_log
from commands import good, pbem
from crashes import settle
from installed import GAME, SIDES, installed

from pbem.post.outbox import Outbox
from pbem.setup.new_game import Plan
from pbem.simulation.mail_games import play_game

pytestmark = pytest.mark.whole

PLAYERS = {"referee": "Rolf", "shire": "Sven", "raider": "Orm", "welsh": "Gwen"}


@pytest.fixture(scope="module", autouse=True)
def council(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("modules")):
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    game, scenario = GAME.split("/")
    return play_game(Plan(game, scenario, [], {}, 3), tmp_path_factory.mktemp("played"))


def test_a_whole_game_by_mail(played):
    one_log(played)
    assert set(played.folders) == {"referee", *SIDES}
    kinds = {(entry.type, entry.author) for entry in played.table.verifier.history}
    assert kinds >= {("seal", side) for side in SIDES} | {("open", "referee"), ("end", "referee")}
    for folder in played.folders.values():
        assert "holds:" in good("verify", folder.path, "--full")


def test_the_same_game_with_nobody_mailing(tmp_path):
    good("simulate", GAME, "--seed", 4, "--out", tmp_path)
    said = good("verify", tmp_path / "referee", "--full")
    assert "Welshmen: bid " in said
    assert "(sealed by welsh)" in said


class Post:
    """The folders of all four; mails go from outbox to `pbem receive`."""

    def __init__(self, path):
        self.path = path
        self.folders = {role: path / role for role in PLAYERS}

    def deliver(self):
        """All mails that lie in outboxes, until there are none; what the commands said."""
        said = []
        while any(self._deliver(role, said) for role in PLAYERS):
            pass
        return said

    def _deliver(self, role, said):
        outbox = Outbox(self.folders[role])
        waiting = outbox.list_waiting()
        for mail in waiting:
            outbox.move_to_sent(mail.name)
            for address in mail.to:
                to = next(r for r, name in PLAYERS.items() if address.startswith(name.lower()))
                file = self.path / "mail.eml"
                file.write_bytes(mail.message)
                if not (self.folders[to] / "key").exists():
                    said.append(good("join", file, "--dir", self.folders[to], "--as", to))
                else:
                    said.append(good("receive", file, "--dir", self.folders[to]))
        return bool(waiting)

    def move(self, role, *lines):
        file = self.path / "orders.txt"
        file.write_text("\n".join(lines) + "\n")
        good("move", file, "--dir", self.folders[role])
        return self.deliver()

    def status(self, role):
        return " ".join(good("status", "--dir", self.folders[role]).split())


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    post = Post(tmp_path_factory.mktemp("begun"))
    people = [f"{role}={name} <{name.lower()}@example.org>" for role, name in PLAYERS.items()]
    players = [word for person in people for word in ("--player", person)]
    good("invite", GAME, "--as", "referee", "--out", post.folders["referee"], *players)
    post.said = post.deliver()
    return post


@pytest.fixture
def post(begun, tmp_path):
    shutil.copytree(begun.path, tmp_path / "game")
    settle(tmp_path / "game")
    return Post(tmp_path / "game")


def test_three_join_by_mail_and_the_charter_names_all(begun):
    said = "".join(begun.said)
    assert "Still to join: raider, Orm <orm@example.org> and welsh, Gwen <gwen@example.org>" in said
    assert "All have joined: the game begins" in said
    charter = good("charter", "--dir", begun.folders["welsh"])
    for role, name in PLAYERS.items():
        assert role in charter
        assert f"{name} <{name.lower()}@example.org>" in charter
    assert len({(folder / "game.log").read_bytes() for folder in begun.folders.values()}) == 1


def test_status_and_mails_name_all_who_are_awaited(post):
    for role in PLAYERS:
        assert "shire and raider and welsh" in post.status(role)
    post.move("raider", "bid 2")
    assert "raider has sealed; waiting for the sealed order of shire and welsh" in post.status("raider")
    assert "for shire and welsh since entry" in post.status("referee")
    post.move("welsh", "bid 1")
    assert "raider and welsh have sealed; waiting for the sealed order of shire" in post.status("welsh")
    post.move("shire", "bid 0")
    assert "You are welsh and have nothing to do now. You are waiting for raider, Orm" in post.status("welsh")
    said = json.loads(good("status", "--json", "--dir", post.folders["shire"]))
    assert said["owing"] == ["raider"]
    assert {party["role"] for party in said["parties"]} == set(PLAYERS)


def sealed(post, *bids):
    for side, bid in zip(SIDES, bids, strict=True):
        post.move(side, f"bid {bid}")


def _until_a_loss(post):
    """No two bid the same, and who has the crown claims from all: each claim fails one time in six."""
    while True:
        said = json.loads(good("status", "--json", "--dir", post.folders["raider"]))
        if said["due"].get("kind") == "loss":
            return said
        side = said["owing"][0]
        legal = json.loads(good("legal", "--json", "--dir", post.folders[side]))["orders"]
        claims = [order for order in legal if order.startswith("claim")]
        post.move(side, [*claims, *legal[SIDES.index(side) :], *legal][0])


def test_a_loss_of_the_third_is_asked_of_him_alone(post):
    said = _until_a_loss(post)
    owing = said["owing"][0]
    for role in SIDES:
        words = post.status(role)
        assert ("give land or gold?" in words) or role == "shire"
        assert ("have nothing to do now" in words) == (role != owing)


def test_a_rollback_counts_when_all_four_have_signed(post):
    sealed(post, 1, 2, 0)
    good("rollback", "--to", "0", "--why", "a slip", "--dir", post.folders["referee"])
    (proposal,) = (post.folders["referee"] / "shared").iterdir()
    asked = [mail.name.split("-")[1] for mail in Outbox(post.folders["referee"]).list_waiting()]
    missing = ["shire", "raider", "welsh"]
    (last,) = {*missing} - {*asked}
    for side in (*asked, last):
        good("countersign", proposal, "--dir", post.folders[side])
        (signed,) = (post.folders[side] / "shared").iterdir()
        code, said, _ = pbem("apply", signed, "--dir", post.folders["referee"])
        missing.remove(side)
        assert code == (3 if missing else 0), said
        assert f"still to sign: {', '.join(missing)}" in said or not missing
    assert "waiting for the sealed order of shire and raider and welsh" in post.status("referee")
    assert "incomplete" in pbem("verify", post.folders["referee"], "--full")[1]


def test_a_new_player_takes_over_and_plays_on(post):
    """All sign but who leaves, and burn a link; what he needs is the log and his own folder."""
    post.move("shire", "bid 1")
    new = post.path / "new"
    card = post.path / "card.txt"
    card.write_text(good("keygen", new))
    who = "welsh=Dafydd <gwen@example.org>"
    good("substitute", who, "--card", card, "--dir", post.folders["referee"])
    (proposal,) = (post.folders["referee"] / "shared").iterdir()
    for place in (new, post.folders["shire"], post.folders["raider"]):
        good("countersign", proposal, "--dir", place)
        (signed,) = (place / "shared").iterdir()
        pbem("apply", signed, "--dir", post.folders["referee"])
    shutil.copy(post.folders["referee"] / "game.log", new)
    post.folders["welsh"] = new
    for side in ("shire", "raider"):
        good("apply", post.folders["referee"] / "answers" / "0002.pbem", "--dir", post.folders[side])
    post.deliver()
    post.move("raider", "bid 2")
    post.move("welsh", "bid 3")
    code, story, _ = pbem("verify", new, "--full")
    assert code == 3
    assert "Dafydd <gwen@example.org> is welsh as of now" in story
    assert "bid 3   (sealed by welsh)" in story
    assert len({(folder / "game.log").read_bytes() for folder in post.folders.values()}) == 1
