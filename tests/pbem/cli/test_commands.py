"""The command line: what a player and a referee type, what they read, and the exit codes."""

import io
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from commands import PAGES, ROOT, good, pbem
from crashes import settle

from generator.new_game import start_game
from modules.library import Behaviour

COMMANDS = [
    "keygen",
    "new",
    "legal",
    "move",
    "resign",
    "check",
    "apply",
    "show",
    "status",
    "verify",
    "simulate",
]
COMMANDS += ["charter", "rule", "rollback", "substitute", "countersign", "run", "send"]
COMMANDS += ["standing", "template", "late"]


@pytest.fixture
def game(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A whole game by policy."""
    path = tmp_path_factory.mktemp("played")
    said = json.loads(
        good("simulate", "three_battles/hastings", "--seed", 2, "--out", path / "one", "--json")
    )
    return path, said


def test_help_comes_at_once():
    script = (
        "import sys\nfrom pbem.cli.app import main\nsys.argv = ['pbem', '--help']\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "Play a wargame by mail" in done.stdout
    loaded = set(done.stderr.split())
    assert not loaded & {"cryptography", "pydantic", "yaml", "rich", "lxml", "modules", "filelock"}
    assert {each for each in loaded if each.startswith("generator.")} == {"generator.console"}


@pytest.mark.parametrize("command", [*COMMANDS, "dice verify"])
def test_each_command_has_help_with_an_example(command):
    text = good(*command.split(), "--help")
    assert f"Example: pbem {command}" in text


def test_a_bad_command_line_is_usage(game, tmp_path):
    assert pbem("verify", tmp_path / "nothing")[0] == 2
    assert pbem("verify", tmp_path)[0] == 2
    assert pbem("new", "hastings", "--out", tmp_path)[0] == 2
    assert pbem("status", "--dir", tmp_path)[0] == 2
    code, _, err = pbem("new", "three_battles/stamford", "--out", tmp_path / "x")
    assert code == 2
    assert err.startswith("pbem: there is no scenario 'stamford'")
    begin = ("new", "three_battles/hastings", "--out", tmp_path / "x")
    code, _, err = pbem(*begin, "--option", "1A", "--option", "1B")
    assert code == 2
    assert "exclude each other" in err
    assert not (tmp_path / "x").exists()
    code, _, err = pbem(*begin, "--player", "norman=Ann")
    assert code == 2
    assert "ROLE=NAME <MAIL>" in err


def test_new_again_changes_nothing_and_another_game_is_refused(game):
    log = (game / "referee/game.log").read_bytes()
    good("new", "three_battles/hastings", "--out", game, "--option", "4", "--option", "1a")
    assert (game / "referee/game.log").read_bytes() == log
    code, _, err = pbem("new", "three_battles/hastings", "--out", game)
    assert code == 1
    assert "holds another game" in err


def test_secrets_stay_in_their_folder(game):
    secrets = {}
    for role in ("referee", "saxon", "norman"):
        for name in ("key", "chain"):
            file = game / role / name
            assert file.stat().st_mode & 0o777 == 0o600
            secrets[file] = file.read_bytes().split(b"\n")[2]
    for file in game.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert not any(secret in data for other, secret in secrets.items() if other != file), file


def test_keys_that_are_there_are_used(tmp_path):
    said = json.loads(good("keygen", tmp_path / "norman", "--json"))
    good("new", "three_battles/hastings", "--out", tmp_path, "--player", "norman=Ann Other <ann@example.org>")
    charter = (tmp_path / "saxon/game.log").read_text()
    assert said["key"] in charter
    assert said["tip"] in charter
    assert '"mail":"ann@example.org","name":"Ann Other"' in charter
    assert good("keygen", tmp_path / "norman") == good("keygen", tmp_path / "norman")


def test_legal(game):
    short = good("legal", "--dir", game / "norman")
    assert "Next: norman: move a unit, or `done` (movement, rule 4.1)" in short
    assert len(short.splitlines()) < 40
    everything = good("legal", "--dir", game / "norman", "--all").splitlines()
    assert len(everything) > 1000
    one = good("legal", "--dir", game / "norman", "--unit", "N-foot-3").splitlines()[1:]
    assert one
    assert all(line.startswith("  move N-foot-3 ") for line in one)
    assert set(one) < set(everything)
    said = json.loads(good("legal", "--dir", game / "norman", "--json"))
    assert said["due"]["side"] == "norman"
    assert len(said["orders"]) == len(everything) - 1
    code, _, err = pbem("legal", "--dir", game / "norman", "--unit", "foot-3")
    assert code == 2
    assert "could be N-foot-3, B-foot-3, F-foot-3" in err


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("move N-foot-3", "14:", "the order is incomplete"),
        ("move N-food-3 2021", "6:", "there is no counter 'N-food-3'; did you mean N-foot-3"),
        ("move foot-3 2021", "6:", "'foot-3' could be N-foot-3, B-foot-3, F-foot-3"),
        (
            "move N-foot-3 1920-7021",
            "20:",
            "there is no place '7021'; hexes run from 0101 to 6034: 01 to 60, then 01 to 34",
        ),
        ("move N-foot-3 1920–2021", "15:", "(column 19: write `-` "),
        (
            "fire N-archer-1 > S-huscarl-1",
            "19:",
            "S-huscarl-1 is a counter: write the place where it stands; hexes run from 0101 to 6034",
        ),
        ("fire N-archer-1 → 2718", "17:", "(column 17: write `>` "),
        ("move N-foot-3 2021", "", "against rule 13.4 (4.3): N-foot-8 is in 2021"),
        ("move N-foot-3 1821-1821", "", "against rule 4.1: N-foot-3 is in 1821 already, which is not adj"),
        ("attack N-foot-3 > S-fyrd-7", "", "; expected now: move, done"),
    ],
)
def test_a_fault_in_an_order_file(game, line, column, words):
    orders = game / "orders.txt"
    orders.write_text(f"# first the flank\nmove N-foot-5 2024\n\n{line}  # here\n")
    code, out, err = pbem("move", orders, "--dir", game / "norman")
    assert (code, out) == (1, "")
    assert err.startswith(f"pbem: {orders}:4:{column} ")
    assert words in err
    assert "Traceback" not in err
    assert (re.search("legal here:\n  (done\n  |no way .*\n  )?move ", err) is not None) is (not column)
    assert "not checked" not in err
    assert not (game / "norman/moves").exists()


def test_a_move_from_orders_to_report(game):
    orders = game / "orders.txt"
    orders.write_text("move N-foot-5 2024\ndone\n")
    draft = json.loads(good("move", orders, "--dir", game / "norman", "--draft", "--json"))
    assert not draft["locked"]
    assert good("check", draft["file"], "--dir", game / "saxon").startswith("holds: draft of entry 3")
    move = json.loads(good("move", orders, "--dir", game / "norman", "--json"))
    before = (game / "referee/game.log").read_bytes()
    judged = json.loads(good("check", move["file"], "--dir", game / "saxon", "--json"))
    assert (judged["status"], judged["legal"], judged["head"]) == (0, 2, move["head"])
    assert (game / "referee/game.log").read_bytes() == before
    report = good("apply", move["file"], "--dir", game / "referee")
    assert "> move N-foot-5 2024   (from 1924, 4.1)" in report
    assert re.search(r"^Next: saxon: move a unit", report, re.MULTILINE)
    assert re.search(r"^game [0-9a-f]{8}, seq 4, head [0-9a-f]{8}$", report, re.MULTILINE)
    again = "It was taken in before. Nothing has changed; this is the same answer again.\n"
    told, send, rest = report.partition("Send ")
    assert good("apply", move["file"], "--dir", game / "referee") == told + again + send + rest
    answer = game / "referee/answers/0003.pbem"
    to = "saxon, Anglo-Saxons <saxon@localhost> and norman, Norman army <norman@localhost>"
    assert report.endswith(f"\nSend {answer} to {to}\n")
    said = json.loads(good("apply", move["file"], "--dir", game / "referee", "--json"))
    assert (said["repeated"], said["answer"]) == (True, str(answer))
    assert said["to"] == ["saxon@localhost", "norman@localhost"]
    taken = good("apply", answer, "--dir", game / "norman")
    assert "Send " not in taken
    assert "You are norman and have nothing to do now. You are waiting for saxon, Anglo-Saxons <" in taken
    code, _, err = pbem("apply", draft["file"], "--dir", game / "referee")
    assert code == 1
    assert "is a draft" in err
    early = json.loads(pbem("check", move["file"], "--dir", game / "saxon", "--json")[1])
    assert early["status"] == 0


def test_check_tells_rule_and_what_is_incomplete(game, played):
    path, _ = played
    move = next((path / "one/norman/moves").glob("*.pbem"))
    code, out, _ = pbem("check", move, "--dir", game / "saxon", "--json")
    assert (code, json.loads(out)["code"]) == (1, "wrong-game")
    behind = path / "behind"
    shutil.copytree(path / "one/saxon", behind)
    log = (behind / "game.log").read_bytes().split(b"\n")
    (behind / "game.log").write_bytes(b"\n".join([*log[:4], b""]))
    later = sorted((path / "one/saxon/moves").glob("*.pbem"))[-1]
    code, out, _ = pbem("check", later, "--dir", behind)
    assert code == 3
    assert out.startswith("incomplete: ")
    damaged = path / "damaged.pbem"
    damaged.write_text("hello")
    code, _, err = pbem("check", damaged, "--dir", behind)
    assert code == 1
    assert "no BEGIN line" in err


def test_a_resignation(game):
    file = json.loads(good("resign", "--dir", game / "norman", "--yes", "--json"))["file"]
    assert "saxon wins, resignation: norman resigns" in good("apply", file, "--dir", game / "referee")
    assert pbem("verify", game)[0] == 0


def test_status_and_verify_of_a_game_that_goes_on(game):
    said = json.loads(good("status", "--dir", game / "saxon", "--json"))
    assert said["owing"] == ["norman"]
    assert said["facts"]["Turn"] == "1 of 10"
    assert "Fight on!" in good("status", "--dir", game / "saxon")
    code, out, _ = pbem("verify", game)
    assert code == 3
    assert "waiting for norman since entry 2" in out
    assert pbem("verify", game / "saxon/game.log")[0] == 3
    assert pbem("dice", "verify", game)[0] == 0


def test_another_engine_version_is_told(game, monkeypatch):
    monkeypatch.setattr("modules.library.behaviour", lambda game: Behaviour(9, "cd" * 32))
    code, out, _ = pbem("verify", game)
    assert code == 3
    assert out.startswith("incomplete: cannot judge by the rules")
    assert "without them: 3 entries and 0 rolls hold" in out
    code, _, err = pbem("status", "--dir", game / "saxon")
    assert code == 1
    assert "install a version of Senlac" in err


@pytest.mark.parametrize(
    ("name", "option", "words"),
    [
        ("now.vsav", ["--since", "0"], "a save shows one moment"),
        ("now.vsav", ["--crop"], "--crop is for pictures"),
        ("game.vlog", ["--crop"], "--crop is for pictures"),
    ],
)
def test_no_option_of_show_is_passed_over(game, tmp_path, name, option, words):
    code, _, err = pbem("show", "--dir", game / "norman", "--out", tmp_path / name, *option)
    assert code == 2
    assert words in err
    assert not (tmp_path / name).exists()


def test_show(game):
    svg = game / "map.svg"
    good("show", "--dir", game / "norman", "--out", svg, "--crop")
    assert svg.read_text().startswith("<")
    assert pbem("show", "--dir", game / "norman", "--out", game / "map.gif")[0] == 2
    assert pbem("show", "--dir", game / "norman", "--side", "saxon", "--out", svg)[0] == 2


@pytest.mark.whole
def test_a_game_by_policy_is_whole_and_repeatable(played):
    path, said = played
    assert said["lines"] > 200
    assert said["outcome"]["reason"]
    good("simulate", "three_battles/hastings", "--seed", 2, "--out", path / "two")
    names = sorted(p.relative_to(path / "one") for p in (path / "one").rglob("*") if p.is_file())
    assert names == sorted(p.relative_to(path / "two") for p in (path / "two").rglob("*") if p.is_file())
    for name in names:
        assert (path / "one" / name).read_bytes() == (path / "two" / name).read_bytes(), name
    assert '"seed":2' in (path / "one/norman/game.log").read_text()
    assert "from seed 2" in good("status", "--dir", path / "one/norman")
    code, _, err = pbem("simulate", "three_battles/hastings", "--seed", 2, "--out", path / "two")
    assert code == 1
    assert "holds a game already" in err


@pytest.mark.parametrize("mail", [(), ("--by-mail",)])
@pytest.mark.parametrize("game", ["nowhere/hastings", "three_battles/nowhere", "{}/none", "{}/game/none"])
def test_a_game_that_is_not_there_is_told_before_one_is_simulated(game, mail, tmp_path):
    start_game(tmp_path / "game")
    code, out, err = pbem("simulate", game.format(tmp_path), "--out", tmp_path / "out", *mail)
    assert (code, out) == (2, "")
    assert err.startswith("pbem: ")
    assert "there is no " in err or "no game here" in err
    assert not (tmp_path / "out").exists()


def test_verify_a_whole_game(played):
    path, said = played
    assert good("verify", path / "one").startswith(f"holds: {said['seq'] + 1} entries and ")
    assert json.loads(good("verify", path / "one/saxon/game.log", "--json"))["head"] == said["head"]
    told = good("verify", path / "one", "--full")
    assert "Anglo-Saxons: set-up complete (16.4)" in told
    _, *rolls = good("dice", "verify", path / "one", "--list").splitlines()
    assert f" and {len(rolls) - 1} rolls hold" in rolls[-1]
    assert len(json.loads(good("dice", "verify", path / "one", "--json"))["rolls"]) == len(rolls) - 1


def test_a_changed_byte_is_refused_with_the_entry(played):
    path, _ = played
    log = (path / "one/referee/game.log").read_bytes()
    for line in (0, 3, 40):
        lines = log.split(b"\n")
        middle = len(lines[line]) // 2
        lines[line] = lines[line][:middle] + bytes([lines[line][middle] ^ 1]) + lines[line][middle + 1 :]
        (path / "bad.log").write_bytes(b"\n".join(lines))
        code, out, _ = pbem("verify", path / "bad.log", "--json")
        assert (code, json.loads(out)["seq"]) == (1, max(0, line - 1))


def test_the_simulated_keys_are_openssh_keys(played):
    from pbem.keys.openssh_keys import PrivateKey, PublicKey

    path, _ = played
    folder = path / "one/norman"
    assert PrivateKey.load(folder / "key").public == PublicKey.load(folder / "key.pub")
    keygen = shutil.which("ssh-keygen")
    if keygen:
        done = subprocess.run(
            [keygen, "-y", "-f", folder / "key"], capture_output=True, text=True, check=True
        )
        assert done.stdout.split()[1] == (folder / "key.pub").read_text().split()[1]


def test_the_commands_on_the_pages_exist():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES.values())
    lines = re.findall(r"^    pbem (.+)$", text, re.MULTILINE)
    assert len(lines) > 40
    for line in lines:
        words = line.split("#")[0].split()
        command = words[:2] if words[0] in ("club", "dice", "post") else words[:1]
        text = good(*command, "--help")
        for option in (word for word in words if word.startswith("--")):
            assert option in text, line


def test_a_player_named_twice_is_refused(tmp_path):
    twice = ["--player", "norman=Ann <a@example.org>", "--player", "norman=Bob <b@example.org>"]
    code, _, err = pbem("new", "three_battles/hastings", *twice, "--out", tmp_path / "g")
    assert code == 2
    assert "norman is named twice" in err
    assert not (tmp_path / "g").exists()


def test_every_line_that_cannot_be_read_is_told_at_once(game):
    orders = game / "orders.txt"
    orders.write_bytes(
        b"move N-foot-5 9924\nmove N-foot-5 2024\n# hm\nhop\n\xc3\xa9 \xff\nmove N-food-5 2024\n"
    )
    code, out, err = pbem("move", orders, "--dir", game / "norman")
    assert (code, out) == (1, "")
    found = [line.removeprefix(f"pbem: {orders}:").split(":")[:2] for line in err.splitlines()]
    assert found == [["1", "15"], ["4", "1"], ["5", "3"], ["6", "6"]]
    assert "byte 0xff is not UTF-8" in err
    orders.write_text("hop\n" * 30)
    err = pbem("move", orders, "--dir", game / "norman")[2]
    assert len(err.splitlines()) == 21
    assert err.endswith("... and 10 more faults\n")


def test_rules_are_judged_up_to_the_first_fault_and_that_is_said(game):
    orders = game / "orders.txt"
    orders.write_text("move N-foot-3 2021\nmove N-foot-3 2021\ndone\n")
    err = pbem("move", orders, "--dir", game / "norman")[2]
    assert f"{orders}:1: " in err
    assert "; the lines after it depend on it and were not checked\n" in err
    assert f"{orders}:2" not in err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_an_order_file_in_utf_16_is_named_as_such(game, encoding):
    orders = game / "orders.txt"
    orders.write_text("move N-foot-5 2024\ndone\n", encoding=encoding)
    err = pbem("move", orders, "--dir", game / "norman")[2]
    assert err == f"pbem: {orders}:1: this is UTF-16 or not text at all: save it as plain text, UTF-8\n"
    orders.write_text("move N-foot-5 2024\ndone\n", encoding="utf-8-sig")
    good("move", orders, "--dir", game / "norman")


def test_a_move_says_what_to_do_next(game):
    orders = game / "orders.txt"
    orders.write_text("move N-foot-5 2024\n")
    draft = good("move", orders, "--dir", game / "norman", "--draft")
    assert "sign it without --draft" in draft
    assert "Send " not in draft
    assert "Not finished. After these lines you must still decide: move a unit, or `done` (move" in draft
    orders.write_text("move N-foot-5 2024\ndone\n")
    said = good("move", orders, "--dir", game / "norman")
    file = game / "norman/moves/0003-norman.pbem"
    assert f"\nSend {file} to referee, Referee <referee@localhost>\nor the mail " in said
    assert "Not finished" not in said
    told = json.loads(good("move", orders, "--dir", game / "norman", "--json"))
    assert told["to"] == [{"role": "referee", "name": "Referee", "mail": "referee@localhost"}]
    assert told["still_due"] is None


def test_a_side_that_is_not_due_is_told_that_it_waits(game):
    waits = (
        "You are saxon and have nothing to do now. You are waiting for norman, Norman army <norman@localhost>"
    )
    for words in (["legal"], ["legal", "--all"], ["legal", "--unit", "N-foot-3"]):
        assert good(*words, "--dir", game / "saxon").startswith(waits)
    assert "move N-" not in good("legal", "--dir", game / "saxon")
    assert "\nTheir choices:\n  move N-foot-3 " in good(
        "legal", "--dir", game / "saxon", "--unit", "N-foot-3"
    )
    status = good("status", "--dir", game / "saxon")
    assert waits in status
    assert "move N-" not in status
    assert "Next: norman: move a unit" in good("status", "--dir", game / "referee")
    assert json.loads(good("legal", "--dir", game / "saxon", "--json"))["you"] == "saxon"
    (game / "saxon/key.pub").unlink()
    assert "Next: norman: move a unit" in good("status", "--dir", game / "saxon")


@pytest.mark.parametrize(
    ("terminal", "typed", "signed"), [(False, "yes\n", 0), (True, "y\n", 0), (True, "yes\n", 1)]
)
def test_nobody_resigns_by_mistake(game, monkeypatch, terminal, typed, signed):
    typing = io.StringIO(typed)
    typing.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stdin", typing)
    code, out, err = pbem("resign", "--dir", game / "norman")
    assert "as norman" in err
    assert code == (0 if signed else 2)
    assert ("Send " in out) is bool(signed)
    assert ("--yes" in err) is not terminal
    assert len(list((game / "norman").glob("moves/*"))) == signed


def test_the_charter_is_told(game, monkeypatch):
    said = json.loads(good("charter", "--dir", game / "norman", "--json"))
    assert said["options"] == {"1a": True, "4": True}
    assert said["installed"]
    from pbem.keys.openssh_keys import PublicKey

    parties = {party["role"]: party for party in said["parties"]}
    assert list(parties) == ["referee", "saxon", "norman"]
    for role, party in parties.items():
        assert party["fingerprint"] == PublicKey.load(game / role / "key.pub").fingerprint
    assert (parties["saxon"]["revealed"], parties["norman"]["revealed"]) == (1, 0)
    monkeypatch.setattr("modules.library.behaviour", lambda game: Behaviour(9, "cd" * 32))
    told = good("charter", "--dir", game / "norman")
    assert f"{said['module']['fingerprint']} (NOT those installed here)" in told
    for words in (
        said["game"],
        parties["norman"]["tip"],
        "hastings",
        "1a, 4",
        "order: 168 hours",
        "then claim",
    ):
        assert words in told
    (game / "norman/game.log").write_bytes(b"senlac-log/2\n")
    code, _, err = pbem("charter", "--dir", game / "norman")
    assert code == 1
    assert "has no charter" in err


def test_the_position_is_listed(game):
    said = good("show", "--dir", game / "norman", "--text")
    assert "\n  N-foot-9   " in said
    assert said.index("N-foot-9 ") < said.index("N-foot-10 ")
    told = json.loads(good("show", "--dir", game / "norman", "--text", "--json"))
    assert {"counter": "N-foot-5", "side": "norman", "place": "1924", "states": [], "hidden": False} in told[
        "units"
    ]
    own = [unit for unit in told["units"] if unit["side"] == "saxon"]
    assert f"saxon: {len(own)} on the board" in said
    assert len(said.splitlines()) == len(told["units"]) + 3
    assert pbem("show", "--dir", game / "norman")[0] == 2


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    assert good("--version") == f"pbem {version('senlac')}\n"


def test_the_position_becomes_a_save_of_vassal_as_the_folder_sees_it(game):
    from generator.vassal.format.archive import open_archive
    from generator.vassal.format.container import read_save
    from generator.vassal.positions.read_position import read_position
    from generator.vassal.positions.save_game import plan_of

    save = game / "norman/now.vsav"
    assert "now.vsav" in good("show", "--dir", game / "norman", "--out", save)
    name, plan = plan_of(save)
    found = read_position(plan, read_save(open_archive(save)).text)
    told = json.loads(good("show", "--dir", game / "norman", "--text", "--json"))["units"]
    assert name == "three_battles" and found.unplaced == () and found.maps == ("hastings",)
    assert {(p.counter, p.place) for p in found.placed} == {(unit["counter"], unit["place"]) for unit in told}
    code, _, err = pbem("show", "--dir", game / "norman", "--out", game / "map.pdf")
    assert (code, err) == (
        2,
        "pbem: map.pdf: a picture's name ends in .png or .svg, a page's in .html, a save's in .vsav, "
        "a log's in .vlog\n",
    )


def test_pictures_make_their_folder_and_never_take_the_place_of_something_else(game):
    deep = game / "new/folder/map.svg"
    good("show", "--dir", game / "norman", "--out", deep)
    assert deep.read_text().startswith("<")
    link = game / "link.svg"
    link.symlink_to(deep)
    code, _, err = pbem("show", "--dir", game / "norman", "--out", link)
    assert (code, err) == (2, f"pbem: {link} is a link and will not be overwritten; choose another name\n")
    assert link.is_symlink()


def test_a_file_that_cannot_be_written_is_two_and_names_what_was_asked_for(game, monkeypatch):
    (game / "file").write_text("")
    code, _, err = pbem("show", "--dir", game / "norman", "--out", game / "file/map.svg")
    assert code == 2
    assert err.startswith(f"pbem: {game / 'file'}")
    assert ".tmp" not in err

    def full(disk, source, target):
        raise OSError(28, "No space left on device", str(source), None, str(target))

    monkeypatch.setattr("pbem.disk.atomic_files.Disk.rename", full)
    code, _, err = pbem("show", "--dir", game / "norman", "--out", game / "map.svg", "--crop")
    assert (code, err) == (2, f"pbem: {game / 'map.svg'}: No space left on device\n")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="on Windows a file's mode says nothing")
@pytest.mark.parametrize(("name", "more"), [("key", ["--draft"]), ("chain", ["--draft"]), ("key", [])])
def test_a_key_that_others_can_read_signs_no_move(begun, tmp_path, name, more):
    shutil.copytree(begun / "norman", tmp_path / "norman")
    (tmp_path / "orders.txt").write_text("done\n")
    (tmp_path / "norman" / name).chmod(0o644)
    code, _, err = pbem("move", tmp_path / "orders.txt", "--dir", tmp_path / "norman", *more)
    assert (code, f"chmod 600 {tmp_path / 'norman' / name}" in err) == (1, True), err
    assert not list((tmp_path / "norman").glob("moves/*"))
