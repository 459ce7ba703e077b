#!/bin/sh
# Runs accelerate, transformers, peft and diffusers from PyPI, unmodified, on the simulator.
# usage: tools/test_third_party.sh [pytest argument]...
# PYTHON (default .venv/bin/python) has torch, torchada and musasim; VENV_THIRD_PARTY names the environment
# that is laid over it, with the packages of sim/third_party/requirements.txt.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
venv=${VENV_THIRD_PARTY:-.venv-third-party}

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
# What PYTHON has is seen from here too, by way of the folders where its packages are.
"$python" - "$venv" <<'END'
import sys
import sysconfig
from pathlib import Path

import torch

own = Path(sys.argv[1]).glob("lib/python*/site-packages")
folders = {sysconfig.get_path("purelib"), str(Path(torch.__file__).parents[1])}
lines = [f"import site; site.addsitedir({folder!r})\n" for folder in sorted(folders)]
for folder in own:
    (folder / "zz_below.pth").write_text("".join(lines))
END
# Pinned as it is, so that pip brings no other torch.
torch=$("$python" -c 'import torch; print("torch==" + torch.__version__)')
"$venv/bin/python" -m pip --quiet --disable-pip-version-check install "$torch" \
    -r sim/third_party/requirements.txt
"$venv/bin/python" -m pip --disable-pip-version-check freeze |
    grep -E '^(torch|accelerate|transformers|peft|diffusers|musasim|torchada)\b' || true

status=0
for adapter in "" --with-torchada; do
    "$venv/bin/python" -m pytest sim/third_party --rootdir sim/third_party -c sim/third_party/pytest.ini \
        $adapter "$@" || status=1
done
exit $status
