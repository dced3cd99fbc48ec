"""The game of blocks by mail, and what its mails tell: somebody who sees all that one player gets learns
nothing but what that player's view holds."""

import re

import blocks
import pytest
from blocks_mail import MailGame

from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.mail.reader import read
from pbem.rules.replay.game_replay import GameReplay


@pytest.mark.whole
def test_a_whole_game_by_mail(tmp_path):
    game = MailGame(tmp_path / "game", "b").play_out()
    data = {(folder.path / "game.log").read_bytes() for folder in game.folders.values()}
    assert len(data) == 1
    verdict = verify(game.files.records(), GameReplay(blocks.build))
    assert verdict.status == Status.HOLDS, verdict.message


def test_a_mail_brings_each_player_his_own_news_and_no_others(tmp_path):
    game = MailGame(tmp_path / "game", "b")
    game.play("earl", "place earl-3 ely", "place earl-2 ely", "place earl-1 london")
    boxes = {to: read(mail, from_robot=True).boxes for to, mail in game.read if to in blocks.SEATS}
    assert {to: len(each) for to, each in boxes.items()} == {"earl": 1, "king": 1, "jarl": 1}
    assert len({len(box) for (box,) in boxes.values()}) == 1, "all of one size"
    assert len({box for (box,) in boxes.values()}) == 3


PLANS = {
    "one": {
        "earl": [
            ["place earl-3 ely", "place earl-2 london", "place earl-1 london"],
            ["move earl-3 london", "done"],
        ],
        "king": [
            ["place king-3 stafford", "place king-2 london", "place king-1 london"],
            ["move king-1 stafford", "done"],
        ],
    },
    "other": {
        "earl": [
            ["place earl-1 ely", "place earl-3 london", "place earl-2 london"],
            ["move earl-1 london", "done"],
        ],
        "king": [
            ["place king-2 stafford", "place king-1 london", "place king-3 london"],
            ["move king-3 stafford", "done"],
        ],
    },
}


def tapped(path, plan, build=blocks.build):
    """What the jarl got by mail, and his log and folder, in a game in which the English follow a plan."""
    game = MailGame(path, "b", build)
    for turn in range(2):
        for seat in ("earl", "king"):
            lines = PLANS[plan][seat][turn]
            game.play(seat, *lines)
        jarl = ["place jarl-3 york", "place jarl-2 york", "place jarl-1 durham"]
        game.play("jarl", *(["done"] if turn else jarl))
    mails = [mail for to, mail in game.read if to == "jarl"]
    folder = game.folders["jarl"].path
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    sizes = [(len(file.name), file.stat().st_size) for file in files]
    return mails, (folder / "game.log").read_bytes(), sizes


def masked(data):
    """Without what must differ: digests, signatures and what is in armor. Their lengths stay."""
    text = data.decode("utf-8", "replace")
    armor = re.compile("(-----BEGIN SENLAC [A-Z]+-----)(.*?)(-----END)", re.DOTALL)
    text = armor.sub(lambda found: f"{found[1]}<{len(found[2])}>{found[3]}", text)
    return re.sub(r"[0-9a-f]{8,64}|[A-Za-z0-9+/=]{40,}", lambda found: f"<{len(found[0])}>", text)


@pytest.fixture(scope="module")
def taps(tmp_path_factory):
    return [tapped(tmp_path_factory.mktemp(plan) / "game", plan) for plan in PLANS]


def test_two_games_that_differ_in_what_is_hidden_look_alike_to_the_other_side(taps):
    (one, log, files), (other, other_log, other_files) = taps
    assert log != other_log
    assert len(log) == len(other_log)
    assert masked(log) == masked(other_log)
    assert [len(mail) for mail in one] == [len(mail) for mail in other]
    assert [masked(mail) for mail in one] == [masked(mail) for mail in other]
    assert sorted(files) == sorted(other_files)


def test_nothing_hidden_can_be_read_in_what_the_other_side_gets(taps):
    mails, log, _ = taps[0]
    for data in (log, *mails):
        assert not re.search(rb"(earl|king)-[123]", data)


class Telling(blocks.Blocks):
    """The same game, but the effect of a move across no river tells by its verb how strong the block is."""

    def effect(self, state, order):
        known = super().effect(state, order)
        weak = isinstance(order, blocks.Move) and state.blocks[order.block][1] == 1
        return blocks.HeldUp(known.seat, known.start, known.area) if weak else known

    @staticmethod
    def _check_way(start, area):
        """Lets a block be held up anywhere."""


def test_an_effect_that_says_more_than_the_view_is_seen_in_what_the_other_side_gets(tmp_path):
    logs = [masked(tapped(tmp_path / plan, plan, lambda _: Loose())[1]) for plan in PLANS]
    assert logs[0] != logs[1]


class Loose(Telling):
    def check_effect(self, state, order, told):
        """Finds nothing wrong."""

    def _carry_out(self, state, answer):
        known = answer.known if hasattr(answer, "known") else self.effect(state, answer)
        if not isinstance(known, blocks.HeldUp):
            super()._carry_out(state, answer)
