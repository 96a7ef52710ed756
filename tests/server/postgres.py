"""A real PostgreSQL for tests: made in a folder of its own, reached by a socket in that folder."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "max_wal_size": "128MB",
    "autovacuum": "off",
    "deadlock_timeout": "500ms",
}
PROGRAMS = ("initdb", "postgres", "pg_isready", "psql")
SECONDS_TO_START = 60


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, if they are installed."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)  # Debian
    whole = (f for f in folders if all((f / name).exists() for name in PROGRAMS))
    return next(whole, None)


def as_somebody() -> list[str]:
    """What is put before a command, because PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]


def missing() -> str | None:
    """Why PostgreSQL cannot be started here; None if it can."""
    if programs() is None:
        return "PostgreSQL is not installed (on Debian or Ubuntu: apt install postgresql)"
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        return "PostgreSQL does not run as root, and there is no setpriv"
    return None


class Postgres:
    """A server that can be started, stopped and killed; its databases survive all of that.

    Not `durable`: it does not wait for the disk, which many databases would make slow."""

    def __init__(self, *, durable: bool = False) -> None:
        self._settings = {**SETTINGS, "fsync": "on" if durable else "off"}
        programs_folder = programs()
        assert programs_folder is not None, missing()
        self._programs = programs_folder
        self._folder = Path(tempfile.mkdtemp(prefix="baumeister-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        if as_somebody():
            shutil.chown(self._folder, "postgres", "postgres")
        self._run("initdb", "-D", "data", "-U", "baumeister", "-A", "trust", "-E", "UTF8",
                  "--locale", "C", "--no-sync")  # fmt: skip

    def _command(self, program: str, *arguments: str) -> list[str]:
        return [*as_somebody(), str(self._programs / program), *arguments]

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            self._command(program, *arguments), cwd=self._folder, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")

    def _version(self) -> int:
        return int((self._folder / "data" / "PG_VERSION").read_text().partition(".")[0])

    @property
    def process(self) -> int:
        """The number of the server's first process."""
        assert self._process is not None
        return self._process.pid

    def place(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://baumeister@/{name}?host={self._folder}"

    def new_database(self, encoding: str = "UTF8") -> str:
        """The address of a new, empty database."""
        name = f"store{next(self._numbers)}"
        copied = "" if self._version() < 15 else " STRATEGY file_copy"  # a third of the work
        self.run(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0{copied}")
        return self.place(name)

    def run(self, sql: str, place: str | None = None) -> None:
        """Carry out a statement, without asyncpg."""
        self._run("psql", "-qc", sql, place or self.place("postgres"))

    def start(self) -> None:
        """Start, and come back when it answers."""
        settings = [
            word for key, value in self._settings.items() for word in ("-c", f"{key}={value}")
        ]
        command = self._command("postgres", "-D", "data", "-k", str(self._folder), *settings)
        ready = self._command("pg_isready", "-q", "-h", str(self._folder), "-t", "1")
        until = time.monotonic() + SECONDS_TO_START
        log = self._folder / "log"
        while time.monotonic() < until:
            if self._process is None or self._process.poll() is not None:
                # Those who served a server that was killed may still be about to go.
                with log.open("ab") as output:
                    self._process = subprocess.Popen(
                        command, cwd=self._folder, stdout=output, stderr=output
                    )
            if subprocess.run(ready, cwd=self._folder, check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError(log.read_text(errors="replace")[-2000:])

    def stop(self) -> None:
        """End in order; who is connected is sent away."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(SECONDS_TO_START)
            self._process = None

    def kill(self) -> None:
        """End at once, as if the power had failed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(SECONDS_TO_START)
        self._process = None

    def remove(self) -> None:
        """End, and leave nothing behind."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(SECONDS_TO_START)
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def running(durable: bool = False) -> Iterator[Postgres]:
    """A PostgreSQL from its start to its end; where there is none the test is skipped."""
    if reason := missing():
        pytest.skip(reason)
    server = Postgres(durable=durable)
    server.start()
    yield server
    server.remove()
