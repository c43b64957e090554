"""`python -m heatcli` is `heat`."""

import sys

from heatcli.cli import main

sys.exit(main())
