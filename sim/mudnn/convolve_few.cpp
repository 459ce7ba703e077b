// Convolutions with few channels in a group: each channel times each weight.
#include <algorithm>

#include "blas/cblas.h"
#include "mudnn/convolve.h"

namespace musasim::dnn {
namespace {

// Elements of a part, so that they stay in the nearest cache.
constexpr Int kFew = 3072;

// Planes of an image's channel, and the results of a part spread as a tap's elements lie.
template <class C>
class Channel {
 public:
  explicit Channel(const Convolved& s) : s_(s), planes(s.window) {}

  // f(offset of the group's image, of its result, of its weights) for each part of each group.
  template <class F>
  void each(F f) {
    const Window& w = s_.window;
    const Int step = std::max<Int>(kFew / std::max<Int>(w.out[2], 1), 1);
    for (Int n = 0; n < s_.images * s_.groups; ++n) {
      for (Int row = 0; row < w.out_rows(); row += step) {
        if (planes.select({row, std::min(row + step, w.out_rows())})) {
          spread_.assign(static_cast<std::size_t>(planes.length()), C(0));
        }
        f(n * s_.in_channels * w.inputs(), n * s_.out_channels * w.outputs() + row * w.out[2],
          n % s_.groups * s_.out_channels * s_.rows());
      }
    }
  }

  C* cleared() {
    std::fill(spread_.begin(), spread_.end(), C(0));
    return spread_.data();
  }
  const C* spread(const C* rows) {
    for (const Int row : planes.rows()) {
      std::copy(rows, rows + s_.window.out[2], spread_.data() + row);
      rows += s_.window.out[2];
    }
    return spread_.data();
  }
  void gather(C* rows) const {
    for (const Int row : planes.rows()) {
      const C* const from = spread_.data() + row;
      rows = std::copy(from, from + s_.window.out[2], rows);
    }
  }
  int length() const { return static_cast<int>(planes.length()); }

 private:
  const Convolved& s_;
  std::vector<C> spread_;

 public:
  Planes<C> planes;
};

}  // namespace

template <class C>
void convolve_few(const Convolved& s, const C* in, const C* weight, C* out) {
  Channel<C> channel(s);
  const Int taps = s.window.taps();
  channel.each([&](Int image, Int result, Int weights) {
    for (Int o = 0; o < s.out_channels; ++o) {
      C* const sum = channel.cleared();
      for (Int i = 0; i < s.in_channels; ++i) {
        const C* const by = weight + weights + (o * s.in_channels + i) * taps;
        channel.planes.read(in + image + i * s.window.inputs());
        for (Int tap = 0; tap < taps; ++tap) {
          blas::cblas::axpy<C>(channel.length(), by[tap], channel.planes.tap(tap), 1, sum, 1);
        }
      }
      channel.gather(out + result + o * s.window.outputs());
    }
  });
}

template <class C>
void convolve_few_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in) {
  Channel<C> channel(s);
  const Int taps = s.window.taps();
  channel.each([&](Int image, Int result, Int weights) {
    for (Int i = 0; i < s.in_channels; ++i) {
      channel.planes.clear();
      for (Int o = 0; o < s.out_channels; ++o) {
        const C* const by = weight + weights + (o * s.in_channels + i) * taps;
        const C* const grad = channel.spread(grad_out + result + o * s.window.outputs());
        for (Int tap = 0; tap < taps; ++tap) {
          blas::cblas::axpy<C>(channel.length(), by[tap], grad, 1, channel.planes.tap(tap), 1);
        }
      }
      channel.planes.add_to(grad_in + image + i * s.window.inputs());
    }
  });
}

template <class C>
void convolve_few_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight) {
  Channel<C> channel(s);
  const Int taps = s.window.taps();
  channel.each([&](Int image, Int result, Int weights) {
    for (Int i = 0; i < s.in_channels; ++i) {
      channel.planes.read(in + image + i * s.window.inputs());
      for (Int o = 0; o < s.out_channels; ++o) {
        C* const of = grad_weight + weights + (o * s.in_channels + i) * taps;
        const C* const grad = channel.spread(grad_out + result + o * s.window.outputs());
        for (Int tap = 0; tap < taps; ++tap) {
          of[tap] += blas::cblas::dot<C>(channel.length(), grad, 1, channel.planes.tap(tap), 1);
        }
      }
    }
  });
}

#define MUDNN_FEW(C)                                                                 \
  template void convolve_few<C>(const Convolved&, const C*, const C*, C*);           \
  template void convolve_few_back_data<C>(const Convolved&, const C*, const C*, C*); \
  template void convolve_few_back_filter<C>(const Convolved&, const C*, const C*, C*);
MUDNN_FEW(float)
MUDNN_FEW(double)
#undef MUDNN_FEW

}  // namespace musasim::dnn
