// Pooling and its derivative.
#include <algorithm>
#include <limits>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/patches.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using PoolMode = musa::dnn::Pooling::Mode;

bool finds_largest(PoolMode mode) {
  return mode == PoolMode::MAXPOOL || mode == PoolMode::ADAPTIVE_MAXPOOL;
}
bool adapts(PoolMode mode) {
  return mode == PoolMode::ADAPTIVE_AVGPOOL || mode == PoolMode::ADAPTIVE_MAXPOOL ||
         mode == PoolMode::GLOBAL_AVGPOOL;
}

struct Pool {
  PoolMode mode;
  Window window;
  Int divisor;
  Int planes;  // images times channels
};

// The elements that a result covers along one dimension.
struct Cover {
  Int begin, end, step;
  Int padded;  // how many places, those in the padding included
};
Cover cover(const Pool& p, int dim, Int out) {
  const Window& w = p.window;
  if (adapts(p.mode)) {
    const Int begin = out * w.in[dim] / w.out[dim];
    const Int end = ((out + 1) * w.in[dim] + w.out[dim] - 1) / w.out[dim];
    return {begin, end, 1, end - begin};
  }
  const Int start = out * w.stride[dim] - w.pad[dim], step = w.dilation[dim];
  const Int stop = start + (w.kernel[dim] - 1) * step + 1;
  const Int begin = start < 0 ? start + (-start + step - 1) / step * step : start;
  return {begin, std::min(stop, w.in[dim]), step, std::min(stop, w.in[dim] + w.pad[dim]) - start};
}

// f(result, covers) for each result of a plane.
template <class F>
void results(const Pool& p, F f) {
  Int result = 0;
  for (Int z = 0; z < p.window.out[0]; ++z) {
    for (Int y = 0; y < p.window.out[1]; ++y) {
      for (Int x = 0; x < p.window.out[2]; ++x) {
        f(result++, std::array<Cover, 3>{cover(p, 0, z), cover(p, 1, y), cover(p, 2, x)});
      }
    }
  }
}

// f(place in the plane) for each element that is covered.
template <class F>
void covered(const Pool& p, const std::array<Cover, 3>& c, F f) {
  for (Int z = c[0].begin; z < c[0].end; z += c[0].step) {
    for (Int y = c[1].begin; y < c[1].end; y += c[1].step) {
      const Int row = (z * p.window.in[1] + y) * p.window.in[2];
      for (Int x = c[2].begin; x < c[2].end; x += c[2].step) f(row + x);
    }
  }
}

Int divisor_of(const Pool& p, const std::array<Cover, 3>& c) {
  if (p.divisor != 0 && !adapts(p.mode)) return p.divisor;
  if (p.mode == PoolMode::AVGPOOL_COUNT_PAD) return c[0].padded * c[1].padded * c[2].padded;
  return (c[0].end - c[0].begin) * (c[1].end - c[1].begin) * (c[2].end - c[2].begin);
}

template <class C>
void largest_of_plane(const Pool& p, const C* in, C* out, Int* where) {
  results(p, [&](Int result, const std::array<Cover, 3>& c) {
    Int best = -1;
    covered(p, c, [&](Int place) {
      if (best < 0 || in[place] > in[best] || (in[place] != in[place] && in[best] == in[best])) {
        best = place;
      }
    });
    out[result] = best < 0 ? std::numeric_limits<C>::lowest() : in[best];
    where[result] = best;
  });
}

template <class C>
void average_of_plane(const Pool& p, const C* in, C* out) {
  results(p, [&](Int result, const std::array<Cover, 3>& c) {
    C sum = 0;
    covered(p, c, [&](Int place) { sum += in[place]; });
    out[result] = sum / static_cast<C>(divisor_of(p, c));
  });
}

template <class C>
void forward_pool(const Pool& p, const View& out, const View& in, const View& indices) {
  const std::vector<C> from = gather_all<C>(in);
  std::vector<C> to(static_cast<std::size_t>(out.count()));
  std::vector<Int> where(finds_largest(p.mode) ? to.size() : 0);
  for (Int plane = 0; plane < p.planes; ++plane) {
    const C* image = from.data() + plane * p.window.inputs();
    const Int first = plane * p.window.outputs();
    if (finds_largest(p.mode)) {
      largest_of_plane<C>(p, image, to.data() + first, where.data() + first);
    } else {
      average_of_plane<C>(p, image, to.data() + first);
    }
  }
  spread_all(to.data(), out);
  if (indices.given && finds_largest(p.mode)) spread_all(where.data(), indices);
}

template <class C>
void backward_plane(const Pool& p, const C* grad, const Int* where, C* to) {
  if (where != nullptr) {
    for (Int result = 0; result < p.window.outputs(); ++result) {
      if (where[result] < 0 || where[result] >= p.window.inputs())
        throw DeviceFault{musaErrorAssert};
      to[where[result]] += grad[result];
    }
    return;
  }
  results(p, [&](Int result, const std::array<Cover, 3>& c) {
    const C share = grad[result] / static_cast<C>(divisor_of(p, c));
    covered(p, c, [&](Int place) { to[place] += share; });
  });
}

template <class C>
void backward_pool(const Pool& p, const View& grad_in, const View& grad_out, const View& indices) {
  const std::vector<C> from = gather_all<C>(grad_out);
  std::vector<C> to(static_cast<std::size_t>(grad_in.count()));
  const bool by_place = finds_largest(p.mode);
  const std::vector<Int> where = by_place ? gather_all<Int>(indices) : std::vector<Int>();
  for (Int plane = 0; plane < p.planes; ++plane) {
    const Int first = plane * p.window.outputs();
    backward_plane<C>(p, from.data() + first, by_place ? where.data() + first : nullptr,
                      to.data() + plane * p.window.inputs());
  }
  spread_all(to.data(), grad_in);
}

