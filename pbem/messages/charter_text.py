"""What the parties agreed on, told from a log walked without the rules: any version of Senlac can tell it.

And what somebody is invited to agree on, told from the invitation in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from modules.amounts import count_noun
from modules.game_file.digests import digest_facts
from pbem import errors
from pbem.entry.bodies import AgreedTerms, Deadline, Game, Person, Substitute
from pbem.entry.field_types import REFEREE
from pbem.entry.setup_papers import Invitation, Paper
from pbem.keys.openssh_keys import PublicKey
from pbem.log import deadlines
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import CANNOT_JUDGE, describe_mail_word
from pbem.rules import rules_lookup

if TYPE_CHECKING:
    from modules.definition import Definition

T = TypeVar("T")

_JUDGES = {
    True: "to an act by hand: the referee judges",
    False: "to an act by hand: all players but its author and the objector judge, of two players the author",
}
"""The judges of an objection, with a referee and without one."""


def facts(verifier: LogVerifier) -> dict[str, Any]:
    """The charter for a program. A party is who plays now, `tip` where its present chain begins."""
    body = verifier.parties.charter
    newest: dict[str, Person] = {party.role: party for party in body.parties}
    for entry in verifier.history:
        if isinstance(entry.body, Substitute):
            newest[entry.body.role] = entry.body
    return {
        "game": verifier.game,
        **_game(rules_lookup.played_game(verifier)),
        "parties": [
            {**_party(verifier, newest[party.role]), "joined": party.joined is not None}
            for party in body.parties
        ],
        "refereed": REFEREE in newest,
        "secret": verifier.cards.commitment,
        "deadlines": [each.to_plain() for each in body.deadlines],
    }


def _game(game: Game) -> dict[str, Any]:
    digests = rules_lookup.digests_of(game.module)
    return {
        "title": title(game),
        "module": game.module.to_plain(),
        "installed": _known_here(lambda: rules_lookup.is_installed(game.module), False),
        "edited": _edited_files(game),
        "file": None if digests is None else {"digest": digests.whole, **digest_facts(digests)},
        "scenario": game.scenario,
        "options": dict(game.options),
        **_ledger_facts(game),
    }


def _ledger_facts(game: Game) -> dict[str, Any]:
    """Whose each number of the rulebook is to carry out, and the rules by hand in full; nothing for a game
    whose program plays it whole, and for one without a ledger."""
    definition = _hand_played(game)
    if definition is None:
        return {}
    from modules.free_table import ledger_text
    from modules.ledger import own_cases

    by_hand = [entry for entry in definition.ledger.values() if entry.is_by_hand]
    rules = [ledger_text.facts(definition, entry) for entry in by_hand]
    words = ledger_text.count_line(definition.ledger, own_cases(definition).refs)
    return {"ledger": {"words": words, "by_hand": rules}}


def _ledger_lines(game: Game) -> list[str]:
    """The rules by hand in full, below a heading."""
    definition = _hand_played(game)
    if definition is None:
        return []
    from modules.free_table import ledger_text

    return [
        "By hand, each act under its number:",
        *(f"  {line}" for line in ledger_text.hand_lines(definition)),
    ]


def _hand_played(game: Game) -> Definition | None:
    """The game from a file that has a ledger, if the file is here."""
    if game.module.files is None:
        return None
    found = _known_here(lambda: rules_lookup.definition_of(game), None)
    return found if found is not None and found.ledger else None


def _party(verifier: LogVerifier, person: Person) -> dict[str, Any]:
    fields = {name: getattr(person, name) for name in ("role", "name", "mail", "key", "tip", "length")}
    fingerprint = PublicKey.parse(person.key).fingerprint
    now = verifier.parties[person.role]
    return {
        **fields,
        "fingerprint": fingerprint,
        "revealed": now.revealed,
        "word": now.word,
        "computer": now.computer,
    }


def title(game: Game) -> str:
    """In words; for a game that is not installed its names."""
    return _known_here(lambda: rules_lookup.title(game), f"{game.module.id}/{game.scenario}")


def setup_subject(invited: Paper[Invitation], words: str) -> str:
    """Game, id and words: all mails before the charter bear the id of the invitation, which is the same for
    all who are invited, so that a filter can sort by it."""
    return f"{title(invited.said.body)} [{invited.digest[:8]}]: {words}"


def _edited_files(game: Game) -> list[str]:
    """The files of an installed game in which the rules read something else here."""
    nothing: list[str] = []
    return _known_here(lambda: rules_lookup.edited_files(game.module), nothing)


def _known_here(look_up: Callable[[], T], otherwise: T) -> T:
    """What the game itself says, or something else where it is not here."""
    try:
        return look_up()
    except errors.PbemError as error:
        if error.code not in CANNOT_JUDGE:
            raise
        return otherwise


def text(verifier: LogVerifier) -> str:
    """The charter for a person."""
    said = facts(verifier)
    head, *rows = _term_rows(said, verifier.parties.charter)
    lines = _lines([head, ("Game id", said["game"]), *rows])
    for party in said["parties"]:
        lines += [
            f"{party['role']}: {party['name']} <{party['mail']}>",
            f"  key    {party['fingerprint']}",
            f"  chain  {party['tip']}, {party['revealed']} of {count_noun(party['length'], 'link')} used",
            f"  signed {'a join to the invitation' if party['joined'] else 'the charter itself'}",
            *([_describe_mail_word(party["role"])] if party["word"] else []),
            *([f"  {_describe_computer(party['computer'])}"] if party["computer"] else []),
        ]
    return "".join(f"{line}\n" for line in lines)


def _term_rows(said: dict[str, Any], agreed: AgreedTerms) -> list[tuple[str, str]]:
    """The rows that tell of the game itself."""
    module = said["module"]
    here = "as installed here" if said["installed"] else "NOT those installed here"
    secret = said["secret"] and f"{said['secret']} (hash; the secret packs follow from it)"
    return [
        ("Game", said["title"]),
        ("Module", f"{module['id']} {module['version']}"),
        ("Rules", f"behaviour {module['behaviour']}, {module['fingerprint']} ({here})"),
        *_origin_rows(said),
        ("Scenario", said["scenario"]),
        ("Options", ", ".join(_option(*each) for each in said["options"].items()) or "none"),
        *([("Rulebook", said["ledger"]["words"])] if "ledger" in said else []),
        ("Referee", "yes" if said["refereed"] else "none"),
        *([("Objections", _JUDGES[said["refereed"]])] if said["file"] else []),
        *([("Secret", secret)] if secret else []),
        *(("Deadline", _deadline(each)) for each in agreed.deadlines),
    ]


def _origin_rows(said: dict[str, Any]) -> list[tuple[str, str]]:
    """What binds the data of the game: those of an installed one, or the file from which it comes."""
    if (file := said["file"]) is None:
        return [("Data", _data(said["module"].get("data"), said["edited"]))]
    return [
        ("File", f"digest {file['digest'][:16]}"),
        ("Played by", file["played_by"]["words"]),
        ("Looked at", file["looked_at"]["words"]),
    ]


def _data(bound: Mapping[str, str] | None, edited: Sequence[str]) -> str:
    """Whether what the rules read is that of the game."""
    if not bound:
        return "bound by no digest, as the program that began the game bound none"
    told = f"NOT as here in {', '.join(edited)}" if edited else "as here"
    return f"what the rules read in {count_noun(len(bound), 'file')} ({told})"


def _lines(rows: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{name:9} {value}" for name, value in rows]


def invitation_facts(invited: Paper[Invitation]) -> dict[str, Any]:
    """An invitation for a program. A party that is only asked has no key yet."""
    body = invited.said.body
    return {
        "invitation": invited.digest,
        "host": invited.said.author,
        **_game(body),
        "parties": [each.to_plain() for each in body.parties],
        "refereed": any(party.role == REFEREE for party in body.parties),
        "secret": body.secret,
        "deadlines": [each.to_plain() for each in body.deadlines],
    }


def invitation_rows(invited: Paper[Invitation]) -> list[tuple[str, str]]:
    """The terms of an invitation, each with its name."""
    return _term_rows(invitation_facts(invited), invited.said.body)


def invitation_text(invited: Paper[Invitation], me: str = "") -> str:
    """An invitation for a person: who invites to what, the options in full, who plays; `me` is the reader."""
    said = invitation_facts(invited)
    head, *rows = _term_rows(said, invited.said.body)
    lines = _lines([("Invited", f"{said['invitation']} by {said['host']}"), head, *rows])
    for name, title, text in _options(invited.said.body):
        lines.append(f"Option {name}: {title}. {text}")
    lines += _ledger_lines(invited.said.body)
    for party in invited.said.body.parties:
        role = f"You are {party.role}" if party.role == me else party.role
        lines.append(f"{role}: {party.name} <{party.mail}>")
        lines += [_describe_mail_word(party.role)] if party.word else []
        if isinstance(party, Person):
            lines.append(f"  key    {PublicKey.parse(party.key).fingerprint}")
            lines.append(f"  chain  {party.tip}, {count_noun(party.length, 'link')}")
    return "".join(f"{line}\n" for line in lines)


def _describe_mail_word(role: str) -> str:
    """The line about a party without a program."""
    return f"  plays by mail word: {describe_mail_word(role)}"


def describe_player(person: Person) -> str:
    """What follows the name of a party that somebody else than a person plays; else nothing."""
    return f", {_describe_computer(person.computer)}" if person.computer else ""


def _describe_computer(computer: str) -> str:
    """Words about a party for which the program decides."""
    kind, _, budget = computer.partition(" ")
    ways = {"": f"its {kind}", "0": "its usual style, without playouts"}
    return f"played by the computer: {ways.get(budget, f'it searches, {budget} playouts')}"


def _options(game: Game) -> list[tuple[str, str, str]]:
    """The options that were chosen, with title and text; none of a game that is not installed."""
    return _known_here(lambda: rules_lookup.chosen_options(game), [])


def _option(name: str, value: object) -> str:
    return name if value is True else f"{name}: {value}"


def _deadline(each: Deadline) -> str:
    off = f", not counting {', '.join(each.days_off)}" if each.days_off else ""
    time = f"{count_noun(each.hours, 'hour')} and {each.grace} of grace"
    if each.hour is not None:
        grace = f", {count_noun(each.grace, 'hour')} of grace" if each.grace else ""
        time = f"{count_noun(each.hours // 24, 'day')} until {each.hour} in {each.zone}{grace}"
    then = "claim (after as much time again)" if each.then == deadlines.CLAIM else each.then
    return f"{each.kind}: {time}{off}, then {then}"
