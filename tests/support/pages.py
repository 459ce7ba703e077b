"""Reads Markdown pages, and runs their code blocks as a reader would.

A block with a title, ```cpp title="a.cu", is a file. A bash block runs in the folder of those files,
and what it exports lasts to the end of the page. The Python blocks of a page share one namespace,
in this process. A text block is the output of the block before it; ... in it is any text.
"""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from .processes import clean_environment

ROOT = Path(__file__).resolve().parent.parent.parent
_FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?[^\n]*\n(.*?)^```$', flags=re.M | re.S)
_LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block: its language, the file that it is (or ""), its text, its line in the page."""

    language: str
    title: str
    body: str
    line: int

    @property
    def name(self):
        """How tables name a block: by its first line."""
        return self.body.split("\n")[0].split("  #")[0].strip()


def read(name):
    """The text of a page, by its path in the tree."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text):
    """The fenced blocks of a page."""
    return [
        Block(*match.groups(default=""), text.count("\n", 0, match.start()) + 1)
        for match in _FENCE.finditer(text)
    ]


def prose(text):
    """The page without its fenced blocks."""
    return _FENCE.sub("", text)


def headings(text):
    """(level, text) of every heading."""
    found = re.findall(r"^(#+) (.*)$", prose(text), flags=re.M)
    return [(len(marks), title) for marks, title in found]


def anchors(text):
    """The anchors that GitHub and the site give to the headings."""
    found = []
    for _, title in headings(text):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return found


def links(text):
    """The targets of the links, without those in code."""
    return _LINK.findall(re.sub(r"`[^`\n]*`", "`code`", prose(text)))


def table_keys(text):
    """The first cell of every table row that is code."""
    return re.findall(r"^\| (`[^|]+`) \|", prose(text), flags=re.M)


def code(text):
    """The blocks of a page without what is translated: (language, file, text)."""
    return [
        (block.language, block.title, re.sub(r"(^|  +)(#|//) .*", "", block.body, flags=re.M))
        for block in blocks(text)
    ]


def broken_links(name):
    """The links of a page whose file or anchor is not there."""
    page = ROOT / name
    return [target for target in links(read(name)) if not _leads_somewhere(page, target)]


def _leads_somewhere(page, target):
    if re.match(r"[a-z]+:", target):
        return True
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists() or ROOT not in (file, *file.parents):
        return False
    return not anchor or anchor in anchors(file.read_text(encoding="utf-8"))


class Session:
    """The files, the shell and the Python of a page's reader."""

    def __init__(self, folder: Path):
        self.folder = folder / "page"
        self.folder.mkdir()
        # Beside the page's folder: commands of the page look at what is in it.
        self._state = folder / "state"
        self._environment = clean_environment(musasim=False, support=False)
        bin_folder = str(Path(sys.executable).parent)
        self._environment["PATH"] = os.pathsep.join([bin_folder, self._environment["PATH"]])
        self._environment["TORCH_EXTENSIONS_DIR"] = str(folder / "extensions")
        self._names = {"__name__": "page"}

    def run(self, block):
        """Do what a reader does with a block; its output, or None where there is nothing to run."""
        if block.title:
            file = self.folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.body, encoding="utf-8")
            return None
        return {"bash": self._bash, "python": self._python}[block.language](block.body)

    def _bash(self, code):
        state = f"'{self._state}'"
        script = f"[ ! -e {state} ] || . {state}\nset -eo pipefail\n{code}\nexport -p >{state}\n"
        # In a group of its own, so that nothing is left of a block that does not end.
        shell = subprocess.Popen(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = shell.communicate(timeout=300)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
        assert shell.returncode == 0, f"{code}\nexit status {shell.returncode}:\n{output}"
        return output

    def _python(self, code):
        output = io.StringIO()
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(output), mock.patch.dict(os.environ):
                exec(compile(code, "page", "exec"), self._names)
        finally:
            os.chdir(before)
        return output.getvalue()


def run_page(name, folder, not_run=()):
    """Run every block of a page; `not_run` has the first lines of those that are left out."""
    session = Session(folder)
    # None: there was no command; False: it was left out, and its output is not there either.
    output = None
    for block in blocks(read(name)):
        if block.name in not_run:
            output = False
        elif block.language != "text":
            output = session.run(block) if block.language or block.title else output
        elif output is not False:
            where = f"{name}:{block.line}"
            assert output is not None, f"{where}: there is no command before this output"
            assert matches(block.body, output), f"{where}: the output is\n{output}"


def matches(expected, output):
    """Whether this is the output of the page, in which ... is any text."""
    pattern = ".*?".join(map(re.escape, expected.split("...")))
    return re.fullmatch(pattern, output, flags=re.S) is not None
