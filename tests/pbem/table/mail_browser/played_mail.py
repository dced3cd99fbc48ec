"""The program behind the page of games by mail, played by a test: a house with a few games, and one of them
at the table."""

from __future__ import annotations

import time
from typing import Any

from played_program import HOST, Json, PlayedProgram
from small_story import NASTY

from pbem.table import table_page

GAME, OTHER, INVITED = "aaaa1111", "bbbb2222", "cccc3333"
HOUR = 3600


def now() -> int:
    return int(time.time())


class PlayedMail(PlayedProgram):
    """`day`: what stands in the tab Mail. `games`: the list. `draft_lines`: what is laid down and not
    signed."""

    unnumbered = frozenset(
        {"begin", "house", "join_terms", "join", "take", "unlock", "mails", "mail", "mail_sent"}
    )

    def __init__(self) -> None:
        super().__init__()
        self.opened = GAME
        self.games = [card(OTHER, "Hastings", yours=False), card(GAME, "Fulford"), invitation()]
        self.day = played_day()
        self.day_digest = "day 1"
        self.digest = "shown 1"
        self.passphrase = ""
        self.more_preview: Json = {}
        self.draft_lines: list[Json] = []

    # --- wiring -----------------------------------------------------------------------------------

    def write_page(self) -> str:
        return table_page.write_mail_page()

    def is_known(self, body: Json) -> bool:
        return super().is_known(body) and body["day"] == self.day_digest

    def news(self) -> Json:
        return {**super().news(), "day": self.day_digest}

    def bodies(self, name: str) -> list[Json]:
        """What the calls of a name asked, in their order."""
        return [body for path, body in self.asked if path.split("/")[-1] == name]

    def change_day(self, **facts: Any) -> None:
        """The day is another, and the page hears of it."""
        self.day.update(facts)
        self.day_digest += "+"
        self.tell_news()

    # --- calls ------------------------------------------------------------------------------------

    def on_house(self, _: Json) -> Json:
        return {"games": self.games, "open": self.opened}

    def on_join_terms(self, _: Json) -> Json:
        rows = [["Game", "Fulford"], ["Pace", f"3 days {NASTY}"], ["Disputes", "the referee rules"]]
        return {
            "digest": "terms 1", "title": "Fulford, 20 September 1066", "you": "Vikings", "host": "Anna",
            "rows": rows, "text": "I agree.\n" * 60 + NASTY, "known": "", "key": True, "fault": "",
        }  # fmt: skip

    def on_join(self, body: Json) -> Json:
        self.games[-1].update(state="joined", opens=True, due="The mail waits to be sent.")
        return {"told": "You have joined as the Vikings.", "table": body["table"]}

    def on_take(self, body: Json) -> Json:
        return {"outcome": "accepted", "told": f"{body['name']} is taken in.", "table": GAME}

    def on_unlock(self, body: Json) -> Json:
        if body["passphrase"] != self.passphrase:
            return {"code": "wrong-passphrase", "what": "That is not the passphrase of this key."}
        self.passphrase = ""
        return {}

    def on_preview(self, _: Json) -> Json:
        if self.passphrase:
            return {"code": "locked", "what": "The key of Fulford is locked."}
        return {
            "digest": self.digest, "kind": "order", "shown": [line["text"] for line in self.draft_lines],
            "closed": ["attack R-2 > B-2"], "spent": [], "press": [],
            "to": [{"role": "referee", "name": "Anna", "mail": "anna@example.org"}], "warnings": [],
            "still": "After this the movement of the Reds goes on.", **self.more_preview,
        }  # fmt: skip

    def on_press(self, body: Json) -> Json:
        self.more_preview["press"] = body["lines"]
        return self._go_on([])

    def on_send(self, body: Json) -> Json:
        if body["digest"] != self.digest:
            return {"code": "stale", "what": "another draft"}
        self.draft_lines.clear()
        self.day.update(state="out", outbox=[outgoing()], plan=None, waits_for=["referee"])
        self.due = None
        return {"told": "Signed as entry 14.", "mails": [outgoing()["name"]], **self._go_on([])}

    def on_mails(self, _: Json) -> Json:
        return {"mails": [{**each, **whole_mail()} for each in self.day["outbox"]]}

    def on_mail_sent(self, _: Json) -> Json:
        self.change_day(outbox=[])
        return {"told": "It is among the mails that are sent."}

    def on_act(self, body: Json) -> Json:
        return {"told": f"Done: {body['name']} {body['said']}", "mails": []}

    def on_read_proposal(self, _: Json) -> Json:
        return {"digest": "ruling 1", "title": "Ruling of entry 9", "text": f"{NASTY}\nThe move stands."}

    def on_sign(self, _: Json) -> Json:
        self.change_day(sign=[])
        return {"told": "You have signed.", "mails": []}

    def on_answer_question(self, _: Json) -> Json:
        self.change_day(questions=[])
        return {"told": "You have said yes.", "mails": []}

    def on_give(self, body: Json) -> Json:
        self.draft_lines.append({"text": body["line"], "when": ""})
        return self._go_on([])

    def on_remove(self, body: Json) -> Json:
        self.draft_lines.pop(body["number"])
        return self._go_on([])

    def on_clear(self, _: Json) -> Json:
        self.draft_lines.clear()
        return self._go_on([])

    def fall(self, line: str) -> None:
        """The answer comes, with dice."""
        self._go_on(self._steps_of(line))
        self.tell_news()

    # --- values -----------------------------------------------------------------------------------

    def seat(self) -> Json:
        lines = [{"side": "red", "own": True, **line} for line in self.draft_lines]
        own = {"mode": "mail", "mail": self.day, "day": self.day_digest, "lines": lines, "undo": len(lines)}
        return {**super().seat(), **own}


