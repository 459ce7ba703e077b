// What the operations of the driver are given, and where they are listed.
#pragma once

#include <mudnn.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace musa::dnn;

// A tensor as Python describes it; without an address it is left out.
struct Given {
  void* data;
  int type, format, rank;
  int64_t sizes[8], strides[8];
  float scale;  // of quantized types, unless it is zero
};

struct Arguments {
  std::vector<Tensor> tensors;
  const double* numbers;
  const int* integers;
  int integer_count;

  Tensor& operator[](int n) { return tensors[static_cast<std::size_t>(n)]; }
  int i(int n) const { return integers[n]; }
  double x(int n) const { return numbers[n]; }
  bool b(int n) const { return integers[n] != 0; }
  // The integers from the n-th on, in parts of equal length.
  const int* list(int n) const { return integers + n; }
  int count(int n, int parts = 1) const { return (integer_count - n) / parts; }
};

using Operation = std::function<Status(Handle&, Arguments&)>;

using Operations = std::map<std::string, Operation>;

// Those that select, resize and gate, and normalise groups.
const Operations& other_operations();
