"""A draft by mail word that was never locked: status and reminders name it, a reminder's code locks it."""

import json

import pytest
from commands import good
from fulford_by_word import World
from word_play import body_of, code_in, opened


@pytest.fixture
def world(tmp_path):
    """Fulford; the saxon, by mail word, has drafted his set-up and thinks that it is played."""
    made = World(tmp_path)
    made.invite()
    made.join()
    done = made.type(f"yes {code_in(made.invited())}")
    made.take_in(done)
    made.move("deploy", "done")
    return made


def reminder(world):
    said = good("remind", "--dir", world.host.path, "--json")
    (file,) = json.loads(said)["mails"]
    return world.path / file


def test_status_names_the_draft_and_since_when_it_waits(world):
    assert "Draft" not in good("status", "--dir", world.host.path)
    world.type("deploy", "done")
    told = good("status", "--dir", world.host.path)
    assert "saxon has sent 2 orders: deploy; done; the draft waits for its code word since Tue 2023-" in told
    (draft,) = json.loads(good("status", "--dir", world.host.path, "--json"))["drafts"]
    assert (draft["role"], draft["lines"]) == ("saxon", ["deploy", "done"])
    assert "Draft" not in good("status", "--dir", world.viking.path)


def test_a_reminder_begins_with_the_draft_and_its_code_locks_it(world):
    world.type("deploy", "done")
    file = reminder(world)
    body = body_of(file)
    assert body.index("they wait for their code word") < body.index("The game is waiting for")
    assert "    deploy\n    done\n" in body
    assert "When the time is over: if as much time goes by again" in " ".join(body.split())
    assert world.type(f"yes {code_in(file)}").outcome == "accepted"
    assert [entry.author for entry in world.history()][-2:] == ["saxon", "referee"]


def test_the_first_code_still_locks_it_after_a_reminder(world):
    (draft,) = world.type("deploy", "done").files
    reminder(world)
    assert world.type(f"yes {code_in(draft)}").outcome == "accepted"
    assert world.history()[-2].author == "saxon"


def test_a_reminder_after_another_draft_has_the_newest_alone(world):
    (first,) = world.type("deploy", "done").files
    world.type("deploy")
    body = body_of(reminder(world))
    assert "    deploy\n\n" in body
    assert world.type(f"yes {code_in(first)}").outcome == "refused"


def test_without_a_draft_a_reminder_is_the_usual_one(world):
    body = body_of(reminder(world))
    assert "code word" not in body.partition("How to answer")[0]
    assert opened(reminder(world)).to == ("ed@example.org",)
