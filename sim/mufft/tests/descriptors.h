// Plans over several devices and their descriptors, for tests. Included first: it asks for devices.
#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "check.h"
#include "mufft/tests/plain.h"
#include "mufftXt.h"
#include "musa_runtime_api.h"

namespace spread {

// Before the first use of a device.
inline const int kEnvironment = setenv("MUSASIM_DEVICES", "4", 1);

using Sizes = std::vector<std::size_t>;

inline std::size_t product(const Sizes& n) {
  std::size_t all = 1;
  for (const std::size_t length : n) all *= length;
  return all;
}

// On devices 1, 2 ... so that the current one is not the first. Zero: without mufftXtSetGPUs.
inline mufftHandle created(int devices) {
  mufftHandle plan = nullptr;
  int which[] = {1, 2, 3};
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  if (devices > 0) EQUAL(mufftXtSetGPUs(plan, devices, which), MUFFT_SUCCESS);
  return plan;
}

inline mufftResult make(mufftHandle plan, const Sizes& n, mufftType type, int batch = 1) {
  std::vector<int> lengths(n.begin(), n.end());
  std::size_t sizes[4] = {};
  return mufftMakePlanMany(plan, static_cast<int>(n.size()), lengths.data(), nullptr, 1, 0, nullptr,
                           1, 0, type, batch, sizes);
}

inline mufftHandle made(int devices, const Sizes& n, mufftType type, int batch = 1) {
  mufftHandle plan = created(devices);
  EQUAL(make(plan, n, type, batch), MUFFT_SUCCESS);
  return plan;
}

inline musaLibXtDesc* allocated(mufftHandle plan, mufftXtSubFormat format) {
  musaLibXtDesc* descriptor = nullptr;
  EQUAL(mufftXtMalloc(plan, &descriptor, format), MUFFT_SUCCESS);
  CHECK(descriptor != nullptr);
  return descriptor;
}

template <class T>
void put(mufftHandle plan, musaLibXtDesc* to, std::vector<T> values) {
  EQUAL(mufftXtMemcpy(plan, to, values.data(), MUFFT_COPY_HOST_TO_DEVICE), MUFFT_SUCCESS);
}

template <class T>
std::vector<T> get(mufftHandle plan, musaLibXtDesc* from, std::size_t count) {
  std::vector<T> values(count);
  EQUAL(mufftXtMemcpy(plan, values.data(), from, MUFFT_COPY_DEVICE_TO_HOST), MUFFT_SUCCESS);
  return values;
}

// The content of a device's memory.
template <class T>
std::vector<T> part(const musaLibXtDesc* from, int index, std::size_t count) {
  std::vector<T> values(count);
  CHECK(count * sizeof(T) <= from->descriptor->size[index]);
  EQUAL(musaMemcpy(values.data(), from->descriptor->data[index], count * sizeof(T),
                   musaMemcpyDeviceToHost),
        musaSuccess);
  return values;
}

// Rows of `width` with room behind them.
template <class T>
std::vector<T> padded(const std::vector<T>& dense, std::size_t width, std::size_t room) {
  std::vector<T> out;
  for (std::size_t i = 0; i < dense.size(); ++i) {
    out.push_back(dense[i]);
    if (i % width == width - 1) out.resize(out.size() + room - width);
  }
  return out;
}

template <class T>
std::vector<T> without_padding(const std::vector<T>& rows, std::size_t width, std::size_t room) {
  std::vector<T> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % room < width) out.push_back(rows[i]);
  }
  return out;
}

// The size of a share, of which the first `total` % `parts` have one more, and its start.
inline std::size_t share(std::size_t total, int parts, int index) {
  const auto n = static_cast<std::size_t>(parts);
  return total / n + (static_cast<std::size_t>(index) < total % n ? 1 : 0);
}
inline std::size_t start(std::size_t total, int parts, int index) {
  std::size_t sum = 0;
  for (int i = 0; i < index; ++i) sum += share(total, parts, i);
  return sum;
}

}  // namespace spread
