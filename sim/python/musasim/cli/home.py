"""musasim home: the folder to build C and C++ programs against (include/, lib/, bin/)."""

import musasim


def add_parser(commands):
    return commands.add_parser("home", help="print the folder that MUSA_HOME may point to")


def run(_arguments) -> int:
    print(musasim.home())
    return 0
