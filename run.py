"""Set Baumeister up and start it, with nothing but Python 3.11 or newer.

    python3 run.py play [...]      play Tybor at once; play samara [...] plays Samara
    python3 run.py serve [...]     tables in the browser, here and in your network (serve --help)
    python3 run.py backup FILE     copy all tables of a server; restore FILE loads the copy
    python3 run.py test [...]      all checks, then all tests (further arguments go to pytest)
    python3 run.py test --quick    the checks, and the tests to run after every edit
    python3 run.py test --stress   all tests, while two processes keep the cores busy
    python3 run.py check           only the checks: style, types, imports
    python3 run.py learn [...]     train a network (learn --help; installs PyTorch)
    python3 run.py soak [...]      kill servers in mid-traffic, 1,000 times (soak --help)
    python3 run.py soak tests      the tests that repeat something at random, many more times
    python3 run.py soak disk       whole games on a disk that fails, for an hour (--seconds N)
    python3 run.py soak versions   every extra with its lowest declared versions (downloads them)
    python3 run.py siege [...]     attack a server of its own on loopback, measure (siege --help)
    python3 run.py simulate-server the server in simulated worlds (--seed N shows one again; --help)
    python3 run.py setup           set up everything, start nothing
    python3 run.py COMMAND [...]   any other baumeister command: simulate --help

The first run creates the folder .venv, installs the versions pinned in requirements.lock
(play) or requirements-dev.lock (test), and builds the page for the browser (serve, test).
This needs the network; later runs start at once.
"""

import sys

if sys.version_info < (3, 11):  # before anything that an older Python cannot read
    sys.exit("run.py: Baumeister needs Python 3.11 or newer; this is " + sys.version.split()[0])

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from web import build as page

# What `python3 run.py play` starts, unless the next word names a game.
PLAY = ["play", "tybor"]  # unless a game is named or resumed

# Each check: its name, and the arguments of Python.
CHECKS = [
    ("ruff check", ["-m", "ruff", "check"]),
    ("ruff format", ["-m", "ruff", "format", "--check"]),
    ("mypy", ["-m", "mypy", "--strict"]),
    ("lint-imports", ["-c", "from importlinter.cli import lint_imports_command as c; c()"]),
]

# Compiles everything before the tests start: otherwise two tests compile the same code at the same
# time, and tests that wait for an event wait for the compiler.
COMPILING = ("compile", ["-m", "baumeister", "compile"])

# One process per core. A file runs in one process, because its tests share servers and browsers;
# the slowest files come first (tests/conftest.py), so that all processes end together.
PYTEST = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]

# What `test --quick` runs: kernel, rules, tables, records, a game at a server, a game in a browser.
QUICK = [
    "tests/rules",
    "tests/play",
    "tests/games/tybor/test_golden.py",
    "tests/games/samara/test_golden.py",
    "tests/server/test_whole_games.py",
    "tests/web/test_smoke.py::test_a_game_from_the_start_page_to_its_end",
]

# The tests of the page use the first that is installed; without a window they take a fifth less.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# What `test --stress` runs next to the tests; it ends with the process that started it.
BUSY = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"
N_BUSY = 2
SOAK = "BAUMEISTER_SOAK"  # tests/soaking.py

ROOT = Path(__file__).resolve().parent
RUNTIME = ROOT / "requirements.lock"
EVERYTHING = ROOT / "requirements-dev.lock"
LEARNING = ROOT / "requirements-learn.lock"

VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
SCRIPTS = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = SCRIPTS / ("python.exe" if WINDOWS else "python")
BAUMEISTER = SCRIPTS / ("baumeister.exe" if WINDOWS else "baumeister")
UNDERSTOOD = 42
REHEARSAL = f"""
import sys
from baumeister.cli import main
from baumeister.cli.commands import serve
serve.serve = lambda *_: {UNDERSTOOD}
sys.exit(main.main(sys.argv[1:]))
"""
PAGE_STEP = ("building the page for the browser", [str(ROOT / "web" / "build.py")])
# --no-compile: most installed modules are never imported; Python compiles the others at import.
PIP = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-compile"]
STAMP = VENV / "baumeister-setup.json"
LOG = VENV / "baumeister-setup.log"


