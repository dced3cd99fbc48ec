"""The free table: acts by hand change what they say; the program keeps the sequence of play."""

import json
from itertools import chain

import pytest
import yaml
from behaviours import Draw
from hands import STARTS, fingerprint, hand, start, walk

from modules import library
from modules.engine.amendments import Amendments, parse_fact
from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import Illegal, OrderError, OrderSyntaxError
from modules.engine.game_serialization import forms_of
from modules.engine.requests import Choose
from modules.engine.state_digest import digest
from modules.free_table.state import LOST, RESERVE, TableState
from modules.library import behaviour

CARDS = """\
decks:
  events:
    name: Events
    rule: "7"
    source: rulebook 7
    cards:
      rain: {name: Rain, count: 2, figure: town, rule: "7.1", source: rulebook 7.1, choices: [
        {sides: [shire, raider], name: Rain, text: It rains., effect: rain, source: rulebook 7.1}]}
      feud: {name: Feud, count: 1, figure: town, rule: "7.2", source: rulebook 7.2, choices: [
        {sides: [shire, raider], name: Feud, text: They quarrel., effect: feud, source: rulebook 7.2}]}
"""


@pytest.fixture
def rules(tmp_path):
    return start(tmp_path)


@pytest.fixture
def play(rules):
    """The first phase of the raiders, who have set up."""
    return hand(Play(rules), "done")


def refused(play, line):
    """Rule and reason why a line is not legal."""
    before = digest(play.state)
    with pytest.raises(Illegal) as fault:
        play.answer(play.rules.grammar.parse(line))
    assert digest(play.state) == before
    return fault.value.rule, fault.value.reason


def lies(play, counter):
    return play.state.at[counter]


@pytest.mark.parametrize(("style", "ground"), STARTS)
def test_in_random_games_each_order_is_text_each_example_is_legal_and_no_counter_is_lost(
    tmp_path, style, ground
):
    rules = start(tmp_path, style, ground)
    counters = sorted(rules.definition.counters)
    kinds = set()
    games = (walk(rules, f"{style}{ground}{number}", 150) for number in range(3))
    for play, given in chain.from_iterable(games):
        if isinstance(play.request, Choose):
            kinds.add(type(given).__name__)
            assert rules.grammar.parse(str(given)) == given
            for each in play.request.options.legal():
                play.request.options.check(each)
                assert rules.grammar.parse(str(each)) == each
        assert sorted(counter for counter, _ in play.state.lying()) == counters
        assert sorted(play.state.at) == counters
    assert len(kinds) > 9


def test_a_game_that_was_saved_goes_on_as_one_that_was_not(rules):
    forms = forms_of(rules).of(SavedPoint[TableState])
    for play, given in walk(rules, "saved", 90):
        saved = json.loads(json.dumps(forms.write(play.save_point())))
        again = Play.resume(rules, forms.read(saved))
        assert digest(again.state) == digest(play.state)
        again.answer(given)
        play = Play.restore(rules, play.snapshot())
        play.answer(given)
        assert digest(again.state) == digest(play.state)


def test_what_the_free_table_does_is_what_its_behaviour_says(tmp_path):
    assert fingerprint(tmp_path) == behaviour("free_table").fingerprint


def test_set_up_is_of_ones_own_counters_in_the_zones_of_the_scenario(rules):
    play = Play(rules)
    assert play.request.seat == "raider"
    assert refused(play, "hand 5.2 put S-fyrd-1 0304") == ("5.2", "S-fyrd-1 is not yours to set up")
    assert refused(play, "hand 5.2 put R-Orm 0804") == ("5.2", "R-Orm may not start in 0804")
    assert "set up" in refused(play, "hand 5.2 roll d6")[1]
    hand(play, "hand 5.2 put R-Orm 0204")
    assert lies(play, "R-Orm") == "0204"


def test_phases_follow_the_sequence_and_after_the_last_turn_somebody_names_the_outcome(rules):
    play, seen = hand(Play(rules), "done"), []
    for _ in range(8 * 6):
        seen.append((play.state.turn, play.state.active, play.state.phase))
        hand(play, "done")
    assert seen[:4] == [
        (1, "raider", "movement"),
        (1, "raider", "combat"),
        (1, "raider", "rally"),
        (1, "shire", "movement"),
    ]
    assert seen[-1] == (8, "shire", "rally")
    assert dict(play.rules.summary(play.state))["Phase"].startswith("all turns are over")
    hand(play, "done", "done", 'hand 5 outcome shire "the bridge holds"', "done")
    assert (play.request, play.state.outcome.winner) == (None, "shire")
    assert play.state.outcome.reason == "the bridge holds"


def test_stacks_of_any_height_lie_in_the_order_in_which_they_were_put(play):
    hand(play, *(f"hand 2 put R-hirdman-{n} 0101" for n in range(1, 6)), "hand 2 put R-hirdman-2 0101")
    assert play.state.stacks["0101"] == tuple(f"R-hirdman-{n}" for n in (1, 3, 4, 5, 2))
    assert refused(play, "hand 2 put R-hirdman-2 0101")[1] == "R-hirdman-2 lies there already, on top"


