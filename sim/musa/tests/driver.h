// Helpers of the driver's tests.
#pragma once

#include <cstdlib>
#include <cstring>
#include <vector>

#include "check.h"
#include "musa.h"

#define OK(call) EQUAL(static_cast<int>(call), static_cast<int>(MUSA_SUCCESS))
#define IS(call, error) EQUAL(static_cast<int>(call), static_cast<int>(MUSA_ERROR_##error))

namespace driver_test {

// Two devices, the driver started, the first device's primary context current.
inline MUcontext start() {
  setenv("MUSASIM_DEVICES", "2", 1);
  MUcontext context = nullptr;
  OK(muInit(0));
  OK(muDevicePrimaryCtxRetain(&context, 0));
  OK(muCtxSetCurrent(context));
  return context;
}
inline const MUcontext context = start();

inline MUdeviceptr allocate(std::size_t bytes) {
  MUdeviceptr pointer = 0;
  OK(muMemAlloc(&pointer, bytes));
  return pointer;
}

template <class T>
std::vector<T> read(MUdeviceptr from, std::size_t count) {
  std::vector<T> values(count);
  OK(muMemcpyDtoH(values.data(), from, count * sizeof(T)));
  return values;
}

template <class T>
void write(MUdeviceptr to, const std::vector<T>& values) {
  OK(muMemcpyHtoD(to, values.data(), values.size() * sizeof(T)));
}

inline std::vector<int> counted(std::size_t count, int from = 0) {
  std::vector<int> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = from + static_cast<int>(i);
  }
  return values;
}

// Device memory for the time of a test.
struct Memory {
  MUdeviceptr at;
  explicit Memory(std::size_t bytes) : at(allocate(bytes)) { OK(muMemsetD8(at, 0, bytes)); }
  ~Memory() { OK(muMemFree(at)); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
};

struct Stream {
  MUstream handle = nullptr;
  explicit Stream(unsigned flags = MU_STREAM_NON_BLOCKING) { OK(muStreamCreate(&handle, flags)); }
  ~Stream() { OK(muStreamDestroy(handle)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

}  // namespace driver_test

using namespace driver_test;
