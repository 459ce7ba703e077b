// Reductions.
#include <cmath>
#include <limits>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/product.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using ReduceMode = musa::dnn::Reduce::Mode;

struct Reduction {
  ReduceMode mode;
  double order;
  Int correction;
  std::vector<bool> reduced;  // by dimension
  Int count;                  // of elements for each result
};

// `out` with the dimensions of `in`, those that are reduced of size one; false when it does not fit.
bool align(const View& out, const View& in, const std::vector<bool>& reduced, View* aligned) {
  View to = out;
  const bool kept = out.rank() == in.rank();
  to.sizes.clear();
  to.strides.clear();
  Int from = 0;
  for (Int dim = 0; dim < in.rank(); ++dim) {
    const bool gone = reduced[static_cast<std::size_t>(dim)];
    if (gone && !kept) {
      to.sizes.push_back(1);
      to.strides.push_back(0);
      continue;
    }
    if (from >= out.rank() || out.size(from) != (gone ? 1 : in.size(dim))) return false;
    to.sizes.push_back(out.size(from));
    to.strides.push_back(out.stride(from++));
  }
  // The sizes that are left may be ones: a result of one element has any rank.
  if (product(out.sizes) != product(to.sizes)) return false;
  *aligned = to;
  return true;
}

// Folds all elements; `out` is aligned with `in`.
template <class C, class A, class Step, class Finish>
void fold(const View& out, const View& in, const A& start, Step step, Finish finish) {
  std::vector<A> sums(static_cast<std::size_t>(out.count()), start);
  View places = out;
  places.strides = dense(out.sizes);
  places = places.expanded(in.sizes);
  C buffer[kBlock];
  Walk<2>(in.sizes, {&places.strides, &in.strides})
      .blocks([&](const auto& offsets, Int count, const auto& steps) {
        const C* from = fetch<C>(in, offsets[1], steps[1], count, buffer);
        A* to = sums.data() + offsets[0];
        if (steps[0] == 0) {
          A sum = *to;
          for (Int i = 0; i < count; ++i) step(sum, from[i]);
          *to = sum;
        } else {
          for (Int i = 0; i < count; ++i) step(to[i * steps[0]], from[i]);
        }
      });
  std::vector<C> results;
  for (const A& one : sums) results.push_back(static_cast<C>(finish(one)));
  spread_all(results.data(), out);
}

// Mean and squares of differences from it, one element at a time.
struct Moments {
  double count = 0, mean = 0, squares = 0;
  void add(double x) {
    count += 1;
    const double off = x - mean;
    mean += off / count;
    squares += off * (x - mean);
  }
};

template <class C>
void fold_norm(const View& out, const View& in, double order) {
  const auto size = [](C x) { return std::fabs(static_cast<double>(x)); };
  if (std::isinf(order)) {
    const double start = order > 0 ? 0 : std::numeric_limits<double>::infinity();
    return fold<C>(
        out, in, start,
        [=](double& a, C x) { a = order > 0 ? larger(size(x), a) : smaller(size(x), a); },
        [](double a) { return a; });
  }
  fold<C>(
      out, in, 0.0,
      [=](double& a, C x) {
        a += order == 2   ? size(x) * size(x)
             : order == 1 ? size(x)
             : order == 0 ? (x != 0 ? 1 : 0)
                          : std::pow(size(x), order);
      },
      [=](double a) {
        return order == 2                                               ? std::sqrt(a)
               : order <= 1 && order >= 0 && (order == 0 || order == 1) ? a
                                                                        : std::pow(a, 1 / order);
      });
}

template <class C>
void reduce(const Reduction& r, const View& out, const View& in) {
  using Sum = std::conditional_t<kReal<C>, double, C>;
  const double count = static_cast<double>(r.count);
  const auto same = [](auto a) { return a; };
  switch (r.mode) {
    case ReduceMode::ADD:
      return fold<C>(out, in, Sum(0), [](Sum& a, C x) { a = sum<Sum>(a, x); }, same);
    case ReduceMode::MEAN:
      return fold<C>(
          out, in, Sum(0), [](Sum& a, C x) { a = sum<Sum>(a, x); },
          [=](Sum a) { return static_cast<double>(a) / count; });
    case ReduceMode::PROD:
      return fold<C>(out, in, Sum(1), [](Sum& a, C x) { a = times<Sum>(a, x); }, same);
    case ReduceMode::MAX:
      return fold<C>(
          out, in, kReal<C> ? -std::numeric_limits<C>::infinity() : std::numeric_limits<C>::min(),
          [](C& a, C x) { a = larger(x, a); }, same);
    case ReduceMode::MIN:
      return fold<C>(
          out, in, kReal<C> ? std::numeric_limits<C>::infinity() : std::numeric_limits<C>::max(),
          [](C& a, C x) { a = smaller(x, a); }, same);
    case ReduceMode::AND:
      return fold<C>(out, in, C(1), [](C& a, C x) { a = a != 0 && x != 0; }, same);
    case ReduceMode::OR:
      return fold<C>(out, in, C(0), [](C& a, C x) { a = a != 0 || x != 0; }, same);
    case ReduceMode::NORM: return fold_norm<C>(out, in, r.order);
    case ReduceMode::STD:
    case ReduceMode::VARIANCE: {
      const double divisor = std::fmax(count - static_cast<double>(r.correction), 0.0);
      const bool root = r.mode == ReduceMode::STD;
      return fold<C>(
          out, in, Moments(), [](Moments& a, C x) { a.add(static_cast<double>(x)); },
          [=](const Moments& a) {
            const double variance = a.squares / divisor;
            return root ? std::sqrt(variance) : variance;
          });
    }
  }
}

