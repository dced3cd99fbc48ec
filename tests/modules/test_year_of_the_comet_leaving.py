"""Who leaves a year of the comet: allies take over, what is due stays due, nobody speaks for the dead."""

import pytest
from comet_year import Boards, rules_for

from modules.engine.driver import Play
from modules.engine.requests import Choose, Roll
from modules.engine.rules.arrangement_rules import Arrangement


def begun(phase, units, players):
    rules, (side, _, name) = rules_for(players), phase.partition(" ")
    return Play(rules, rules.arrange(Arrangement(1, name, side, units, {"pool": 3})))


def order(play, text):
    play.answer(play.rules.grammar.parse(text))


def test_the_heir_of_the_english_raises_with_harold():
    play = begun("english raising", {"E-Harold": "WIN", "E-Earls": "CHE", "V-Hardrada": "BAM"}, 6)
    play.remove_player("english")
    assert play.request.seat == "earls"
    assert [str(o) for o in play.request.options.legal()] == ["raise E-Harold", "raise E-Earls", "done"]


def test_the_heir_plays_on_when_his_own_leader_falls():
    """Who has taken over a side is not out with his own."""
    units = {"E-Harold": "LON", "E-Earls": "YOR", "V-Hardrada": "BAM", "V-viking-1": "YOR from LIN"}
    play = begun("viking combat", units, 6)
    play.remove_player("english")
    order(play, "fight YOR")
    play.answer((6,))
    order(play, "stay")
    play.answer((1, 6, 6, 6))
    assert play.rules.facts(play.state)["dead english"] == 1
    assert play.rules.eliminated_seats(play.state) == ("english",)


def test_fire_whose_dice_are_due_is_not_lost_when_an_ally_leaves():
    units = {"E-Harold": "LON", "E-fyrd-1": "HAS", "N-William": "HAS", "B-foot-1": "CAN", "V-Hardrada": "BAM"}
    play = begun("norman combat", {**units, "N-William": "HAS from CAN"}, 4)
    order(play, "fight HAS")
    before = [die.label for die in play.request.dice]
    play.remove_player("bretons")
    assert isinstance(play.request, Roll)
    assert [die.label for die in play.request.dice] == before


def test_the_die_for_a_leader_stands_when_his_player_leaves():
    """12.5, 17.3: who takes over chooses under the die that fell; the next hit has a die of its own."""
    english = {"E-Harold": "LON", "E-Earls": "YOR", "E-fyrd-1": "YOR 1", "E-fyrd-2": "YOR 1"}
    play = begun("viking combat", {**english, "V-Hardrada": "BAM", "V-viking-1": "YOR from LIN"}, 6)
    order(play, "fight YOR")
    play.answer((6, 6, 6))
    order(play, "stay")
    play.answer((1, 1, 6, 6))
    assert "does a leader fall" in play.request.dice[0].label
    play.answer((3,))
    assert (play.request.seat, play.request.kind) == ("earls", "loss")
    play.remove_player("earls")
    assert isinstance(play.request, Choose)
    assert (play.request.seat, play.request.kind) == ("english", "loss")
    order(play, "lose skirmish E-fyrd.1")
    assert isinstance(play.request, Roll)
    assert "does a leader fall" in play.request.dice[0].label


def test_a_raise_whose_die_is_due_is_not_lost_when_an_ally_leaves():
    play = begun("english raising", {"E-Harold": "WIN", "E-Earls": "CHE", "V-Hardrada": "BAM"}, 6)
    order(play, "raise E-Harold")
    play.remove_player("earls")
    assert "raise E-Harold" in [str(o) for o in play.request.options.legal()]


def test_reserves_still_shield_when_an_ally_leaves_before_the_pursuit():
    """14.3: as many as stood in reserve at the rout, those too that could not flee."""
    vikings = {f"V-viking-{i}": f"LIN{' 1' if i == 1 else ''} from YOR" for i in (1, 2, 3)}
    english = {
        "E-fyrd-1": "LIN 1",
        "E-carl-1": "LIN",
        "E-carl-2": "LIN",
        "E-fyrd-2": "LIN 2",
        "E-Earls": "NWC",
    }
    play = begun("viking combat", {**vikings, **english, "E-Harold": "LON", "V-Hardrada": "BAM"}, 6)
    for text in (
        "fight LIN",
        "deploy E-fyrd.1 E-carl.4 E-carl.4 E-fyrd.2",
        "deploy V-viking.4 V-viking.4 V-viking.1 -",
        "hold",
    ):
        order(play, text)
    while not (isinstance(play.request, Choose) and play.request.kind == "rout"):
        if isinstance(play.request, Roll):
            ours = play.request.side == "viking" and "left" in play.request.dice[0].label
            play.answer((1 if ours else 6,) * len(play.request.dice))
        else:
            play.answer(play.request.options.legal()[0])  # stay, hold, the left column
    order(play, "rout SHR")
    assert play.state.battle.pending == 1
    play.remove_player("earls")
    assert play.state.battle.pending == 1
    play.answer((1,) + (6,) * (len(play.request.dice) - 1))
    assert "1 hit, 0 after the reserve" in " ".join(event.text for event in play.events)


@pytest.mark.parametrize("players", [4, 6, 7])
def test_somebody_in_the_game_is_asked_whoever_leaves(players):
    """Games in which one ally after another leaves: nobody who is out is asked, and they end."""
    game = Boards(players, 4, viewers=[])
    play, count = game.whole, 0
    while play.request is not None:
        count += 1
        if isinstance(play.request, Choose):
            assert play.request.seat not in play.rules.eliminated_seats(play.state)
        if count % 150 == 0:
            allies = [
                s for s in play.rules.seats if s not in (*play.rules.eliminated_seats(play.state), "english")
            ]
            if len(allies) > 2:
                play.remove_player(allies[count // 150 % len(allies)])
                continue
        game.step()
    assert play.state.outcome.winner in ("", *play.rules.sides)
