#!/bin/sh
# Makes an environment with upstream's torchada from PyPI over the torch and musasim of another one.
# usage: tools/make_upstream_venv.sh [VENV (default .venv-upstream)]
# PYTHON (default .venv/bin/python) has torch and musasim; the torchada that it has is not seen.
# For `benchmarks/benchmark_overhead.py --upstream VENV`.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
venv=${1:-.venv-upstream}
version=0.1.103

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" -m pip --quiet --disable-pip-version-check install --no-deps "torchada==$version"
# The folders of PYTHON's packages come after the environment's own. Of the .pth files there only the
# simulator's are read: another's may lead to this repository's torchada.
"$python" - "$venv" <<'END'
import importlib.util
import sys
import sysconfig
from pathlib import Path

folders = {Path(sysconfig.get_path("purelib"))}
for name in ("torch", "numpy", "packaging"):
    spec = importlib.util.find_spec(name)
    if spec:
        folders.add(Path(spec.origin).parents[1])
lines = [f"{folder}\n" for folder in sorted(folders)]
for folder in sorted(folders):
    lines += [path.read_text().rstrip() + "\n" for path in folder.glob("*musasim*.pth")]
for own in Path(sys.argv[1]).glob("lib/python*/site-packages"):
    (own / "zz_below.pth").write_text("".join(dict.fromkeys(lines)))
END
"$venv/bin/python" -c 'import importlib.metadata as m; print("torchada", m.version("torchada"))'
