"""A page of the small server in a process of its own, as a command starts it."""

import sys
import time

from generator.local_server import CallRefused, Download, LocalPage, serve


def double(body):
    return {"twice": 2 * body["number"]}


def measure(body):
    return {"long": len(body["text"])}


def refuse(_body):
    raise CallRefused("stale", "The draft is another one.", {"draft": 7})


def fail(_body):
    raise KeyError("secret-of-the-program")


def count(_body):
    """Two calls at once would both find the same number."""
    found = count.number
    time.sleep(0.05)
    count.number = found + 1
    return {"number": count.number}


count.number = 0


def wait(body, gone):
    gone.wait(body.get("seconds", 20))
    wait.ended += gone.is_set()
    return {"gone": gone.is_set()}


wait.ended = 0


def ended(_body):
    return {"ended": wait.ended}


def give_file(body):
    return Download(body["name"], body.get("type", "text/plain"), b"\x00data")


def give_nan(_body):
    return {"number": float("nan")}


PAGE = LocalPage(
    "<!DOCTYPE html><title>A page</title>",
    "default-src 'none'",
    {
        "double": double,
        "measure": measure,
        "refuse": refuse,
        "fail": fail,
        "count": count,
        "ended": ended,
        "nan": give_nan,
    },
    {"wait": wait, "fail": lambda _body, _gone: fail({})},
    {"file": give_file},
    {"measure": 2_000_000},
)


def tell(line):
    print(line, flush=True)


if __name__ == "__main__":
    serve(PAGE, name="A page", open_browser=sys.argv[1:] == ["browser"], tell=tell)
    tell("served to the end")
