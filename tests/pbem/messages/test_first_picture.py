"""A side's first picture shows its own ground, and not that of the others alone."""

import io
from types import SimpleNamespace

from PIL import Image

from modules import library
from modules.engine.driver import Play
from pbem.messages import position_pictures


def table_of(play):
    """A game on a table, as far as a picture looks at it."""
    request = play.request
    return SimpleNamespace(choice=lambda side: request if request.side == side else None)


def test_places_for_set_up_are_shown_until_a_counter_stands():
    rules = library.rules("three_battles", "hastings", [])
    play = Play(rules, rules.start())
    while play.request.side == "norman":
        legal = [str(order) for order in play.request.options.legal()]
        play.answer(rules.grammar.parse("deploy" if "deploy" in legal else "done"))
    placed = rules.position(play.state)
    assert not any(each.side == "saxon" for each in placed)
    ground = position_pictures._own_area(table_of(play), "saxon", placed)
    assert {"2922", "3316"} <= set(ground)
    assert position_pictures._own_area(table_of(play), "norman", placed) == []
    play.answer(next(o for o in play.request.options.legal() if o.verb == "place"))
    assert position_pictures._own_area(table_of(play), "saxon", rules.position(play.state)) == []


def test_a_picture_has_the_ground_that_is_asked_for(tmp_path):
    from generator.position.mailing import mail_png

    definition = library.definition("three_battles")
    rules = library.rules("three_battles", "hastings", [])
    placed = rules.position(rules.start())[:0]
    one, more = (
        Image.open(io.BytesIO(mail_png(definition, "hastings", placed, store=tmp_path, ground=ground)))
        for ground in (["1815"], ["1815", "1830"])
    )
    assert more.height > one.height
