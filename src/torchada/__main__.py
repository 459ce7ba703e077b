"""`python -m torchada`: the same as the command `torchada`."""

import sys

from .cli import main

sys.exit(main())
