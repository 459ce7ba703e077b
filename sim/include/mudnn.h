// The library of neural network operations: C names of version and status, and for C++ the operations
// of musa::dnn.
#pragma once

#include <stddef.h>

#include "musa_runtime_api.h"
#include "musasim/driver/api_begin.h"

#define MUDNN_MAJOR 3
#define MUDNN_MINOR 1
#define MUDNN_PATCHLEVEL 0
#define MUDNN_VERSION (MUDNN_MAJOR * 1000 + MUDNN_MINOR * 100 + MUDNN_PATCHLEVEL)

typedef struct mudnnContext* mudnnHandle_t;

typedef enum {
  MUDNN_STATUS_SUCCESS = 0,
  MUDNN_STATUS_NOT_INITIALIZED = 1,
  MUDNN_STATUS_ALLOC_FAILED = 2,
  MUDNN_STATUS_BAD_PARAM = 3,
  MUDNN_STATUS_INTERNAL_ERROR = 4,
  MUDNN_STATUS_INVALID_VALUE = 5,
  MUDNN_STATUS_ARCH_MISMATCH = 6,
  MUDNN_STATUS_MAPPING_ERROR = 7,
  MUDNN_STATUS_EXECUTION_FAILED = 8,
  MUDNN_STATUS_NOT_SUPPORTED = 9,
  MUDNN_STATUS_LICENSE_ERROR = 10
} mudnnStatus_t;

size_t mudnnGetVersion(void);
const char* mudnnGetErrorString(mudnnStatus_t status);
mudnnStatus_t mudnnCreate(mudnnHandle_t* handle);
mudnnStatus_t mudnnDestroy(mudnnHandle_t handle);
mudnnStatus_t mudnnSetStream(mudnnHandle_t handle, musaStream_t streamId);
mudnnStatus_t mudnnGetStream(mudnnHandle_t handle, musaStream_t* streamId);

#include "musasim/driver/api_end.h"

#if defined(__cplusplus)
#pragma GCC visibility push(default)
#include "musasim/dnn/attention.h"
#include "musasim/dnn/convolution.h"
#include "musasim/dnn/elementwise.h"
#include "musasim/dnn/image.h"
#include "musasim/dnn/index.h"
#include "musasim/dnn/loss.h"
#include "musasim/dnn/matrix.h"
#include "musasim/dnn/normalize.h"
#include "musasim/dnn/reduce.h"
#include "musasim/dnn/tensor.h"
#include "musasim/dnn/unsupported.h"
#pragma GCC visibility pop
#endif
