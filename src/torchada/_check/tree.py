"""Reads the files of a project, Python by several processes where it is large."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Iterable, List, Sequence, Tuple

from .._errors import CommandError
from . import binaries, extensions, imports
from . import lists as requirement_lists
from . import python, requirements, runs, sources, uses
from .files import KERNELS, PYTHON, File, aside, is_test, own_modules, read, walk
from .report import Report, make
from .statements import FAILS, Statement

# Less text than this is read before another process has begun.
_WORTH_PROCESSES = 1 << 20


def check(
    folder: str, *, with_tests: bool = True, jobs: int = 0, traces: Sequence[str] = ()
) -> Report:
    """Read a project, and traces of its runs, and say what will work."""
    if not os.path.isdir(folder):
        raise CommandError(f"there is no folder {folder!r}; give the folder of a project")
    called = runs.read(traces, folder) if traces else None
    jobs = jobs or os.cpu_count() or 1
    files = walk(folder, with_tests=with_tests)
    statements, mentions = _python(folder, [file for file in files if file.suffix in PYTHON], jobs)
    imported = imports.Imports(files, partial(read, folder))
    statements = _without_guarded(statements, imported)
    builds_cuda = uses_cmake = False

    def exists(path: str) -> bool:
        return os.path.exists(os.path.join(folder, path))

    lists = requirement_lists.groups((file.path for file in files), partial(read, folder))
    for file in files:
        if requirements.is_read(file.path) or file.path in lists:
            data = read(folder, file.path)
            statements += requirements.statements(file.path, data, lists.get(file.path, ""))
            itself = requirements.by_summary(file.path, data)
            statements += [] if itself and imported.has("torch") else itself
        if file.name == "setup.py":
            script = extensions.read(file.path, read(folder, file.path), exists)
            builds_cuda |= script.builds_cuda and file.path.count("/") <= 1
            statements += script.statements
        uses_cmake |= file.name == "CMakeLists.txt" and file.path.count("/") <= 1
    built = sources.Built(builds_cuda, uses_cmake)
    ported = sources.check(folder, files, built, jobs)
    # A package that opens its own library has its functions there; an extension is a part that may fail.
    opens_own = any(
        one.subject == uses.COMPOSED and not (one.optional or is_test(one.path))
        for one in statements
    )
    is_needed = opens_own and not any(file.suffix in KERNELS for file in files)
    statements += ported.statements + binaries.statements(folder, files, is_needed)
    if called is not None:
        statements = called.merge(statements, {file.path for file in files})
    return make(folder, files, _once(statements), mentions, ported)._replace(runs=called)


def _without_guarded(statements: List[Statement], found: imports.Imports) -> List[Statement]:
    """Imports of packages that MUSA lacks are optional in modules that the project can do without."""

    def is_asked(one: Statement) -> bool:
        is_apart = one.optional or one.cell or aside(one.path) or is_test(one.path)
        return one.code == "import" and one.outcome == FAILS and not is_apart

    reasons = found.reasons({one.path for one in statements if is_asked(one)})
    return [
        (
            one._replace(optional=f"in a module {reasons[one.path]}")
            if is_asked(one) and one.path in reasons
            else one
        )
        for one in statements
    ]


def _once(statements: List[Statement]) -> List[Statement]:
    """In the order of their places; a package that several files ask for is told once.

    Nothing blocks the project that it can do without, or that only its tests need.
    """
    asked = set()
    kept = []
    for one in sorted(statements, key=lambda one: (one.path, one.cell, one.line)):
        optional, in_test = one.optional or aside(one.path), is_test(one.path)
        key = (one.code, one.subject, optional, in_test)
        if one.code == "requirement" and key in asked:
            continue
        asked.add(key)
        is_blocking = one.is_blocking and not optional and not in_test
        kept.append(one._replace(optional=optional, is_blocking=is_blocking))
    return kept


def _python(folder: str, files: List[File], jobs: int) -> Tuple[List[Statement], "Counter[str]"]:
    size = sum(file.size for file in files)
    groups = _groups(files, jobs * 4) if jobs > 1 and size > _WORTH_PROCESSES else [files]
    own = own_modules(files)
    work = [python.Work(folder, [file.path for file in group], own) for group in groups]
    if len(work) == 1:
        results: Iterable[python.Found] = map(python.read_all, work)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = list(pool.map(python.read_all, work))
    statements: List[Statement] = []
    mentions: "Counter[str]" = Counter()
    for found in results:
        statements += found.statements
        mentions += found.mentions
    return statements, mentions


def _groups(files: List[File], count: int) -> List[List[File]]:
    """Groups of about the same size."""
    ordered = sorted(files, key=lambda file: file.size, reverse=True)
    return [group for group in (ordered[start::count] for start in range(count)) if group]
