// Convolutions as sums of products of planes and weights; the rest as products of patches.
#include "mudnn/convolve.h"

#include <algorithm>

#include "mudnn/product.h"
#include "mudnn/share.h"
#include "mudnn/tiles.h"

namespace musasim::dnn {
namespace {

// The bytes of planes or patches that are made at a time, so that they stay in the cache; but at least
// so many columns, because whatever they are multiplied with is read anew for each part.
constexpr Int kPartBytes = Int{1} << 17, kPartColumns = 128;
// With fewer results, or rows of patches, a job is hardly quicker.
constexpr Int kLeastRows = 8;
// Up to so many weights, threads have sums of their own, which are quickly added up.
constexpr Int kFewWeights = Int{1} << 16;

// The parts of an image's results, when a row of them takes so many elements.
template <class C>
class Parts {
 public:
  Parts(const Window& w, Int elements) : all_(w.out_rows()) {
    const Int bytes = std::max<Int>(elements * static_cast<Int>(sizeof(C)), 1);
    const Int wanted = std::max(kPartBytes / bytes, kPartColumns / std::max<Int>(w.out[2], 1) + 1);
    step_ = std::clamp(wanted, Int{1}, std::max<Int>(all_, 1));
  }
  Int count() const { return (all_ + step_ - 1) / step_; }
  Part operator[](Int number) const {
    return {number * step_, std::min((number + 1) * step_, all_)};
  }

 private:
  Int all_, step_;
};
// The parts for planes of so many channels.
template <class C>
Parts<C> parts_of(const Window& w, Int channels) {
  return Parts<C>(w, channels * w.in[2] * std::min(w.stride[1], w.kernel[1]));
}

// Into how many pieces each of `count` jobs is cut, so that all threads have some.
Int pieces(Int count, Int most) {
  const Int wanted = (threads() + count - 1) / std::max<Int>(count, 1);
  return std::clamp(wanted, Int{1}, std::max<Int>(most, 1));
}
Part piece(Int all, Int number, Int count) {
  return {all * number / count, all * (number + 1) / count};
}

// The places of weights by result, channel and tap of a group; the taps may be in reverse.
template <class C>
struct Weights {
  const C* data;
  Int result, channel;
  bool reversed;
};

// The memory in which a thread computes parts of results.
template <class C>
class Results {
 public:
  Results(const Convolved& s, const Weights<C>& weights)
      : s_(s), weights_(weights), planes_(s.window, s.in_channels) {
    const Int taps = s.window.taps();
    for (Int k = 0; k < s.rows(); ++k) {
      const Int tap = weights.reversed ? taps - 1 - k % taps : k % taps;
      at_.push_back(static_cast<int>(k / taps * weights.channel + tap));
    }
    line_.resize(at_.size());
  }

  // Computes the part of the channels `results` of the image's group `n`.
  void compute(Int n, Part part, Part results, const C* in, C* out) {
    if (planes_.select(part)) find_lines();
    planes_.read(in + s_.image_of(n), s_.in_channels);
    const Int ld = (planes_.length() + kTileSlack - 1) / kTileSlack * kTileSlack;
    const Int count = results.end - results.begin;
    sums_.assign(static_cast<std::size_t>(count * ld), C(0));
    rows_.clear();
    for (Int o = results.begin; o < results.end; ++o) {
      rows_.push_back(weights_.data + s_.weights_of(n) + o * weights_.result);
    }
    add_products<C>({rows_.data(), count, at_.data(), planes_.data(), line_.data(), s_.rows(),
                     planes_.length(), sums_.data(), ld});
    out += s_.result_of(n) + results.begin * s_.window.outputs() + part.begin * s_.window.out[2];
    for (Int o = 0; o < count; ++o, out += s_.window.outputs()) {
      C* to = out;
      for (const Int row : planes_.rows()) {
        const C* const from = sums_.data() + o * ld + row;
        to = std::copy(from, from + s_.window.out[2], to);
      }
    }
  }

 private:
  void find_lines() {
    const Int taps = s_.window.taps();
    for (Int k = 0; k < s_.rows(); ++k) {
      line_[static_cast<std::size_t>(k)] = static_cast<int>(planes_.place(k / taps, k % taps));
    }
  }

