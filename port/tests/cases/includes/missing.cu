// case-files: helper.h
#include "helper.h"
#include "cuda_buffers.cuh"
#include "cuda_func/matrix.cuh"
#include "cublas_wrappers.h"
#include "cuda_runtime.h"
#include "cuda/std/atomic"
#include "cutlass/array.h"