def card(name: str, title: str, *, yours: bool = True) -> Json:
    due = "Move a unit, or say done." if yours else "The Normans are to move."
    return {
        "id": name, "title": title, "folder": f"/games/{title.lower()}", "you": "Reds", "state": "playing",
        "due": due, "yours": yours, "deadline": now() + 30 * HOUR + 1200, "opens": True, "why": "",
    }  # fmt: skip


def invitation() -> Json:
    said = {"title": f"Stamford {NASTY}", "state": "invited", "due": "You are invited.", "deadline": None}
    return {**card(INVITED, "Stamford Bridge", yours=False), **said, "opens": False}


def outgoing() -> Json:
    return {"name": "0014.eml", "to": ["anna@example.org"], "subject": f"[1a2b3c4d] Fulford {NASTY}"}


def whole_mail() -> Json:
    text = "senlac-entry/1\n" + "0123456789abcdef" * 6 + f"\n{NASTY}"
    return {
        "text": text,
        "mailto": "mailto:anna@example.org?subject=x&body=y",
        "whole": True,
        "bytes": len(text),
    }


def played_day() -> Json:
    acts = [
        act("rollback", "Ask for a takeback", {"label": "Why?", "kind": "text"}),
        act("vacation", "Take a vacation", {"label": "How many hours?", "kind": "hours"}),
        act("restore", "Restore the chain", None),
        {**act("resign", "Resign", None), "grave": True},
        {
            **act("claim", "Claim the time", None),
            "may": False,
            "why": "The time of the Blue men is not over.",
        },
    ]
    deadline = {"roles": ["red"], "at": now() + 30 * HOUR + 1200, "end": now() + 54 * HOUR}
    ruling = {"id": "r1", "kind": "ruling", "title": "A ruling on entry 9", "missing": ["red", "blue"]}
    robot = {"runs": False, "way": "hand", "says": "You send and fetch the mails by hand.", "trouble": ""}
    return {
        "you": "red", "names": {"red": "Reds", "blue": f"Blue {NASTY}", "referee": "Anna"},
        "state": "due", "waits_for": ["red"], "since": now() - 5 * HOUR,
        "out": [{"seq": 12, "kind": "order", "mailed": now() - 6 * HOUR}], "outbox": [], "robot": robot,
        "deadline": {**deadline, "then": "Then the opponent may claim the game."},
        "questions": [{"id": "q1", "title": f"a vacation? {NASTY}", "text": f"Red asks for time. {NASTY}"}],
        "sign": [{**ruling, "text": f"The referee rules: {NASTY}"}],
        "disputes": [{"why": f"Blue objects to entry 9: {NASTY}"}], "notices": ["Anna is away until Monday."],
        "press": [{"from": "blue", "text": f"Good luck!\n{NASTY}"}],
        "heard": [{"at": now() - 7 * HOUR, "text": f"A mail of anna@example.org was taken in: {NASTY}"}],
        "acts": acts, "plan": {"may": True, "why": "", "dice": False},
    }  # fmt: skip


def act(name: str, label: str, asks: Json | None) -> Json:
    tells = f"{label}: what follows is told here."
    return {
        "name": name,
        "label": label,
        "tells": tells,
        "asks": asks,
        "grave": False,
        "may": True,
        "why": "",
    }


__all__ = ["GAME", "HOST", "INVITED", "OTHER", "PlayedMail"]