  const Convolved& s_;
  const Weights<C>& weights_;
  Planes<C> planes_;
  std::vector<C> sums_;
  std::vector<const C*> rows_;
  std::vector<int> at_, line_;
};

template <class C>
void compute_results(const Convolved& s, const C* in, const Weights<C>& weights, C* out) {
  const Parts<C> parts = parts_of<C>(s.window, s.in_channels);
  const Int count = s.images * s.groups * parts.count();
  const Int cuts = pieces(count, s.out_channels / kLeastRows);
  share(count * cuts, s.cost(), [&](Jobs& jobs) {
    Results<C> results(s, weights);
    jobs.each([&](Int job) {
      const Int n = job / cuts;
      results.compute(n / parts.count(), parts[n % parts.count()],
                      piece(s.out_channels, job % cuts, cuts), in, out);
    });
  });
}

// At stride one, the derivative by the image is a convolution of the results' derivative.
bool turns(const Convolved& s) {
  return std::all_of(s.window.stride, s.window.stride + 3, [](Int stride) { return stride == 1; });
}
Convolved turned(Convolved s) {
  std::swap(s.in_channels, s.out_channels);
  std::swap(s.window.in, s.window.out);
  for (int dim = 0; dim < 3; ++dim) {
    Int& pad = s.window.pad[dim];
    pad = s.window.dilation[dim] * (s.window.kernel[dim] - 1) - pad;
  }
  return s;
}

// A matrix whose element (i, j) is data[i * step_i + j * step_j].
template <class C>
struct Grid {
  C* data;
  Int step_i, step_j;
};
// Copies in columns as wide as a line of the cache, because the matrices lie across each other.
template <class C>
void copy_turned(const Grid<const C>& from, Int rows, Int columns, const Grid<C>& to) {
  constexpr Int kWide = 64 / sizeof(C);
  for (Int begin = 0; begin < rows; begin += kWide) {
    const Int end = std::min(begin + kWide, rows);
    for (Int j = 0; j < columns; ++j) {
      for (Int i = begin; i < end; ++i) {
        to.data[i * to.step_i + j * to.step_j] = from.data[i * from.step_i + j * from.step_j];
      }
    }
  }
}

// The memory in which a thread computes the derivative by some rows of the weights: channels and taps.
template <class C>
class Derivatives {
 public:
  Derivatives(const Convolved& s, Int most_rows)
      : s_(s), planes_(s.window, std::min(most_rows / s.window.taps() + 2, s.in_channels)) {
    // An odd number of pieces, so that lines do not all fall into the same sets of the cache.
    const Int pieces_of_line = (s.out_channels + kTileSlack - 1) / kTileSlack;
    ld_ = (pieces_of_line | 1) * kTileSlack;
  }

  void begin(Part rows) {
    rows_ = rows;
    channel_ = rows.begin / s_.window.taps();
    channels_ = (rows.end + s_.window.taps() - 1) / s_.window.taps() - channel_;
    sums_.assign(static_cast<std::size_t>((rows.end - rows.begin) * ld_), C(0));
  }

  // Adds what a part of the image's group `n` gives.
  void add(Int n, Part part, const C* in, const C* grad) {
    const Window& w = s_.window;
    if (planes_.select(part)) find_places();
    planes_.read(in + s_.image_of(n) + channel_ * w.inputs(), channels_);
    lines_.resize(places_.size() * static_cast<std::size_t>(ld_));
    grad += s_.result_of(n) + part.begin * w.out[2];
    copy_turned<C>({grad, w.outputs(), 1}, s_.out_channels, static_cast<Int>(places_.size()),
                   {lines_.data(), 1, ld_});
    windows_.clear();
    for (Int row = rows_.begin; row < rows_.end; ++row) {
      windows_.push_back(planes_.data() + planes_.place(row / w.taps() - channel_, row % w.taps()));
    }
    add_products<C>({windows_.data(), rows_.end - rows_.begin, places_.data(), lines_.data(),
                     line_.data(), static_cast<Int>(places_.size()), s_.out_channels, sums_.data(),
                     ld_});
  }

  void end(C* grad_weight) const {
    copy_turned<C>({sums_.data(), 1, ld_}, s_.out_channels, rows_.end - rows_.begin,
                   {grad_weight + rows_.begin, s_.rows(), 1});
  }

 private:
  // Finds the places of the part's results.
  void find_places() {
    places_.clear();
    line_.clear();
    for (const Int row : planes_.rows()) {
      for (Int x = 0; x < s_.window.out[2]; ++x) {
        line_.push_back(static_cast<int>(static_cast<Int>(places_.size()) * ld_));
        places_.push_back(static_cast<int>(row + x));
      }
    }
  }

