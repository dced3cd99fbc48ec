"""Shield Wall by mail: one mail a player turn with standing orders, and a turn that is written by hand."""

import json
import re

from commands import good, pbem
from test_standing_hastings import Players

from modules.engine.requests import Tell
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.rules.table import Table

GAME = "shield_wall"
SIDES = ("saxon", "norman")


def test_a_player_turn_costs_one_mail(tmp_path):
    """Rallies, arrows, melee, advances, routs, pursuit: all of it follows from the moves and the dice."""
    game = Players(tmp_path / "standing", GAME, "hastings", ["any: default"], seed=3)
    game.play_on(99)
    assert game.table.verifier.ended
    assert set(game.mails.values()) == {1}, game.mails
    assert len(game.mails) <= 18
    accounts = game.table.replay.accounts
    stood = [item for account in accounts for item in account.story if isinstance(item, StandingAnswer)]
    assert {item.side for item in stood} == {"norman", "saxon"}
    kinds = {item.order.split()[0] for item in stood}
    assert {"attack", "fire", "rally", "place", "retreat"} <= kinds
    assert not any(account.dropped for account in accounts)
    assert verify(game.logs["norman"].read().records(), GameReplay()).status is Status.HOLDS


def by_hand(tmp_path, *options):
    """A new game, and what sends files of a side as a player writes them."""
    path, moves = tmp_path / "game", iter(range(1, 99))
    named = [word for option in options for word in ("--option", option)]
    good("new", f"{GAME}/hastings", *named, "--out", path)

    def send(command, side, *lines):
        file = tmp_path / f"{next(moves)}.txt"
        file.write_text("".join(f"{line}\n" for line in lines))
        made = json.loads(good(command, file, "--dir", path / side, "--json"))
        mail = made["file"] if command == "move" else made["mail"]
        said = json.loads(good("apply", mail, "--dir", path / "referee", "--json"))
        for answer in said.get("mails", ()):
            good("apply", answer, "--dir", path / next(s for s in SIDES if f"-{s}-" in answer))
        for taker in SIDES if command == "move" else ():
            good("apply", said["answer"], "--dir", path / taker)

    return path, send


def test_a_turn_written_by_hand(tmp_path):
    """Set-ups, a march and a charge, in files as a player writes them; what the dice leave open standing
    orders answer."""
    path, send = by_hand(tmp_path, "fatigue")
    for side in SIDES:
        send("standing", side, "retreat: far", "advance of harold: never", "any: default")
    send("move", "saxon", "deploy", "done")
    march = "1118-1117-1116-1115-1114-1113-1112"
    send("move", "norman", "deploy", "done", f"move N-knight-3 {march}", "done")
    send("move", "saxon", "# They come.", "move fyrd-32 1304", "done")
    send("move", "norman", "move N-knight-3 1111-1110-1109", "done", "attack N-knight-3 > S-huscarl-5")
    table = Table.load(GameLog(path / "norman" / LOG))
    state = table.replay.play.state
    assert (state.turn, state.active, state.phase, table.owing_roles[0]) == (2, "saxon", "movement", "saxon")
    told = [
        told.text for account in table.replay.accounts for told in account.story if isinstance(told, Tell)
    ]
    assert "N-knight-3 charges 1112-1111-1110-1109" in told
    assert any(
        re.match(r"N-knight-3 attacks S-huscarl-5: \d, \d+ \(charge\), (hits|misses)", t) for t in told
    )
    assert verify(GameLog(path / "saxon" / LOG).read().records(), GameReplay()).status is Status.INCOMPLETE


def test_a_wall_that_is_down_is_listed_as_such(tmp_path):
    path, send = by_hand(tmp_path, "mud")
    for side in SIDES:
        send("move", side, "deploy", "done")
    good("rule", "S-huscarl-1 is wall_down", "--why", "The engine was wrong.", "--dir", path / "referee")
    (ruling,) = (path / "referee/shared").glob("*-ruling.pbem")
    for side, code in (("saxon", 3), ("norman", 0)):
        good("countersign", ruling, "--dir", path / side)
        assert pbem("apply", path / side / "shared" / ruling.name, "--dir", path / "referee")[0] == code
    listed = good("show", "--text", "--dir", path / "referee")
    assert re.search(r"S-huscarl-1 +0708, wall down\n", listed)
    assert re.search(r"S-huscarl-2 +0808\n", listed)
    assert "reduced" not in listed
    status = good("status", "--dir", path / "referee")
    assert ("Weather" in status, "Fatigue" in status) == (True, False)
