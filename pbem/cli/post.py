"""The commands by which mails come and go, on the command line of `cli`."""

from __future__ import annotations

from collections.abc import Callable

import typer

from pbem.cli.options import BETWEEN_ROUNDS, HERE, Dir, Every, Json, Once, Picture, Post, clock


def run(
    folder: Dir = HERE,
    once: Once = False,
    every: Every = BETWEEN_ROUNDS,
    picture: Picture = True,
    post: Post = None,
    as_json: Json = False,
) -> None:
    """Watch a mailbox: take in each mail, send the answers, and keep the game's time.

    The referee's reminds at half and nine tenths of a side's time, and writes `late` when time and grace are
    over.

    Goes on until SIGTERM or Ctrl-C, and finishes the mail in hand. With --once it stops when all
    mail is read. Exit code of --once: 0 done, 1 a server failed, a mail could not be delivered, the folder
    signs nothing or more mail came than was read in ten rounds (the clock waits), 2 a file or the disk
    failed.

    Example: pbem run --dir hastings/referee --once
    """
    from pbem.cli.actions import host_actions, post_actions
    from pbem.mail.limits import MAX_BYTES
    from pbem.post.folder_rounds import Pace
    from pbem.robot.inbox import plan_work

    work = plan_work(host_actions.inbox(folder, picture), clock)
    raise typer.Exit(post_actions.run(folder, post, Pace(once, every), work, MAX_BYTES, as_json))


def send(folder: Dir = HERE, post: Post = None, as_json: Json = False) -> None:
    """Send the mails in the outbox.

    Exit code 0 all delivered, 1 something was refused or still waits.

    Example: pbem send --dir hastings/referee
    """
    from pbem.cli.actions import post_actions
    from pbem.log.party.folder import Folder
    from pbem.robot import unfinished_work

    unfinished_work.finish(Folder(folder), clock())
    raise typer.Exit(post_actions.send(folder, post, as_json))


def init(folder: Dir = HERE, as_json: Json = False) -> None:
    """Write the settings of a mailbox, with comments, for you to edit.

    They are post.yaml in the folder. A file that is there is kept.

    Example: pbem post init --dir hastings/referee
    """
    from pbem.cli.actions import post_actions

    raise typer.Exit(post_actions.write_settings(folder, as_json))


def test(folder: Dir = HERE, post: Post = None, as_json: Json = False) -> None:
    """Log in both ways, and fetch and send nothing.

    Exit code 0 both ways work, 1 a server refused or did not answer, 2 the settings are wrong.

    Example: pbem post test --dir hastings/referee
    """
    from pbem.cli.actions import post_actions

    raise typer.Exit(post_actions.try_connections(folder, post, as_json))


COMMANDS = (run, send)
OF_POST: dict[str, Callable[..., None]] = {"init": init, "test": test}
