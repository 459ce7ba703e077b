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
      given(data != nullptr && TensorAccess::has_sizes(tensor)),
      quantum(TensorAccess::quantum(tensor)) {}

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

View View::numbered(const Dims& its_sizes, const Dims& its_strides) const {
  View other = *this;
  other.sizes = its_sizes;
  other.strides = its_strides;
  return other;
}

// Whether the elements of each dimension lie within a step of the next.
bool nested(const View& view, const Dims& dims) {
  Int reach = 0;
  for (const Int dim : dims) {
    if (view.stride(dim) < reach) return false;
    reach = view.stride(dim) * std::max<Int>(view.size(dim), 1);
  }
  return true;
}

// Programs give tensors with the channels last their sizes in this order, or with the channels second
// and strides that say where they lie. So where the strides contradict the format, they count.
const Dims* View::order_of_channels() const {
  static const Dims kImages{0, 3, 1, 2}, kLines{0, 2, 1}, kVolumes{0, 4, 1, 2, 3};
  static const Dims kWeights{3, 2, 0, 1}, kWeights3d{4, 3, 0, 1, 2};
  switch (format) {
    case Format::HWCN: return rank() == 4 ? &kWeights : nullptr;
    case Format::DHWCN: return rank() == 5 ? &kWeights3d : nullptr;
    case Format::NWC:
    case Format::NHWC:
    case Format::NDHWC: break;
    default: return nullptr;
  }
  const Dims* order = format == Format::NWC    ? &kLines
                      : format == Format::NHWC ? &kImages
                                               : &kVolumes;
  if (order->size() != sizes.size()) return nullptr;
  Dims last, second{1};
  for (Int dim = rank() - 1; dim >= 0; --dim) {
    last.push_back(dim);
    if (dim != 1) second.push_back(dim);
  }
  return !nested(*this, last) && nested(*this, second) ? nullptr : order;
}

View View::channels_second() const {
  const Dims* order = order_of_channels();
  if (order == nullptr) return *this;
  View other = permuted(*order);
  other.format = Format::NCHW;
  return other;
}

void as_integers(const std::vector<View*>& views) {
  const bool all =
      std::all_of(views.begin(), views.end(), [](const View* v) { return v->type == Type::QINT8; });
  for (View* view : views) {
    if (all) view->type = Type::INT8;
  }
}

void one_order(const std::vector<View*>& views) {
  const View* last = nullptr;
  for (const View* view : views) {
    if (view->order_of_channels() != nullptr) last = view;
  }
  const bool differ =
      last != nullptr && std::any_of(views.begin(), views.end(), [&](const View* v) {
        return v->rank() == last->rank() && v->format != Format::UNKNOWN && !v->order_of_channels();
      });
  for (View* view : views) {
    if (differ) *view = view->channels_second();
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
