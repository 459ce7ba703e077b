#!/usr/bin/env bash
# Cross-compiles the C++ parts for aarch64 and runs their unit tests and fuzzers under qemu-user: core's
# slots, the lexer's NEON loops, names, the porting engine.
# Needs Debian's packages g++-aarch64-linux-gnu and qemu-user, and `make` to have set up .venv.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"

for tool in aarch64-linux-gnu-g++ qemu-aarch64 cmake ninja; do
  command -v "$tool" >/dev/null || { echo "$0: $tool is missing (see the head of this script)" >&2; exit 2; }
done

build=build/aarch64
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE=cmake/toolchain-aarch64.cmake \
  -DTORCHADA_BUILD_TESTS=ON -DTORCHADA_WERROR=ON >/dev/null
cmake --build "$build" --target all torchada_tests
ctest --test-dir "$build" --output-on-failure