// The largest or smallest element of each line and where it is; the first of equal ones.
template <class C>
void reduce_with_indices(bool largest, const View& values, const View& indices, const View& in,
                         Int dim) {
  const Int length = in.size(dim);
  std::vector<C> line(static_cast<std::size_t>(length));
  each<3>({in.without(dim), indices.without(dim), values.without(dim)}, [&](const auto& offsets) {
    read_run<C>(in.type, in.at(offsets[0]), in.stride(dim), length, line.data());
    Int best = 0;
    for (Int i = 1; i < length; ++i) {
      const C x = line[static_cast<std::size_t>(i)], old = line[static_cast<std::size_t>(best)];
      if (old == old && (x != x || (largest ? x > old : x < old))) best = i;
    }
    write_run<Int>(indices.type, indices.at(offsets[1]), 1, 1, &best);
    if (values.given) {
      write_run<C>(values.type, values.at(offsets[2]), 1, 1, &line[static_cast<std::size_t>(best)]);
    }
  });
}

bool mark(const std::vector<int>& dims, Int rank, std::vector<bool>* reduced) {
  reduced->assign(static_cast<std::size_t>(rank), dims.empty());
  for (const int dim : dims) {
    const Int place = wrapped(dim, rank);
    if (place < 0) return rank == 0 && (dim == 0 || dim == -1);
    (*reduced)[static_cast<std::size_t>(place)] = true;
  }
  return true;
}

// `dims` of `in`, or of its order with channels second where the result fits no other.
bool fit(View* out, View* in, const std::vector<bool>& reduced) {
  if (align(*out, *in, reduced, out)) return true;
  *in = in->channels_second();
  return align(*out, *in, reduced, out);
}

// Along one dimension, or in all elements as one line.
template <class C>
void search(bool largest, bool all, const View& values, const View& indices, const View& in,
            Int dim) {
  if (!all) return reduce_with_indices<C>(largest, values, indices, in, dim);
  const std::vector<C> line = gather_all<C>(in);
  reduce_with_indices<C>(largest, values, indices, view_of(line.data(), {in.count()}), 0);
}

// One dimension to search along. Without one, or of a single number, all elements in order.
Status launch_indices(const Call& call, bool largest, const std::vector<int>& dims, View values,
                      View indices, View in) {
  const bool all = dims.empty() || in.rank() == 0;
  one_order({&values, &indices, &in});
  if (all) in = in.channels_second();
  const Int dim = all ? 0 : wrapped(dims[0], in.rank());
  const bool with_values = values.given;
  const Status bad = first({usable({&in, &indices}), usable_if_given({&values}),
                            valid(dim >= 0 && dims.size() <= 1 && in.count() > 0)});
  if (bad != Status::SUCCESS) return bad;
  std::vector<bool> reduced;
  mark(all ? std::vector<int>() : std::vector<int>{static_cast<int>(dim)}, in.rank(), &reduced);
  if (!fit(&indices, &in, reduced) || (with_values && !align(values, in, reduced, &values))) {
    return Status::INVALID_PARAMETER;
  }
  for (View* one : {&indices, &values}) {
    if (all) *one = one->numbered({1}, {1});
  }
  if (!with_values) values = values.numbered(indices.sizes, indices.strides);
  return call.launch(
      [=](const View& v, const View& n, const View& i) {
        with_kind(kind_of({i.type}),
                  [&](auto c) { search<decltype(c)>(largest, all, v, n, i, dim); });
      },
      values, indices, in);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Reduce::GetWorkspaceSize(Handle&, size_t& size, Tensor&, const Tensor&) const {
  return detail::set(size, 0);
}

Status Reduce::Run(Handle& handle, Tensor& out, const Tensor& in, const MemoryMaintainer&) const {
  const Call call("Reduce::Run", handle);
  View to(out), from(in);
  one_order({&to, &from});
  Reduction reduction{mode_, order_, correction_, {}, 1};
  const Status bad =
      first({usable({&to, &from}), valid(mark(dims_, from.rank(), &reduction.reduced)),
             supported(mode_ >= Mode::ADD && mode_ <= Mode::VARIANCE)});
  if (bad != Status::SUCCESS) return bad;
  if (!fit(&to, &from, reduction.reduced)) return Status::INVALID_PARAMETER;
  for (Int dim = 0; dim < from.rank(); ++dim) {
    if (reduction.reduced[static_cast<std::size_t>(dim)]) reduction.count *= from.size(dim);
  }
  const bool truth = mode_ == Mode::AND || mode_ == Mode::OR;
  const Kind kind = truth ? kind_of({from.type}) : kind_of({to.type, from.type});
  return call.launch(
      [=](const View& o, const View& i) {
        with_kind(kind, [&](auto c) { reduce<decltype(c)>(reduction, o, i); });
      },
      to, from);
}

Status Reduce::RunWithIndices(Handle& handle, Tensor& out, Tensor& indices, const Tensor& in,
                              const MemoryMaintainer&) const {
  const Call call("Reduce::RunWithIndices", handle);
  if (mode_ != Mode::MAX && mode_ != Mode::MIN) return Status::NOT_SUPPORTED;
  return launch_indices(call, mode_ == Mode::MAX, dims_, out, indices, in);
}

Status Reduce::RunIndices(Handle& handle, Tensor& indices, const Tensor& in,
                          const MemoryMaintainer&) const {
  const Call call("Reduce::RunIndices", handle);
  if (mode_ != Mode::MAX && mode_ != Mode::MIN) return Status::NOT_SUPPORTED;
  return launch_indices(call, mode_ == Mode::MAX, dims_, View(), indices, in);
}

}  // namespace musa::dnn
