// Sorting along a dimension, and the largest elements.
#include <numeric>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// NaN is larger than all numbers.
template <class C>
bool before(C a, C b, bool descending) {
  if (a != a || b != b) return descending ? a != a && b == b : a == a && b != b;
  return descending ? a > b : a < b;
}

// The first `count` places of the line in order; equal elements keep theirs.
template <class C>
std::vector<Int> order_of(const std::vector<C>& line, bool descending, std::size_t count) {
  std::vector<Int> places(line.size());
  std::iota(places.begin(), places.end(), Int{0});
  const auto less = [&](Int a, Int b) {
    const C x = line[static_cast<std::size_t>(a)], y = line[static_cast<std::size_t>(b)];
    return before(x, y, descending) || (!before(y, x, descending) && a < b);
  };
  std::partial_sort(places.begin(), places.begin() + static_cast<Int>(count), places.end(), less);
  places.resize(count);
  return places;
}

struct Ordering {
  Int dim, count;
  bool descending;
};

// The elements in order to `values`, their places to `places`, or what `carried` has there.
template <class C, class D>
void sort_lines(const Ordering& ordering, const View& values, const View& places, const View& in,
                const View& carried) {
  const Int dim = ordering.dim, length = in.size(dim), count = ordering.count;
  std::vector<C> line(static_cast<std::size_t>(length)), sorted;
  std::vector<D> others(carried.given ? line.size() : 0), picked;
  each<4>(
      {in.without(dim), values.without(dim), places.without(dim), carried.without(dim)},
      [&](const auto& offsets) {
        read_run<C>(in.type, in.at(offsets[0]), in.stride(dim), length, line.data());
        if (carried.given) {
          read_run<D>(carried.type, carried.at(offsets[3]), carried.stride(dim), length,
                      others.data());
        }
        sorted.clear();
        picked.clear();
        for (const Int place : order_of(line, ordering.descending, std::size_t(count))) {
          sorted.push_back(line[static_cast<std::size_t>(place)]);
          picked.push_back(carried.given ? others[static_cast<std::size_t>(place)] : D(place));
        }
        write_run<C>(values.type, values.at(offsets[1]), values.stride(dim), count, sorted.data());
        write_run<D>(places.type, places.at(offsets[2]), places.stride(dim), count, picked.data());
      });
}

Status launch_sort(const Call& call, int dim, Int k, bool descending, const Public& to_values,
                   const Public& to_places, const Public& from, const Public* with) {
  View values = as_line(to_values), places = as_line(to_places), in = as_line(from);
  View carried = with == nullptr ? View() : as_line(*with);
  one_order({&values, &places, &in, &carried});
  Ordering ordering{wrapped(dim, in.rank()), k, descending};
  if (ordering.dim < 0) return Status::INVALID_PARAMETER;
  if (k < 0) ordering.count = in.size(ordering.dim);
  View wanted = in;
  wanted.sizes[static_cast<std::size_t>(ordering.dim)] = ordering.count;
  const Status bad =
      first({usable({&values, &places, &in}), usable_if_given({&carried}),
             valid(ordering.count <= in.size(ordering.dim) && same_sizes(values, wanted) &&
                   same_sizes(places, wanted) && (with == nullptr || same_sizes(carried, in)))});
  if (bad != Status::SUCCESS) return bad;
  if (with == nullptr) {
    carried.sizes = in.sizes;
    carried.strides = in.strides;
  }
  return call.launch(
      [ordering](const View& v, const View& p, const View& i, const View& c) {
        with_kind(kind_of({i.type}), [&](auto key) {
          if (c.given && is_real(c.type)) {
            sort_lines<decltype(key), double>(ordering, v, p, i, c);
          } else {
            sort_lines<decltype(key), Int>(ordering, v, p, i, c);
          }
        });
      },
      values, places, in, carried);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Sort::Run(Handle& handle, Tensor& values, Tensor& indices, const Tensor& in,
                 const MemoryMaintainer&) const {
  const Call call("Sort::Run", handle);
  return launch_sort(call, dim_, -1, descending_, values, indices, in, nullptr);
}

Status SortByKey::Run(Handle& handle, Tensor& keys_out, Tensor& values_out, const Tensor& keys,
                      const Tensor& values, const MemoryMaintainer&) const {
  const Call call("SortByKey::Run", handle);
  return launch_sort(call, dim_, -1, descending_, keys_out, values_out, keys, &values);
}

Status TopK::Run(Handle& handle, Tensor& values, Tensor& indices, const Tensor& in,
                 const MemoryMaintainer&) const {
  const Call call("TopK::Run", handle);
  if (k_ < 0) return Status::INVALID_PARAMETER;
  return launch_sort(call, dim_, k_, largest_, values, indices, in, nullptr);
}

}  // namespace musa::dnn
