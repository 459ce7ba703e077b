"""What becomes of options and programs of NVRTC, without a compiler."""

import pytest

from torchada._libraries import nvrtc, nvrtc_options

pytestmark = pytest.mark.musa


@pytest.mark.parametrize(
    "given, expected",
    [
        ("--gpu-architecture=sm_31", "--offload-arch=mp_31"),
        ("-arch=compute_21", "--offload-arch=mp_21"),
        ("--gpu-architecture sm_90a", "--offload-arch=mp_22"),
        ("", "--offload-arch=mp_22"),
        ("-DA=1 --define-macro=B=2 -U C", "--offload-arch=mp_22 -DA=1 -D B=2 -U C"),
        ("-D__CUDA_NO_HALF_OPERATORS__", "--offload-arch=mp_22 -D__MUSA_NO_HALF_OPERATORS__"),
        ("--std=c++17 -default-device --pch", "--offload-arch=mp_22 -std=c++17"),
        ("--use_fast_math --fmad=false", None),
        ("-arch=foo", "--gpu-architecture=foo"),  # which MTRTC refuses
        ("-D=A -I=b --time x.csv -dw -frandom-seed 1", "--offload-arch=mp_22 -D A -I b"),
        (
            "--include-path=/usr/include -include x.h",
            "--offload-arch=mp_22 -I /usr/include -include x.h",
        ),
    ],
)
def test_options(given, expected):
    words = nvrtc_options.translate(given.split())
    if expected is None:
        expected = "--offload-arch=mp_22 -ffast-math -fno-finite-math-only -ffp-contract=off"
    assert words == expected.split()


def test_a_program_is_made_again_whole_or_not():
    destroyed, statuses = [], iter((0, 5))
    library = {
        "mtrtcCreateProgram": lambda *_: 0,
        "mtrtcAddNameExpression": lambda *_: next(statuses),
        "mtrtcDestroyProgram": lambda *_: destroyed.append(1),
    }
    program = nvrtc._Program("a.cu", b"__global__ void k() {}", {})
    program.expressions = [b"k", b"cudaError_t"]
    assert program.make_again(library, b"other", {}, {}) == 5
    assert destroyed == [1] and program.handle is None
