// Tensors as a graph keeps them: CPU tensors over memory that they do not own, at the addresses of the
// capture. Who keeps the memory alive is the business of the graph's pool and of the user.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/util/SmallVector.h>

#include <utility>

namespace musasim::graph {

// For the arguments of one call: what shares a storage shares it afterwards.
class Freezer {
 public:
  // A CPU tensor with the shape and on the memory of a device tensor, or of a frozen one.
  at::Tensor freeze(const at::Tensor& tensor, bool written);

 private:
  c10::Storage freeze(const c10::Storage& storage, bool written);

  c10::SmallVector<std::pair<const c10::StorageImpl*, c10::Storage>, 4> storages_;
};

// The value with its tensors, those in lists included, replaced by what `map` gives for them. Lists
// are made anew. Undefined tensors stay.
template <class Map>
c10::IValue map_tensors(const c10::IValue& value, const Map& map);

// Calls visit(const at::Tensor&) for each defined tensor of the value.
template <class Visit>
void visit_tensors(const c10::IValue& value, const Visit& visit);

template <class Map>
c10::IValue map_tensors(const c10::IValue& value, const Map& map) {
  const auto mapped = [&](const at::Tensor& tensor) {
    return tensor.defined() ? map(tensor) : tensor;
  };
  if (value.isTensor()) {
    return mapped(value.toTensor());
  }
  if (value.isTensorList()) {
    c10::List<at::Tensor> list;
    for (const at::Tensor& tensor : value.toTensorVector()) {
      list.push_back(mapped(tensor));
    }
    return list;
  }
  if (value.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> list;
    for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorVector()) {
      if (tensor.has_value()) {
        list.push_back(mapped(*tensor));
      } else {
        list.push_back(std::nullopt);
      }
    }
    return list;
  }
  return value;
}

template <class Visit>
void visit_tensors(const c10::IValue& value, const Visit& visit) {
  map_tensors(value, [&](const at::Tensor& tensor) {
    visit(tensor);
    return tensor;
  });
}

}  // namespace musasim::graph
