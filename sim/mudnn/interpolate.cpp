// Images made larger and smaller: along one dimension after the other, each element of the result the
// weighted sum of some of the image.
#include <cmath>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using InterpolateMode = musa::dnn::Interpolate::Mode;

template <class R>
struct Tap {
  Int place;
  R weight;
};
// The elements that each one of a line of the result is made of.
template <class R>
using Table = std::vector<std::vector<Tap<R>>>;

struct Resize {
  InterpolateMode mode;
  bool corners, smooth;  // smooth: what is made smaller is averaged
};

// One dimension: its sizes in the image and in the result, and the step that was asked for.
struct Axis {
  Int in, out;
  float step;

  template <class R>
  R given() const {
    const float whole = static_cast<float>(in) / static_cast<float>(out);
    return step == whole ? static_cast<R>(in) / static_cast<R>(out) : static_cast<R>(step);
  }
  template <class R>
  R scale(const Resize& resize) const {
    if (!resize.corners) return given<R>();
    return out > 1 ? static_cast<R>(in - 1) / static_cast<R>(out - 1) : R(0);
  }
  Int clamped(Int place) const { return std::min(std::max<Int>(place, 0), in - 1); }
};

Int nearest(const Axis& axis, bool exact, Int place) {
  if (axis.in == axis.out) return place;
  const float where = static_cast<float>(place);
  if (!exact) return axis.clamped(static_cast<Int>(std::floor(where * axis.step)));
  const double middle = (static_cast<double>(place) + 0.5) * static_cast<double>(axis.step);
  return axis.clamped(static_cast<Int>(std::floor(static_cast<float>(middle))));
}

// Keys' cubic: the weight of what lies x away. Its parameter is -1/2 where it also averages.
template <class R>
R cubic(R x, R a) {
  x = std::fabs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : R(0);
}

template <class R>
std::vector<Tap<R>> sharp_taps(const Resize& resize, const Axis& axis, Int place) {
  const R scale = axis.scale<R>(resize), at = static_cast<R>(place);
  // Rounded once, as ATen's kernels are compiled: far from the first element it matters.
  R source = resize.corners ? scale * at : std::fma(scale, at + R(0.5), R(-0.5));
  if (resize.mode == InterpolateMode::LINEAR) {
    source = std::max(source, R(0));
    const Int first = axis.clamped(static_cast<Int>(source));
    const R rest = source - static_cast<R>(first);
    return {{first, 1 - rest}, {axis.clamped(first + 1), rest}};
  }
  std::vector<Tap<R>> taps;
  const R whole = std::floor(source);
  for (int i = -1; i <= 2; ++i) {
    const R away = source - whole - static_cast<R>(i);
    taps.push_back({axis.clamped(static_cast<Int>(whole) + i), cubic<R>(away, R(-0.75))});
  }
  return taps;
}

// The filter as wide as a step, its weights with a sum of one.
template <class R>
std::vector<Tap<R>> smooth_taps(const Resize& resize, const Axis& axis, Int place) {
  const bool linear = resize.mode == InterpolateMode::LINEAR;
  const R scale = axis.scale<R>(resize), wide = std::max(scale, R(1));
  const R reach = (linear ? R(1) : R(2)) * wide, centre = scale * (static_cast<R>(place) + R(0.5));
  const Int first = std::max<Int>(static_cast<Int>(centre - reach + R(0.5)), 0);
  const Int last = std::min(static_cast<Int>(centre + reach + R(0.5)), axis.in);
  std::vector<Tap<R>> taps;
  R sum = 0;
  for (Int i = first; i < last; ++i) {
    const R x = (static_cast<R>(i) - centre + R(0.5)) / wide;
    const R weight = linear ? std::max(1 - std::fabs(x), R(0)) : cubic<R>(x, R(-0.5));
    taps.push_back({i, weight});
    sum += weight;
  }
  for (Tap<R>& tap : taps) tap.weight /= sum == 0 ? R(1) : sum;
  return taps;
}

bool picks(InterpolateMode mode) { return mode <= InterpolateMode::NEAREST_EXACT; }

// Integers are only picked.
template <class C>
std::vector<Tap<C>> taps_of(const Resize& resize, const Axis& axis, Int place) {
  if constexpr (std::is_floating_point_v<C>) {
    if (!picks(resize.mode)) {
      return resize.smooth ? smooth_taps<C>(resize, axis, place)
                           : sharp_taps<C>(resize, axis, place);
    }
  }
  return {{nearest(axis, resize.mode == InterpolateMode::NEAREST_EXACT, place), C(1)}};
}

