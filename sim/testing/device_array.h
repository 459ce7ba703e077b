// An array in device memory for tests of the libraries above the runtime.
#pragma once

#include <cstddef>
#include <vector>

#include "check.h"
#include "musa_runtime_api.h"

namespace musasim::testing {

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    void* memory = nullptr;
    EQUAL(musaMalloc(&memory, count * sizeof(T)), musaSuccess);
    data_ = static_cast<T*>(memory);
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) { set(values); }
  ~DeviceArray() { EQUAL(musaFree(data_), musaSuccess); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }
  std::size_t size() const { return count_; }

  void set(const std::vector<T>& values) {
    EQUAL(musaMemcpy(data_, values.data(), values.size() * sizeof(T), musaMemcpyHostToDevice),
          musaSuccess);
  }
  // Waits for the default stream, and with it for all blocking ones.
  std::vector<T> get() const {
    std::vector<T> values(count_);
    EQUAL(musaMemcpy(values.data(), data_, count_ * sizeof(T), musaMemcpyDeviceToHost),
          musaSuccess);
    return values;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

}  // namespace musasim::testing
