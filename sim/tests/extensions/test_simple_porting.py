"""torch_musa.utils.simple_porting: a copy of a folder of sources with MUSA's names."""

import json
import subprocess
import sys

import pytest
from torch_musa.utils.simple_porting import SimplePorting

SOURCE = """// cudaMalloc of a comment stays
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <c10/cuda/CUDAGuard.h>
#ifdef __CUDA_ARCH__
auto stream = at::cuda::getCurrentCUDAStream();
cudaMallocManaged(&p, 4); cudaMalloc(&p, 4); cublasCreate(&h); CUDA_R_16F;
TORCH_CHECK(x.is_cuda());
"""
PORTED = """// cudaMalloc of a comment stays
#include <musa_runtime.h>
#include <cub/cub.cuh>
#include <mublas.h>
#include <c10/cuda/MUSAGuard.h>
#ifdef __MUSA_ARCH__
auto stream = at::cuda::getCurrentMUSAStream();
musaMallocManaged(&p, 4); musaMalloc(&p, 4); cublasCreate(&h); MUSA_R_16F;
TORCH_CHECK(x.is_cuda());
"""


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "csrc"
    (folder / "sub").mkdir(parents=True)
    (folder / "skipped").mkdir()
    (folder / "a.cu").write_text(SOURCE)
    (folder / "sub" / "b.cuh").write_text("cudaStream_t s;\n")
    (folder / "skipped" / "c.cpp").write_text("cudaStream_t s;\n")
    return folder


def test_names_and_endings_become_those_of_musa(sources):
    stale = sources.with_name("csrc_musa") / "stale.mu"
    stale.parent.mkdir()
    stale.touch()
    SimplePorting(str(sources), ignore_dir_paths=[str(sources / "skipped")]).run()
    target = sources.with_name("csrc_musa")
    found = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert found == {"a.mu", "sub/b.muh"}
    assert (target / "a.mu").read_text() == PORTED
    assert (target / "sub" / "b.muh").read_text() == "musaStream_t s;\n"


def test_own_rules_come_with_the_default_ones_or_alone(sources):
    rules = {"at::cuda": "at::musa", "cuda": "MINE"}
    SimplePorting(str(sources), mapping_rule=rules).run()
    text = (sources.with_name("csrc_musa") / "a.mu").read_text()
    assert "at::musa::getCurrentMUSAStream" in text and "x.is_MINE()" in text
    assert "musaMallocManaged(&p, 4); musaMalloc(" in text
    SimplePorting(str(sources), mapping_rule=rules, drop_default_mapping=True).run()
    text = (sources.with_name("csrc_musa") / "a.mu").read_text()
    assert "MINEMallocManaged(&p, 4)" in text and "__CUDA_ARCH__" in text
    with pytest.raises(SystemExit):
        SimplePorting(str(sources), drop_default_mapping=True).run()


def test_rules_come_from_a_folder(sources, tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "some.json").write_text(json.dumps({"cudaMalloc(": "allocate("}))
    (tmp_path / "rules" / "general.json").write_text(json.dumps({"cublas": "never"}))
    command = [sys.executable, "-m", "torch_musa.utils.simple_porting"]
    command += ["--cuda-dir-path", f"{sources}/", "--mapping-dir-path", str(tmp_path / "rules")]
    subprocess.run(command, check=True)
    text = (sources.with_name("csrc_musa") / "a.mu").read_text()
    assert "cudaMallocManaged(&p, 4); allocate(&p, 4); cublasCreate" in text