def test_acts_turn_mark_and_eliminate_counters(play):
    hand(play, "hand 3.3 lose R-hirdman-1", "hand 3.4 mark R-hirdman-2 disordered")
    placed = {each.counter: each for each in play.rules.position(play.state)}
    assert placed["R-hirdman-1"].reduced
    assert placed["R-hirdman-2"].markers == ("disordered",)
    hand(play, "hand 3.3 lose R-hirdman-1", "hand 3.4 unmark R-hirdman-2 disordered")
    assert lies(play, "R-hirdman-1") == LOST
    assert "out of play" in refused(play, "hand 3.3 lose R-hirdman-1")[1]
    assert "does not bear it" in refused(play, "hand 3.4 unmark R-hirdman-2 disordered")[1]
    assert "there is no marker 'tired'" in refused(play, "hand 3.4 mark R-hirdman-2 tired")[1]
    hand(play, "hand 6 put R-hirdman-1 0101")
    assert not play.state.face("R-hirdman-1").back


def test_an_honest_slip_is_taken_back_till_dice_or_another_side_come(play):
    before = digest(play.state.stacks)
    hand(play, "hand 2 put R-Orm 0101", "hand 2 flip R-hirdman-1", "retract", "retract")
    assert digest(play.state.stacks) == before
    assert not play.state.faces
    assert "taken back" in refused(play, "retract")[1]
    hand(play, "hand 2 put R-Orm 0101", "hand 3.2 roll d6", dice=[4])
    assert "taken back" in refused(play, "retract")[1]
    hand(play, "hand 2 put R-Orm 0102", "hand 3 call shire", "done")
    assert "taken back" in refused(play, "retract")[1]


def test_a_roll_is_read_on_the_table_by_what_was_named_before_the_die(play):
    hand(play, "hand 3.2 roll crt column 2:1 R-hirdman-1,R-hirdman-2", dice=[5])
    assert play.events[-1].text == (
        "act 1: crt column 2-1 for R-hirdman-1, R-hirdman-2: 5 gives DL (Defender loses a step)"
    )
    assert refused(play, "hand 3.2 roll crt")[1] == "crt is rolled with `roll crt column ...`"
    assert "no column '9-1'" in refused(play, "hand 3.2 roll crt column 9-1")[1]
    long = ",".join(f"R-hirdman-{1 + n % 5}" for n in range(16))
    assert "name fewer counters" in refused(play, f"hand 3.2 roll d6 {long}")[1]
    assert "neither dice" in refused(play, "hand 3.2 roll weather")[1]
    hand(play, "hand 4 roll 3d6", dice=[1, 2, 6])
    assert play.events[-1].text == "act 2: 3d6: 1+2+6 = 9"


def test_the_text_of_a_die_is_the_line_that_asks_for_it(play):
    line = "hand 3.2 roll 2d6 R-hirdman-1"
    play.answer(play.rules.grammar.parse(line))
    assert [die.label for die in play.request.dice] == [f"{line}: die 1 of 2", f"{line}: die 2 of 2"]
    assert (play.request.side, play.request.rule) == ("raider", "3.2")


def test_another_side_acts_when_it_is_called_and_not_before(play):
    hand(play, "hand 3.3 call shire")
    assert (play.request.seat, play.request.kind) == ("shire", "reply")
    hand(play, "hand 3.3 put S-fyrd-1 0101")
    assert "called itself" in refused(play, "hand 3 call raider")[1]
    assert "says who has won" in refused(play, 'hand 3 outcome shire "x"')[1]
    hand(play, "done")
    assert (play.request.seat, play.request.kind) == ("raider", "act")


def test_an_outcome_stands_only_if_the_others_let_it_stand(play):
    hand(play, 'hand 5.3 outcome raider "the bridge, is ours"')
    assert (play.request.seat, play.request.kind) == ("shire", "outcome")
    assert "if the outcome stands" in refused(play, "hand 2 put S-fyrd-1 0101")[1]
    hand(play, 'object outcome "it is not"')
    assert (play.request.seat, play.state.outcome) == ("raider", None)
    hand(play, 'hand 5.3 outcome draw "night falls"', "done")
    assert (play.state.outcome.winner, play.state.outcome.reason) == ("", "night falls")


def test_no_standing_order_for_anything_answers_for_a_player(play):
    words = play.rules.standing_vocabulary()
    for line, takes in (("any: pass", False), ("any: first", False), ("act: pass", True)):
        found = words.answer([words.parse(line)], play.state, play.request)
        assert (found is not None) == takes
    assert str(words.default(play.state, play.request)) == "done"


def test_words_of_a_player_stand_between_quotation_marks(play):
    parse = play.rules.grammar.parse
    said = 'hand 5.3 outcome raider "Orm, who won, is king"'
    assert str(parse(said)) == said
    assert str(parse(said.replace('"', "\N{LEFT DOUBLE QUOTATION MARK}", 1))) == said
    for wrong in ("hand 5.3 outcome raider won", 'hand 5.3 outcome raider "', 'hand 5 outcome raider "a" b"'):
        with pytest.raises(OrderSyntaxError):
            parse(wrong)
    with pytest.raises(OrderSyntaxError, match="unknown word 'hold'"):
        parse("hand 2 hold R-Orm")


