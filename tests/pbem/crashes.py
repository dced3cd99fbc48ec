"""A command killed at every step that reaches the disk: shared by the tests of crashes."""

import os
import shutil

from pbem.disk import machine_memory
from pbem.disk.atomic_files import Disk
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder

KILLED = 77
STEPS = ("create", "write", "truncate", "link", "rename", "unlink", "make_directory")
"""What changes the disk. Who dies before a sync leaves what he leaves before the change that follows it."""


def die_at(step, share):
    """End the process before its `step`-th change of the disk, or after a share of its `step`-th write."""
    count = 0

    def patched(name):
        original = getattr(Disk, name)

        def run(self, *args, **kwargs):
            nonlocal count
            count += 1
            if count < step:
                return original(self, *args, **kwargs)
            if share:
                original(self, args[0], args[1][: int(len(args[1]) * share)])
            os._exit(KILLED)

        return run

    for name in ("write",) if share else STEPS:
        setattr(Disk, name, patched(name))


def kill(command, step, share):
    """Run a command in a process that dies at a step; whether it lived to its end."""
    child = os.fork()
    if child == 0:
        die_at(step, share)
        code = 99
        try:
            command()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, KILLED), f"step {step}: exit code {code}"
    return code == 0


def each_crash(start, work, command, shares):
    """For each step and share: a fresh copy of `start` at `work`, with the command killed in it."""
    for share in shares:
        step, done = 0, False
        while not done:
            step += 1
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(start, work)
            settle(work)
            done = kill(command, step, share)
            yield step, share
        assert step > (1 if share else 2)


def settle(path):
    """Let the folders at a path be the true ones again, although they were put back as they once were."""
    for file in path.rglob(signing_record.FILE):
        record = signing_record.read(Folder(file.parent))
        machine_memory.keep(record.tip, record.mark)


def put_on_record(folder, table, *signed):
    """What a test has signed by hand is on its folder's record, as if the folder's program had signed it."""
    disclosures.disclose(folder, table.verifier, signed)


def contents(path):
    """Every file that counts; a temporary one or a lock file that a killed process has left is none."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and not file.name.endswith((".tmp", ".lock"))
    }


def backup(folder):
    kept = folder.path.with_name(f"{folder.path.name}.backup")
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(folder.path, kept)
    return kept


def put_back(folder, kept):
    shutil.rmtree(folder.path)
    shutil.copytree(kept, folder.path)
