"""Attacks on orders that stay closed: by a referee who tells what is not so, by a player who probes, by one
who opens what is not his. Each is mounted with the keys of who does it."""

from functools import partial

import ambush
import ambush_play
import blocks
import duel
import independent
import pytest
from agreement import agreed
from blocks_play import NOW, SALT, SETUP, Game, over, placed, rechained
from pbem_play import log_bytes
from refusing import refuses
from said import entry_of, following, remade

from pbem import errors
from pbem.entry.bodies import Order
from pbem.entry.entries import Entry, sign
from pbem.judge import closed_lines, closed_orders
from pbem.log.log_file import GameLog
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.mail import entry_files
from pbem.play import player
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets import line_commitments as secret_lines
from pbem.secrets.seat_news import BoxPlace


@pytest.fixture(scope="module")
def whole():
    return over(SALT)


@pytest.fixture(scope="module")
def lied():
    """A whole game with one false effect that stands until the orders are opened."""
    for salt in "bcdefgh":
        try:
            return quiet(over(salt))
        except AssertionError:
            continue
    raise AssertionError("in no game")


def judged(log, path, build=blocks.build):
    """The verdict on a log with the rules, and on what was hidden in it if it holds."""
    agreed(log)
    verdict = verify(log, GameReplay(build))
    if verdict.status != Status.HOLDS:
        return verdict
    path.mkdir(exist_ok=True)
    (path / "game.log").write_bytes(log_bytes(log))
    return full_audit.check(GameLog(path / "game.log").path, verdict, build)


def broken(verdict, *codes):
    assert verdict.status == Status.BROKEN, verdict.message
    assert verdict.code in codes, verdict.message


def answers(game):
    """The entries that tell effects: number and body."""
    bodies = [Entry.decode(one.data).body for one in game.records()]
    return [(seq, body) for seq, body in enumerate(bodies) if getattr(body, "effects", None)]


# --- a referee who tells what is not so -------------------------------------------------------------


def texts(game):
    return sorted({text for _, body in answers(game) for text in body.effects})


@pytest.mark.whole
def test_every_other_effect_is_found(whole, tmp_path):
    """Each effect of the game in the place of others, one at a time: nothing but the true one holds."""
    every = texts(whole)
    found = {}
    for at, (seq, body) in enumerate(answers(whole)):
        for index, true in enumerate(body.effects):
            said = every[(at * 7 + index * 3) % len(every)]
            if said == true:
                continue
            lies = [*body.effects[:index], said, *body.effects[index + 1 :]]
            log = rechained(whole.records(), seq, lambda body, lies=lies: body | {"effects": lies})
            verdict = judged(log, tmp_path)
            assert verdict.status == Status.BROKEN, (seq, true, said)
            found[verdict.code] = found.get(verdict.code, 0) + 1
    assert sum(found.values()) > 50
    assert Code.EFFECT_WRONG in found


@pytest.mark.parametrize("way", ["one fewer", "one more", "none"])
def test_an_effect_left_out_or_added_is_found(whole, tmp_path, way):
    seq, body = answers(whole)[0]
    lies = {"one fewer": body.effects[:-1], "one more": (*body.effects, "done"), "none": ()}[way]
    plain = body.to_plain() | {"effects": list(lies), "applied": len(lies)}
    plain = {name: value for name, value in plain.items() if lies or name not in ("effects", "news")}
    verdict = judged(rechained(whole.records(), seq, lambda _: plain), tmp_path)
    assert verdict.status == Status.BROKEN, verdict.message


def quiet(game):
    """The game with a move over the river told as held up, where dice and all that follows still stand: a lie
    that nobody can tell before the orders are opened."""
    for seq, body in reversed(answers(game)):
        for index, text in enumerate(body.effects):
            verb, *rest = text.split()
            if verb == "went" and blocks.over_river(rest[1], rest[2]):
                said = [*body.effects[:index], f"held-up {' '.join(rest)}", *body.effects[index + 1 :]]
                log = rechained(game.records(), seq, partial(_telling, said))
                if verify(log, GameReplay(blocks.build)).status == Status.HOLDS:
                    return log
    raise AssertionError("no move over the river after which all stands")


def _telling(effects, body):
    return body | {"effects": effects}


def test_a_false_effect_that_every_board_believes_is_found_when_the_orders_are_opened(lied, tmp_path):
    verdict = judged(lied, tmp_path)
    broken(verdict, Code.EFFECT_WRONG)
    assert "this is the referee's doing" in verdict.message


