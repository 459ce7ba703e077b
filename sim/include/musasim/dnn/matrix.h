// Products of vectors and matrices.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

class Dot {
 public:
  using ComputeMode = dnn::ComputeMode;
  Status SetComputeMode(ComputeMode) { return Status::SUCCESS; }
  Status Run(Handle& handle, Tensor& out, const Tensor& left, const Tensor& right,
             const MemoryMaintainer& maintainer = nullptr) const;
};

// Work of RunLt around the product: scales, an activation.
class MatMulLtParam {
 public:
  enum class MatMulLtEpilogueMode {
    MATMULLT_EPILOGUE_DEFAULT = 0,
    MATMULLT_EPILOGUE_BIAS,
    MATMULLT_EPILOGUE_RELU,
    MATMULLT_EPILOGUE_RELU_BIAS,
    MATMULLT_EPILOGUE_GELU,
    MATMULLT_EPILOGUE_GELU_BIAS
  };
  // Scales of the operands, of `c` and of the result; an empty tensor is one.
  Status SetScale(const Tensor& a, const Tensor& b, const Tensor& c, const Tensor& d) {
    a_ = a, b_ = b, c_ = c, d_ = d;
    return Status::SUCCESS;
  }
  // Gets the largest magnitude of the result.
  Status SetAmaxD(const Tensor& largest) { return detail::set(largest_, largest); }
  Status SetEpilogue(MatMulLtEpilogueMode mode) { return detail::set(epilogue_, mode); }

 private:
  friend struct TensorAccess;
  Tensor a_, b_, c_, d_, largest_;
  MatMulLtEpilogueMode epilogue_ = MatMulLtEpilogueMode::MATMULLT_EPILOGUE_DEFAULT;
};

// d = alpha a b + beta c + gamma bias, of matrices or stacks of them. Run leaves d in the place of c.
class BatchMatMul {
 public:
  using ComputeMode = dnn::ComputeMode;
  Status SetComputeMode(ComputeMode) { return Status::SUCCESS; }
  Status SetTranspose(bool a, bool b) {
    transpose_a_ = a;
    return detail::set(transpose_b_, b);
  }
  Status SetAlpha(double alpha) { return detail::set(alpha_, alpha); }
  Status SetBeta(double beta) { return detail::set(beta_, beta); }
  Status SetGamma(double gamma) { return detail::set(gamma_, gamma); }
  Status SetDeterministic(bool) { return Status::SUCCESS; }
  Status GetWorkspaceSize(Handle& handle, size_t& size, const Tensor& d, const Tensor& a,
                          const Tensor& b) const;
  Status Run(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
             const MemoryMaintainer& maintainer = nullptr) const;
  Status RunWithBiasAdd(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
                        const Tensor& bias, const MemoryMaintainer& maintainer = nullptr) const;
  Status RunWithBiasAdd(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
                        const Tensor& c, const Tensor& bias,
                        const MemoryMaintainer& maintainer = nullptr) const;
  Status RunLt(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b, const Tensor& c,
               const Tensor& bias, const MatMulLtParam& param,
               const MemoryMaintainer& maintainer = nullptr) const;

 protected:
  bool transpose_a_ = false, transpose_b_ = false;
  double alpha_ = 1, beta_ = 0, gamma_ = 1;
};

// The same of two matrices.
class MatMul : public BatchMatMul {
 public:
  Status SetSplitK(int) { return Status::SUCCESS; }
};

}  // namespace dnn
}  // namespace musa
