"""A side's first picture shows where it may place its counters, and numbers where it may choose."""

from modules import library
from modules.engine.driver import Play
from modules.engine.requests import Choose, ListedOptions
from pbem.messages import position_pictures


def test_places_for_set_up_are_on_offer():
    rules = library.rules("three_battles", "hastings", [])
    play = Play(rules, rules.start())
    while play.request.side == "norman":
        legal = [str(order) for order in play.request.options.legal()]
        play.answer(rules.grammar.parse("deploy" if "deploy" in legal else "done"))
    placed = rules.position(play.state)
    assert not any(each.side == "saxon" for each in placed)
    offer = position_pictures.offer_of(play.request, placed)
    assert {"2922", "3316"} <= {*offer.places}
    assert offer.numbers == ()
    assert position_pictures.offer_of(None, placed).shown == ()


def options(*lines):
    rules = library.rules("three_battles", "hastings", [])
    play = Play(rules, rules.start())
    while isinstance(play.request, Choose) and play.request.kind == "setup":
        play.answer(
            rules.grammar.parse("deploy" if play.request.options.legal()[0].verb != "done" else "done")
        )
    orders = [rules.grammar.parse(line) for line in lines]
    choice = Choose("saxon", "retreat", "7.6", "where to?", ListedOptions(orders, "7.6"))
    return position_pictures.offer_of(choice, rules.position(play.state)), rules.position(play.state)


def test_one_unit_has_the_numbers_where_it_may_go_and_several_have_them_where_they_stand():
    one, placed = options("retreat S-thegn-1 2922", "retreat S-thegn-1 3316", "hold")
    assert one.numbers == (("1", "2922"), ("2", "3316"))
    several, _ = options("retreat S-thegn-1 2922", "retreat S-thegn-2 2922")
    seats = {each.counter: each.place for each in placed}
    assert several.numbers == (("1", seats["S-thegn-1"]), ("2", seats["S-thegn-2"]))
    assert {*several.units} == {seats["S-thegn-1"], seats["S-thegn-2"]}
