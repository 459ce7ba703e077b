// One matrix product of muBLASLt, checked, and its execution.
#pragma once

#include "mublasLt/descriptor.h"

namespace musasim::lt {

// The arithmetic of a product.
enum class Compute { kFloat, kDouble, kComplexFloat, kComplexDouble, kIntegers };

struct Plan {
  MatmulDesc desc;
  Layout a, b, c, d;
  int m, n, k;
  Compute compute;

  bool has(unsigned bits) const { return (desc.epilogue & bits) == bits; }
  musaDataType_t bias_type() const;
  musaDataType_t aux_type() const;
};

// Success and the plan, or what is wrong with the descriptors (values) or not done (combinations).
Status make_plan(mublasLtMatmulDesc_t desc, mublasLtMatrixLayout_t a, mublasLtMatrixLayout_t b,
                 mublasLtMatrixLayout_t c, mublasLtMatrixLayout_t d, Plan* plan);

// The buffers that the epilogue uses are there and large enough.
bool buffers_given(const Plan& plan);

// The addresses that go with a plan, as the user gave them.
struct Operands {
  const void* alpha;
  const void* a;
  const void* b;
  const void* beta;
  const void* c;
  void* d;
};

// Runs on the stream's worker.
void execute(const Plan& plan, const Operands& operands);

}  // namespace musasim::lt
