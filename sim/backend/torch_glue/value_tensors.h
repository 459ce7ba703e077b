// The tensors in an argument or a result of an operator: one alone, or those of a list.
#pragma once

#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <algorithm>
#include <utility>

namespace musasim {

// Whether a list holds tensors, judged by what is in it: the element types that TorchScript gives
// its lists of optional tensors are not always those that IValue::isOptionalTensorList() knows.
inline bool is_list_with_tensors(const c10::IValue& value) {
  if (!value.isList()) {
    return false;
  }
  const c10::ArrayRef<c10::IValue> items = value.toListRef();
  return std::any_of(items.begin(), items.end(),
                     [](const c10::IValue& item) { return item.isTensor(); });
}

// Calls visit(const at::Tensor&) for each defined tensor of the value.
template <class Visit>
void for_each_tensor(const c10::IValue& value, const Visit& visit) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) {
      visit(value.toTensor());
    }
  } else if (value.isList()) {
    for (const c10::IValue& item : value.toListRef()) {
      if (item.isTensor() && item.toTensor().defined()) {
        visit(item.toTensor());
      }
    }
  }
}

// Replaces each defined tensor of the value by map(const at::Tensor&). Lists are made anew: the
// caller may still hold the old one.
template <class Map>
void map_tensors(c10::IValue& value, const Map& map) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) {
      value = map(value.toTensor());
    }
  } else if (is_list_with_tensors(value)) {
    c10::impl::GenericList list(std::as_const(value).toList().elementType());
    list.reserve(value.toListRef().size());
    for (const c10::IValue& item : value.toListRef()) {
      const bool mapped = item.isTensor() && item.toTensor().defined();
      list.push_back(mapped ? c10::IValue(map(item.toTensor())) : item);
    }
    value = std::move(list);
  }
}

// The same of a copy.
template <class Map>
c10::IValue mapped_tensors(c10::IValue value, const Map& map) {
  map_tensors(value, map);
  return value;
}

}  // namespace musasim
