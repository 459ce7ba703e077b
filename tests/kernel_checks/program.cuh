// What the kernels share that the checks are judged by: device memory, and how a program ends.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

// Memory that nobody has written yet.
template <class T>
T* raw(int n) {
  void* data = nullptr;
  cudaMalloc(&data, n * sizeof(T));
  return static_cast<T*>(data);
}

template <class T>
T* zeros(int n) {
  T* const data = raw<T>(n);
  cudaMemset(data, 0, n * sizeof(T));
  return data;
}

template <class T>
T* copied(const std::vector<T>& values) {
  T* const data = raw<T>(static_cast<int>(values.size()));
  cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return data;
}

inline float* ones(int n) { return copied(std::vector<float>(n, 1.0f)); }

// 0, 1, 2 and so on.
inline int* counted(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i;
  return copied(values);
}

// Waits for the kernels. Their checks may have ended them, so an error is only told.
inline int done() {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return 0;
}