  const Convolved& s_;
  Planes<C> planes_;
  Int ld_, channel_ = 0, channels_ = 0;
  Part rows_{0, 0};
  std::vector<C> sums_, lines_;
  std::vector<const C*> windows_;
  std::vector<int> places_, line_;
};

bool few(const Convolved& s) { return s.in_channels * s.out_channels <= 4; }

}  // namespace

template <class C>
void convolve(const Convolved& s, const C* in, const C* weight, C* out) {
  compute_results<C>(s, in, {weight, s.rows(), s.window.taps(), false}, out);
}

// Each job has its own channels of an image, to which the patches that overlap are added.
template <class C>
void convolve_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in) {
  const Int count = s.images * s.groups, taps = s.window.taps();
  if (turns(s)) {
    return compute_results<C>(turned(s), grad_out, {weight, taps, s.rows(), true}, grad_in);
  }
  if (few(s)) return convolve_few_back_data(s, grad_out, weight, grad_in);
  const Int cuts = pieces(count, s.in_channels);
  const Int most = (s.in_channels + cuts - 1) / cuts * taps;
  const Parts<C> parts(s.window, most * s.window.out[2]);
  share(count * cuts, s.cost(), [&](Jobs& jobs) {
    Planes<C> planes(s.window);
    std::vector<C> patches;
    jobs.each([&](Int job) {
      const Int n = job / cuts;
      const Part channels = piece(s.in_channels, job % cuts, cuts);
      const Int own = channels.end - channels.begin;
      C* const to = grad_in + s.image_of(n) + channels.begin * s.window.inputs();
      std::fill_n(to, own * s.window.inputs(), C(0));
      for (Int number = 0; number < parts.count(); ++number) {
        const Part part = parts[number];
        const Int width = (part.end - part.begin) * s.window.out[2];
        planes.select(part);
        patches.resize(static_cast<std::size_t>(own * taps * width));
        gemm<C>(own * taps, width, s.out_channels, C(1),
                {weight + s.weights_of(n) + channels.begin * taps, s.rows(), CblasTrans},
                {grad_out + s.result_of(n) + part.begin * s.window.out[2], s.window.outputs()},
                C(0), {patches.data(), width});
        put_patches<C>(s.window, &planes, own, patches.data(), to);
      }
    });
  });
}

// Each job has its own images, whose sums are added up in the end, or its own rows of many weights.
template <class C>
void convolve_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight) {
  std::fill(grad_weight, grad_weight + s.weights(), C(0));
  if (few(s)) return convolve_few_back_filter(s, in, grad_out, grad_weight);
  const Int shares = s.weights() <= kFewWeights ? pieces(s.groups, s.images) : 1;
  const Int cuts = shares > 1 ? 1 : pieces(s.groups, s.rows() / kLeastRows);
  const Int most = (s.rows() + cuts - 1) / cuts;
  const Parts<C> parts = parts_of<C>(s.window, most / s.window.taps() + 1);
  std::vector<C> others(static_cast<std::size_t>((shares - 1) * s.weights()));
  share(s.groups * shares * cuts, s.cost(), [&](Jobs& jobs) {
    Derivatives<C> derivatives(s, most);
    jobs.each([&](Int job) {
      const Int group = job / (shares * cuts), number = job / cuts % shares;
      const Part images = piece(s.images, number, shares);
      derivatives.begin(piece(s.rows(), job % cuts, cuts));
      for (Int image = images.begin; image < images.end; ++image) {
        for (Int part = 0; part < parts.count(); ++part) {
          derivatives.add(image * s.groups + group, parts[part], in, grad_out);
        }
      }
      C* const to = number == 0 ? grad_weight : others.data() + (number - 1) * s.weights();
      derivatives.end(to + s.weights_of(group));
    });
  });
  for (std::size_t i = 0; i < others.size(); ++i) {
    grad_weight[i % static_cast<std::size_t>(s.weights())] += others[i];
  }
}

#define MUDNN_CONVOLVE(C)                                                        \
  template void convolve<C>(const Convolved&, const C*, const C*, C*);           \
  template void convolve_back_data<C>(const Convolved&, const C*, const C*, C*); \
  template void convolve_back_filter<C>(const Convolved&, const C*, const C*, C*);
MUDNN_CONVOLVE(float)
MUDNN_CONVOLVE(double)
#undef MUDNN_CONVOLVE

}  // namespace musasim::dnn
