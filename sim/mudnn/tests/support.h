// Helpers of muDNN's tests: tensors in device memory.
#pragma once

#include <vector>

#include "check.h"
#include "mudnn.h"
#include "musa_runtime.h"
#include "testing/held_stream.h"

namespace dnn_test {

using namespace musa::dnn;
using musasim::testing::Gate;
using musasim::testing::Stream;

#define DNN_OK(call) EQUAL(static_cast<int>(call), static_cast<int>(Status::SUCCESS))
#define DNN_GIVES(call, status) EQUAL(static_cast<int>(call), static_cast<int>(Status::status))
#define MUSA_OK(call) EQUAL(static_cast<int>(call), static_cast<int>(musaSuccess))

// Floats on the device, as a tensor of one dimension or of `sizes`.
class Floats {
 public:
  explicit Floats(std::vector<float> values, std::vector<int64_t> sizes = {})
      : host(std::move(values)) {
    MUSA_OK(musaMalloc(reinterpret_cast<void**>(&data_), bytes()));
    MUSA_OK(musaMemcpy(data_, host.data(), bytes(), musaMemcpyHostToDevice));
    if (sizes.empty()) sizes = {static_cast<int64_t>(host.size())};
    DNN_OK(tensor.SetType(Tensor::Type::FLOAT));
    DNN_OK(tensor.SetAddr(data_));
    DNN_OK(tensor.SetNdInfo(static_cast<int>(sizes.size()), sizes.data()));
  }
  Floats(const Floats&) = delete;
  Floats& operator=(const Floats&) = delete;
  ~Floats() { MUSA_OK(musaFree(data_)); }

  const std::vector<float>& read() {
    MUSA_OK(musaDeviceSynchronize());
    MUSA_OK(musaMemcpy(host.data(), data_, bytes(), musaMemcpyDeviceToHost));
    return host;
  }
  operator Tensor&() { return tensor; }

  std::vector<float> host;
  Tensor tensor;

 private:
  std::size_t bytes() const { return host.size() * sizeof(float); }
  float* data_ = nullptr;
};

}  // namespace dnn_test
