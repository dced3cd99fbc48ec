"""What a person reads: what happened in plain words, what is due next and of whom, the legal choices.

Made from a table and nothing else, so that the same entry is told in the same words each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from modules.engine.narration import merge_narration, narrate_order
from modules.engine.requests import Choose, Deal, Roll, Shuffle, Tell
from pbem.entry.bodies import SEED
from pbem.entry.field_types import REFEREE
from pbem.log import deadlines
from pbem.log.announcements import BY_CHARTER
from pbem.log.due_rolls import Due, describe_roll, label
from pbem.log.parties import Party
from pbem.log.verdict import describe_mail_word
from pbem.messages import dice_text
from pbem.rules import acts_by_hand, rules_lookup
from pbem.rules.order_choices import SHORT, list_choices, number_choices
from pbem.rules.replay.order_report import (
    EffectReport,
    OrderReport,
    RollResult,
    SettledFacts,
    SpentLine,
    Told,
    UsedLine,
)
from pbem.rules.replay.simultaneous_decision import OpenedOrder, SimultaneousDecision
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.rules.table import Table

if TYPE_CHECKING:  # of these only the names: who asks for a status signs and takes in nothing
    from pbem.entry.standing_papers import Receipt as Receipted
    from pbem.messages.history import HistoryStep
    from pbem.play.host.judge_shell import Receipt
    from pbem.play.player import SignedMove
    from pbem.play.standing_orders import FiledOrders

_FRACTION: Final = re.compile(r"(?<![\w/.-])(\d{1,6})/([2-9])(?![\w/])")
_CHANCE: Final[Mapping[type, str]] = MappingProxyType({Roll: "dice", Shuffle: "a shuffle"})


def receipt_text(answer: Receipt, me: str = "") -> str:
    """The report on what was taken in; `me` as in `due`."""
    table = answer.table
    entries = account_texts(table.accounts(answer.first, answer.last))
    return "\n".join([*entries, *_by_hand(table, me), due_text(table, me=me), footer_text(table)]) + "\n"


def _by_hand(table: Table, me: str) -> list[str]:
    """The acts by hand that are open to an objection of `me`, and the objections that are open."""
    found = acts_by_hand.contestable_lines(table, me)
    return [*(["By hand:", *found] if found else ()), *acts_by_hand.objection_lines(table, me)]


def receipt_answer_text(answer: Receipt, file: Path | None, me: str = REFEREE) -> str:
    """What comes of a receipt: that it was given before, and the file that `me` is to send, and to whom."""
    again = "It was taken in before. Nothing has changed; this is the same answer again.\n"
    table = answer.table
    to = " and ".join(address_line(table.verifier.parties[role]) for role in recipients(table, me))
    later = ", or make your move: its file includes this" if me in table.owing_roles and me != REFEREE else ""
    return (again if answer.repeated else "") + (f"Send {file} to {to}{later}\n" if file and to else "")


def peer_answer_text(answer: Receipt, mails: Sequence[Path], me: str) -> str:
    """That an answer of `me` is ready, without a referee; empty without one."""
    if not mails:
        return ""
    later = ": send it, or make your move, whose mail includes it" if me in answer.table.owing_roles else ""
    return f"Your answer is in outbox/{later or ': send it, since the others wait for it'}\n"


def recipients(table: Table, me: str) -> list[str]:
    """The sides to which `me` sends an answer as a file: who has no program gets a mail in words."""
    parties = table.verifier.parties
    return [side for side in parties.sides if side != me and not parties[side].word]


def account_texts(accounts: Iterable[OrderReport]) -> list[str]:
    """What entries came to, each phase of the game under a heading of its own."""
    texts, phase = list[str](), ""
    for account in accounts:
        texts.append(account_text(account, phase))
        phase = account.headings[-1][1] if account.headings else phase
    return texts


def account_text(account: OrderReport, phase: str = "") -> str:
    """What one entry came to, with a heading where another phase than `phase` begins."""
    is_said = account.type in ("charter", "ack", "open")
    lines = [entry_heading(account) + ("" if is_said else ": accepted"), *_phase_lines(account, phase)]
    if names_something(account.dropped):
        lines.append(f"  Not used because {account.why}:")
        lines += [f"    {line}" for line in account.dropped]
    return "\n".join(lines)


def _phase_lines(account: OrderReport, phase: str) -> list[str]:
    starts = [(index, words) for index, words in account.headings if words != phase or index]
    edges = [0, *(index for index, _ in starts), len(account.story)]
    lines = [f"  {line}" for line in story_lines(account.story[: edges[1]])]
    for (index, words), end in zip(starts, edges[2:], strict=True):
        lines += [f"  {words}:", *(f"  {line}" for line in story_lines(account.story[index:end]))]
    return lines


def entry_heading(account: OrderReport) -> str:
    """Which entry it is, and of whom."""
    if account.type == "charter":
        return "The game begins."
    if account.type == "ack":
        return f"Entry {account.seq}, {account.author} opens the dice"
    if account.type == "open":
        return f"Entry {account.seq}, {account.author} opens a sealed order"
    return f"Entry {account.seq}, {account.type} of {account.author}"


def names_something(lines: Iterable[str]) -> bool:
    """Whether one of these unused lines says more than a word such as `done`: the phase that it would
    end goes on, and its side is asked again."""
    return any(" " in line for line in lines)


def story_lines(story: Sequence[Told | Tell]) -> Iterator[str]:
    """What happened; what the rules tell of an order in other words is told with it, what came of dice with
    the dice."""
    before: Told | Tell | None = None
    block: list[Told | Tell] = []
    for item, after in zip_longest(story, story[1:]):
        if isinstance(item, Tell):
            if not (isinstance(before, UsedLine) and narrate_order(before.line, item.text) is not None):
                block.append(item)
        elif dice_text.is_rolled(item):
            block.append(item)
        else:
            yield from (f"  {line}" for line in block_lines(block))
            block = []
            how = _narration(item, after)
            yield f"{_event_text(item)}   ({how})" if how else _event_text(item)
        before = item
    yield from (f"  {line}" for line in block_lines(block))


def _narration(item: Told | Tell, after: Told | Tell | None) -> str:
    """What the rules tell of an order in other words, with the rule; empty if that is nothing."""
    if not isinstance(item, UsedLine) or not isinstance(after, Tell):
        return ""
    how = narrate_order(item.line, after.text)
    return "" if how is None else ", ".join(filter(None, (how, after.rule)))


def block_lines(block: Sequence[Told | Tell]) -> Iterator[str]:
    """Dice and what the rules tell of them, the result of each first."""
    return dice_text.tell_rolls(block, item_text, format_halves)


def _name_cards(item: Told, names: Mapping[str, str]) -> Told:
    """Cards that are dealt, for a side as `names` calls it; anything else as it is."""
    if not isinstance(item, RollResult) or not isinstance(item.due, Deal):
        return item
    return replace(item, due=replace(item.due, side=names.get(item.due.side, item.due.side)))


def _event_text(item: Told | Tell) -> str:
    is_line = isinstance(item, UsedLine | StandingAnswer | OpenedOrder | EffectReport | SpentLine)
    return f"{'>' if is_line else ' '} {item_text(item)}"


def item_text(item: Told | Tell) -> str:
    """One thing that happened: an order, dice, cards, or what the rules tell."""
    if isinstance(item, UsedLine):
        return item.line
    if isinstance(item, StandingAnswer):
        return f"{item.order}   ({standing_text(item)})"
    if isinstance(item, Tell):
        return item.text if item.rule == BY_CHARTER else f"{item.text} ({item.rule})"
    if isinstance(item, OpenedOrder):
        return f"{item.order}   ({unsealed_text(item)})"
    if isinstance(item, SpentLine):
        return f"{item.line}   (nothing: what it ends had just ended by itself)"
    if isinstance(item, SettledFacts):
        return f"*By agreement of all: {'; '.join(item.facts)}*"
    if isinstance(item, EffectReport):
        return (
            f"{item.text}   ({item.seat} was late: said before, or the default)" if item.absent else item.text
        )
    asked = item.due
    seen = isinstance(asked, Roll) or (isinstance(asked, Shuffle) and not asked.secret)
    values = f": {' '.join(map(str, item.values))}" if seen else ""
    return f"{describe_roll(asked)}: {format_halves(label(asked))} (rule {asked.rule}){values}"


def format_halves(text: str) -> str:
    """Half strength points as people write them: `7 1/2` for 15/2."""

    def one(found: re.Match[str]) -> str:
        whole, rest = divmod(int(found[1]), int(found[2]))
        return f"{whole} {rest}/{found[2]}" if whole and rest else found[0]

    return _FRACTION.sub(one, text)


def step_lines(step: HistoryStep, names: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What happened in a step of the game: the orders and dice, each order with its side as `names` calls it,
    and what came of them. What the rules tell of an order in other words is told with it."""
    lines, heard = list[str](), list(step.heard)
    for taken in step.taken:
        for item in taken.told:
            side = (
                taken.request.seat if isinstance(item, UsedLine) and isinstance(taken.request, Choose) else ""
            )
            side = item.side if isinstance(item, StandingAnswer | OpenedOrder) else side
            side = item.seat if isinstance(item, EffectReport) else side
            line = item_text(_name_cards(item, names))
            if isinstance(item, UsedLine | EffectReport):
                line, heard = merge_narration(line, heard)
            lines.append(f"{names.get(side, side)}: {line}" if side else line)
    return lines, [item_text(tell) for tell in heard]