def test_cards_of_an_open_pack_are_drawn_by_dice_and_the_last_one_without(tmp_path):
    rules = start(tmp_path)
    folder = rules.definition.folder
    (folder / "cards.yaml").write_text(CARDS)
    library.definition.cache_clear()
    library._rules.cache_clear()
    play = hand(Play(library.rules(str(folder), "mill_bridge")), "done")
    play.answer(play.rules.grammar.parse("hand 7 draw events 2"))
    assert [die.sides for die in play.request.dice] == [3, 2]
    play.answer((3, 1))
    assert play.events[-1].text == "act 1: drawn from events: feud-1, rain-1"
    assert "1 card left" in refused(play, "hand 7 draw events 2")[1]
    hand(play, "hand 7 draw events 1")
    assert play.state.packs["events"].drawn == (2, 0, 1)


def test_counters_that_a_scenario_does_not_name_lie_in_reserve(play):
    named = {
        counter
        for setup in yaml.safe_load(
            (play.rules.definition.folder / "scenarios/mill_bridge.yaml").read_text()
        )["setup"]
        for counter in setup["at"]
    }
    assert {c for c, place in play.state.at.items() if place == RESERVE} == set(play.state.at) - named


def test_the_programs_player_lets_the_game_end(rules):
    play, draw = Play(rules), Draw("policy")
    while play.request is not None:
        play.answer(rules.advise(play.request, play.state, draw))
    assert (play.state.turn, play.state.outcome.winner, play.count) == (8, "", 1 + 8 * 6 + 2)


def test_a_campaign_is_not_played_by_hand(rules, monkeypatch):
    word = str(rules.definition.folder)
    monkeypatch.setitem(rules.definition.campaigns, "war", None)
    monkeypatch.setattr(library, "check_options", lambda *_: frozenset())
    with pytest.raises(library.NoRules, match="one by one"):
        library.rules(word, "war")


def test_a_table_at_which_not_each_side_has_a_player_is_refused(rules):
    folder = rules.definition.folder
    seat = "{{sides: [{}], commands: all, rule: '6', source: rulebook 6}}\n"
    (folder / "players.yaml").write_text(
        f"players:\n  shire: {seat.format('shire')}  raider: {seat.format('raider')}"
        f"  orm: {seat.format('raider').replace('sides', 'name: Orm, sides')}"
        "tables:\n  - [shire, raider]\n  - [shire, raider, orm]\n"
    )
    file = folder / "scenarios/mill_bridge.yaml"
    options = "".join(
        f"  {name}: {{name: Players, text: So many play., rule: '6', players: {number}}}\n"
        for name, number in (("two", 2), ("three", 3))
    )
    file.write_text(file.read_text().replace("setup:\n", f"options:\n{options}setup:\n", 1))
    library.definition.cache_clear()
    assert set(library.rules(str(folder), "mill_bridge", ["two"]).seats) == {"shire", "raider"}
    with pytest.raises(library.NoRules, match="seats shire, raider, orm: by hand each side has a player"):
        library.rules(str(folder), "mill_bridge", ["three"])


def test_agreed_facts_move_and_turn_counters(play):
    lines = (
        "R-Orm at 0101",
        "R-hirdman-1 is reduced",
        "S-fyrd-1 is disordered",
        "R-hirdman-1 is not reduced",
    )
    play.amend(Amendments(tuple(parse_fact(line, play.rules.grammar) for line in lines)))
    assert lies(play, "R-Orm") == "0101"
    assert not play.state.face("R-hirdman-1").back
    assert play.state.face("S-fyrd-1").marks == ("disordered",)
    for line in ("R-Orm is tired", "turn 3", "R-Orm at 9999"):
        with pytest.raises(OrderError):
            play.amend(Amendments((parse_fact(line, play.rules.grammar),)))


def test_an_option_frees_a_side_to_set_up_elsewhere(rules):
    file = rules.definition.folder / "scenarios/mill_bridge.yaml"
    option = (
        'options:\n  "far": {name: Far, text: They come from far., rule: "6", frees: {raider: {zones: ['
        '{hexes: ["0804"], rule: "6", source: rulebook 6}]}}}\n'
    )
    file.write_text(file.read_text().replace("setup:\n", option + "setup:\n", 1))
    library.definition.cache_clear()
    library._rules.cache_clear()
    play = Play(library.rules(str(rules.definition.folder), "mill_bridge", ["far"]))
    assert refused(play, "hand 6 put R-Orm 0204") == ("6", "R-Orm may not start in 0204")
    assert lies(hand(play, "hand 6 put R-Orm 0804"), "R-Orm") == "0804"


def test_a_name_and_words_are_read_however_a_telephone_writes_them(play):
    parse = play.rules.grammar.parse
    assert str(parse("Hand 2 Put r-orm 0101")) == "hand 2 put R-Orm 0101"
    assert str(parse('hand 5 outcome raider "e\u0301"')) == 'hand 5 outcome raider "\u00e9"'