def test_an_effect_that_cannot_be_by_the_movers_own_view_is_refused_by_his_program(tmp_path):
    game = placed(tmp_path)
    signed = game.sign("earl", "move earl-3 london", "done", "done")
    receipt = game.apply(signed.file)
    records = game.records()
    lie = rechained(records, receipt.last, lambda body: body | {"effects": ["went earl london ely", "done"]})
    parcel = entry_files.read(game.folders["referee"].answer_file(receipt.first))
    before = game.table("earl").seq
    with refuses(Code.EFFECT_WRONG, match="the referee's doing"):
        referee.take_in(game.folders["earl"], lie[receipt.first :], blocks.build, None, parcel.boxes)
    assert game.table("earl").seq == before
    referee.take_in(game.folders["jarl"], lie[receipt.first :], blocks.build, None, parcel.boxes)


@pytest.mark.whole
def test_news_that_are_not_so_are_found_when_the_secret_is_opened(whole, tmp_path):
    for seq, body in answers(whole)[:6]:
        for place in range(3):
            news = [*body.news]
            news[place] = secret_lines.digest(b"another box")
            log = rechained(whole.records(), seq, lambda body, news=news: body | {"news": news})
            broken(judged(log, tmp_path), Code.NEWS_WRONG)


def test_news_of_ones_own_order_and_a_missing_box_are_refused_at_once(tmp_path):
    game = Game(tmp_path / "game", SALT)
    receipt = game.apply(game.sign("earl", *SETUP["earl"]).file)
    parcel = entry_files.read(game.folders["referee"].answer_file(receipt.first))
    with refuses(Code.NEWS_WRONG, match="missing"):
        referee.take_in(game.folders["king"], list(parcel.entries), blocks.build, None, ())
    table = game.table()
    learnt = [("jarl-3",), (), ()]
    box = BoxPlace(table.verifier.game, 1, "earl").box(learnt, duel.key("earl").public, blocks.secret(SALT))
    news = [secret_lines.digest(box), *table.verifier.history[2].body.news[1:]]
    lie = rechained(game.records(), 2, lambda body: body | {"news": news})
    with refuses(Code.EFFECT_WRONG, match="news of one's own order"):
        referee.take_in(game.folders["earl"], lie[1:], blocks.build, None, [box])


def test_a_stop_before_a_line_that_is_legal_is_found_by_its_author_at_once(tmp_path, monkeypatch):
    game = placed(tmp_path)
    signed = game.sign("earl", "move earl-1 ely", "move earl-2 london", "done", "done")
    real = closed_orders.OrderCloser.effect
    monkeypatch.setattr(
        closed_orders.OrderCloser,
        "effect",
        lambda hand, wanted: None if hand._table.replay.accounts[-1].applied else real(hand, wanted),
    )
    receipt = game.apply(signed.file)
    monkeypatch.undo()
    assert game.table().verifier.history[receipt.last].body.effects == ("went earl london ely",)
    with refuses(Code.STOP_WRONG, match="move earl-2 london"):
        game.take_in("earl", receipt.first)
    game.take_in("jarl", receipt.first)


# --- a player who probes ----------------------------------------------------------------------------


def crossed(path, jarl):
    """What the earl is told of a move that only a hidden block can prevent."""
    game = Game(path / "game", SALT)
    game.play("earl", *SETUP["earl"])
    game.play("king", *SETUP["king"])
    game.play("jarl", *jarl)
    game.play("earl", "move earl-2 york", "done", "done")
    return game


def test_what_hidden_things_prevent_is_an_effect_and_no_refusal(tmp_path):
    strong = crossed(tmp_path / "strong", SETUP["jarl"])
    weak = crossed(tmp_path / "weak", ["place jarl-2 york", "place jarl-1 york", "place jarl-3 durham"])
    for game, effect in ((strong, "held-up earl ely york"), (weak, "went earl ely york")):
        found = [body.effects[0] for _, body in answers(game) if "york" in body.effects[0]]
        assert found[-1] == effect


def test_a_refusal_tells_nothing_of_what_is_hidden_and_leaves_no_entry(tmp_path):
    """The same bad order in two games: at home and at the referee's the same words, and the log stays."""
    said = []
    other = ["place jarl-1 york", "place jarl-2 york", "place jarl-3 durham"]
    for name, jarl in (("one", SETUP["jarl"]), ("two", other)):
        game = Game(tmp_path / name, SALT)
        for seat in ("earl", "king"):
            game.play(seat, *SETUP[seat])
        game.play("jarl", *jarl)
        with pytest.raises(errors.OrderFileFault) as home:
            game.sign("earl", "move earl-2 durham")
        seq = game.table().seq
        said.append((str(home.value).replace(str(tmp_path / name), ""), _forced(game, "move earl-2 durham")))
        assert game.table().seq == seq
    assert said[0] == said[1]