def standing_text(item: StandingAnswer) -> str:
    """Why a side did what it was not asked for."""
    if item.forced:
        return f"{item.side} had no other choice"
    if not item.line:
        return f"{item.side} was late: the default"
    return f"{item.side} by its standing order `{item.line}`"


def arrived_text(names: Sequence[str]) -> str:
    """That mails need not be sent any more; empty without one."""
    return "".join(f"{name}.eml need not be sent any more: it is in sent/ now\n" for name in names)


def unasked_text(mail: Path | None) -> str:
    """What a player's program signed by itself, in a mail that is to be sent; empty without one."""
    if mail is None:
        return ""
    return (
        "An entry of another party made this due: your sealed order signed for the next place, or a link of "
        f"yours that is burnt for a new chain. Send the mail {mail}: with `pbem send`, or from your mail "
        "program\n"
    )


def unsealed_text(item: OpenedOrder) -> str:
    """Whose sealed order counts, or what counts in its place."""
    if not item.why:
        return f"sealed by {item.side}"
    return f"{item.side} had sealed `{item.line}`: {item.why}; this is used instead"


def due_text(table: Table, limit: int = SHORT, me: str = "") -> str:
    """What is due of whom, and the legal choices in short: at most `limit` lines of them.

    To a side `me` of whom nothing is due, that it waits and for what, without the others' choices.
    """
    outcome = table.replay.outcome()
    if outcome is not None:
        return f"The game is over. {outcome_text(outcome)}{_withheld(table)}"
    request = table.play.request
    whom = " and ".join(table.owing_roles)
    if table.replay.due_sealing is not None:
        return sealed_due_text(table, table.replay.due_sealing, limit, me)
    if me not in ("", REFEREE, *table.owing_roles):
        what = f": {request.ask}" if isinstance(request, Choose) and table.verifier.batch is None else ""
        who = " and ".join(map(address_line, (table.verifier.parties[role] for role in table.owing_roles)))
        return f"You are {me} and have nothing to do now. You are waiting for {who}{what}"
    if table.verifier.batch is not None:
        return f"Next: {whom}: the dice"
    if not isinstance(request, Choose):
        return f"Next: {whom}: open the dice with `pbem move`, without a file of orders"
    head = f"Next: {whom}: {decision_text(request)}"
    return "\n".join([head, *(f"  {line}" for line in list_choices(request, limit) if limit)])


