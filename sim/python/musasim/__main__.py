"""python -m musasim: the same as the musasim command."""

from .cli import main

raise SystemExit(main())
