"""tools/back_to_cuda.py: ported sources read as CUDA again, and what tools/compare_ported_on_cuda.py says."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from torchada import port
from torchada._names import names

TOOLS = Path(__file__).resolve().parents[2] / "tools"

# What stands for CUDA's headers and PyTorch's; the latter use PyTorch's words for MUSA themselves.
HEADERS = {
    "cuda_runtime.h": "using cudaError_t = int;\n",
    "c10/cuda/CUDAGuard.h": "namespace c10 { namespace cuda { struct CUDAGuard {}; } }\n",
    "torch/types.h": "enum class DeviceType { CUDA, PrivateUse1 };\nbool is_privateuseone();\n",
    "torch/extension.h": "#include <torch/types.h>\nconstexpr auto kPrivateUse1 = DeviceType::PrivateUse1;\n",
}
SOURCE = """\
#include <cuda_runtime.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>
#include "own.cuh"

bool on_gpu(Tensor x) { return x.device().is_cuda() || x.device().type() == at::kCUDA; }
void run(Tensor x) {
  const at::cuda::OptionalCUDAGuard guard(device_of(x));
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  cudaMemsetAsync(x.data_ptr(), 0, 4, stream);
  C10_CUDA_CHECK(cudaGetLastError());
  curandStatePhilox4_32_10_t state;
  curand_init(1, 2, 3, &state);
  __nv_bfloat16 a = __float2bfloat16(1.0f);
}
TORCH_LIBRARY_IMPL(own, CUDA, m) { m.impl("run_cuda", &run); }
#ifdef __CUDACC__
int compiled_by_nvcc;
#endif
"""


@pytest.fixture(scope="module")
def tool():
    """Imports a module of tools/."""
    sys.path.insert(0, str(TOOLS))
    yield importlib.import_module
    sys.path.remove(str(TOOLS))


@pytest.fixture(scope="module")
def shim(tool):
    return tool("back_to_cuda").Shim(names())


def preprocess(path, *flags):
    command = ["g++", "-E", "-P", "-Werror", "-x", "c++", *flags, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    return [line for line in lines if not re.match(r"#pragma p\w+_macro", line) and line.strip()]


@pytest.fixture
def both(tool, tmp_path):
    """Ports sources, {path: text}; preprocesses the named one of the originals and of the ported ones."""

    def run(sources, name, *flags):
        for path, text in {**{f"system/{k}": v for k, v in HEADERS.items()}, **sources}.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        port.port_tree(tmp_path / "original", tmp_path / "ported")
        tool("back_to_cuda").write(tmp_path / "shim", [tmp_path / "ported"])
        system = ["-isystem", str(tmp_path / "system"), *flags]
        forced = ["-include", str(tmp_path / "shim" / "back_to_cuda.h"), f"-I{tmp_path / 'shim'}"]
        original = preprocess(tmp_path / "original" / name, *system)
        ported = tmp_path / "ported" / name.replace(".cu", ".mu")
        assert "__CUDACC__" not in ported.read_text()
        return original, preprocess(ported, *forced, *system)

    return run


def test_every_name_of_the_tables_has_a_macro_that_leads_back(shim):
    table = names()
    checked = 0
    for domain, cuda, _ in table.known_names():
        found = table.translate(cuda, domain) if domain == "identifier" else None
        if found is None or found.status != "renamed" or table.sources(found.musa)[0] == found.musa:
            continue
        checked += 1
        assert table.translate(shim.macros[found.musa]).musa == found.musa
    assert checked > 5000


def test_every_musa_header_of_the_tables_has_a_forwarding_header(shim):
    table = names()
    for domain, cuda, _ in table.known_names():
        found = table.translate(cuda, domain) if domain == "header" else None
        if found is not None and found.status == "renamed" and "musa" in found.musa:
            assert table.translate(shim.headers[found.musa], "header").musa == found.musa


def test_the_header_preprocesses_without_a_warning(shim, tmp_path):
    shim.write(tmp_path)
    (tmp_path / "empty.cpp").write_text("int x;\n")
    assert preprocess(tmp_path / "empty.cpp", "-include", str(tmp_path / "back_to_cuda.h")) == [
        "int x;"
    ]


def test_a_ported_source_reads_as_the_original(both):
    sources = {"original/kernel.cu": SOURCE, "original/own.cuh": "cudaEvent_t event;\n"}
    original, ported = both(sources, "kernel.cu", "-D__CUDACC__")
    assert ported == original
    assert "int compiled_by_nvcc;" in ported


def test_what_the_compiler_does_not_define_stays_undefined(both):
    sources = {"original/kernel.cu": SOURCE, "original/own.cuh": ""}
    original, ported = both(sources, "kernel.cu")
    assert ported == original
    assert "int compiled_by_nvcc;" not in ported


@pytest.mark.parametrize("arch", (None, 700, 750, 800, 860, 890, 900))
def test_guards_choose_the_branch_of_the_original(both, arch):
    guards = ("defined(__CUDA_ARCH__)", "__CUDA_ARCH__ < 600", "__CUDA_ARCH__ >= 700")
    guards += (
        "__CUDA_ARCH__ >= 800",
        "__CUDA_ARCH__ < 800",
        "__CUDA_ARCH__ >= 890",
        "__CUDA_ARCH__ >= 900",
    )
    text = "".join(f"#if {guard}\nint holds_{i};\n#endif\n" for i, guard in enumerate(guards))
    flags = [] if arch is None else [f"-D__CUDA_ARCH__={arch}"]
    original, ported = both({"original/kernel.cu": text}, "kernel.cu", *flags)
    assert ported == original


@pytest.fixture
def hold(tool):
    """Holds two sets of results against each other, {name: (tensor, exact)}."""

    def run(original, ported):
        comparison = tool("ported_on_cuda.comparison")
        outcome = comparison.Outcome("it")
        comparison.hold(outcome, original, ported)
        return outcome

    return run


def test_equal_results_are_the_same_with_nan_and_minus_zero(hold):
    values = torch.tensor([1.0, float("nan"), -0.0])
    outcome = hold({"a": (values, True)}, {"a": (values.clone(), True)})
    assert (outcome.equal, outcome.faults) == (1, [])
    assert hold({"a": (values, True)}, {"a": (values.abs(), True)}).faults


def test_an_exact_result_may_not_differ_in_one_bit(hold):
    values = torch.ones(3)
    outcome = hold({"a": (values, True)}, {"a": (values.nextafter(2 * values), True)})
    assert outcome.faults == ["a: 3 of 3 values differ"]


def test_a_sum_in_any_order_may_differ_a_little(hold):
    values = torch.ones(3)
    outcome = hold({"a": (values, False)}, {"a": (values + 1e-6, False)})
    assert (outcome.close, outcome.faults) == (1, [])
    assert hold({"a": (values, False)}, {"a": (values + 1e-3, False)}).faults
    assert hold({"a": (values, False)}, {"a": (values * float("nan"), False)}).faults


def test_other_names_shapes_and_types_are_faults(hold):
    values = torch.ones(3)
    assert hold({"a": (values, True)}, {"b": (values, True)}).faults
    assert hold({"a": (values, True)}, {"a": (values[:2], True)}).faults
    assert hold({"a": (values, False)}, {"a": (values.double(), False)}).faults


def test_the_table_says_what_was_found(tool, hold):
    outcomes = [hold({"a": (torch.ones(1), True)}, {"a": (torch.ones(1), True)})]
    outcomes.append(hold({"a": (torch.ones(1), True)}, {"a": (torch.zeros(1), True)}))
    lines = tool("ported_on_cuda.comparison").table(outcomes).splitlines()
    assert lines[2:] == ["| it | 1 | 0 | - | - | same |", "| it | 0 | 0 | - | - | differs |"]


def test_every_project_is_pinned_and_is_asked_something(tool):
    pinned = tool("ported_on_cuda.projects").PROJECTS
    corpus = (TOOLS / "port_corpus.txt").read_text().split()
    for name in pinned:
        assert name in corpus
        assert (TOOLS / "ported_on_cuda" / "calls" / f"{name.replace('-', '_')}.py").is_file()


def test_names_of_files_are_no_difference_between_tokens(tool):
    tokens = tool("ported_on_cuda.tokens")._tokens
    assert tokens('f("a/unported/b.cu");\n') == tokens('f("a/ported/b.mu");\n')
    assert tokens("int a;") != tokens("int b;")


def test_joined_sources_have_words_of_their_own(tool, tmp_path):
    for name in ("a.cpp", "b.cpp"):
        (tmp_path / name).write_text("#define BLOCKS 1\nstatic int registry = BLOCKS;\n")
    project = tool("ported_on_cuda.projects").PROJECTS["torch-scatter"]
    sources = [tmp_path / "a.cpp", tmp_path / "b.cpp"]
    joined = tool("ported_on_cuda.builder")._join(sources, project, tmp_path)
    assert preprocess(joined) == ["static int registry_0 = 1;", "static int registry_1 = 1;"]
