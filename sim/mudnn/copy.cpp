// Copies: other orders of dimensions, parts, tensors one after another.
#include <cstring>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// Elements of one type keep their bits.
void copy_bits(const View& out, const View& in) {
  const Int size = size_of(out.type);
  const Walk<2> walk(out.sizes, {&out.strides, &in.strides});
  walk.runs([&](const auto& offsets, Int count, const auto& steps) {
    if (steps[0] == 1 && steps[1] == 1) {
      std::memmove(out.at(offsets[0]), in.at(offsets[1]), static_cast<std::size_t>(count * size));
      return;
    }
    with_storage(out.type, [&](auto storage) {
      using S = decltype(storage);
      auto* to = reinterpret_cast<S*>(out.at(offsets[0]));
      const auto* from = reinterpret_cast<const S*>(in.at(offsets[1]));
      for (Int i = 0; i < count; ++i) to[i * steps[0]] = from[i * steps[1]];
    });
  });
}

// Values of quantized tensors in another scale, as ATen rounds them.
void scale_anew(const View& out, const View& in) {
  const float by = in.quantum, of = 1 / out.quantum;
  elementwise<float>(
      out, [=](float x) { return static_cast<float>(blas::integer<std::int8_t>(x * by * of)); },
      in);
}

void copy(const View& out, const View& in) {
  const bool same = out.quantum == in.quantum || out.quantum == 0 || in.quantum == 0;
  if (!same) return scale_anew(out, in);
  if (out.type == in.type) return copy_bits(out, in);
  with_kind(kind_of({out.type, in.type}), [&](auto c) {
    using C = decltype(c);
    elementwise<C>(out, [](C x) { return x; }, in);
  });
}

template <class I>
Status reorder(Public& in, int count, const I* order) {
  const View from(in);
  if (order == nullptr || count != from.rank()) return Status::INVALID_PARAMETER;
  Dims dims;
  for (int i = 0; i < count; ++i) dims.push_back(wrapped(static_cast<Int>(order[i]), count));
  Dims seen(dims);
  std::sort(seen.begin(), seen.end());
  for (int i = 0; i < count; ++i) {
    if (seen[static_cast<std::size_t>(i)] != i) return Status::INVALID_PARAMETER;
  }
  const View turned = from.permuted(dims);
  return in.SetNdInfo(count, turned.sizes.data(), turned.strides.data());
}

template <class I>
Status cut(const Public& out, Public& in, const I* starts, const I* steps) {
  const View to(out);
  View from(in);
  as_integers({&from});
  if (starts == nullptr || to.rank() != from.rank() || !known(from.type)) {
    return Status::INVALID_PARAMETER;
  }
  Int offset = 0;
  for (Int dim = 0; dim < to.rank(); ++dim) {
    const auto d = static_cast<std::size_t>(dim);
    offset += static_cast<Int>(starts[d]) * from.strides[d];
    from.strides[d] *= steps == nullptr ? 1 : static_cast<Int>(steps[d]);
  }
  in.SetAddr(from.at(offset));
  return in.SetNdInfo(static_cast<int>(to.rank()), to.sizes.data(), from.strides.data());
}

// The parts of `out` along the axis that the tensors go to; empty when they do not fill it.
std::vector<View> parts_of(const View& out, const std::vector<View>& in, Int axis) {
  std::vector<View> parts;
  Int begin = 0;
  const auto a = static_cast<std::size_t>(axis);
  for (const View& one : in) {
    View part = out.moved(begin * out.strides[a]);
    if (one.rank() != out.rank()) return {};
    part.sizes[a] = one.sizes[a];
    if (part.sizes != one.sizes) return {};
    begin += one.sizes[a];
    parts.push_back(part);
  }
  return begin == out.sizes[a] ? parts : std::vector<View>();
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Permute::ConfigDimStride(Tensor&, Tensor& in, int count, const int* order) const {
  return reorder(in, count, order);
}
Status Permute::ConfigDimStride(Tensor&, Tensor& in, int count, const int64_t* order) const {
  return reorder(in, count, order);
}
Status Permute::ConfigDimStrideForSlice(Tensor& out, Tensor& in, const int* starts,
                                        const int* steps) const {
  return cut(out, in, starts, steps);
}
Status Permute::ConfigDimStrideForSlice(Tensor& out, Tensor& in, const int64_t* starts,
                                        const int64_t* steps) const {
  return cut(out, in, starts, steps);
}

Status Permute::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("Permute::Run", handle);
  View to(out), from(in);
  as_integers({&to, &from});
  Dims sizes;
  const Status bad =
      first({usable({&to, &from}), valid(broadcast({&to, &from}, &sizes) && sizes == to.sizes)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([](const View& o, const View& i) { copy(o, i.expanded(o.sizes)); }, to, from);
}

Status Concat::Run(Handle& handle, Tensor& out, int count, const Tensor* in) const {
  const Call call("Concat::Run", handle);
  if (count <= 0 || in == nullptr) return Status::INVALID_PARAMETER;
  View to(out);
  std::vector<View> from(in, in + count);
  std::vector<View*> all{&to};
  for (View& one : from) all.push_back(&one);
  one_order(all);
  as_integers(all);
  const Int axis = wrapped(axis_, to.rank());
  Status bad = first({usable({&to}), valid(axis >= 0)});
  for (const View& one : from) bad = first({bad, usable({&one})});
  if (bad != Status::SUCCESS) return bad;
  const std::vector<View> parts = parts_of(to, from, axis);
  if (parts.empty()) return Status::INVALID_PARAMETER;
  return call.launch(
      [](const std::vector<View>& o, const std::vector<View>& i) {
        for (std::size_t n = 0; n < o.size(); ++n) copy(o[n], i[n]);
      },
      parts, from);
}

}  // namespace musa::dnn
