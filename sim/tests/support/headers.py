"""Compiles texts with the platform's headers alone, as strictly as a user may ask for."""

import os
import subprocess
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[2] / "include"
CXX = os.environ.get("CXX", "g++")
CC = CXX.replace("clang++", "clang").replace("g++", "gcc")
COMPILERS = {"c": (CC, "-std=c99"), "c++": (CXX, "-std=c++11")}
WARNINGS = ["-pedantic", "-Wall", "-Wextra", "-Werror"]


def compile_errors(language, text, *options):
    """What the compiler says of the text: nothing when all is well."""
    compiler, standard = COMPILERS[language]
    command = [compiler, "-x", language, standard, "-fsyntax-only", *WARNINGS]
    done = subprocess.run(
        [*command, *options, f"-I{INCLUDE}", "-"], input=f"{text}\n", capture_output=True, text=True
    )
    return done.stderr
