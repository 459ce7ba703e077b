// The library of neural network operations: version and status texts work, the rest is not supported.
#include "mudnn.h"

namespace {

constexpr const char* kNames[] = {
    "MUDNN_STATUS_SUCCESS",       "MUDNN_STATUS_NOT_INITIALIZED", "MUDNN_STATUS_ALLOC_FAILED",
    "MUDNN_STATUS_BAD_PARAM",     "MUDNN_STATUS_INTERNAL_ERROR",  "MUDNN_STATUS_INVALID_VALUE",
    "MUDNN_STATUS_ARCH_MISMATCH", "MUDNN_STATUS_MAPPING_ERROR",   "MUDNN_STATUS_EXECUTION_FAILED",
    "MUDNN_STATUS_NOT_SUPPORTED", "MUDNN_STATUS_LICENSE_ERROR"};

}  // namespace

size_t mudnnGetVersion() { return MUDNN_VERSION; }

const char* mudnnGetErrorString(mudnnStatus_t status) {
  const auto index = static_cast<unsigned>(status);
  return index < sizeof(kNames) / sizeof(kNames[0]) ? kNames[index] : "MUDNN_STATUS unknown";
}

mudnnStatus_t mudnnCreate(mudnnHandle_t* handle) {
  if (handle != nullptr) {
    *handle = nullptr;
  }
  return MUDNN_STATUS_NOT_SUPPORTED;
}

mudnnStatus_t mudnnDestroy(mudnnHandle_t) { return MUDNN_STATUS_NOT_SUPPORTED; }

mudnnStatus_t mudnnSetStream(mudnnHandle_t, musaStream_t) { return MUDNN_STATUS_NOT_SUPPORTED; }

mudnnStatus_t mudnnGetStream(mudnnHandle_t, musaStream_t*) { return MUDNN_STATUS_NOT_SUPPORTED; }
