// What the platform's benchmarks share: a clock, medians, and the line that each row prints.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "musa_runtime_api.h"

namespace measure {

inline double now_ns() {
  using namespace std::chrono;
  return static_cast<double>(
      duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Nanoseconds of one run of `work`.
template <class Work>
double time_ns(Work work) {
  const double start = now_ns();
  work();
  return now_ns() - start;
}

// One line of JSON; `limit` is "" or a comparison such as ">=0.9" that benchmark_platform.py checks.
inline void row(const char* name, double value, const char* unit, const char* limit = "") {
  std::printf("{\"row\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"limit\": \"%s\"}\n", name,
              value, unit, limit);
  std::fflush(stdout);
}

inline void check(musaError_t error, const char* what) {
  if (error != musaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, musaGetErrorString(error));
    std::exit(1);
  }
}

}  // namespace measure

#define CHECKED(call) measure::check(call, #call)
