#!/bin/sh
# Runs packages and programs from PyPI, unmodified, on the simulator.
# usage: tools/test_third_party.sh [sim|programs] [argument]...
# sim: sim/third_party, on device "musa", with and without the adapter; the arguments are pytest's.
# programs: tests/programs, written for CUDA; the arguments are those of tools/run_programs.py. Without one of
# the words both are run, and docs/programs.md is written.
# PYTHON (default .venv/bin/python) has torch, torchada and musasim; VENV_THIRD_PARTY names the environment
# that is laid over it, with the packages of both requirements.txt (2 GB).
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
venv=${VENV_THIRD_PARTY:-.venv-third-party}
part=all
case ${1:-} in
sim | programs)
    part=$1
    shift
    ;;
esac

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
# What PYTHON has is seen from here too, by way of the folders where its packages are; its own come first.
"$python" - "$venv" <<'END_OF_PYTHON'
import sys
import sysconfig
from pathlib import Path

import torch

own = Path(sys.argv[1]).glob("lib/python*/site-packages")
folders = dict.fromkeys((sysconfig.get_path("purelib"), str(Path(torch.__file__).parents[1])))
lines = [f"import site; site.addsitedir({folder!r})\n" for folder in folders]
for folder in own:
    (folder / "zz_below.pth").write_text("".join(lines))
END_OF_PYTHON
# Pinned as it is, so that pip brings no other torch.
torch=$("$python" -c 'import torch; print("torch==" + torch.__version__)')
"$venv/bin/python" -m pip --quiet --disable-pip-version-check install "$torch" \
    -r sim/third_party/requirements.txt -r tests/programs/requirements.txt

status=0
if [ "$part" != programs ]; then
    for adapter in "" --with-torchada; do
        # What PyPI's torchvision, which the programs bring, needs beside a PyTorch without CUDA.
        PYTHONPATH="$PWD/tests/programs/site" \
            "$venv/bin/python" -m pytest sim/third_party --rootdir sim/third_party \
            -c sim/third_party/pytest.ini $adapter "$@" || status=1
    done
fi
case $part in
all) "$venv/bin/python" tools/run_programs.py --write || status=1 ;;
programs) "$venv/bin/python" tools/run_programs.py "$@" || status=1 ;;
esac
exit $status
