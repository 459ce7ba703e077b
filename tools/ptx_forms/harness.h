// What the files of forms share.
#pragma once

#include <cstring>
#include <string>
#include <vector>

using Launch = void (*)(const unsigned long long* in, unsigned long long* out,
                        unsigned char* global, int n);

struct Form {
  const char* text;
  const char* inputs;  // a letter each: forms.py says what they are
  int outputs;
  int ulps;
  Launch original;
  Launch ported;
};

inline std::vector<Form>& forms() {
  static std::vector<Form> all;
  return all;
}

struct Added {
  explicit Added(const Form& form) { forms().push_back(form); }
};

template <class T>
__device__ T from_bits(unsigned long long bits) {
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
__device__ unsigned long long to_bits(T value) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}
inline __device__ unsigned long long mixed(const unsigned long long* words) {
  unsigned long long hash = 1469598103934665603ull;
  for (int k = 0; k < 4; ++k) hash = (hash ^ words[k]) * 1099511628211ull;
  return hash;
}
