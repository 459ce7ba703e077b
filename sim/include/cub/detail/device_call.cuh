// The two calls of cub's functions over device memory: once without storage to learn how much they need,
// once with it. They need none; the answer is a byte, because programs allocate what they are told.
#pragma once

#include <cstddef>

#include "cub/thread_operators.cuh"
#include "musasim/device/operation.h"
#include "musasim/sequence.h"

namespace cub {
namespace detail {

template <class Work>
musaError_t device_call(void* storage, std::size_t& bytes, musaStream_t stream, Work work) {
  if (storage == nullptr) {
    bytes = 1;
    return musaSuccess;
  }
  return musasim::device::run_in_stream(work, stream);
}

template <class Count>
std::size_t size_of(Count count) {
  return static_cast<std::size_t>(count);
}

}  // namespace detail
}  // namespace cub
