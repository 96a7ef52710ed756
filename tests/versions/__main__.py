"""Install the lowest declared versions of every extra and try each out.

    python3 run.py soak versions               all extras but learn, which downloads much
    python3 run.py soak versions server lab    these

Each extra of pyproject.toml gets an empty environment with the lowest versions that it declares
(uv's resolution `lowest-direct`) and our wheel, in which `smoke.py` runs. Needs the network.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from web import build

ROOT = Path(__file__).resolve().parents[2]
SMOKE = Path(__file__).with_name("smoke.py")
BIN = "Scripts" if os.name == "nt" else "bin"

# What is installed together, and the function of smoke.py for it.
EXTRAS = {
    "plain": (),
    "fast": ("fast",),
    "lab": ("lab",),
    "server": ("server",),
    "envs": ("envs",),
    "vector": ("fast", "envs"),
    "openspiel": ("openspiel",),
    "cluster": ("cluster",),
    "learn": ("fast", "learn"),
}
LARGE = ("learn",)


def main() -> int:
    """Try the chosen extras; 1 if one does not work."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [name for name in EXTRAS if name not in LARGE]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(EXTRAS))
    chosen = parser.parse_args().names or names
    if unknown := [name for name in chosen if name not in EXTRAS]:
        parser.error(f"{', '.join(unknown)}: not one of {', '.join(EXTRAS)}")
    with tempfile.TemporaryDirectory(prefix="baumeister-versions-") as folder:
        wheel, uv = build_wheel(Path(folder)), find_uv(Path(folder))
        failed = [name for name in chosen if not try_out(name, Path(folder, name), wheel, uv)]
    print(f"FAILED: {', '.join(failed)}" if failed else "all work with their lowest versions")
    return 1 if failed else 0


def build_wheel(folder: Path) -> Path:
    """The wheel of this source, without the page for the browser."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps"]
    options = ["--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*pip, *options], env={**os.environ, build.SKIP: "1"}, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def find_uv(folder: Path) -> str:
    """The program uv, installed into the folder if it is missing."""
    if found := shutil.which("uv"):
        return found
    python = new_environment(folder / "uv", "--upgrade-deps")
    subprocess.run([str(python), "-m", "pip", "install", "-q", "uv"], check=True)
    return str(python.with_name("uv"))


def new_environment(folder: Path, *options: str) -> Path:
    """The Python of a new environment."""
    subprocess.run([sys.executable, "-m", "venv", *options, str(folder)], check=True)
    return folder / BIN / ("python.exe" if os.name == "nt" else "python")


def try_out(name: str, folder: Path, wheel: Path, uv: str) -> bool:
    """Install the lowest versions for a name, print them and run its smoke test."""
    print(f"--- {name}", flush=True)
    python = new_environment(folder, "--without-pip")
    install = [uv, "pip", "install", "-q", "--python", str(python), "--only-binary", ":all:"]
    lowest = ["--resolution", "lowest-direct", "-r", str(ROOT / "pyproject.toml")]
    extras = [word for extra in EXTRAS[name] for word in ("--extra", extra)]
    backend = ["--torch-backend", "cpu"] if name in LARGE else []
    for words in ([*lowest, *extras, *backend], ["--no-deps", str(wheel)]):
        if subprocess.run([*install, *words], check=False).returncode:
            return False
    subprocess.run([uv, "pip", "freeze", "-q", "--python", str(python)], check=True)
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "BAUMEI"))}
    variables["BAUMEISTER_CACHE"] = str(folder / "cache")
    command = [str(python), str(SMOKE), name]
    done = subprocess.run(command, cwd=folder, env=variables, check=False)
    print(f"{name}: {'ok' if done.returncode == 0 else 'failed'}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