def _withheld(table: Table) -> str:
    """That the referee has not opened what was hidden, and what that means."""
    if table.verifier.withheld is None:
        return ""
    return (
        f"\nAudit withheld since {deadlines.format_since(*table.verifier.withheld)}: the referee "
        "has not opened what "
        "was hidden and ended the game. Until he does, nobody can check it. After a day each side can open "
        "its own orders: `pbem open-own`"
    )


def sealed_due_text(table: Table, sealing: SimultaneousDecision, limit: int, me: str) -> str:
    """As `due`, for a decision that several sides make at once: who has sealed, and what is asked of `me`."""
    choice = table.choice(me)
    if choice is None:
        nothing = (
            "" if me in ("", REFEREE, *table.owing_roles) else f"You are {me} and have nothing to do now: "
        )
        kinds = dict.fromkeys(it.kind.replace("_", " ") for it in sealing.choices.values())
        return f"{nothing}{sealing.describe_progress} ({', '.join(kinds)})"
    head = f"Next: {me}: {decision_text(choice)}"
    how = "One sealed order: nobody else can read it until all have sealed theirs."
    others = [side for side in sealing.choices if side != me]
    done = [f"{' and '.join(sealing.sealed)} sealed already."] if sealing.sealed else []
    lines = [f"  {line}" for line in list_choices(choice, limit) if limit]
    return "\n".join([head, f"{how} At the same time: {' and '.join(others)}.", *done, *lines])


