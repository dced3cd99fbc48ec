"""The program behind a seat as the page knows it, played by a test.

Each call is answered by the contract from a game of a few counters, and all that was asked is kept.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from typing import Any

from small_story import picture, small_story

from pbem.table import table_page

HOST = "http://127.0.0.1:8123"
Json = dict[str, Any]
OPEN = {"0201": ("1", "3"), "0301": ("2", "2"), "0202": ("2", "2"), "0401": ("4", "0")}
MODIFIERS = [
    {"what": "uphill", "by": "-1", "rule": "8.3"},
    {"what": "two attackers", "by": "+2", "rule": "8.3"},
]


def put_line(counter: str, way: list[str]) -> str:
    return f"move {counter} {'-'.join(way)}"


class PlayedProgram:
    """`asked`: the paths and bodies of calls. `down`: it does not answer. `due`, `more_seat` and `answers`
    are for a test to change. `unnumbered`: the calls that bear no number of a draft."""

    unnumbered = frozenset({"begin"})

    def __init__(self) -> None:
        self.asked: list[tuple[str, Json]] = []
        self.down = False
        self.draft = 1
        self.story = _named_pictures(small_story(9))
        self.pictures = self.story.pop("pictures")
        self.place = "0101"
        self.history: list[str] = []
        self.due: Json | None = _due()
        self.more_seat: Json = {}
        self.answers: dict[str, Callable[[Json], Json]] = {}
        self.waiting: list[Any] = []

    # --- wiring -----------------------------------------------------------------------------------

    def attach(self, page: Any) -> None:
        page.route(f"{HOST}/**", self.answer)

    def answer(self, route: Any) -> None:
        path = route.request.url.removeprefix(HOST)
        if self.down:
            return route.abort()
        if route.request.method == "GET":
            return route.fulfill(body=self.write_page(), content_type="text/html; charset=utf-8")
        body = route.request.post_data_json or {}
        if path == "/prove":
            return self._say(route, {"proof": _prove(body["question"])})
        if path == "/enter":
            return self._say(route, {"token": f"token for {body['word']}"})
        if route.request.headers.get("x-senlac-token") != "token for once":
            return self._refuse(route, 401, "no-token", "no token")
        self.asked.append((path, body))
        name = path.split("/")[-1]
        if name == "news":
            return self.waiting.append(route) if self.is_known(body) else self._say(route, self.news())
        if name not in self.unnumbered and body.get("draft") != self.draft:
            return self._refuse(route, 409, "stale", "another draft")
        if path.startswith("/download/"):
            return route.fulfill(
                body=b"PK", headers={"Content-Disposition": 'attachment; filename="kept.vsav"'}
            )
        found = self.answers.get(name, getattr(self, f"on_{name}", None))
        assert found, f"no answer to {name}"
        if found == self.never:
            return self.waiting.append(route)
        said = found(body)
        return self._refuse(route, 409, **said) if said.get("code") else self._say(route, said)

    def write_page(self) -> str:
        return table_page.write_seat_page()

    def is_known(self, body: Json) -> bool:
        return bool(body["draft"] == self.draft)

    def news(self) -> Json:
        return {"draft": self.draft}

    def _say(self, route: Any, value: Json) -> None:
        route.fulfill(body=json.dumps(value), content_type="application/json")

    def _refuse(self, route: Any, status: int, code: str, what: str, **more: Any) -> None:
        said = {"error": {"code": code, "what": what, **more}}
        route.fulfill(status=status, body=json.dumps(said), content_type="application/json")

    # --- calls ------------------------------------------------------------------------------------

    def on_begin(self, _: Json) -> Json:
        return {"story": self.story, "seat": self.seat()}

    def on_pictures(self, body: Json) -> Json:
        return {"pictures": {name: self.pictures[name] for name in body["names"]}}

    def on_pick(self, body: Json) -> Json:
        held = [piece["counter"] for piece in body["pieces"]]
        if "R-1" not in held:
            targets = [{"counters": ["B-2"], "places": ["pool"], "line": "attack R-2 > B-2"}]
            return {"reach": [], "targets": targets, "turns": [], "marks": [], "forms": []}
        reach = [
            {"place": place, "cost": cost, "left": left, "line": put_line("R-1", [self.place, place])}
            for place, (cost, left) in OPEN.items()
            if place != self.place
        ]
        turns = [
            {"facing": facing, "line": f"face R-1 {facing}"} for facing in ("N", "NE", "SE", "S", "SW", "NW")
        ]
        marks = [{"word": "wall", "line": "wall R-1", "tells": "forms a shield wall"}]
        return {
            "reach": reach if len(held) == 1 else [],
            "targets": [],
            "turns": turns,
            "marks": marks,
            "forms": [],
        }

    def on_why(self, body: Json) -> Json:
        return {"rule": "8.3", "why": f"{body['place']} is too far"} if body["place"] not in OPEN else {}

    def on_read(self, body: Json) -> Json:
        gesture = body["gesture"]
        ahead: Json = {"modifiers": [], "way": [], "cost": "", "left": "", "tells": ""}
        if gesture["kind"] == "press":
            return {"line": gesture["word"], "ways": [], "ahead": ahead}
        if gesture["kind"] == "point":
            attackers = ",".join(piece["counter"] for piece in gesture["pieces"])
            line = f"attack {attackers} > {gesture['at'][0]['counter']}"
            return {
                "line": line,
                "ways": [],
                "ahead": {**ahead, "modifiers": MODIFIERS, "tells": "3 to 1", "dice": True},
            }
        way = gesture["way"]
        if way[-1] not in OPEN:
            return {"fault": {"rule": "8.3", "why": f"{way[-1]} cannot be reached"}}
        if way[-1] == "0202" and len(way) == 2:
            lines = ("move R-1 0201-0202", "charge R-1 0201-0202")
            return {"choices": [{"line": line, "tells": "2 MP left"} for line in lines]}
        cost, left = OPEN[way[-1]]
        gone = way if len(way) > 2 else [way[0], "0201", way[-1]] if way[-1] != "0201" else way
        return {
            "line": put_line("R-1", way),
            "ways": [gone],
            "ahead": {**ahead, "way": gone, "cost": cost, "left": left},
        }

    def on_fill(self, body: Json) -> Json:
        left, right = (body["values"].get(name, []) for name in ("left", "right"))
        blocks = [("R-1", "0101"), ("R-2", "0303")]
        values = [{"value": b, "label": b, "counter": b, "place": place} for b, place in blocks]

        def field(name: str, chosen: list[str], other: list[str]) -> Json:
            free = [value for value in values if value["value"] not in other]
            return {
                "name": name,
                "label": name.title(),
                "what": "counter",
                "many": True,
                "values": free,
                "chosen": chosen,
            }

        whole = len(left) + len(right) == 2
        line = f"deploy {','.join(left) or '-'} {','.join(right) or '-'}" if whole else None
        return {
            "form": body["form"],
            "verb": "Deploy",
            "fields": [field("left", left, right), field("right", right, left)],
            "line": line,
            "fault": None,
        }

    def on_give(self, body: Json) -> Json:
        line = body["line"]
        if line.startswith("nonsense"):
            return {"code": "refused", "what": f"`{line}` is no order now", "rule": "8.3"}
        self.history.append(line)
        return self._go_on(self._steps_of(line))

    def on_undo(self, body: Json) -> Json:
        del self.history[-body["count"] :]
        keep = 9 + len(self.history)
        del self.story["steps"][keep:]
        return self._go_on([])

    def on_advise(self, _: Json) -> Json:
        return {"line": "done"}

    def on_standing(self, body: Json) -> Json:
        kept = self.more_seat.setdefault("standing", [])
        if "line" in body:
            kept.append({"line": body["line"]})
        else:
            kept.pop(body["drop"] - 1)
        return self._go_on([])

    def on_odds(self, _: Json) -> Json:
        return {"odds": {}, "lines": ["exact", "57 % B-2 is lost", "  it is far away", "12 % R-2 is lost"]}

    def on_sit(self, _: Json) -> Json:
        self.draft += 1
        return self.on_begin({})

    def go_on(self, *, thinking: bool) -> Json:
        self.more_seat = {"thinking": thinking}
        return self._go_on([])

    def never(self, _: Json) -> Json:
        """The answer to a call that is never answered."""
        return {}

    def tell_news(self) -> None:
        """Answers what waits for news."""
        waiting, self.waiting = self.waiting, []
        for route in waiting:
            self._say(route, self.news())

    def hang_up(self) -> None:
        """Ends what waits for news."""
        for route in self.waiting:
            route.abort()
        self.waiting.clear()

    # --- values -----------------------------------------------------------------------------------

    def _steps_of(self, line: str) -> list[Json]:
        last = self.story["steps"][-1]
        step = {
            **last,
            "seq": last["seq"] + 1,
            "author": "red",
            "lines": [{"side": "red", "text": line}],
            "told": [],
            "rolls": [],
            "changes": [],
            "gone": [],
            "events": [],
            "facts": [["Lines", str(len(self.history))]],
        }
        if line.startswith(("move", "charge")):
            place = line.split("-")[-1]
            x, y = 20.0 * int(place[:2]), 20.0 * int(place[2:])
            step["changes"] = [[0, 0, x, y, place, 0, ""]]
            step["events"] = [{"kind": "move", "side": "red", "piece": 0, "path": [self.place, place]}]
        if line.startswith("attack"):
            step["rolls"] = [{"side": "red", "rule": "8.3", "faces": 6, "values": [3, 5]}]
        return [step]

    def _go_on(self, steps: list[Json]) -> Json:
        self.draft += 1
        keep = len(self.story["steps"])
        self.story["steps"] += steps
        self.place = next(
            change[4]
            for step in reversed(self.story["steps"])
            for change in step["changes"]
            if change[0] == 0
        )
        more = {
            "keep": keep,
            "steps": steps,
            "pieces": self.story["pieces"],
            "sprites": [],
            "seq": self.story["steps"][-1]["seq"],
        }
        return {"more": more, "seat": self.seat()}

    def seat(self) -> Json:
        lines = [{"side": "red", "text": line, "own": True} for line in self.history]
        return {
            "draft": self.draft,
            "mode": "alone",
            "seat": "red",
            "title": "Small game",
            "curtain": False,
            "over": None,
            "due": self.due,
            "lines": lines,
            "undo": len(self.history),
            "standing": [],
            "offers": [{"line": "advance: never", "tells": "for every advance"}],
            "rules": {"8.3": "The dice decide."},
            "faults": [],
            **self.more_seat,
        }


def _due() -> Json:
    return {
        "side": "red",
        "seat": "red",
        "kind": "movement",
        "ask": "move a unit, or say done",
        "rule": "8.3",
        "by_hand": False,
        "closed": False,
        "lit": {"counters": ["R-1", "R-2"], "places": []},
        "words": [{"line": "done", "label": "Done", "tells": "ends the phase", "primary": True}],
        "forms": [{"form": "deploy {left} {right}", "verb": "deploy", "label": "Deploy"}],
    }


def _named_pictures(story: Json) -> Json:
    """A story with its pictures by name, on its first board, where R-1 and R-2 lie."""
    pictures = {"ground-field": story["boards"][0]["ground"], "ground-town": story["boards"][1]["ground"]}
    for board in story["boards"]:
        board["ground"] = f"ground-{board['id']}"
    for number, sprite in enumerate(story["sprites"]):
        pictures[f"sprite-{number}"] = sprite["src"]
        sprite["src"] = f"sprite-{number}"
    pictures["crt"] = story["charts"][0]["src"]
    story["charts"][0]["src"] = "crt"
    first, *others = story["steps"][:9]
    still = {"board": 0, "changes": [], "gone": [], "events": []}
    home = [
        [0, 0, 20.0, 20.0, "0101", 0, ""],
        [1, 0, 60.0, 60.0, "0303", 0, ""],
        [3, 1, 80.0, 60.0, "0403", 0, ""],
    ]
    story["pieces"][1]["name"] = "Red 2"
    told = {"facts": [["Losses", "none"]], "changes": home}
    story["steps"] = [{**first, **told}, *({**step, **still} for step in others)]
    return {**story, "pictures": pictures}


__all__ = ["HOST", "PlayedProgram", "picture"]


def _prove(question: str) -> str:
    return hmac.digest(b"token for once", question.encode(), "sha256").hex()
