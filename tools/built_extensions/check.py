"""Builds a project, asks it, runs its tests: one record."""

import importlib.metadata
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

import port_corpus
from failures import last_line

from .build import Built
from .project import Project, sources

TOOLS = Path(__file__).resolve().parent.parent


def fetch(project: Project, corpus: Path) -> Path:
    """The folder of the unpacked sdist."""
    return port_corpus.top(port_corpus.fetch(corpus, project.name, _listing(project)))


def _listing(project: Project) -> Path:
    """The list that has the project: that of the porting engine, or one of those only built."""
    listed = project.name in port_corpus.projects()
    return port_corpus.LIST if listed else Path(__file__).with_name("sdists.txt")


def check(project: Project, original: Path, built: Built, words: dict) -> dict:
    """What became of a project that was built; "failure" says why it did not pass, or is empty.

    `words` is the environment of what is run.
    """
    record = {
        "version": port_corpus.projects(_listing(project))[project.name][0],
        "torch": importlib.metadata.version("torch").partition("+")[0],
        "files": len(sources(original)),
        "lines": sum(len(path.read_bytes().splitlines()) for path in sources(original)),
        "seconds": round(built.seconds),
        "about": project.about,
        "how": project.compared,
        "switches": [f"{name}={value}" for name, value in project.switches.items()]
        + ["nvcc"] * project.nvcc,
        "failure": _why_not_built(project, built),
    }
    if not record["failure"]:
        record.update(_ask(project, built.folder, words))
        if project.tests:
            record["tests"] = _test(project, built.folder, words)
        record["failure"] = _what_is_wrong(record)
    return record


def _why_not_built(project: Project, built: Built) -> str:
    if built.changed:
        return f"the build changed {', '.join(built.changed)}"
    return f"{project.blocked}: {built.failure}".strip(": ") if built.failure else ""


def _what_is_wrong(record: dict) -> str:
    return "; ".join([*record.pop("wrong"), *record.get("tests", {}).get("failed", ())][:3])


def _ask(project: Project, folder: Path, words: dict) -> dict:
    command = [sys.executable, "-m", "built_extensions.ask", project.name, str(folder)]
    done = subprocess.run(command, cwd=TOOLS, env=words, capture_output=True, text=True)
    if done.returncode:
        return {"compared": 0, "largest": 0.0, "wrong": [last_line(done)]}
    return json.loads(done.stdout.splitlines()[-1])


def _test(project: Project, folder: Path, words: dict) -> dict:
    """Run tests of the sdist, without the options of its configuration."""
    with tempfile.TemporaryDirectory() as empty:
        report, ini = Path(empty, "report.xml"), Path(empty, "pytest.ini")
        ini.write_text("[pytest]\n")
        options = ["-q", "-c", str(ini), "--rootdir", str(folder), f"--junitxml={report}"]
        command = [sys.executable, "-m", "pytest", *options, *project.tests]
        done = subprocess.run(
            command, cwd=folder, env={**words, "PYTHONPATH": str(folder)}, capture_output=True
        )
        if not report.exists():
            return {"passed": 0, "skipped": 0, "failed": [f"pytest exits with {done.returncode}"]}
        cases = list(xml.parse(report).iter("testcase"))
    failed = [f"{case.get('name')} fails" for case in cases if _has(case, "failure", "error")]
    skipped = sum(_has(case, "skipped") for case in cases)
    passed = len(cases) - skipped - len(failed)
    return {"passed": passed, "skipped": skipped, "failed": failed}


def _has(case: xml.Element, *kinds: str) -> bool:
    return any(case.find(kind) is not None for kind in kinds)