def choice_lines(choice: Choose | None, limit: int) -> list[str]:
    """The choices as items of a list in a mail: a short list is numbered as the map in the mail is."""
    if choice is None:
        return []
    if numbered := number_choices(choice):
        return [f"{number}. {line}" for number, (line, _) in enumerate(numbered, 1)]
    return [f"- {line}" for line in list_choices(choice, limit)]


def decision_text(choice: Choose) -> str:
    """A decision in words."""
    return f"{choice.ask} ({choice.kind.replace('_', ' ')}, rule {choice.rule})"


def address_line(party: Party) -> str:
    """A party by role, name and mail address."""
    return f"{party.role}, {party.name} <{party.mail}>"


def outcome_text(outcome: dict[str, Any]) -> str:
    """Who won, how, and by which rule; of a game that was claimed by whom."""
    if outcome["level"] == deadlines.CLAIMED:
        claimed = f"claimed by {' and '.join(outcome.get('claimed', ())) or 'nobody'}"
        won = f"{outcome['winner']} wins, {claimed}" if outcome["winner"] else f"unfinished, {claimed}"
        return f"{won}: {outcome['reason']}"
    who = f"{outcome['winner']} wins" if outcome["winner"] else "nobody wins"
    rule = f" (rule {outcome['rule']})" if outcome["rule"] else ""
    return f"{who}, {outcome['level']}: {outcome['reason']}{rule}"


def footer_text(table: Table) -> str:
    """Game, seq and head, as every mail shows them."""
    return f"game {table.verifier.game[:8]}, seq {table.seq}, head {table.verifier.head[:8]}"


def table_facts(table: Table) -> Sequence[tuple[str, str]]:
    """The facts of a status: the game's own and the log's."""
    verifier, charter = table.verifier, table.charter
    roles = [REFEREE] if verifier.parties.has_referee else []
    links = ", ".join(
        f"{role} {verifier.parties[role].revealed} of {verifier.parties[role].length}"
        for role in (*verifier.parties.sides, *roles)
    )
    said = [("Game", rules_lookup.title(table.game)), *table.replay.rules.summary(table.play.state)]
    if charter.is_simulated:
        seed = charter.options[SEED]
        said.append(("Simulated", f"keys, chains and policy from seed {seed}: who made it knew all its dice"))
    said += [("By mail word", describe_mail_word(side)) for side in verifier.by_word]
    return [*said, ("Links used", links), ("Log", footer_text(table))]


def status_text(
    table: Table, me: str = "", more: Sequence[tuple[str, str]] = (), out: Sequence[int] = ()
) -> str:
    """Where the game stands; `me` as in `due`, `more` facts beside those that `table_facts` tells. `out`: the
    entries of `me` that are not answered yet, until when nothing else is theirs to do."""
    rows = [*table_facts(table), *more]
    width = max(len(name) for name, _ in rows)
    due = out_text(table, me, out) or due_text(table, 8, me)
    shown = (f"{name:{width}}  {value}" for name, value in rows)
    return "\n".join([*shown, *_by_hand(table, me), due]) + "\n"


def out_text(table: Table, me: str, out: Sequence[int]) -> str:
    """That a side has signed the next entry, and nobody has answered it; empty if that is not so."""
    if me not in table.verifier.parties.sides or table.seq + 1 not in out:
        return ""
    return f"You have signed entry {table.seq + 1}. Wait until it is answered."


