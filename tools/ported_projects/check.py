"""Ports one project and checks each of its sources."""

import concurrent.futures
import shutil
from pathlib import Path
from typing import List, NamedTuple

from torchada import port

from . import sources, verdict
from .compiler import CPP, Compiler, Mode
from .projects import Project


class Checked(NamedTuple):
    """The ported sources of a project, and their verdicts in the same order."""

    sources: List[sources.Source]
    verdicts: List[verdict.Verdict]


class Checker:
    """Checks projects, with scratch folders below one, so many files at a time."""

    def __init__(self, scratch: Path, compiler: Compiler, jobs: int):
        self._scratch, self._compiler, self._jobs = scratch.resolve(), compiler, jobs

    def check(self, name: str, project: Project, original: Path) -> Checked:
        """Port the unpacked sdist in a folder and check what comes out."""
        ported, readable = self._scratch / "ported" / name, self._scratch / "readable" / name
        shutil.rmtree(ported, ignore_errors=True)
        ported.parent.mkdir(parents=True, exist_ok=True)
        report = port.port_tree(original, ported, jobs=self._jobs)
        found = sources.ported_sources(report, ported, project.left_out)
        sources.write_for_compiler(ported, readable)
        (top,) = [folder.name for folder in original.iterdir() if (readable / folder.name).is_dir()]
        includes = [readable / top / folder for folder in (*project.includes, ".")]
        results = self._compiled(found, readable, includes, project)
        findings = verdict.Report(found)
        verdicts = [
            verdict.judge(source, results.get(source.path, []), findings, readable)
            for source in found
        ]
        return Checked(found, verdicts)

    def _compiled(self, found, readable, includes, project):
        """The errors in each file that was compiled: units, and headers that none of them includes."""

        def compile_one(source):
            return self._views(source, readable / source.path, includes, project)

        units = [source for source in found if source.is_unit]
        with concurrent.futures.ThreadPoolExecutor(self._jobs) as pool:
            results = dict(zip((unit.path for unit in units), pool.map(compile_one, units)))
            included = {
                path for views in results.values() for one in views for path in one.included
            }
            alone = [
                source
                for source in found
                if not source.is_unit and str(readable / source.path) not in included
            ]
            results.update(zip((one.path for one in alone), pool.map(compile_one, alone)))
        return {
            path: [error for view in views for error in view.errors]
            for path, views in results.items()
        }

    def _views(self, source, path, includes, project):
        texts = sources.own_texts(path, includes)
        modes = [
            Mode(view, sources.needs_torch(texts), view != CPP and project.half_operators)
            for view in source.views(texts)
        ]
        return [self._compiler.check(path, mode, includes, project.defines) for mode in modes]
