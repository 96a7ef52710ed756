"""`python -m baumeister.cli` is the command `baumeister`."""

import sys

from baumeister.cli.main import main

sys.exit(main())