template <class C>
Table<C> table_of(const Resize& resize, const Axis& axis) {
  Table<C> table;
  for (Int place = 0; place < axis.out; ++place) table.push_back(taps_of<C>(resize, axis, place));
  return table;
}

// Parts of a dense tensor around one dimension.
struct Around {
  Int before, after;
};

template <class C>
void add_line(const C* from, C weight, Int count, C* to) {
  for (Int i = 0; i < count; ++i) to[i] += from[i] * weight;
}

// One dimension of all elements becomes that of the result, or the derivative of the result that of the
// image.
template <class C>
std::vector<C> resized(const std::vector<C>& from, const Table<C>& table, const Axis& axis,
                       const Around& around, bool forward) {
  const Int to_size = forward ? axis.out : axis.in, from_size = forward ? axis.in : axis.out;
  std::vector<C> to(static_cast<std::size_t>(around.before * to_size * around.after));
  for (Int part = 0; part < around.before; ++part) {
    const C* source = from.data() + part * from_size * around.after;
    C* result = to.data() + part * to_size * around.after;
    for (Int place = 0; place < axis.out; ++place) {
      for (const Tap<C>& tap : table[static_cast<std::size_t>(place)]) {
        const Int read = forward ? tap.place : place, written = forward ? place : tap.place;
        add_line(source + read * around.after, tap.weight, around.after,
                 result + written * around.after);
      }
    }
  }
  return to;
}

template <class C>
void resize_all(const Resize& resize, const std::vector<Axis>& axes, bool forward, const View& to,
                const View& from) {
  std::vector<C> all = gather_all<C>(from);
  Dims sizes = from.sizes;
  for (std::size_t n = axes.size(); n-- > 0;) {
    const auto dim = static_cast<Int>(n) + 2;
    const Around around{product(Dims(sizes.begin(), sizes.begin() + dim)),
                        product(Dims(sizes.begin() + dim + 1, sizes.end()))};
    all = resized(all, table_of<C>(resize, axes[n]), axes[n], around, forward);
    sizes[n + 2] = to.sizes[n + 2];
  }
  spread_all(all.data(), to);
}

// `image` and `result` have channels second; `scales` are steps, or where `larger` is set their inverse.
Status axes_of(const std::vector<float>& scales, bool larger, const View& image, const View& result,
               std::vector<Axis>* axes) {
  const Int rank = image.rank();
  bool fit = rank >= 3 && result.rank() == rank && image.size(0) == result.size(0) &&
             image.size(1) == result.size(1);
  fit = fit && (scales.empty() || static_cast<Int>(scales.size()) == rank - 2);
  for (Int dim = 2; fit && dim < rank; ++dim) {
    const Int in = image.size(dim), out = result.size(dim);
    const float whole = static_cast<float>(in) / static_cast<float>(out);
    const float asked = scales.empty() ? 0 : scales[static_cast<std::size_t>(dim - 2)];
    const bool plain =
        asked <= 0 || (larger && asked == static_cast<float>(out) / static_cast<float>(in));
    const float step = larger ? static_cast<float>(1.0 / static_cast<double>(asked)) : asked;
    axes->push_back({in, out, plain ? whole : step});
    fit = in > 0 && out > 0;
  }
  return valid(fit);
}

Status launch_resize(const Call& call, const Resize& resize, const std::vector<float>& scales,
                     bool forward, const Public& to_tensor, const Public& from_tensor) {
  const View to = View(to_tensor).channels_second(), from = View(from_tensor).channels_second();
  std::vector<Axis> axes;
  const Status bad =
      first({usable({&to, &from}),
             supported(resize.mode >= InterpolateMode::NEAREST &&
                       resize.mode <= InterpolateMode::BICUBIC),
             supported(picks(resize.mode) || (is_real(to.type) && is_real(from.type))),
             axes_of(scales, !forward, forward ? from : to, forward ? to : from, &axes)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [=](const View& t, const View& f) {
        with_kind(kind_of({t.type, f.type}),
                  [&](auto c) { resize_all<decltype(c)>(resize, axes, forward, t, f); });
      },
      to, from);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Interpolate::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("Interpolate::Run", handle);
  return launch_resize(call, {mode_, align_, antialias_}, scales_, true, out, in);
}

Status Interpolate::RunBackward(Handle& handle, Tensor& grad_in, const Tensor& grad_out) const {
  const Call call("Interpolate::RunBackward", handle);
  return launch_resize(call, {mode_, align_, antialias_}, scales_, false, grad_in, grad_out);
}

}  // namespace musa::dnn
