#!/bin/bash
# Runs the programs of tests/kernel_checks with compute-sanitizer, on a machine with an NVIDIA GPU:
#
#   on_cuda.sh KERNEL_CHECKS FOLDER [JOBS]
#
# Needs nvcc and compute-sanitizer. FOLDER/outputs.txt is what they print, for `tools/judge_kernel_checks.py --read`.
set -u
kernels=$1 folder=$2 jobs=${3:-8}
mkdir -p "$folder/built" "$folder/printed"
export folder

build() {
  name=${1%.cu}
  nvcc -lineinfo -std=c++17 -arch=native -o "$folder/built/${name/\//.}" "$1"
}
sanitize() {
  name=$(basename "$2")
  timeout -k 5 60 compute-sanitizer --tool "$1" --print-limit 5000 "$2" >"$folder/printed/$1.$name" 2>&1
  echo "exit status $?" >>"$folder/printed/$1.$name"
}
export -f build sanitize

cd "$kernels" || exit 1
ls -- */*.cu | xargs -P "$jobs" -I{} bash -c 'build {}'
cd "$folder" || exit 1
for tool in memcheck racecheck initcheck synccheck; do
  ls "$folder"/built/* | xargs -P "$jobs" -I{} bash -c "sanitize $tool {}"
done
{
  version=$(compute-sanitizer --version | sed -n 's/^Version \([^ ]*\).*/\1/p')
  echo "#### by compute-sanitizer $version, $(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)"
  for file in printed/*; do
    echo "#### ${file#printed/}"
    cat "$file"
  done
} >outputs.txt
