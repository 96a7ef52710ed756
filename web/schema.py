"""Write src/lib/schema.d.ts: the server's routes and messages as TypeScript types.

python web/schema.py           after a change of the server's API

The file is not kept in the repository: `python web/build.py --tools` makes it where it is missing,
and the test of the page's types makes it anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from baumeister.server.app import create_app  # noqa: E402
from baumeister.server.settings import Settings  # noqa: E402
from web import build  # noqa: E402

HEADER = "// Made by web/schema.py from the server's OpenAPI schema; do not edit.\n"


def types() -> str:
    """What stands in the file."""
    schema = create_app(Settings(store=":memory:")).openapi()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(schema), encoding="utf-8")
        script = HERE / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        done = subprocess.run(
            [str(build.node()), str(script), str(source), "--default-non-nullable=false"],
            cwd=HERE,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        raise RuntimeError(done.stderr)
    start = done.stdout.index("export ")
    return HEADER + "\n" + done.stdout[start:]


def write() -> None:
    """Write it."""
    build.TYPES.write_text(types(), encoding="utf-8")


if __name__ == "__main__":
    build.install()
    write()
