// What the programs of the kernel suite share: inputs that are the same everywhere, arrays on the GPU, lines of results.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

inline void check(cudaError_t error, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::printf("%s:%d: %s\n", file, line, cudaGetErrorString(error));
  std::exit(1);
}

#define CHECK(call) check((call), __FILE__, __LINE__)
#define DONE() (CHECK(cudaGetLastError()), CHECK(cudaDeviceSynchronize()))

// The i-th input: 32 bits, of a linear congruential step and a mix.
__host__ __device__ inline uint32_t input_bits(uint32_t i) {
  uint32_t x = i * 1664525u + 1013904223u;
  x ^= x >> 15;
  x = x * 22695477u + 1u;
  return x ^ (x >> 13);
}

// Integers of 0 to below-1; floats of -1 to 1 in steps of 1/1024, so that short sums of them are exact.
__host__ __device__ inline int input_int(uint32_t i, int below) {
  return static_cast<int>(input_bits(i) % below);
}
__host__ __device__ inline float input_float(uint32_t i) {
  return (input_int(i, 2049) - 1024) / 1024.0f;
}

// An array on the GPU.
template <class T>
class Array {
 public:
  explicit Array(int n) : n_(n) {
    CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), n * sizeof(T)));
    CHECK(cudaMemset(data_, 0, n * sizeof(T)));
  }
  explicit Array(const std::vector<T>& values) : Array(static_cast<int>(values.size())) {
    CHECK(cudaMemcpy(data_, values.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { cudaFree(data_); }

  operator T*() const { return data_; }
  T* get() const { return data_; }
  int size() const { return n_; }
  std::vector<T> host() const {
    DONE();
    std::vector<T> values(n_);
    CHECK(cudaMemcpy(values.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  int n_;
};

template <class T, class F>
std::vector<T> made(int n, F value) {
  std::vector<T> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<T>(value(i));
  return values;
}
inline std::vector<int> input_ints(int n, int below) {
  return made<int>(n, [=](int i) { return input_int(i, below); });
}
inline std::vector<float> input_floats(int n) { return made<float>(n, input_float); }

// One line of results that have to be the same to the bit: a checksum (FNV-1a) of the bytes.
template <class T>
void same(const char* name, const std::vector<T>& values) {
  uint64_t hash = 14695981039346656037ull;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (size_t i = 0; i < values.size() * sizeof(T); ++i)
    hash = (hash ^ bytes[i]) * 1099511628211ull;
  std::printf("%s: = %zu %016llx\n", name, values.size(), static_cast<unsigned long long>(hash));
}
template <class T>
void same(const char* name, const Array<T>& values) {
  same(name, values.host());
}

// One line of results that may differ in the last digits: the sum, the sum with weights, one in the middle.
template <class T>
void close(const char* name, const std::vector<T>& values) {
  double sum = 0, absolute = 0, weighted = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double value = static_cast<double>(values[i]);
    sum += value;
    absolute += value < 0 ? -value : value;
    weighted += value * static_cast<double>(i % 17 + 1);
  }
  std::printf("%s: ~ %.6g %.6g %.6g %.6g\n", name, sum, absolute, weighted,
              static_cast<double>(values[values.size() / 2]));
}
template <class T>
void close(const char* name, const Array<T>& values) {
  close(name, values.host());
}

inline int blocks_for(int n, int block) { return (n + block - 1) / block; }
