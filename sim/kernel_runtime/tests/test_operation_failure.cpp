// Work of a stream that gets no memory from the C library. It breaks the device, so it is alone here.
#include <new>

#include "check.h"
#include "musasim/device/operation.h"

TEST(work_without_memory_is_an_error_of_the_device) {
  const auto throwing = [] { throw std::bad_alloc(); };
  EQUAL(musasim::device::run_in_stream(throwing, nullptr), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaErrorMemoryAllocation);
}

TEST_MAIN()
