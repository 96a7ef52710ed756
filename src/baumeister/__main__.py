"""`python -m baumeister`: the command."""

import sys

from baumeister.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
