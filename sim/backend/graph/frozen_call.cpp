// Freezing calls, and replaying them.
#include "graph/frozen_call.h"

#include <c10/util/Exception.h>

#include <cstdio>
#include <cstring>
#include <unordered_set>

#include "aten/cpu_scope.h"
#include "torch_glue/device_type.h"
#include "torch_glue/value_tensors.h"

namespace musasim::graph {

namespace {

using Tensors = std::vector<at::Tensor>;

// All of them, in the same order for the same call: arguments first.
Tensors tensors_of(const std::vector<c10::IValue>& arguments,
                   const std::vector<c10::IValue>& results) {
  Tensors tensors;
  for (const auto* values : {&arguments, &results}) {
    for (const c10::IValue& value : *values) {
      for_each_tensor(value, [&](const at::Tensor& tensor) { tensors.push_back(tensor); });
    }
  }
  return tensors;
}

bool same_place(const at::Tensor& left, const at::Tensor& right) {
  if (left.storage().data() != right.storage().data() ||
      left.storage().nbytes() != right.storage().nbytes()) {
    return false;
  }
  return left.is_nested() ||  // whose shapes cannot change
         (left.sizes() == right.sizes() && left.strides() == right.strides() &&
          left.storage_offset() == right.storage_offset());
}

// The value of a host tensor is that of the capture for ever, as that of a kernel's argument is.
at::Tensor host_value(const at::Tensor& tensor) {
  const CpuScope scope(-1);
  at::Tensor value = tensor.clone();
  if (tensor.unsafeGetTensorImpl()->is_wrapped_number()) {
    value.unsafeGetTensorImpl()->set_wrapped_number(true);
  }
  return value;
}

}  // namespace

FrozenCall::FrozenCall(Kernel kernel, const std::vector<c10::IValue>& arguments)
    : kernel_(std::move(kernel)) {
  Freezer freezer;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool written = kernel_.written[i];
    arguments_.push_back(mapped_tensors(arguments[i], [&](const at::Tensor& tensor) {
      writes_ = writes_ || written;
      return tensor.device().type() == kMusa ? freezer.freeze(tensor, written) : host_value(tensor);
    }));
    if (arguments_.back().isDevice()) {
      arguments_.back() = c10::Device(c10::DeviceType::CPU);
    }
  }
}

void FrozenCall::draw_from(std::shared_ptr<RandomRuns> random, RecordedDraw draw) {
  random_ = std::move(random);
  draw_ = draw;
}

void FrozenCall::finish(const std::vector<c10::IValue>& arguments, std::vector<c10::IValue> results,
                        AllocationScript script) {
  script_ = std::move(script);
  const Tensors before = tensors_of(arguments_, {});
  const Tensors after = tensors_of(arguments, results);
  std::unordered_set<const void*> known;
  for (const at::Tensor& tensor : before) {
    if (tensor.has_storage()) {
      known.insert(tensor.storage().data());
    }
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    const at::Tensor& tensor = after[i];
    if (!tensor.has_storage() || tensor.device().type() != kMusa) {
      continue;
    }
    reshapes_ = reshapes_ || (i < before.size() && !same_place(before[i], tensor));
    if (tensor.storage().nbytes() != 0 && known.insert(tensor.storage().data()).second) {
      places_.push_back({i, const_cast<void*>(tensor.storage().data()), tensor.storage().nbytes()});
    }
  }
}

torch::jit::Stack FrozenCall::arguments() const {
  if (!reshapes_) {
    return arguments_;
  }
  Freezer freezer;
  torch::jit::Stack fresh;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    fresh.push_back(mapped_tensors(arguments_[i], [&](const at::Tensor& tensor) {
      return freezer.freeze(tensor, kernel_.written[i]);
    }));
  }
  return fresh;
}

void FrozenCall::put_in_place(const Tensors& tensors) const {
  for (const Place& place : places_) {
    TORCH_CHECK(place.tensor < tensors.size(), "it returned fewer results than at the capture");
    const c10::Storage& storage = tensors[place.tensor].storage();
    if (storage.data() != place.data) {
      TORCH_CHECK(storage.nbytes() == place.size, "the size of a result changed from ", place.size,
                  " bytes at the capture to ", storage.nbytes(),
                  " bytes, because it depends on values");
      std::memcpy(place.data, storage.data(), place.size);
    }
  }
}

void FrozenCall::run() const {
  ScriptReader reader(script_);
  const AllocationSourceScope source(&reader);
  const std::vector<c10::IValue> arguments = this->arguments();
  torch::jit::Stack stack = arguments;
  std::optional<RandomEngine> engine;
  if (random_ != nullptr) {
    engine.emplace(random_->place(draw_));
    stack[static_cast<std::size_t>(kernel_.generator)] = engine->generator();
  }
  const CpuScope scope(kernel_.device);
  kernel_.op.redispatchBoxed(c10::DispatchKeySet(kernel_.key), &stack);
  if (!places_.empty()) {
    put_in_place(tensors_of(arguments, stack));
  }
}

musaError_t FrozenCall::replay() const {
  try {
    run();
    return musaSuccess;
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "musasim: the replay of a graph failed in %s: %s\n", kernel_.name.c_str(),
                 error.what_without_backtrace());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "musasim: the replay of a graph failed in %s: %s\n", kernel_.name.c_str(),
                 error.what());
  }
  return musaErrorAssert;
}

}  // namespace musasim::graph
