// Walking over the elements of several views at once, in runs that are as long as the strides let them.
#pragma once

#include <algorithm>
#include <array>

#include "mudnn/view.h"

namespace musasim::dnn {

// Elements that are converted and computed at a time: they stay in the nearest cache.
constexpr Int kBlock = 512;

template <std::size_t N>
class Walk {
 public:
  // All have the sizes `sizes`.
  Walk(const Dims& sizes, const std::array<const Dims*, N>& strides) : count_(product(sizes)) {
    for (std::size_t dim = 0; dim < sizes.size(); ++dim) {
      if (sizes[dim] != 1) add(sizes[dim], strides, dim);
    }
    if (rank_ == 0) {
      sizes_.push_back(1);
      strides_.push_back({});
      rank_ = 1;
    }
  }

  // f(offsets, count, strides) for each run, in the order of the elements.
  template <class F>
  void runs(F f) const {
    if (count_ == 0) return;
    const std::size_t last = rank_ - 1;
    Dims index(rank_, 0);
    std::array<Int, N> offsets{};
    while (true) {
      f(offsets, sizes_[last], strides_[last]);
      std::size_t dim = last;
      while (dim-- > 0) {
        for (std::size_t n = 0; n < N; ++n) offsets[n] += strides_[dim][n];
        if (++index[dim] < sizes_[dim]) break;
        for (std::size_t n = 0; n < N; ++n) offsets[n] -= strides_[dim][n] * sizes_[dim];
        index[dim] = 0;
      }
      if (dim == static_cast<std::size_t>(-1)) return;
    }
  }

  // The same in blocks.
  template <class F>
  void blocks(F f) const {
    runs([&](std::array<Int, N> offsets, Int count, const std::array<Int, N>& strides) {
      for (Int begin = 0; begin < count; begin += kBlock) {
        const Int size = std::min(kBlock, count - begin);
        f(offsets, size, strides);
        for (std::size_t n = 0; n < N; ++n) offsets[n] += strides[n] * size;
      }
    });
  }

 private:
  // A dimension that continues the one before in every view is one with it.
  void add(Int size, const std::array<const Dims*, N>& strides, std::size_t dim) {
    std::array<Int, N> own;
    bool continues = rank_ > 0;
    for (std::size_t n = 0; n < N; ++n) {
      own[n] = (*strides[n])[dim];
      continues = continues && strides_[rank_ - 1][n] == own[n] * size;
    }
    if (continues) {
      sizes_[rank_ - 1] *= size;
      strides_[rank_ - 1] = own;
      return;
    }
    sizes_.push_back(size);
    strides_.push_back(own);
    ++rank_;
  }

  Int count_;
  std::size_t rank_ = 0;
  Dims sizes_;
  std::vector<std::array<Int, N>> strides_;
};

// f(offsets) for each element of views of the same sizes: with a dimension left out, for each line
// along it.
template <std::size_t N, class F>
void each(const std::array<View, N>& views, F f) {
  std::array<const Dims*, N> strides;
  for (std::size_t n = 0; n < N; ++n) strides[n] = &views[n].strides;
  Walk<N>(views[0].sizes, strides).runs([&](auto offsets, Int count, const auto& steps) {
    for (Int i = 0; i < count; ++i) {
      f(offsets);
      for (std::size_t n = 0; n < N; ++n) offsets[n] += steps[n];
    }
  });
}

// Elements of a view as C: where they lie when they are so already, else in `buffer`.
template <class C>
const C* fetch(const View& view, Int offset, Int stride, Int count, C* buffer) {
  if (view.type == type_of<C>() && stride == 1) {
    return reinterpret_cast<const C*>(view.at(offset));
  }
  read_run<C>(view.type, view.at(offset), stride, count, buffer);
  return buffer;
}

// out[i] = f(in[i]...) for all elements; `in` are broadcast to the sizes of `out`.
template <class C, class F, class... V>
void elementwise(const View& out, F f, const V&... in) {
  constexpr std::size_t N = sizeof...(V);
  const std::array<View, N> views{in.expanded(out.sizes)...};
  std::array<const Dims*, N + 1> strides{&out.strides};
  for (std::size_t n = 0; n < N; ++n) strides[n + 1] = &views[n].strides;
  C buffers[N + 1][kBlock];
  Walk<N + 1>(out.sizes, strides).blocks([&](const auto& offsets, Int count, const auto& steps) {
    std::array<const C*, N> from;
    for (std::size_t n = 0; n < N; ++n) {
      from[n] = fetch<C>(views[n], offsets[n + 1], steps[n + 1], count, buffers[n + 1]);
    }
    for (Int i = 0; i < count; ++i) {
      buffers[0][i] = static_cast<C>(std::apply([i, &f](auto... p) { return f(p[i]...); }, from));
    }
    write_run<C>(out.type, out.at(offsets[0]), steps[0], count, buffers[0]);
  });
}

// All elements as C, in order and without gaps.
template <class C>
void gather_all(const View& view, C* to) {
  Walk<1>(view.sizes, {&view.strides}).runs([&](const auto& offsets, Int count, const auto& steps) {
    read_run<C>(view.type, view.at(offsets[0]), steps[0], count, to);
    to += count;
  });
}
template <class C>
std::vector<C> gather_all(const View& view) {
  std::vector<C> all(static_cast<std::size_t>(view.count()));
  gather_all(view, all.data());
  return all;
}
template <class C>
void spread_all(const C* from, const View& view) {
  Walk<1>(view.sizes, {&view.strides}).runs([&](const auto& offsets, Int count, const auto& steps) {
    write_run<C>(view.type, view.at(offsets[0]), steps[0], count, from);
    from += count;
  });
}

}  // namespace musasim::dnn
