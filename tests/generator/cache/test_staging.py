"""Staging folders: gone after each run, cleared after one that was killed, never taken from a live one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from smaller import hastings

from generator.building import build
from generator.cache.staging import PREFIX, clear, made, staging

LIVE = (
    "import sys, time\nfrom pathlib import Path\nfrom generator.cache.staging import staging\n"
    "with staging(Path(sys.argv[1])) as place:\n"
    "    (place / 'file').write_text('half')\n"
    "    print(place, flush=True)\n"
    "    time.sleep(60)\n"
)


def left_in(out: Path) -> list[Path]:
    return sorted(out.glob(f"{PREFIX}*"))


@pytest.fixture
def live(tmp_path: Path):
    """A run in a process of its own, in the middle of its work in `tmp_path`."""
    process = subprocess.Popen([sys.executable, "-c", LIVE, tmp_path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert Path(process.stdout.readline().strip()).parent == tmp_path
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_it_is_gone_after_success_and_failure(tmp_path: Path) -> None:
    with staging(tmp_path) as place:
        (place / "file").write_text("words")
        assert left_in(tmp_path) == [place]
    assert left_in(tmp_path) == []
    with pytest.raises(RuntimeError), staging(tmp_path) as place:
        raise RuntimeError
    assert left_in(tmp_path) == []


def test_a_live_run_keeps_its_own(tmp_path: Path, live: subprocess.Popen[str]) -> None:
    (its,) = left_in(tmp_path)
    clear(tmp_path)
    with staging(tmp_path) as place:
        assert left_in(tmp_path) == sorted([its, place])
    assert left_in(tmp_path) == [its]
    assert (its / "file").read_text() == "half"


def test_the_next_run_clears_what_a_killed_one_left(tmp_path: Path, live: subprocess.Popen[str]) -> None:
    os.kill(live.pid, signal.SIGKILL)
    live.wait()
    (its,) = left_in(tmp_path)
    with staging(tmp_path) as place:
        assert left_in(tmp_path) == [place]
    assert not its.exists()


def test_a_build_with_nothing_to_draw_clears_it_too(tmp_path: Path) -> None:
    build(hastings(), tmp_path, only=["charts"], dpi=40)
    (tmp_path / f"{PREFIX}dead").mkdir()
    assert not build(hastings(), tmp_path, only=["charts"], dpi=40).drawn
    assert left_in(tmp_path) == []


def test_links_and_files_of_that_name_are_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(target)
    (tmp_path / f"{PREFIX}file").write_text("")
    clear(tmp_path)
    assert len(left_in(tmp_path)) == 2
    assert target.is_dir()


def test_an_error_names_the_folder_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(prefix: str, dir: Path) -> str:  # noqa: A002 - the standard library's name
        raise PermissionError(13, "Permission denied", f"{dir}/{prefix}x")

    monkeypatch.setattr("tempfile.mkdtemp", refused)
    with pytest.raises(PermissionError) as caught, staging(tmp_path):
        pass
    assert caught.value.filename == str(tmp_path)


def test_a_folder_made_for_a_run_that_fails_is_gone_again(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "er"
    with pytest.raises(KeyError), made(out), staging(out) as place:
        (place / "file").write_text("half")
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_which_something_stands_stays(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "er"
    with pytest.raises(KeyError), made(out):
        (tmp_path / "deep" / "notes.txt").write_text("mine")
        raise KeyError
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["deep", "notes.txt"]
    with pytest.raises(KeyError), made(tmp_path / "deep"):
        raise KeyError
    with made(out):
        pass
    assert out.is_dir()
