// Derivatives of convolutions with few channels in a group: each channel times each weight.
#include <algorithm>

#include "blas/cblas.h"
#include "mudnn/convolve.h"
#include "mudnn/share.h"
#include "mudnn/tiles.h"

namespace musasim::dnn {
namespace {

// Elements of a part, so that they stay in the nearest cache.
constexpr Int kFew = 3072;

// Planes of an image's channel, and the results of a part spread as a tap's elements lie.
template <class C>
class Channel {
 public:
  explicit Channel(const Convolved& s) : s_(s), planes(s.window) {}

  // f(first row of results) for each part of an image's group.
  template <class F>
  void each_part(F f) {
    const Window& w = s_.window;
    const Int step = std::max<Int>(kFew / std::max<Int>(w.out[2], 1), 1);
    for (Int row = 0; row < w.out_rows(); row += step) {
      if (planes.select({row, std::min(row + step, w.out_rows())})) {
        spread_.assign(static_cast<std::size_t>(planes.length()), C(0));
      }
      f(row * w.out[2]);
    }
  }

  const C* spread(const C* rows) {
    for (const Int row : planes.rows()) {
      std::copy(rows, rows + s_.window.out[2], spread_.data() + row);
      rows += s_.window.out[2];
    }
    return spread_.data();
  }
  int length() const { return static_cast<int>(planes.length()); }

 private:
  const Convolved& s_;
  std::vector<C> spread_;

 public:
  Planes<C> planes;
};

// f(channel, image's group, where a part of its results begins) for all of them. One thread has all
// images of a group, whose weights' derivative adds them up.
template <class C, class F>
void each_group(const Convolved& s, F f) {
  share(s.groups, s.cost(), [&](Jobs& jobs) {
    Channel<C> channel(s);
    jobs.each([&](Int group) {
      for (Int n = group; n < s.images * s.groups; n += s.groups) {
        channel.each_part([&](Int place) { f(channel, n, place); });
      }
    });
  });
}

}  // namespace

template <class C>
void convolve_few_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in) {
  const Int taps = s.window.taps();
  each_group<C>(s, [&](Channel<C>& channel, Int n, Int place) {
    for (Int i = 0; i < s.in_channels; ++i) {
      C* const to = grad_in + s.image_of(n) + i * s.window.inputs();
      if (place == 0) std::fill_n(to, s.window.inputs(), C(0));  // just before it is added to
      channel.planes.clear();
      for (Int o = 0; o < s.out_channels; ++o) {
        const C* const by = weight + s.weights_of(n) + (o * s.in_channels + i) * taps;
        const C* const grad =
            channel.spread(grad_out + s.result_of(n) + place + o * s.window.outputs());
        for (Int tap = 0; tap < taps; ++tap) {
          add_times(grad, by[tap], channel.length(), channel.planes.tap(tap));
        }
      }
      channel.planes.add_to(to);
    }
  });
}

template <class C>
void convolve_few_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight) {
  const Int taps = s.window.taps();
  each_group<C>(s, [&](Channel<C>& channel, Int n, Int place) {
    for (Int i = 0; i < s.in_channels; ++i) {
      channel.planes.read(in + s.image_of(n) + i * s.window.inputs());
      for (Int o = 0; o < s.out_channels; ++o) {
        C* const of = grad_weight + s.weights_of(n) + (o * s.in_channels + i) * taps;
        const C* const grad =
            channel.spread(grad_out + s.result_of(n) + place + o * s.window.outputs());
        for (Int tap = 0; tap < taps; ++tap) {
          of[tap] += blas::cblas::dot<C>(channel.length(), grad, 1, channel.planes.tap(tap), 1);
        }
      }
    }
  });
}

#define MUDNN_FEW(C)                                                                 \
  template void convolve_few_back_data<C>(const Convolved&, const C*, const C*, C*); \
  template void convolve_few_back_filter<C>(const Convolved&, const C*, const C*, C*);
MUDNN_FEW(float)
MUDNN_FEW(double)
#undef MUDNN_FEW

}  // namespace musasim::dnn
