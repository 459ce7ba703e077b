// Tensors as a graph keeps them: CPU tensors over memory that they do not own, at the addresses of the
// capture. Who keeps the memory alive is the business of the graph's pool and of the user.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>

#include <utility>

namespace musasim::graph {

// Freezes the arguments of one call: those that share a storage share it afterwards.
class Freezer {
 public:
  // A CPU tensor with the shape and on the memory of a device tensor, or of a frozen one.
  at::Tensor freeze(const at::Tensor& tensor, bool written);

 private:
  c10::Storage freeze(const c10::Storage& storage, bool written);

  c10::SmallVector<std::pair<const c10::StorageImpl*, c10::Storage>, 4> storages_;
};

}  // namespace musasim::graph
