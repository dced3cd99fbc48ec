"""What a process that starts with this folder on PYTHONPATH lacks: all of POSIX that Windows has not.

It still runs on this system, so only what is asked for by name is told apart: modules, functions, flags,
names of files, the way in which processes start. Locks are those that `filelock` falls back on
(`SoftFileLock`): its own way on Windows cannot run here.
"""

import multiprocessing
import os
import select
import shutil
import signal
import subprocess  # noqa: F401 - it asks for functions when it is imported
import sys
import tempfile  # noqa: F401 - as above
import warnings
from pathlib import PurePath

import platformdirs  # noqa: F401 - by the name of this system it takes the folders of Unix, and their functions

MODULES = (
    """_curses crypt curses fcntl grp nis ossaudiodev pty pwd readline resource spwd syslog termios tty"""
)
OF_OS = """
O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH
O_RSYNC O_SYNC O_TMPFILE chown chroot confstr copy_file_range ctermid eventfd fchdir fchmod fchown
fdatasync fork forkpty fpathconf fstatvfs getegid geteuid getgid getgroups getloadavg getpgid getpgrp
getpriority getresuid getsid getuid getxattr initgroups killpg lchown lockf lseek64 major makedev
memfd_create mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate
posix_spawn pread preadv pwrite pwritev readv register_at_fork sched_getaffinity sched_yield sendfile
setegid seteuid setgid setgroups setpgid setpriority setsid setuid splice statvfs sync sysconf tcgetpgrp
tcsetpgrp ttyname uname wait wait3 wait4 waitid writev
"""
OF_SIGNAL = (
    """SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 alarm pthread_sigmask setitimer"""
)
OURS = ("generator", "modules", "pbem")
BINARY = 0x8000
DEVICES = {
    "CON",
    "PRN",
    "AUX",
    "NUL",
    *(f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789"),
}

warnings.filterwarnings("ignore", "only soft file lock is available")
for module in MODULES.split():
    sys.modules[module] = None
for owner, names in ((os, OF_OS), (signal, OF_SIGNAL), (select, "poll epoll kqueue devpoll")):
    for name in names.split():
        if hasattr(owner, name):
            delattr(owner, name)
shutil._use_fd_functions = False
multiprocessing.set_start_method("spawn")

os.O_BINARY = BINARY
plain_open = os.open


def binary_open(path, flags, *args, **kwargs):
    """Windows turns line ends about in what is opened without O_BINARY: ours must name it."""
    if sys._getframe(1).f_globals["__name__"].startswith(OURS) and not flags & BINARY:
        raise AssertionError(f"{path} is opened as text: O_BINARY is missing")
    return plain_open(path, flags & ~BINARY, *args, **kwargs)


os.open = binary_open


def refuse(event, arguments):
    """No file or folder gets a name that Windows refuses."""
    if event in ("open", "os.mkdir", "os.rename", "os.link"):
        for path in arguments[:2]:
            if isinstance(path, (str, bytes)) and not (event == "open" and path is arguments[1]):
                for part in PurePath(os.fsdecode(path)).parts[1:]:
                    device = part.partition(".")[0].rstrip().upper() in DEVICES
                    if part == "..":
                        continue
                    if device or set(part) & set('<>:"|?*\\') or part[-1] in ". ":
                        raise OSError(22, "Invalid name on Windows", path)


sys.addaudithook(refuse)
