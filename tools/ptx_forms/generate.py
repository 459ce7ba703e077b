"""Writes programs that run PTX and torchada/ptx.h side by side on an NVIDIA GPU, and compare bits.

python tools/ptx_forms/generate.py FOLDER [--program TORCHADA_PORT] [--forms TEXT] [--per-file N]

forms.py lists the forms. For each, a kernel with the PTX is written and ported with --asm=translate; FOLDER
gets the kernels of both kinds, the harness, and run.py. On a machine with nvcc:

python3 FOLDER/run.py            # compiles, runs, writes FOLDER/results.tsv, prints what differs

results.tsv has a checksum for each form. With mcc, the same sources without the PTX have to give them, too:
python3 FOLDER/run.py --compiler mcc --expect FOLDER/results.tsv
and so has the PTX itself, which mcc translates, too: with --own-asm.
"""

import argparse
import pathlib
import shutil
import subprocess

from form import Form
from forms import all_forms

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent

# What holds a value of a kind: its type in C++, and its constraint.
HOLDERS = {
    "unsigned": ("r", "rHBnpmMTEQst"),
    "unsigned long long": ("l", "l"),
    "unsigned short": ("h", "hbw"),
    "float": ("f", "Ff"),
    "double": ("d", "Dd"),
}
SLOT_WORDS = 4  # of 64 bits, that a thread has in shared memory, and as many in global memory


def holder(kind: str) -> tuple:
    """The type and constraint of a kind."""
    return next((name, letter) for name, (letter, kinds) in HOLDERS.items() if kind in kinds)


def statement(form: Form) -> str:
    """The asm statement."""
    if form.tiles:
        return group_statement(form)
    outputs = [f'"={holder(kind)[1]}"(d{i})' for i, kind in enumerate(form.outputs)]
    inputs = [f'"{holder(kind)[1]}"(a{i})' for i, kind in enumerate(form.inputs)]
    if form.memory:
        inputs += ['"r"(shared)', '"l"(own)']
    clobber = ' : "memory"' if form.memory else ""
    return f'asm volatile("{form.text}" : {", ".join(outputs)} : {", ".join(inputs)}{clobber});'


def group_statement(form: Form) -> str:
    """The asm statement of a warp group: its results are read, too, and two descriptors are behind its inputs."""
    outputs = [f'"+{holder(kind)[1]}"(d{i})' for i, kind in enumerate(form.outputs)]
    inputs = [f'"{holder(kind)[1]}"(a{i})' for i, kind in enumerate(form.inputs[:-2])]
    inputs += ['"l"(left)', '"l"(right)']
    return f'asm volatile("{form.text}" : {", ".join(outputs)} : {", ".join(inputs)} : "memory");'


def group_kernel(number: int, form: Form) -> str:
    """The kernel of a form of a warp group: the last two inputs fill the tiles of A and B."""
    count, more = len(form.inputs) - 2, len(form.outputs)
    lines = [
        f"__global__ void form_{number}(const unsigned long long* in, unsigned long long* out, "
        "unsigned char* global, int n) {",
        "  extern __shared__ __align__(1024) unsigned tile[];",
        "  const int i = blockIdx.x * 128 + threadIdx.x;",
        "  for (int w = threadIdx.x; w < 4096; w += 128) {",
        f"    tile[w] = (unsigned)in[{count} * n + (w * 5 + blockIdx.x * 131) % n];",
        f"    tile[w + 4096] = (unsigned)in[{count + 1} * n + (w * 3 + blockIdx.x * 137) % n];",
        "  }",
        '  asm volatile("fence.proxy.async;" ::: "memory");',
        "  __syncthreads();",
        "  const unsigned shared = (unsigned)__cvta_generic_to_shared(tile);",
    ]
    for name, at, (leading, stride, mode) in zip(("left", "right"), (0, 16384), form.tiles):
        bits = leading // 16 << 16 | stride // 16 << 32 | mode << 62
        lines.append(
            f"  const unsigned long long {name} = ((shared + {at}) & 0x3ffff) >> 4 | {bits}ull;"
        )
    for k, kind in enumerate(form.inputs[:-2]):
        lines.append(f"  {holder(kind)[0]} a{k} = from_bits<{holder(kind)[0]}>(in[{k} * n + i]);")
    first = {"F": "{k} - (int)threadIdx.x % 5", "r": "0x3c00c000"}
    for k, kind in enumerate(form.outputs):
        lines.append(f"  {holder(kind)[0]} d{k} = {first[kind].format(k=k)};")
    lines += [
        '  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");',
        "  " + statement(form),
        '  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");',
        '  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");',
        "  unsigned long long rest = 0;",
    ]
    for k in range(more):
        lines.append(
            f"  out[{k} * n + i] = to_bits(d{k});"
            if k < 7
            else f"  rest = rest * 1099511628211ull + to_bits(d{k});"
        )
    if more > 7:
        lines.append("  out[7 * n + i] = rest;")
    return "\n".join(lines + ["  (void)global;", "}", ""])


