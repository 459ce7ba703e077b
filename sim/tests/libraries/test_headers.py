"""The platform's headers: each compiles alone, as strict C99 and C++11, without a warning."""

import pytest
from support.headers import COMPILERS, INCLUDE, compile_errors

HEADERS = sorted(path.name for path in INCLUDE.glob("*.h"))
HEADERS += [f"musasim/{name}.h" for name in ("check", "faults", "kernel", "work")]
CPP_ONLY = {"murand_kernel.h", "murand_philox4x32_10.h"}  # generators inside kernels


@pytest.mark.parametrize("header", HEADERS)
def test_compiles_alone_as_cpp(header):
    assert compile_errors("c++", f'#include "{header}"\n') == ""


@pytest.mark.parametrize("header", [name for name in HEADERS if name not in CPP_ONLY])
def test_compiles_alone_as_c(header):
    # Strict C has no empty files, which headers that only define macros would make.
    assert compile_errors("c", f'#include "{header}"\nextern int something;\n') == ""


@pytest.mark.parametrize(
    "header, macro",
    [
        ("driver_types.h", "__DRIVER_TYPES_H__"),
        ("musa.h", "__musa_musa_h__"),
        ("musa_runtime.h", "__MUSA_RUNTIME_H__"),
        ("musa_runtime_api.h", "__MUSA_RUNTIME_API_H__"),
        ("musolver_common.h", "MUSOLVER_COMMON_H_"),
        ("musparse.h", "MUSPARSEAPI"),
    ],
)
def test_programs_see_which_headers_they_have(header, macro):
    """The names are those of torch_musa's table of CUDA's; NVIDIA's helper_cuda.h asks for them."""
    assert compile_errors("c++", f"#include <{header}>\n#ifndef {macro}\n#error\n#endif\n") == ""


@pytest.mark.parametrize("language", COMPILERS)
def test_plain_names_may_mean_the_per_thread_variants(language):
    text = """
    #define MUSA_API_PER_THREAD_DEFAULT_STREAM
    #include <musa_runtime.h>
    musaError_t (*own)(void*, int, size_t, musaStream_t) = musaMemsetAsync_ptsz;
    musaError_t check(void) { return musaMemsetAsync == own ? musaSuccess : musaErrorUnknown; }
    """
    assert compile_errors(language, text) == ""


def test_calls_of_real_programs_compile():
    """Spellings that ported programs use; the overloads and templates have to take them."""
    text = """
    #include <musa_runtime.h>
    void kernel(float*, int);
    float table[4];
    musaError_t calls(musaStream_t stream, musaGraph_t graph, musaGraphExec_t exec) {
      float* data = nullptr;
      int blocks = 0, block = 0, count = 4;
      musaMalloc(&data, 16);
      musaMallocManaged(&data, 16);
      musaMallocHost(&data, 16);
      musaMallocAsync(&data, 16, stream);
      void* arguments[] = {&data, &count};
      musaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, stream);
      musaLaunchKernel((void*)kernel, 1, 32, arguments);
      musaFuncSetAttribute(kernel, musaFuncAttributeMaxDynamicSharedMemorySize, 1024);
      musaOccupancyMaxPotentialBlockSize(&blocks, &block, kernel);
      musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 0);
      musaMemcpyToSymbol(table, data, 16);
      musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
      musaGraphInstantiate(&exec, graph, 0);
      musaGraphInstantiate(&exec, graph);
      musaGraphNode_t node;
      musaGraphExecUpdateResult result;
      musaGraphExecUpdate(exec, graph, &node, &result);
      float4 v = make_float4(1, 2, 3, 4);
      const musaChannelFormatDesc format = musaCreateChannelDesc<float4>();
      return v.w > format.x ? musaErrorUnknown : musaFree(data);
    }
    """
    assert compile_errors("c++", text) == ""


def test_kernels_of_real_programs_compile():
    """What kernels use without an include, and the parts of CUB, Thrust and cooperative groups."""
    text = """
    #include <musasim/device_language.h>
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #include <cub/cub.cuh>
    #include <thrust/complex.h>
    #include <thrust/iterator/reverse_iterator.h>
    #include <musa/std/type_traits>
    namespace cg = cooperative_groups;
    __global__ void __launch_bounds__(128) kernel(float* data, int n) {
      using Scan = cub::BlockScan<int, 128>;
      __shared__ Scan::TempStorage storage;
      const int i = blockIdx.x * blockDim.x + threadIdx.x;
      int place = 0;
      Scan(storage).ExclusiveSum(max(n, 3) > i, place);
      auto warp = cg::tiled_partition<32>(cg::this_thread_block());
      float sum = cg::reduce(warp, __ldg(data + i), cg::plus<float>());
      sum += __shfl_xor_sync(0xffffffff, __expf(sum), 16);
      if (warp.thread_rank() == 0) atomicAdd(data + place, rsqrtf(min(sum, 4.0f)));
      __syncthreads();
    }
    thrust::complex<float> root(thrust::complex<float> z) { return thrust::sqrt(z); }
    static_assert(musa::std::is_same<int, int>::value, "");
    """
    assert compile_errors("c++", text, "-std=c++17") == ""
