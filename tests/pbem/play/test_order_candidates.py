"""Lines that are orders, with whatever mail programs put around them, in the grammar of each game."""

import time

import pytest

from modules import library
from modules.engine.driver import Play
from modules.engine.seeded_random import SeededRandom
from pbem.mail import author_text, html_text
from pbem.play.orders.line_decoration import attribution_length, undecorate
from pbem.play.orders.order_candidates import Sign, is_one_slip, nearest_order, read_candidates

GAMES = {
    "three_battles": "fulford",
    "shield_wall": "hastings",
    "hastings_berg": "hastings",
    "hastings_pulsipher": "full",
    "year_of_the_comet": "campaign",
}
FORMS = (
    "`{}`",
    "“{}”",
    "**{}**",
    "_{}_",
    "- {}",
    "1) {}",
    "•\u00a0{}.",
    "{}  # a remark",
    "{} (a remark)",
    "👍 {} ",
)


def grammar(game):
    return library.rules(game, GAMES[game], []).grammar


def read(game, *lines):
    return read_candidates(lines, grammar(game)).lines


@pytest.fixture(scope="module", params=GAMES)
def orders(request):
    """Some legal orders of each kind of a game's first decisions."""
    rules = library.rules(request.param, GAMES[request.param], [])
    play, chance, found = Play(rules, rules.start()), SeededRandom(1), {}
    for _ in range(60):
        options = getattr(play.request, "options", None)
        if options is None:
            break
        for order in options.legal():
            found.setdefault(order.verb, []).append(str(order))
        play.answer(options.sample(chance))
    return request.param, [text for texts in found.values() for text in texts[:12]]


def test_canonical_text_is_what_it_was(orders):
    game, texts = orders
    assert [each.orders for each in read(game, *texts)] == [(text,) for text in texts]


@pytest.mark.parametrize("form", FORMS)
def test_what_stands_around_an_order_is_taken_off(orders, form):
    game, texts = orders
    assert [each.orders for each in read(game, *map(form.format, texts))] == [(text,) for text in texts]


WRITTEN = {
    "move V-guard to 1510": "move V-guard 1510",
    "move V-guard from 1511 to hex #1510": "move V-guard 1510",
    "move V-guard, 1610, 1710": "move V-guard 1610-1710",
    "move V-guard 1610 – 1710": "move V-guard 1610-1710",
    "move V-guard 1610/1710": "move V-guard 1610-1710",
    "move V-guard ⇒ 1510": "move V-guard 1510",
    "move V-guard (1510)": "move V-guard 1510",
    "attack V-guard and V-hirdman-1 → S-fyrd-1": "attack V-guard,V-hirdman-1 > S-fyrd-1",
    "then done": "done",
    "3  move V-guard 1510": "move V-guard 1510",
}


@pytest.mark.parametrize("line", WRITTEN)
def test_the_words_between_names_are_set_as_the_game_writes_them(line):
    assert [each.orders for each in read("three_battles", line)] == [(WRITTEN[line],)]


STRUCK = "".join(f"{letter}\u0336" for letter in "move V-guard 1510")


@pytest.mark.parametrize("line", ["~~move V-guard 1510~~", "- ~~move V-guard 1510~~", STRUCK])
def test_an_order_that_is_struck_out_is_not_given(line):
    assert all(each.orders == () for each in read("three_battles", line))


def test_a_place_that_is_struck_out_is_not_part_of_the_way():
    (line,) = read("three_battles", "move V-guard ~~1510~~ 1610")
    assert line.orders == ("move V-guard 1610",)
    page = html_text.text_of("<p>move V-guard <s>1510</s> 1610</p>").strip()
    assert read("three_battles", page) == read("three_battles", "move V-guard ~~1510~~ 1610")


def test_a_broken_way_is_put_together_and_nothing_else_is():
    lines = ("move V-guard 1610-", "1710-1810", "done")
    assert [each.orders for each in read("three_battles", *lines)] == [
        ("move V-guard 1610-1710-1810",),
        ("done",),
    ]
    (whole, rest) = read("three_battles", "move V-guard 1610", "1710")
    assert (whole.orders, rest.sign) == (("move V-guard 1610",), Sign.PLACE), "it could be another order's"


def test_several_orders_in_one_line_count_if_each_can_be_read():
    (line,) = read("three_battles", "move V-guard 1510 move V-hirdman-1 1410 done")
    assert line.orders == ("move V-guard 1510", "move V-hirdman-1 1410", "done")
    (line,) = read("three_battles", "move V-guard 1510; move V-hirdman-1 somewhere; done")
    assert line.orders == ()


TALK = {
    "year_of_the_comet": [
        "I do NOT know",
        "not yet",
        "Greetings from York",
        "Harold dead at York! Well played.",
    ],
    "hastings_pulsipher": ["I turned 42 yesterday", "see you at 5 or 6 pm"],
    "three_battles": ["I guard my secrets", "Told you so", "On 28.11.2026 I am away", "Tel. 0151 1510 1610"],
}
MEANT = {
    "year_of_the_comet": ["Harold to York", "York", "E-fyrd-1 YOR-LIN"],
    "hastings_pulsipher": ["42 to 43", "S-Harold holds"],
    "three_battles": ["back at 1510 hrs", "guard 1510", "hold on", "1610 1710"],
}


@pytest.mark.parametrize("game", TALK)
def test_a_name_that_is_a_word_of_a_language_makes_no_order_of_talk(game):
    assert [each.typed for each in read(game, *TALK[game])] == []
    assert [each.typed for each in read(game, *MEANT[game])] == MEANT[game]


def test_one_slip():
    assert all(is_one_slip(word, "move") for word in ("mvoe", "mve", "moove", "mive", "omve"))
    assert not any(is_one_slip(word, "move") for word in ("move", "mvo", "evom", "mmoove", "love you"))


def test_the_nearest_order_is_legal_where_one_is():
    legal = ["move V-guard 1510", "move V-guard 1610-1710", "done"]
    known = grammar("three_battles")
    assert nearest_order(known, "mvoe V-gaurd 1510", legal) == "move V-guard 1510"
    assert nearest_order(known, "V-guard 1511-1510", legal) == "move V-guard 1510"
    assert nearest_order(known, "V-guard is tired", legal) is None
    assert nearest_order(known, "resgin", legal) == "resign"


def test_an_attribution_is_no_line_of_the_author():
    assert attribution_length(["On Sat, 28 Nov 2026 Rolf", "<rolf@example.org> wrote:", "> x"]) == 2
    assert attribution_length(["Le sam. 28 nov. 2026 à 15:10, Rolf a écrit :"]) == 1
    assert attribution_length(["He wrote the orders for me: V-guard"]) == 0
    assert undecorate("«*done*…»") == "done"


@pytest.mark.parametrize(
    "line", ["move V-hridmxn-7 1510", "V-hx-1 " * 70, "15 1 " * 99, "(" * 490, "done; " * 80]
)
def test_a_hostile_mail_does_not_keep_the_referee_busy(line):
    start = time.process_time()
    read("three_battles", *[f"{line[:490]}{number}" for number in range(author_text.MAX_LINES)])
    assert time.process_time() - start < 10