def wmma_kernel(number: int, form: Form) -> str:
    """The kernel of a chain of wmma: a warp has a KiB of shared memory for each of A, B, C and D."""
    lines = [
        f"__global__ void form_{number}(const unsigned long long* in, unsigned long long* out, "
        "unsigned char* global, int n) {",
        "  __shared__ alignas(128) unsigned long long tiles[2][4][128];",
        "  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
        "  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);",
        "  const int i = block * 64 + thread, lane = thread % 32;",
        "  unsigned long long (*tile)[128] = tiles[thread / 32];",
        "  for (int w = lane; w < 128; w += 32) {",
    ]
    for part, kind in enumerate(form.inputs):
        value = f"in[{part} * n + (i + w * 37) % n]"
        other = f"in[{part} * n + (i + w * 53 + 1) % n]"
        if kind != "d":
            value = f"({value} & 0xffffffffu) | {other} << 32"
        lines.append(f"    tile[{part}][w] = {value};")
    lines += ["    tile[3][w] = 0;", "  }", "  __syncthreads();"]
    for part in range(4):
        lines.append(f"  unsigned at{part} = (unsigned)__cvta_generic_to_shared(tile[{part}]);")
    addresses = ", ".join(f'"r"(at{part})' for part in range(4))
    lines += [
        f'  asm volatile("{form.text}" :: {addresses} : "memory");',
        "  __syncthreads();",
        "  for (int k = 0; k < 4; ++k) out[k * n + i] = tile[3][lane * 4 + k];",
    ]
    return "\n".join(lines + ["  (void)global;", "}", ""])


def kernel(number: int, form: Form) -> str:
    """The kernel of a form."""
    if form.tiles:
        return group_kernel(number, form)
    if form.wmma:
        return wmma_kernel(number, form)
    lines = [
        f"__global__ void form_{number}(const unsigned long long* in, unsigned long long* out, "
        "unsigned char* global, int n) {",
        "  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
        "  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);",
        "  const int i = block * 64 + thread;",
    ]
    for k, kind in enumerate(form.inputs):
        lines.append(f"  {holder(kind)[0]} a{k} = from_bits<{holder(kind)[0]}>(in[{k} * n + i]);")
    for k, kind in enumerate(form.outputs):
        lines.append(f"  {holder(kind)[0]} d{k} = 0;")
    if form.memory:
        lines += [
            "  __shared__ alignas(128) unsigned long long slots[64 * 4];",
            f"  for (int k = 0; k < 4; ++k) slots[thread * 4 + k] = in[({len(form.inputs)} + k) * n + i];",
            "  __syncthreads();",
            "  unsigned shared = (unsigned)__cvta_generic_to_shared(slots + thread * 4);",
            "  unsigned char* own = global + i * 32;",
        ]
    text = statement(form)
    if form.lanes != 0xFFFFFFFF:
        text = f"if (({form.lanes}u >> (thread % 32) & 1) != 0) {{ {text} }}"
    lines.append("  " + text)
    for k in range(len(form.outputs)):
        lines.append(f"  out[{k} * n + i] = to_bits(d{k});")
    if form.memory:
        k = len(form.outputs)
        lines += [
            "  __syncthreads();",
            f"  out[{k} * n + i] = mixed(slots + thread * 4);",
            f"  out[{k + 1} * n + i] = mixed((unsigned long long*)own);",
        ]
    if not form.inputs:
        lines.append("  (void)in;")
    return "\n".join(lines + ["  (void)global;", "}", ""])