def _forced(game, *lines):
    """What the referee says to an order that its author's own program would not sign."""
    folder, table = game.folders["earl"], game.table("earl")
    link = folder.chain().reveal(table.verifier.parties["earl"].revealed)
    plan = order_closing.plan_order(table, Order, "earl", link, lines, folder.key())
    signed = sign(table.next_entry("earl", plan.move, link), folder.key())
    with pytest.raises(errors.RefusedLine) as refused:
        referee.apply(game.folders["referee"], signed, blocks.build, NOW, boxes=[plan.box])
    return str(refused.value)


def test_an_order_that_closes_nothing_is_refused_and_convicts_no_referee(tmp_path):
    """The attack: an order without a line, which the player's own program would not sign. Were it taken in,
    the game that is opened at the end would be broken by the referee's doing."""
    game = placed(tmp_path)
    folder, table = game.folders["earl"], game.table("earl")
    link = folder.chain().reveal(table.verifier.parties["earl"].revealed)
    plan = order_closing.plan_order(table, Order, "earl", link, [], folder.key())
    signed = sign(table.next_entry("earl", plan.move, link), folder.key())
    with refuses(Code.BOX_WRONG, match="no lines"):
        referee.apply(game.folders["referee"], signed, blocks.build, NOW, boxes=[plan.box])
    assert game.table().seq == table.seq


def test_a_wrong_box_is_refused_and_leaves_no_entry(tmp_path):
    game = placed(tmp_path)
    folder, table = game.folders["earl"], game.table("earl")
    link = folder.chain().reveal(table.verifier.parties["earl"].revealed)
    key = folder.key()
    plan = order_closing.plan_order(table, Order, "earl", link, ["done", "done"], key)
    other = order_closing.plan_order(table, Order, "earl", link, ["move earl-3 london", "done"], key)
    move = plan.move.replace(box=other.move.box)
    signed = sign(table.next_entry("earl", move, link), key)
    with refuses(Code.BOX_WRONG):
        referee.apply(game.folders["referee"], signed, blocks.build, NOW, boxes=[other.box])
    with refuses(Code.BOX_MISSING):
        referee.apply(
            game.folders["referee"], sign(table.next_entry("earl", plan.move, link), key), blocks.build, NOW
        )
    assert game.table().seq == table.seq


def test_the_length_of_boxes_tells_nothing(whole, tmp_path):
    game = placed(tmp_path)
    short = game.sign("earl", "done", "done")
    folder, table = game.folders["earl"], game.table("earl")
    link = folder.chain().reveal(table.verifier.parties["earl"].revealed)
    lines = ["move earl-3 london", "move earl-2 london", "move earl-1 ely", "done", "done"]
    long = order_closing.plan_order(table, Order, "earl", link, lines, folder.key())
    assert len(short.plan.box) == len(long.box)
    sizes = {
        len(box)
        for _, box in closed_orders.boxes(whole.table(), whole.folders["referee"], 0, whole.table().seq)
    }
    assert len(sizes) == 1


# --- what is opened too early, or not at all --------------------------------------------------------


@pytest.mark.parametrize(
    ("author", "code"),
    [("jarl", Code.LINES_WRONG), ("earl", Code.RULES_REFUSE), ("referee", Code.RULES_REFUSE)],
)
def test_lines_opened_before_the_game_is_over(tmp_path, author, code):
    game = placed(tmp_path)
    closed = closed_lines.load_lines(game.folders["earl"], game.table().verifier.history[1])
    rests = [{"order": 1, "root": closed.root, "lines": list(closed.lines)}]
    entry = following(game.table(), "open", author, {"rests": rests})
    log = [*game.records(), sign(entry, duel.key(author))]
    broken(verify(log, GameReplay(blocks.build)), code)
    if author == "jarl":
        assert independent.check(log_bytes(log)).startswith("broken")


@pytest.mark.parametrize("lies", [False, True])
def test_if_the_end_is_withheld_each_side_opens_its_own_and_a_lie_is_found(whole, lied, tmp_path, lies):
    """No opening and no end by the referee: the players open theirs, and the game is replayed whole."""
    log = (lied if lies else whole.records())[:-2]
    known = _opened(lied if lies else whole.records())
    for seat in blocks.SEATS:
        rests = []
        for entry in (Entry.decode(one.data) for one in log):
            if entry.author == seat and entry.type in ("order", "decision"):
                root, lines = known[entry.seq]
                rests.append({"order": entry.seq, "root": root, "lines": lines})
        body = {"rests": rests, "at": NOW}
        last = Entry.decode(log[-1].data)
        entry = entry_of(last.game, len(log), log[-1].head, "open", seat, body)
        log.append(sign(entry, duel.key(seat)))
    verdict = verify(log, GameReplay(blocks.build))
    assert verdict.status == Status.INCOMPLETE, verdict.message
    tmp_path.joinpath("game.log").write_bytes(log_bytes(log))
    verdict = full_audit.check(tmp_path / "game.log", verdict, blocks.build)
    if lies:
        broken(verdict, Code.EFFECT_WRONG)
    else:
        assert "with every order known too" in verdict.message


