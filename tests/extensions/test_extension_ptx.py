"""An extension with inline PTX builds without a word about it, and computes what the PTX says."""

import sys

import pytest
from support.processes import run_command

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

PROGRAM = """
import torch
from torch.utils.cpp_extension import load_inline
module = load_inline(
    "blended",
    cpp_sources="at::Tensor blend(at::Tensor mask, at::Tensor x, at::Tensor y);",
    cuda_sources='''
__device__ int chosen(int mask, int x, int y) {
  int result;
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(result) : "r"(mask), "r"(x), "r"(y));
  return result;
}
__global__ void kernel(const int* mask, const int* x, const int* y, int* out) {
  int other;
  const int i = threadIdx.x;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(other) : "r"(x[i]));
  out[i] = chosen(mask[i], other, y[i]);
}
at::Tensor blend(at::Tensor mask, at::Tensor x, at::Tensor y) {
  auto out = torch::empty_like(x);
  kernel<<<1, 32>>>(mask.data_ptr<int>(), x.data_ptr<int>(), y.data_ptr<int>(), out.data_ptr<int>());
  return out;
}
''',
    functions=["blend"],
)
mask, x, y = (torch.randint(-(2**31), 2**31, (32,), dtype=torch.int32) for _ in range(3))
found = module.blend(mask.cuda(), x.cuda(), y.cuda()).cpu()
swapped = x.view(16, 2).flip(1).reshape(32)
assert torch.equal(found, mask & swapped | ~mask & y)
print("works")
"""


@pytest.mark.slow
def test_ptx_in_an_extension(tmp_path, monkeypatch):
    monkeypatch.setenv("TORCH_EXTENSIONS_DIR", str(tmp_path / "built"))
    (tmp_path / "program.py").write_text(PROGRAM)
    done = run_command([sys.executable, tmp_path / "program.py"], timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("works\n") and "asm" not in done.stderr