def row(number: int, form: Form) -> str:
    """The form in the table of its file."""
    arguments = (
        "const unsigned long long* in, unsigned long long* out, unsigned char* global, int n"
    )
    more = 2 if form.memory else 4 if form.wmma else 0
    shape = "16, 128, 32768" if form.tiles else "dim3(8, 2, 2), dim3(16, 2, 2)"
    return "\n".join(
        [
            "#ifndef ONLY_PORTED",
            f"static void original_{number}({arguments}) {{",
            f"  original::form_{number}<<<{shape}>>>(in, out, global, n);",
            "}",
            "#else",
            f"static void (*const original_{number})({arguments}) = nullptr;",
            "#endif",
            f"static void ported_{number}({arguments}) {{",
            f"  ported::form_{number}<<<{shape}>>>(in, out, global, n);",
            "}",
            f'static const Added added_{number}({{"{form.text}", "{form.inputs}{"llll" if form.memory else ""}", '
            f"{min(len(form.outputs), 8) + more}, {form.ulps}, original_{number}, ported_{number}}});",
            "",
        ]
    )


def write_file(folder: pathlib.Path, name: str, numbered: list) -> None:
    """One file of forms: its kernels, and what registers them."""
    kernels = "".join(kernel(number, form) for number, form in numbered)
    (folder / "source" / f"{name}.cuh").write_text(kernels)
    text = f'#include "harness.h"\n#include "torchada/ptx.h"\n'
    text += (
        f'#ifndef ONLY_PORTED\nnamespace original {{\n#include "source/{name}.cuh"\n}}\n#endif\n'
    )
    text += f'namespace ported {{\n#ifdef OWN_ASM\n#include "source/{name}.cuh"\n#else\n'
    text += f'#include "ported/{name}.cuh"\n#endif\n}}\n'
    (folder / f"{name}.cu").write_text(
        text + "".join(row(number, form) for number, form in numbered)
    )


def recorded(results: pathlib.Path) -> set:
    """The texts of the forms in a table of results."""
    return {line.split("\t")[0] for line in results.read_text().splitlines()}


def main() -> int:
    """Write the folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default=shutil.which("torchada-port") or "torchada-port")
    parser.add_argument("--forms", default="", help="only forms with this text")
    parser.add_argument("--per-file", type=int, default=40)
    parser.add_argument(
        "--without", type=pathlib.Path, help="results: only forms that are not in them"
    )
    arguments = parser.parse_args()
    folder = arguments.folder
    (folder / "source").mkdir(parents=True)
    known = recorded(arguments.without) if arguments.without else set()
    forms = [
        form for form in all_forms() if arguments.forms in form.text and form.text not in known
    ]
    numbered = list(enumerate(forms))
    for begin in range(0, len(forms), arguments.per_file):
        write_file(folder, f"forms_{begin}", numbered[begin : begin + arguments.per_file])
    command = [
        arguments.program,
        str(folder / "source"),
        "-o",
        str(folder / "ported"),
        "--asm=translate",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"not every form was translated:\n{done.stderr}")
    for ported in (folder / "ported").glob("*.muh"):
        ported.rename(ported.with_suffix(".cuh"))
    for name in ("harness.h", "main.cu", "run.py"):
        shutil.copy(HERE / name, folder / name)
    subprocess.run(
        [arguments.program, HERE / "main.cu", "-o", folder / "main.mu", "-q"], check=True
    )
    shutil.copytree(ROOT / "ptx" / "kernel_headers", folder / "include")
    print(f"{len(forms)} forms in {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
