// case-files: kernels.cuh common/util/cuda_runtime.h helper_cuda.h sub/launch.cu cuda_fp16.h include/lib/types.cuh
#include "kernels.cuh"
#include "helper_cuda.h"
#include "common/util/cuda_runtime.h"
#include "util/cuda_runtime.h"
#include "cuda_fp16.h"
#include "sub/launch.cu"
#include "./sub/../kernels.cuh"
#include "missing.cuh"
#include <lib/types.cuh>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#  include  <cuda_bf16.h>  // why
#include "cuda_runtime_api.h"
#if __has_include(<cuda_fp8.h>)
#endif
#include <vector>
#include HEADER
