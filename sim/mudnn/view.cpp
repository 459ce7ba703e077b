// Views of tensors.
#include "mudnn/view.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace musasim::dnn {

using musa::dnn::TensorAccess;

View::View(const Public& tensor)
    : type(TensorAccess::type(tensor)),
      format(TensorAccess::format(tensor)),
      data(static_cast<char*>(TensorAccess::address(tensor))),
      sizes(TensorAccess::sizes(tensor)),
      strides(TensorAccess::strides(tensor)),
      given(data != nullptr && TensorAccess::has_sizes(tensor)) {}

Int product(const Dims& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), Int{1}, std::multiplies<>());
}

Int View::count() const { return product(sizes); }

Dims dense(const Dims& sizes) {
  Dims strides(sizes.size());
  Int stride = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<Int>(sizes[i], 1);
  }
  return strides;
}

bool View::contiguous() const {
  const Dims wanted = dense(sizes);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != 1 && strides[i] != wanted[i]) return false;
  }
  return true;
}

View View::permuted(const Dims& order) const {
  View other = *this;
  for (std::size_t i = 0; i < order.size(); ++i) {
    other.sizes[i] = size(order[i]);
    other.strides[i] = stride(order[i]);
  }
  return other;
}

View View::expanded(const Dims& to) const {
  View other = *this;
  const std::size_t added = to.size() - sizes.size();
  other.sizes = to;
  other.strides.insert(other.strides.begin(), added, 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 1) other.strides[added + i] = 0;
  }
  return other;
}

View View::without(Int dim) const {
  View other = *this;
  other.sizes.erase(other.sizes.begin() + dim);
  other.strides.erase(other.strides.begin() + dim);
  return other;
}

View View::moved(Int offset) const {
  View other = *this;
  other.data = at(offset);
  return other;
}

View View::channels_second() const {
  switch (format) {
    case Format::NWC: return rank() == 3 ? permuted({0, 2, 1}) : *this;
    case Format::NHWC: return rank() == 4 ? permuted({0, 3, 1, 2}) : *this;
    case Format::NDHWC: return rank() == 5 ? permuted({0, 4, 1, 2, 3}) : *this;
    case Format::HWCN: return rank() == 4 ? permuted({3, 2, 0, 1}) : *this;
    case Format::DHWCN: return rank() == 5 ? permuted({4, 3, 0, 1, 2}) : *this;
    default: return *this;
  }
}

View View::backed() const {
  View other = *this;
  if (given) other.data = backing(data);
  return other;
}

bool broadcast(std::initializer_list<const View*> views, Dims* sizes) {
  sizes->clear();
  for (const View* view : views) {
    if (view->sizes.size() > sizes->size()) {
      sizes->insert(sizes->begin(), view->sizes.size() - sizes->size(), 1);
    }
    const std::size_t first = sizes->size() - view->sizes.size();
    for (std::size_t i = 0; i < view->sizes.size(); ++i) {
      Int& size = (*sizes)[first + i];
      if (view->sizes[i] != size && view->sizes[i] != 1 && size != 1) return false;
      if (size == 1) size = view->sizes[i];
    }
  }
  return true;
}

bool same_sizes(const View& a, const View& b) { return a.sizes == b.sizes; }

View as_line(View view) {
  if (view.rank() == 0) {
    view.sizes = {1};
    view.strides = {1};
  }
  return view;
}

Int wrapped(Int dim, Int rank) {
  const Int from_front = dim < 0 ? dim + rank : dim;
  return from_front >= 0 && from_front < rank ? from_front : -1;
}

Kind kind_of(std::initializer_list<Type> types) {
  bool real = false, wide = false, not_signed = false;
  for (const Type type : types) {
    real = real || is_real(type);
    wide = wide || type == Type::DOUBLE;
    not_signed = not_signed || type == Type::UINT64;
  }
  return wide ? Kind::kDouble : real ? Kind::kFloat : not_signed ? Kind::kUnsigned : Kind::kInteger;
}

}  // namespace musasim::dnn