def _opened(log):
    """Root and lines of each order, as the referee opened them at the end; its player knows the same."""
    (opened,) = [body for body in (Entry.decode(one.data).body for one in log) if hasattr(body, "rests")]
    return {rest.order: (rest.root, list(rest.lines)) for rest in opened.rests}


def test_who_denies_an_order_is_refuted_by_his_own_box(whole):
    """The attack: he opens other lines than he gave, under a root of his own or the true one. Only what his
    signed entry closed gives its `rest` and the digest of its box, and the referee's key opens that box."""
    log = whole.records()
    seq = next(at for at, one in enumerate(log) if hasattr(Entry.decode(one.data).body, "rests"))
    opened = Entry.decode(log[seq].data).body.to_plain()["rests"]
    victim = next(each for each in opened if each["lines"] != ["done", "done"])
    entry = Entry.decode(log[victim["order"]].data)
    for lie in ({"lines": ["done", "done"]}, {"lines": ["done", "done"], "root": "ab" * 32}):
        changed = [each | lie if each is victim else each for each in opened]
        verdict = verify(rechained(log, seq, lambda body, rests=changed: body | {"rests": rests}))
        broken(verdict, Code.LINES_WRONG)
    key = duel.key("referee").public
    true = secret_lines.ClosedOrder(entry.game, entry.author, victim["root"], tuple(victim["lines"]))
    false = secret_lines.ClosedOrder(entry.game, entry.author, victim["root"], ("done", "done"))
    assert secret_lines.matches_commitment(true, key, entry.body.rest, entry.body.box)
    assert not secret_lines.matches_commitment(false, key, entry.body.rest, entry.body.box)
    assert not secret_lines.proves_bad_box(true, key, entry.body.rest, entry.body.box)


# --- what has no place in such a game ---------------------------------------------------------------


def test_clear_lines_and_drafts_have_no_place(tmp_path):
    game = placed(tmp_path)
    folder, table = game.folders["earl"], game.table("earl")
    link = folder.chain().reveal(table.verifier.parties["earl"].revealed)
    plan = order_closing.plan_order(table, Order, "earl", link, ["done", "done"], folder.key())
    clear = plan.move.replace(lines=("done",))
    log = [*game.records(), sign(table.next_entry("earl", clear, link), folder.key())]
    broken(verify(log, GameReplay(blocks.build)), Code.RULES_REFUSE)
    orders = tmp_path / "orders.txt"
    orders.write_text("done\n")
    with refuses(Code.SEALED_DRAFT):
        player.sign_move(folder, orders, draft=True, build=blocks.build)


def test_a_seal_has_no_place_in_an_entry(tmp_path):
    game = placed(tmp_path)
    table = game.table("earl")
    entry = following(table, "seal", "earl", {"choice": "moves.6", "commit": "ab" * 32, "box": "abcd"})
    verdict = verify([*game.records(), sign(entry, duel.key("earl"))], GameReplay(blocks.build))
    broken(verdict, Code.RULES_REFUSE)
    assert "orders are closed here" in verdict.message


def test_a_game_with_closed_orders_needs_a_referees_secret(tmp_path):
    folders = duel.new(tmp_path / "game", roles=blocks.ROLES, module="blocks")
    with pytest.raises(errors.BrokenLog, match="orders stay closed"):
        order_closing.load(folders["earl"], blocks.build)


def test_effects_in_a_game_without_closed_orders_are_no_way_to_other_lines(tmp_path):
    """A referee who holds the secret of cards writes effects in the place of lines that were never closed."""
    game = ambush_play.Game(tmp_path, "d").begin()
    log = game.records()
    seq = next(at for at, one in enumerate(log) if at and Entry.decode(one.data).author == "referee")
    body = Entry.decode(log[seq].data).body.to_plain() | {"effects": ["done"], "news": ["ab" * 32] * 2}
    log = [*log[:seq], sign(remade(Entry.decode(log[seq].data), body=body), ambush.key("referee"))]
    broken(verify(log, GameReplay(ambush.build)), Code.EFFECT_WRONG)


def test_lines_opened_in_an_answer_have_no_place_where_orders_are_closed(whole):
    seq, _ = answers(whole)[0]
    closed = closed_lines.load_lines(whole.folders["referee"], Entry.decode(whole.records()[seq - 1].data))
    opened = closed.open_first(1)
    used = {"lines": [list(each) for each in opened.lines], "rest": opened.rest}
    log = rechained(whole.records()[: seq + 1], seq, lambda body: body | {"used": used})
    broken(verify(log, GameReplay(blocks.build)), Code.EFFECT_WRONG)