def move_text(made: SignedMove, mails: Sequence[Path] = ()) -> str:
    """What was signed, what can be said of it before the dice, and what the player does next; `mails`: the
    same as mails that are ready to be sent."""
    entry = made.entry
    lock = "" if made.is_locked else "draft of "
    lines = [f"{made.file}: {lock}entry {entry.seq} ({entry.type} by {entry.author})"]
    if entry.type == "seal":
        lines += [f"  {_event_text(item)}" for item in made.account.story]
    lines += certain_lines(made.account, made.due) + _later_lines(made)
    lines += [f"`{line}` was left out: what it ends had just ended by itself" for line in made.spent]
    lines.append(f"game {entry.game[:8]}, seq {entry.seq}, head {made.signed.head[:8]}")
    if made.still is not None:
        lines.append(f"Not finished. After these lines you must still decide: {decision_text(made.still)}")
    if made.is_locked:
        lines.append(f"Send {made.file} to {' and '.join(map(address_line, made.to))}")
        what = count_mails(mails)
        lines += [f"or the {what}: with `pbem send`, or from your mail program"] if mails else []
    else:
        lines.append("To play it, sign it without --draft and send that file: no dice are rolled for a draft")
    return "\n".join(lines) + "\n"


def count_mails(mails: Sequence[Path]) -> str:
    """Mails of an outbox by name."""
    return f"{'mail' if len(mails) == 1 else 'mails'} {' and '.join(map(str, mails))}"


def draft_lines(made: SignedMove) -> list[str]:
    """What a move would do and what it leaves undecided, for who has yet to sign it."""
    lines = [*certain_lines(made.account, made.due), *_later_lines(made)]
    left = "All that is yours to decide now is decided."
    if made.still is not None:
        left = f"Left undecided: {decision_text(made.still)}"
    return [*lines, left]


def _later_lines(made: SignedMove) -> list[str]:
    """A player's own lines after the first chance, or the first decision of another."""
    if not made.plan.later:
        return []
    if made.plan.closed is not None:
        head = (
            "closed: the referee alone can read these lines; they are used as far as they are still legal, "
            "and shown to all when they are used:"
        )
    elif made.verifier.parties.has_referee:
        head = "not in the draft: they stay closed in the order, until they are used:"
    else:
        head = (
            "not sent, since dice or another's decision come first; they stay in your folder (later.txt), "
            "and `pbem move` without a file signs them when it is your turn again, as far as they fit:"
        )
    return [f"  {head}", *(f"    {line}" for line in made.plan.later)]


def filed_text(made: FiledOrders, mail: Path | None = None) -> str:
    """What was filed, and what the player does next; `mail`: the papers as a mail, ready to be sent."""
    lines = [f"{made.file}: standing orders of {made.side}, number {made.number}"]
    lines += [f"  {line}" for line in made.lines] or ["  none: you will be asked each time"]
    if mail is None:
        lines.append("Your next move carries them; they count from the dice after its own.")
    else:
        lines.append(f"Send the mail {mail} to the referee: with `pbem send`, or from your mail program.")
        lines.append("They count once all were shown his receipt.")
    return "\n".join(lines) + "\n"


def receipted_text(said: Receipted) -> str:
    """The referee has told of standing orders that have come."""
    return f"Standing orders number {said.number} of {said.side} have come\n"


def own_standing_text(side: str, force: tuple[int, Sequence[str]], newest: tuple[int, Sequence[str]]) -> str:
    """A side's own standing orders by number: those in force as far as it was shown, and newer ones."""
    number, lines = force
    said = [f"Standing orders of {side}: {f'number {number} in force' if number else 'none in force'}"]
    said += [f"  {line}" for line in lines]
    if newest[0] > number:
        said.append(f"Number {newest[0]}, not in force yet:")
        said += [f"  {line}" for line in newest[1]] or ["  none: you will be asked each time"]
    return "\n".join(said) + "\n"


def chance_text(due: Due) -> str:
    """What chance decides next."""
    kind = _CHANCE.get(type(due), "cards")
    return f"{kind}: {format_halves(label(due))} (rule {due.rule})"


def certain_lines(account: OrderReport, due: Due | None) -> list[str]:
    """The lines that are legal for certain, and what comes after them."""
    lines = [
        f"  {_event_text(item)}" for item in account.story if isinstance(item, UsedLine | StandingAnswer)
    ]
    if due is not None:
        lines.append(f"  then {chance_text(due)}")
    if account.dropped:
        lines.append(f"  will not be used because {account.why}:")
        lines += [f"    {line}" for line in account.dropped]
    return lines
