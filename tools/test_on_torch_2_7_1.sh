#!/bin/sh
# Runs the suite on torch 2.7.1 with the SAME wheel of torchada that is used with newer torch; only the
# simulator, which has torch headers, is built again.
# usage: tools/test_on_torch_2_7_1.sh [wheel [pytest argument]...]
# PYTHON (default python3) must be the one that the wheel was built for; VENV_271 names the environment.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
venv=${VENV_271:-.venv-2.7.1}
torch=2.7.1
tag=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
wheel=${1:-$(ls -t dist/torchada-*-"$tag"-*.whl 2>/dev/null | head -n 1)}
[ $# -eq 0 ] || shift
if [ ! -f "$wheel" ]; then
    echo "no wheel of torchada for $tag in dist/: run 'make wheels' first, or name one" >&2
    exit 2
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
PATH="$(cd "$venv/bin" && pwd):$PATH"
export PATH
pip() { python -m pip --quiet --disable-pip-version-check "$@"; }
python -c "import torch; assert torch.__version__.split('+')[0] == '$torch'" 2>/dev/null ||
    pip install "torch==$torch"
# What the simulator is built with, beside the wheel's [dev].
pip install 'pip>=23.1' 'setuptools>=64' 'scipy-openblas32>=0.3.27'
pip install "$wheel[dev,demo]"
pip install --force-reinstall --no-deps "$wheel"
pip install --no-build-isolation --no-deps --force-reinstall -Cbuild-dir="build/sim-torch-$torch" ./sim

sha256sum "$wheel"
python - <<'END'
import sys
import torch
import torchada
print("python", sys.version.split()[0], "torch", torch.__version__, "torchada", torchada.get_version())
print("torchada is imported from", torchada.__file__)
END
# Two processes, as in the Makefile: in the simulator's own tests torchada must not be active.
jobs=${JOBS:-$(nproc)}
status=0
python -m pytest sim/tests -n "$jobs" --dist loadfile -m '' "$@" || status=1
python -m pytest tests -n "$jobs" --dist loadfile -m '' "$@" || status=1
exit $status
