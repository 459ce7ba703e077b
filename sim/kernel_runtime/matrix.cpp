// Products of matrices that the lanes of a warp hold in registers.
#include "musasim/device/matrix.h"

#include <vector>

#include "kernel_runtime/carrier.h"
#include "kernel_runtime/matrix_format.h"
#include "kernel_runtime/matrix_layout.h"
#include "musasim/device/sync.h"

namespace musasim::device::matrix {

namespace {

// A lane's part of the operands.
struct Record {
  const Shape* shape;
  Order order;
  void* d;
  const void* a;
  const void* b;
  const void* c;
};

// The lanes that share matrices. One that is not there counts as zeros.
struct Holders {
  const Lanes& lanes;
  void* const* records;
  int first;
  int count;

  const Record* record(int lane) const {
    const auto number = static_cast<unsigned>(first + lane);
    return lanes.has(number) ? static_cast<const Record*>(records[number]) : nullptr;
  }
};

template <class Number>
void gather(const Holders& holders, const void* Record::* which, const Layout& layout,
            Format format, int elements, Number* matrix) {
  const int bits = bits_of(format);
  for (int lane = 0; lane < holders.count; ++lane) {
    const Record* const record = holders.record(lane);
    for (int i = 0; i < elements / holders.count; ++i) {
      matrix[layout.of(lane, i)] =
          record == nullptr ? Number{}
                            : number_of<Number>(format, word_of(record->*which, bits, i));
    }
  }
}

template <class Number>
void gather_sum(const Holders& holders, const Layout& layout, int elements, Number* matrix) {
  for (int lane = 0; lane < holders.count; ++lane) {
    const Record* const record = holders.record(lane);
    for (int i = 0; i < elements / holders.count; ++i) {
      matrix[layout.of(lane, i)] =
          record == nullptr ? Number{} : static_cast<const Number*>(record->c)[i];
    }
  }
}

template <class Number>
void scatter_sum(const Holders& holders, const Layout& layout, int elements, const Number* matrix) {
  for (int lane = 0; lane < holders.count; ++lane) {
    const Record* const record = holders.record(lane);
    if (record == nullptr) continue;
    for (int i = 0; i < elements / holders.count; ++i) {
      static_cast<Number*>(record->d)[i] = matrix[layout.of(lane, i)];
    }
  }
}

template <class Number>
Number* room(std::vector<Number>* numbers, int count) {
  numbers->resize(static_cast<std::size_t>(count));
  return numbers->data();
}

template <class Number>
void multiply_together(const Shape& shape, Order order, const Holders& holders) {
  static thread_local std::vector<Number> left, right, sums;
  Number* const a = room(&left, shape.m * shape.k);
  Number* const b = room(&right, shape.n * shape.k);
  Number* const d = room(&sums, shape.m * shape.n);
  const Layout places = sum(shape);
  gather(holders, &Record::a, operand(shape, shape.m, bits_of(shape.a), order.a_by_columns),
         shape.a, shape.m * shape.k, a);
  gather(holders, &Record::b, operand(shape, shape.n, bits_of(shape.b), !order.b_by_columns),
         shape.b, shape.n * shape.k, b);
  gather_sum(holders, places, shape.m * shape.n, d);
  for (int k = 0; k < shape.k; ++k) {
    for (int n = 0; n < shape.n; ++n) {
      const Number factor = b[n + shape.n * k];
      for (int m = 0; m < shape.m; ++m) d[m + shape.m * n] += a[m + shape.m * k] * factor;
    }
  }
  scatter_sum(holders, places, shape.m * shape.n, d);
}

void of_warp(const Lanes& lanes, void* const* records) {
  for (int first = 0; first < 128;) {
    const unsigned here = lanes.segment[first / 32];
    if (here == 0) {
      first += 32;
      continue;
    }
    const auto& record = *static_cast<const Record*>(records[first + __builtin_ctz(here)]);
    const Shape& shape = *record.shape;
    const Holders holders{lanes, records, first, shape.share == Share::kQuarters ? 128 : 32};
    if (is_integer(shape.a) && is_integer(shape.b)) {
      multiply_together<std::uint32_t>(shape, record.order, holders);
    } else {
      multiply_together<float>(shape, record.order, holders);
    }
    first += holders.count;
  }
}

}  // namespace

void operand_not_public(const char* name) {
  fail_kernel(name, "no public source says what an operand of this value means");
}

Formats formats_of(const char* name, int type) {
  using F = Format;
  static constexpr Formats kTypes[] = {
      {F::kU8, F::kU8},     {F::kS8, F::kS8},     {F::kF16, F::kF16},   {F::kBF16, F::kBF16},
      {F::kTF32, F::kTF32}, {F::kE4M3, F::kE4M3}, {F::kE5M2, F::kE5M2}, {F::kF16, F::kS4},
      {F::kF16, F::kS8},    {F::kS4, F::kF16},    {F::kS8, F::kF16},    {F::kE4M3, F::kE5M2},
      {F::kE5M2, F::kE4M3}, {F::kBF16, F::kS4},   {F::kBF16, F::kS8},   {F::kS4, F::kBF16},
      {F::kS8, F::kBF16}};
  if (type < 0 || type >= static_cast<int>(sizeof kTypes / sizeof *kTypes))
    operand_not_public(name);
  return kTypes[type];
}

void multiply(const char* name, const Shape& shape, Order order, void* d, const void* a,
              const void* b, const void* c) {
  if (shape.share == Share::kQuarters && warpSize != 128) {
    fail_kernel(name, "this device has warps of 32 lanes, and 128 lanes share the matrices");
  }
  // A quarter of a warp's words, or of 32 lanes', is the least that an operand is.
  const int least = bits_of(shape.a) < bits_of(shape.b) ? bits_of(shape.a) : bits_of(shape.b);
  if (shape.share != Share::kQuarters && shape.k * least < 128) {
    fail_kernel(name, "the matrices of this type have more columns");
  }
  Record record{&shape, order, d, a, b, c};
  warp_meet(~0U, of_warp, &record);
}

}  // namespace musasim::device::matrix
