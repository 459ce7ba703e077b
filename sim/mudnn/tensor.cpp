// Tensors and handles.
#include <algorithm>
#include <utility>

#include "mudnn/call.h"

namespace musa::dnn {
namespace {

using musasim::dnn::dense;

template <class I>
Status take(int count, const I* from, std::vector<int64_t>* to) {
  if (count < 0 || (count > 0 && from == nullptr)) return Status::INVALID_PARAMETER;
  to->assign(from, from + count);
  return Status::SUCCESS;
}

bool negative(const std::vector<int64_t>& sizes) {
  return std::any_of(sizes.begin(), sizes.end(), [](int64_t size) { return size < 0; });
}

// Sets all or nothing.
template <class I>
Status describe(int count, const I* sizes, const I* strides, std::vector<int64_t>* to_sizes,
                std::vector<int64_t>* to_strides, bool* known) {
  std::vector<int64_t> new_sizes, new_strides;
  if (take(count, sizes, &new_sizes) != Status::SUCCESS || negative(new_sizes)) {
    return Status::INVALID_PARAMETER;
  }
  if (strides == nullptr) {
    new_strides = dense(new_sizes);
  } else {
    new_strides.assign(strides, strides + count);
  }
  *to_sizes = std::move(new_sizes);
  *to_strides = std::move(new_strides);
  *known = true;
  return Status::SUCCESS;
}

}  // namespace

size_t GetVersion() { return MUDNN_VERSION; }

Status Tensor::SetType(Type type) { return detail::set(type_, type); }
Status Tensor::SetFormat(Format format) { return detail::set(format_, format); }
Status Tensor::SetAddr(const void* address) {
  return detail::set(address_, const_cast<void*>(address));
}

Status Tensor::SetNdInfo(int count, const int* sizes, const int* strides) {
  return describe(count, sizes, strides, &sizes_, &strides_, &has_sizes_);
}
Status Tensor::SetNdInfo(int count, const int64_t* sizes, const int64_t* strides) {
  return describe(count, sizes, strides, &sizes_, &strides_, &has_sizes_);
}
Status Tensor::SetNdInfo(int count, const int* sizes) { return SetNdInfo(count, sizes, nullptr); }
Status Tensor::SetNdInfo(int count, const int64_t* sizes) {
  return SetNdInfo(count, sizes, nullptr);
}
Status Tensor::SetNdInfo(std::initializer_list<int64_t> sizes) {
  return SetNdInfo(static_cast<int>(sizes.size()), sizes.begin());
}
Status Tensor::SetNdInfo(std::initializer_list<int64_t> sizes,
                         std::initializer_list<int64_t> strides) {
  if (sizes.size() != strides.size()) return Status::INVALID_PARAMETER;
  return SetNdInfo(static_cast<int>(sizes.size()), sizes.begin(), strides.begin());
}

Status Tensor::GetNdInfo(std::vector<int64_t>& sizes) const { return detail::set(sizes, sizes_); }
Status Tensor::GetNdInfo(std::vector<int64_t>& sizes, std::vector<int64_t>& strides) const {
  strides = strides_;
  return detail::set(sizes, sizes_);
}

Status Tensor::SetQuantizationInfo(float scale, int zero_point) {
  return SetQuantizationInfo({scale}, {zero_point});
}
Status Tensor::SetQuantizationInfo(std::initializer_list<float> scales,
                                   std::initializer_list<int> zero_points) {
  const bool centred = std::all_of(zero_points.begin(), zero_points.end(),
                                   [](int zero_point) { return zero_point == 0; });
  if (!centred) return Status::NOT_SUPPORTED;
  return detail::set(scales_, scales);
}

Handle::Handle() : Handle(musasim::current_device()) {}
Handle::Handle(int device) : device_(device) {
  const musasim::ApiCall api("musa::dnn::Handle");
  musasim::mark_used(device);
}
Handle::~Handle() = default;

Status Handle::SetStream(musaStream_t stream) { return detail::set(stream_, stream); }
musaStream_t Handle::GetStream() const { return stream_; }
int Handle::GetDeviceId() const { return device_; }
Status Handle::SetAllowTF32(bool allow) { return detail::set(allow_tf32_, allow); }
bool Handle::GetAllowTF32() const { return allow_tf32_; }

}  // namespace musa::dnn