def main(words: list[str]) -> int:
    """Do what the first word says."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(__doc__.strip() if __doc__ else "")
        return 0
    first, rest = words[0], words[1:]
    if first == "setup":
        set_up(EVERYTHING)
        set_up_page(tools=True)
        return 0
    if first == "check":
        set_up(EVERYTHING)
        with ThreadPoolExecutor() as executor:
            return 1 if failed(start_all(CHECKS, executor)) else 0
    if first == "test":
        return test(rest)
    if first == "soak":
        set_up(EVERYTHING)
        if rest[:1] == ["tests"]:
            command = [str(PYTHON), "-m", "pytest", *PYTEST, *rest[1:]]
            return subprocess.call(command, cwd=ROOT, env={**keeping_bytecode(), SOAK: "1"})
        if rest[:1] == ["disk"]:
            return run_module("tests.server.faulty_disk", rest[1:])
        if rest[:1] == ["versions"]:
            return run_module("tests.versions", rest[1:])
        return run_module("tests.server.soak", rest)
    if first == "siege":
        set_up(EVERYTHING)
        return run_module("tests.server.siege", rest)
    if first == "simulate-server":
        set_up(EVERYTHING)
        return run_module("tests.world", rest)
    set_up(RUNTIME)
    if first == "serve" and not (page.is_skipped() or page.is_fresh()):
        code = rehearse(words)
        if code != UNDERSTOOD:
            return code
        try_page()
    if first == "learn":
        get_torch("nothing can be trained")
    if first == "play":
        resumes = any(word.partition("=")[0] == "--resume" for word in rest)
        rest = words if resumes or (rest and not rest[0].startswith("-")) else PLAY + rest
    elif first != "--":
        rest = words
    return start([str(BAUMEISTER), *rest])


# ---------------------------------------------------------------- checks and tests


def test(words: list[str]) -> int:
    """Run the checks, then pytest, whose summary is the last thing on the screen."""
    quick, stress = "--quick" in words, "--stress" in words
    words = [word for word in words if word not in ("--quick", "--stress")]
    if quick:
        words = QUICK + words
    everything = not any(is_selection(word) for word in words)
    set_up(EVERYTHING)
    with ThreadPoolExecutor() as executor:  # the checks do not need what is set up meanwhile
        checking = start_all([*CHECKS, *([COMPILING] if everything else [])], executor)
        set_up_page(tools=True)
        get_postgresql()
        get_chromium()
        get_torch("its tests are skipped")
        failures = failed(checking)
    if failures:
        print(f"\nFAILED before the tests: {', '.join(failures)} (the exit code will say so too)\n")
    sys.stdout.flush()
    with ExitStack() as busy:
        if stress:
            for _ in range(N_BUSY):
                command = [str(PYTHON), "-c", BUSY, str(os.getpid())]
                busy.callback(subprocess.Popen(command).kill)
        command = [str(PYTHON), "-m", "pytest", *PYTEST, *words]
        code = subprocess.call(command, cwd=ROOT, env=keeping_bytecode())
    return code or (1 if failures else 0)


def run_module(module: str, words: list[str]) -> int:
    """Run a module of the tests as a command."""
    return subprocess.call([str(PYTHON), "-m", module, *words], cwd=ROOT, env=keeping_bytecode())


def keeping_bytecode() -> dict[str, str]:
    """The environment of tests, which start hundreds of processes, so that Python compiles each
    module only once. Where writing bytecode next to the source is off, it goes to .venv."""
    variables = dict(os.environ)
    if variables.pop("PYTHONDONTWRITEBYTECODE", ""):
        variables.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))
    return variables


def is_selection(word: str) -> bool:
    """Whether an argument for pytest selects some of the tests."""
    return word in ("-k", "-m") or (ROOT / word.partition("::")[0]).exists()


class Verdict(NamedTuple):
    """The result of a check."""

    name: str
    code: int
    output: bytes
    seconds: float


def start_all(steps: list[tuple[str, list[str]]], executor: Executor) -> list[Future[Verdict]]:
    """Start all checks, or other steps, in parallel."""
    return [executor.submit(verdict, name, arguments) for name, arguments in steps]


def verdict(name: str, arguments: list[str]) -> Verdict:
    """Run one check."""
    began = time.monotonic()
    done = subprocess.run(
        [str(PYTHON), *arguments],
        cwd=ROOT,
        env=keeping_bytecode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return Verdict(name, done.returncode, done.stdout, time.monotonic() - began)


def failed(checking: list[Future[Verdict]]) -> list[str]:
    """Wait for the checks, show the output of those that failed, and return their names."""
    names = []
    for name, code, output, seconds in (check.result() for check in checking):
        print(f"{name:14}{'failed' if code else 'ok':8}{seconds:5.1f} s", flush=True)
        if code:
            names.append(name)
            sys.stdout.buffer.write(output)
            sys.stdout.flush()
    return names


def start(command: list[str]) -> int:
    """Replace this process by the command if the system can do that, otherwise run it and wait."""
    if not WINDOWS:
        os.execve(command[0], command, as_started())
    return subprocess.call(command, env=as_started())


# ---------------------------------------------------------------- set-up


def set_up(lock: Path) -> None:
    """Install the versions of the lock file in .venv, unless they are there already."""
    stamp = read_stamp()
    wanted = fingerprint(lock)
    if wanted in stamp.get("installed", []) and is_usable(stamp) and BAUMEISTER.exists():
        return
    say("setting up .venv (the first time, and when the pinned versions change)")
    make_environment(stamp)
    write_stamp([])  # an interrupted set-up is done again

    pinned = ["--require-hashes", "--only-binary", ":all:", "-r", str(lock)]
    step(f"installing what {lock.name} names", [*PIP, *pinned])
    project = ["--no-build-isolation", "--no-deps", "-e", str(ROOT)]
    step("installing baumeister itself", [*PIP, *project], **{page.SKIP: "1"})
    # requirements-dev.lock holds everything that requirements.lock does.
    write_stamp(sorted({wanted, fingerprint(RUNTIME)}))


def set_up_page(tools: bool = False) -> None:
    """Build the page if its sources have changed; `tools` also installs what its tests need."""
    if page.is_skipped() or (page.is_fresh() and (page.has_tools() or not tools)):
        return
    what, command = PAGE_STEP
    step(what, [*command, "--tools"] if tools else command)


def try_page() -> None:
    """Build the page if possible; otherwise the server uses an older one, or none."""
    why = attempt(*PAGE_STEP)
    if why:
        older = (page.PAGE / "index.html").is_file()
        instead = "serving the older page" if older else "serving programs only"
        why = why.removesuffix(f"; {page.GO_ON}")
        say(f"run.py: {why}; {instead}; details: {LOG}")


def rehearse(words: list[str]) -> int:
    """Run the command without serving, because help and errors need no page; UNDERSTOOD if the
    arguments are right."""
    return subprocess.call([str(PYTHON), "-c", REHEARSAL, *words], env=as_started())


def as_started() -> dict[str, str]:
    """The environment, with the command that hints should name."""
    return {"BAUMEISTER_COMMAND": "python3 run.py", **os.environ}


def get_postgresql() -> None:
    """Install PostgreSQL for the tests that start one; without it they are skipped."""
    if shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return
    get_with_apt("PostgreSQL", "postgresql")


def get_chromium() -> None:
    """Install a browser for the tests of the page; without one they are skipped."""
    if not any(map(shutil.which, BROWSERS)):
        get_with_apt("Chromium", BROWSERS[0], "fonts-dejavu-core")


def get_torch(otherwise: str) -> None:
    """Install PyTorch, which only training needs; if that fails, say what does not work."""
    there = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"
    if subprocess.call([str(PYTHON), "-c", there]) == 0:
        return
    command = [*PIP, "--only-binary", ":all:", "-r", str(LEARNING)]
    why = attempt("installing PyTorch for training (large)", command)
    if why:
        say(f"PyTorch is not installed, {otherwise}: {why}; details: {LOG}")


def get_with_apt(name: str, *packages: str) -> None:
    """Install packages for the tests, as root on systems with apt."""
    words = " ".join(packages)
    if WINDOWS or os.geteuid() != 0 or not shutil.which("apt-get"):
        say(f"{name} is not installed: its tests are skipped (Debian: apt install {words})")
        return
    say(f"installing {name} for its tests (apt-get install {words}) …", end="")
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    with LOG.open("ab") as log:
        for command in (["apt-get", "update"], install):
            code = subprocess.call(command, stdout=log, stderr=subprocess.STDOUT, env=quietly)
    say(" done" if code == 0 else f" failed, its tests are skipped; details: {LOG}")


def fingerprint(lock: Path) -> str:
    """A digest of what installing this lock file gives."""
    digest = hashlib.sha256(f"Python {python_version()}\n".encode())
    for file in (lock, ROOT / "pyproject.toml"):
        digest.update(file.read_bytes())
    return f"{lock.name} {digest.hexdigest()}"


def python_version() -> str:
    """The version of the running Python, without the patch level."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def is_usable(stamp: dict[str, Any]) -> bool:
    """Whether .venv works with this Python and in this folder (environments cannot be moved)."""
    try:
        lines = (VENV / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    settings = dict(line.replace(" ", "").split("=", 1) for line in lines if "=" in line)
    version = settings.get("version") or settings.get("version_info") or ""
    here = stamp.get("folder", str(ROOT)) == str(ROOT)
    return PYTHON.exists() and here and version.split(".")[:2] == python_version().split(".")


def make_environment(stamp: dict[str, Any]) -> None:
    """Create .venv, again if it belongs to another Python or another folder."""
    usable = is_usable(stamp)
    if usable and any(VENV.glob("[Ll]ib/**/site-packages/pip")):
        LOG.write_bytes(b"")
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        fail(
            "this Python cannot make environments (no venv or no ensurepip); "
            f"on Debian or Ubuntu: sudo apt install python{python_version()}-venv"
        )
    began = time.monotonic()
    clear = [] if usable else ["--clear"]
    done = subprocess.run(
        [sys.executable, "-m", "venv", *clear, str(VENV)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        fail(f"could not make the environment {VENV} (the lines above say why)")
    LOG.write_bytes(done.stdout)
    say(f"  made the environment: {time.monotonic() - began:.0f} s")


def step(what: str, arguments: list[str], **variables: str) -> None:
    """Run one step with the environment's Python, or stop."""
    why = attempt(what, arguments, **variables)
    if why:
        fail(f"{why}; details: {LOG}")


def attempt(what: str, arguments: list[str], **variables: str) -> str:
    """Run one step with the environment's Python and log its output; return why it failed."""
    began = time.monotonic()
    say(f"  {what} …", end="")
    LOG.touch()
    before = LOG.stat().st_size
    with LOG.open("ab") as log:
        code = subprocess.call(
            [str(PYTHON), *arguments],
            cwd=ROOT,
            env={**os.environ, **variables},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    say(f" {time.monotonic() - began:.0f} s" if code == 0 else " failed")
    return reason(LOG.read_bytes()[before:].decode(errors="replace")) if code else ""


def reason(output: str) -> str:
    """Why a step failed, in a few words."""
    for line in output.splitlines():
        if line.startswith("page not built: "):
            return line
    if "DO NOT MATCH THE HASHES" in output:
        return "a downloaded file is not the one that was pinned (its hash differs)"
    unreachable = ("No matching distribution", "ConnectionError", "Max retries", "timed out")
    if any(sign in output for sign in unreachable):
        return (
            "a package could not be fetched: no network, "
            f"or no ready-made build for Python {python_version()} on this system"
        )
    errors = [line for line in output.splitlines() if line.lower().startswith("error: ")]
    return f"pip says: {errors[-1][7:]}" if errors else "pip failed"


def read_stamp() -> dict[str, Any]:
    """What an earlier set-up recorded: its folder, and what it installed."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(installed: list[str]) -> None:
    """Record what .venv now holds."""
    stamp = {"folder": str(ROOT), "installed": installed}
    STAMP.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


def say(text: str, end: str = "\n") -> None:
    """Print to the error output; standard output belongs to the command that is started."""
    print(text, end=end, file=sys.stderr, flush=True)


def fail(text: str) -> NoReturn:
    """Stop with one line."""
    sys.exit(f"run.py: {text}")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
