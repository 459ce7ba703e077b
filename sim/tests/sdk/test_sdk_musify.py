"""tools/musify-text of the simulator's home: CUDA's names become MUSA's, in plain text."""

import json
import os

import pytest
from support.mcc_tool import HOME, mcc, run

TOOLS = HOME / "tools"
CUDA = """#include <cuda_runtime.h>
#include <cstdio>
// cudaMalloc's memory; my_cudaMalloc and cudaMallocator stay.
__global__ void twice(int* x) { *x *= 2; }
int main() {
  int* x;
  if (cudaMallocManaged(&x, sizeof(int)) != cudaSuccess) return 1;
  *x = 21;
  twice<<<1, 1>>>(x);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%d %s\\n", *x, cudaGetErrorString(error));
}
"""


def musify(folder, *arguments):
    """What the tool prints when it is content."""
    done = run(TOOLS / "musify-text", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(name="folder")
def _folder(tmp_path):
    (tmp_path / "a.cu").write_text(CUDA)
    return tmp_path


def test_a_converted_program_runs(folder):
    """In place, with the permissions of the file."""
    (folder / "a.cu").chmod(0o640)
    musify(folder, "--inplace", "--", "a.cu")
    text = (folder / "a.cu").read_text()
    assert "// musaMalloc's memory; my_cudaMalloc and cudaMallocator stay." in text
    assert (folder / "a.cu").stat().st_mode & 0o777 == 0o640
    assert os.listdir(folder) == ["a.cu"]
    done = mcc("-x", "musa", "a.cu", "-lmusart", "-o", "a", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert run(folder / "a").stdout == "42 no error\n"


def test_the_way_back_gives_the_source(folder):
    musify(folder, "-i", "a.cu")
    musify(folder, "-i", "-d", "m2c", "a.cu")
    assert (folder / "a.cu").read_text() == CUDA


def test_a_new_file_is_the_default(folder):
    assert musify(folder, "a.cu") == ""
    assert (folder / "a.cu").read_text() == CUDA
    assert musify(folder, "-t", "a.cu") == (folder / "a.cu.mt").read_text()


def test_markers_keep_lines(folder):
    lines = [
        "cudaFree(a); // MUSIFY_EXCL_LINE",
        "cudaFree(b);",
        "cudaFree(c); // MUSIFY_EXCL_START",
        "cudaFree(d);",
        "cudaFree(e); // MUSIFY_EXCL_STOP",
        "cudaFree(f);",
    ]
    (folder / "b.cpp").write_text("\n".join(lines))
    text = musify(folder, "--terminal", "b.cpp")
    assert [line[-3] for line in text.split("\n") if line.startswith("musaFree")] == ["b", "f"]
    assert text.count("cudaFree") == 4


def test_own_names(folder):
    """They are added to the names that there are, or stand alone."""
    (folder / "own.json").write_text(json.dumps({"cudaFoo": "musaFoo", "at::cuda": "at::musa"}))
    (folder / "c.h").write_text("cudaFoo(cudaFree, at::cuda::x, bat::cuda::x);\n")
    both = musify(folder, "-t", "-m", "own.json", "--", "c.h")
    assert both == "musaFoo(musaFree, at::musa::x, bat::musa::x);\n"
    alone = musify(folder, "-t", "--clear-mapping", "-m", "own.json", "--", "c.h")
    assert alone == "musaFoo(cudaFree, at::musa::x, bat::cuda::x);\n"
    names = [TOOLS / name for name in ("general.json", "include.json", "extra.json")]
    named = musify(folder, "--clear-mapping", "-m", *names, "--inplace", "--", "a.cu")
    assert named == "" and "#include <musa_runtime.h>" in (folder / "a.cu").read_text()


def test_other_bytes_stay(folder):
    (folder / "d.c").write_bytes(b"// \xff\xfe\r\ncudaFree\r\n\x00 cuInit")
    musify(folder, "-i", "d.c")
    assert (folder / "d.c").read_bytes() == b"// \xff\xfe\r\nmusaFree\r\n\x00 muInit"


def test_messages(folder):
    done = run(TOOLS / "musify-text", "-l", "DEBUG", "a.cu", cwd=folder)
    assert "[DEBUG] Line 7: cudaMallocManaged -> musaMallocManaged\n" in done.stderr
    assert run(TOOLS / "musify-text", "-l", "WARNING", "a.cu", cwd=folder).stderr == ""
    done = run(TOOLS / "musify-text", "none.cu", cwd=folder)
    assert done.returncode == 1 and "none.cu" in done.stderr


def test_all_names_have_a_way_back():
    """No two of CUDA's names become one."""
    for name in ("general.json", "include.json"):
        pairs = json.loads((TOOLS / name).read_text())
        assert len(set(pairs.values())) == len(pairs) > 50, name
    general = json.loads((TOOLS / "general.json").read_text())
    assert general["cublasSgemm"] == "mublasSgemm" and general["CUresult"] == "MUresult"
