// cub::DeviceHistogram, of one channel and of several interleaved ones. Samples outside of all bins are
// not counted.
#pragma once

#include <algorithm>

#include "cub/detail/device_call.cuh"

namespace cub {

namespace detail {

template <class Level>
struct EvenBins {
  int levels;
  Level lower;
  Level upper;

  template <class Sample>
  int bin_of(const Sample& sample) const {
    using Wide = std::common_type_t<Level, Sample>;
    const Wide value = static_cast<Wide>(sample);
    if (!(value >= static_cast<Wide>(lower) && value < static_cast<Wide>(upper))) return -1;
    const Wide past = static_cast<Wide>(value - static_cast<Wide>(lower));
    const Wide span = static_cast<Wide>(static_cast<Wide>(upper) - static_cast<Wide>(lower));
    const int bins = levels - 1;
    if constexpr (std::is_integral<Wide>::value) {
      return static_cast<int>(static_cast<unsigned long long>(past) *
                              static_cast<unsigned long long>(bins) /
                              static_cast<unsigned long long>(span));
    } else {
      return std::min(static_cast<int>(past * static_cast<Wide>(bins) / span), bins - 1);
    }
  }
};

template <class Level>
struct RangeBins {
  int levels;
  const Level* bounds;

  template <class Sample>
  int bin_of(const Sample& sample) const {
    const Level* const above = std::upper_bound(bounds, bounds + levels, sample);
    return above == bounds + levels ? -1 : static_cast<int>(above - bounds) - 1;
  }
};

// `active` of `channels` interleaved samples of each pixel are counted.
template <int channels, int active, class Samples, class Counter, class Bins>
void count_samples(Samples samples, Counter* const (&histograms)[active],
                   const Bins (&bins)[active], std::size_t pixels, std::size_t rows,
                   std::size_t row_bytes) {
  using Sample = it_value_t<Samples>;
  for (int c = 0; c < active; ++c) {
    std::fill(histograms[c], histograms[c] + std::max(bins[c].levels - 1, 0), Counter{0});
  }
  const std::size_t row_samples = row_bytes / sizeof(Sample);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < pixels; ++i) {
      for (int c = 0; c < active; ++c) {
        const auto place = static_cast<std::ptrdiff_t>(row * row_samples + i * channels) + c;
        const int bin = bins[c].bin_of(samples[place]);
        if (bin >= 0) ++histograms[c][bin];
      }
    }
  }
}

template <int channels, int active, class Samples, class Counter, class Bins>
musaError_t histogram(void* storage, std::size_t& bytes, Samples samples,
                      Counter* const (&histograms)[active], const Bins (&bins)[active],
                      std::size_t pixels, std::size_t rows, std::size_t row_bytes,
                      musaStream_t stream) {
  struct Work {
    Samples samples;
    Counter* histograms[active];
    Bins bins[active];
    std::size_t pixels;
    std::size_t rows;
    std::size_t row_bytes;
    void operator()() const {
      count_samples<channels, active>(samples, histograms, bins, pixels, rows, row_bytes);
    }
  };
  Work work{samples, {}, {}, pixels, rows, row_bytes};
  std::copy(histograms, histograms + active, work.histograms);
  std::copy(bins, bins + active, work.bins);
  return device_call(storage, bytes, stream, work);
}

}  // namespace detail

struct DeviceHistogram {
  template <class Samples, class Counter, class Level, class Count>
  static musaError_t HistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                   Counter* histogram, int levels, Level lower, Level upper,
                                   Count items, musaStream_t stream = nullptr, bool = false) {
    return HistogramEven(storage, bytes, samples, histogram, levels, lower, upper, items, Count{1},
                         std::size_t{0}, stream);
  }
  template <class Samples, class Counter, class Level, class Count>
  static musaError_t HistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                   Counter* histogram, int levels, Level lower, Level upper,
                                   Count row_items, Count rows, std::size_t row_bytes,
                                   musaStream_t stream = nullptr, bool = false) {
    const detail::EvenBins<Level> bins[1] = {{levels, lower, upper}};
    Counter* const histograms[1] = {histogram};
    return detail::histogram<1, 1>(storage, bytes, samples, histograms, bins,
                                   detail::size_of(row_items), detail::size_of(rows), row_bytes,
                                   stream);
  }
  template <int channels, int active, class Samples, class Counter, class Level, class Count>
  static musaError_t MultiHistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                        Counter* histograms[active], const int levels[active],
                                        const Level lower[active], const Level upper[active],
                                        Count pixels, musaStream_t stream = nullptr, bool = false) {
    detail::EvenBins<Level> bins[active];
    Counter* counters[active];
    for (int c = 0; c < active; ++c) {
      bins[c] = {levels[c], lower[c], upper[c]};
      counters[c] = histograms[c];
    }
    return detail::histogram<channels, active>(storage, bytes, samples, counters, bins,
                                               detail::size_of(pixels), 1, 0, stream);
  }

  template <class Samples, class Counter, class Level, class Count>
  static musaError_t HistogramRange(void* storage, std::size_t& bytes, Samples samples,
                                    Counter* histogram, int levels, const Level* bounds,
                                    Count items, musaStream_t stream = nullptr, bool = false) {
    return HistogramRange(storage, bytes, samples, histogram, levels, bounds, items, Count{1},
                          std::size_t{0}, stream);
  }
  template <class Samples, class Counter, class Level, class Count>
  static musaError_t HistogramRange(void* storage, std::size_t& bytes, Samples samples,
                                    Counter* histogram, int levels, const Level* bounds,
                                    Count row_items, Count rows, std::size_t row_bytes,
                                    musaStream_t stream = nullptr, bool = false) {
    const detail::RangeBins<Level> bins[1] = {{levels, bounds}};
    Counter* const histograms[1] = {histogram};
    return detail::histogram<1, 1>(storage, bytes, samples, histograms, bins,
                                   detail::size_of(row_items), detail::size_of(rows), row_bytes,
                                   stream);
  }
  template <int channels, int active, class Samples, class Counter, class Level, class Count>
  static musaError_t MultiHistogramRange(void* storage, std::size_t& bytes, Samples samples,
                                         Counter* histograms[active], const int levels[active],
                                         const Level* const bounds[active], Count pixels,
                                         musaStream_t stream = nullptr, bool = false) {
    detail::RangeBins<Level> bins[active];
    Counter* counters[active];
    for (int c = 0; c < active; ++c) {
      bins[c] = {levels[c], bounds[c]};
      counters[c] = histograms[c];
    }
    return detail::histogram<channels, active>(storage, bytes, samples, counters, bins,
                                               detail::size_of(pixels), 1, 0, stream);
  }
};

}  // namespace cub