// Whether the result has as many places as there are windows, a last one that is cut off counted or
// not, and all of them begin before the image ends and end after it begins.
bool windows_fit(const Window& w, int dim) {
  const Int stride = w.stride[dim], pad = w.pad[dim];
  if (w.kernel[dim] <= 0 || stride <= 0 || w.dilation[dim] <= 0 || pad < 0) return false;
  const Int covered = (w.kernel[dim] - 1) * w.dilation[dim] + 1;
  const Int rest = w.in[dim] + 2 * pad - covered;
  const Int whole = rest < 0 ? 0 : rest / stride + 1;
  const bool counted = w.out[dim] == whole || w.out[dim] == whole + 1;
  return counted && pad < covered && (w.out[dim] - 1) * stride - pad < w.in[dim];
}

// From views with channels second; without a batch, the channels come first.
Status pool_of(const musa::dnn::Pooling::Mode mode, const std::vector<int>* numbers, Int divisor,
               const View& out, const View& in, Pool* p) {
  const Int given = static_cast<Int>(numbers[0].size());
  const Int spatial = adapts(mode) ? std::max<Int>(in.rank() - 2, 1) : given;
  // Adaptive pooling of three dimensions is that of an image without a batch.
  const Int dims = adapts(mode) && in.rank() == 3 ? 2 : spatial;
  if (dims < 1 || dims > 3 || in.rank() < dims || out.rank() != in.rank()) {
    return Status::INVALID_PARAMETER;
  }
  *p = {mode, {}, divisor, 1};
  bool fit = true;
  for (Int dim = 0; dim < in.rank() - dims; ++dim) {
    fit = fit && in.size(dim) == out.size(dim);
    p->planes *= in.size(dim);
  }
  Window& w = p->window;
  for (int dim = 0; dim < 3; ++dim) {
    const Int place = dim - (3 - dims);
    const bool used = place >= 0;
    const auto number = [&](int which, Int otherwise) {
      const auto n = static_cast<std::size_t>(place);
      return !used || numbers[which].size() <= n ? otherwise : Int{numbers[which][n]};
    };
    w.in[dim] = used ? in.size(in.rank() - dims + place) : 1;
    w.out[dim] = used ? out.size(out.rank() - dims + place) : 1;
    w.kernel[dim] = number(0, 1);
    w.pad[dim] = number(1, 0);
    w.stride[dim] = number(2, 1);
    w.dilation[dim] = number(3, 1);
    fit = fit && (adapts(mode) || windows_fit(w, dim));
  }
  const bool plain = std::all_of(w.dilation, w.dilation + 3, [](Int step) { return step == 1; });
  const bool averages = is_real(out.type) && is_real(in.type) && (adapts(mode) || plain);
  return first({valid(fit), supported(finds_largest(mode) || averages)});
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Pooling::SetNdInfo(int count, const int* window, const int* pad, const int* stride,
                          const int* dilation) {
  detail::set(window_, count, window);
  detail::set(pad_, count, pad);
  detail::set(stride_, count, stride);
  return detail::set(dilation_, count, dilation);
}
Status Pooling::SetNdInfo(std::initializer_list<int> window, std::initializer_list<int> pad,
                          std::initializer_list<int> stride, std::initializer_list<int> dilation) {
  if (window.size() != pad.size() || window.size() != stride.size()) {
    return Status::INVALID_PARAMETER;
  }
  window_ = window;
  pad_ = pad;
  stride_ = stride;
  dilation_ = dilation;
  return Status::SUCCESS;
}

Status Pooling::Run(Handle& handle, Tensor& out, const Tensor& in, Tensor& indices) const {
  const Call call("Pooling::Run", handle);
  const View to = View(out).channels_second(), from = View(in).channels_second();
  const View where = View(indices).channels_second();
  const std::vector<int> numbers[] = {window_, pad_, stride_, dilation_};
  Pool pool{};
  const Status bad = first({usable({&to, &from}), usable_if_given({&where}),
                            pool_of(mode_, numbers, divisor_, to, from, &pool),
                            valid(!where.given || same_sizes(where, to))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [pool](const View& o, const View& i, const View& n) {
        with_kind(kind_of({o.type, i.type}),
                  [&](auto c) { forward_pool<decltype(c)>(pool, o, i, n); });
      },
      to, from, where);
}

Status Pooling::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                       const Tensor& indices) const {
  const Call call("Pooling::RunBwd", handle);
  const View to = View(grad_in).channels_second(), from = View(grad_out).channels_second();
  const View where = View(indices).channels_second();
  const std::vector<int> numbers[] = {window_, pad_, stride_, dilation_};
  Pool pool{};
  const bool by_place = finds_largest(mode_);
  const Status bad = first({usable({&to, &from}), usable_if_given({&where}),
                            pool_of(mode_, numbers, divisor_, from, to, &pool),
                            valid(!by_place || (where.given && same_sizes(where, from)))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [pool](const View& o, const View& g, const View& n) {
        with_kind(kind_of({o.type, g.type}),
                  [&](auto c) { backward_pool<decltype(c)>(pool, o, g, n); });
      },
      to, from, where);
}

}  // namespace musa::dnn
