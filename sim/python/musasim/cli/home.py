"""musasim home: prints the folder to build C and C++ programs against (include/, lib/, bin/)."""

import musasim


def add_parser(commands):
    text = "print the folder with the simulator's headers, libraries and tools, for MUSA_HOME"
    return commands.add_parser("home", help=text, description=text)


def run(_arguments) -> int:
    print(musasim.home())
    return 0
