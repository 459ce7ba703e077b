"""Programs whose comments say what a trace has of each line, and their traces.

A comment `#: torch.cuda.synchronize x3` says that the line is the place of three such calls, `#: "cuda" x2`
that it is one of two readings of that device.
"""

import json
import re
import sys
import textwrap

from support.processes import run_command

_EXPECTED = re.compile(r'("?[\w.:]+"?) x(\d+)')


def write(folder, code, name="program.py"):
    """The program as a file."""
    path = folder / name
    path.write_text(textwrap.dedent(code).lstrip("\n"))
    return path


def trace(folder, code, *arguments, name="program.py", env=None, check=True, **options):
    """Run a program; returns what it printed and its trace."""
    path, file = write(folder, code, name), folder / "trace.json"
    command = [sys.executable, path, *arguments]
    done = run_command(command, env={"TORCHADA_TRACE": str(file), **(env or {})}, **options)
    assert not check or done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done, json.loads(file.read_text())


def others(folder):
    """The traces of other processes, by the name of their files."""
    paths = sorted(folder.glob("trace.*.json"))
    return {path.name: json.loads(path.read_text()) for path in paths}


def expected(code):
    """What the comments say: {(name, line): count}."""
    lines = textwrap.dedent(code).lstrip("\n").splitlines()
    return {
        (name, number): int(count)
        for number, line in enumerate(lines, 1)
        for name, count in _EXPECTED.findall(line.partition("#: ")[2])
    }


def counted(trace, name="program.py"):
    """What a trace has of a program: {(name, line): count}."""
    found = {}
    for one in (*trace["calls"], *trace["devices"]):
        if one["path"].endswith(f"/{name}"):
            key = (one.get("name") or f'"{one["text"]}"', one["line"])
            found[key] = found.get(key, 0) + one["count"]
    return found


def only(records, **fields):
    """The one record with these fields."""
    (found,) = [one for one in records if all(one[key] == fields[key] for key in fields)]
    return found
