"""Clients of the small server with stock means: raw bytes, http.client."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


class Served:
    """The page of `served_page` in a process of its own; what it prints is read line by line."""

    def __init__(self, *words, **env):
        self.process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("served_page.py"), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        )
        self.told = self.line()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#(\S+) ", self.told)
        self.port, self.word = (int(found[1]), found[2]) if found else (0, "")
        self.token = ""

    def line(self):
        return self.process.stdout.readline()

    def enter(self):
        self.token = self.post("/enter", {"word": self.word})[1]["token"]
        return self

    def interrupt(self):
        """Presses Ctrl-C; what is printed after it."""
        self.process.send_signal(signal.SIGINT)
        rest = self.process.stdout.read()
        assert self.process.wait(20) == 0, rest
        return rest

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def raw(self, data, seconds=20):
        """Bytes to the port; all that comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as line:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            found = b""
            while more := line.recv(65536):
                found += more
        return found

    def ask(self, method, path, body=None, **headers):
        """A request with the right Host and nothing else; status, headers, body."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        asked.request(method, path, body, sent)
        answer = asked.getresponse()
        found = answer.status, answer.headers, answer.read()
        asked.close()
        return found

    def post(self, path, body, **headers):
        """A call as the page makes it; status, JSON."""
        sent = {
            "Content_Type": "application/json",
            "X_Senlac_Token": self.token or None,
            "Origin": f"http://127.0.0.1:{self.port}",
            **headers,
        }
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, _, answer = self.ask("POST", path, data, **sent)
        return status, json.loads(answer)


def code(answer):
    """The status and the code of a refusal."""
    status, said = answer
    return status, said["error"]["code"]
