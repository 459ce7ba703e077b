// Convolutions and pooling.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

class Convolution {
 public:
  using ComputeMode = dnn::ComputeMode;
  // All are computed alike.
  enum class Algorithm { IMPLICIT_GEMM = 0, DIRECT, GEMM, WINOGRAD, WINOGRAD_NONFUSED };
  enum class AlgorithmBwdData { IMPLICIT_GEMM = 0, DIRECT, GEMM, WINOGRAD, WINOGRAD_NONFUSED };
  enum class AlgorithmBwdFilter { IMPLICIT_GEMM = 0, DIRECT, GEMM, WINOGRAD, WINOGRAD_NONFUSED };

  class FusedActivationDesc {
   public:
    enum class Mode { IDENTITY = 0, RELU, SIGMOID, SILU, GELU };
    Status SetMode(Mode mode) { return detail::set(mode_, mode); }

   private:
    friend class Convolution;
    Mode mode_ = Mode::IDENTITY;
  };

  Status SetComputeMode(ComputeMode) { return Status::SUCCESS; }
  Status SetGroups(int groups) { return detail::set(groups_, groups); }
  Status SetNdInfo(int count, const int* pad, const int* stride, const int* dilation);
  Status SetNdInfo(std::initializer_list<int> pad, std::initializer_list<int> stride,
                   std::initializer_list<int> dilation);

  Status GetRecommendForwardAlgorithm(Handle& handle, Algorithm& algorithm, const Tensor& out,
                                      const Tensor& in, const Tensor& weight) const;
  Status GetRecommendBackwardDataAlgorithm(Handle& handle, AlgorithmBwdData& algorithm,
                                           const Tensor& grad_in, const Tensor& grad_out,
                                           const Tensor& weight) const;
  Status GetRecommendBackwardFilterAlgorithm(Handle& handle, AlgorithmBwdFilter& algorithm,
                                             const Tensor& grad_weight, const Tensor& in,
                                             const Tensor& grad_out) const;
  Status GetForwardWorkspaceSize(Handle& handle, size_t& size, const Tensor& out, const Tensor& in,
                                 const Tensor& weight, Algorithm algorithm) const;
  Status GetBackwardDataWorkspaceSize(Handle& handle, size_t& size, const Tensor& grad_in,
                                      const Tensor& grad_out, const Tensor& weight,
                                      AlgorithmBwdData algorithm) const;
  Status GetBackwardFilterWorkspaceSize(Handle& handle, size_t& size, const Tensor& grad_weight,
                                        const Tensor& in, const Tensor& grad_out,
                                        AlgorithmBwdFilter algorithm) const;

  Status Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& weight,
             Algorithm algorithm, const MemoryMaintainer& maintainer = nullptr) const;
  // out = activation(convolution + bias + add); bias and add may be empty.
  Status RunFusion(Handle& handle, Tensor& out, const Tensor& in, const Tensor& weight,
                   const Tensor& bias, const Tensor& add, const FusedActivationDesc& activation,
                   Algorithm algorithm, const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwdData(Handle& handle, Tensor& grad_in, const Tensor& grad_out, const Tensor& weight,
                    AlgorithmBwdData algorithm, const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwdFilter(Handle& handle, Tensor& grad_weight, const Tensor& in, const Tensor& grad_out,
                      AlgorithmBwdFilter algorithm,
                      const MemoryMaintainer& maintainer = nullptr) const;

 private:
  int groups_ = 1;
  std::vector<int> pad_, stride_, dilation_;
};

class Pooling {
 public:
  enum class Mode {
    MAXPOOL = 0,
    AVGPOOL_COUNT_PAD,
    AVGPOOL_COUNT_WITHOUT_PAD,
    ADAPTIVE_AVGPOOL,
    ADAPTIVE_MAXPOOL,
    GLOBAL_AVGPOOL
  };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetNdInfo(int count, const int* window, const int* pad, const int* stride,
                   const int* dilation);
  Status SetNdInfo(std::initializer_list<int> window, std::initializer_list<int> pad,
                   std::initializer_list<int> stride, std::initializer_list<int> dilation);
  // Averages divide by this instead of by the size of the window.
  Status SetDivisor(int divisor) { return detail::set(divisor_, divisor); }
  // `indices` gets where the largest elements are; it may be empty.
  Status Run(Handle& handle, Tensor& out, const Tensor& in, Tensor& indices) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                const Tensor& indices) const;

 private:
  Mode mode_ = Mode::MAXPOOL;
  std::vector<int> window_, pad_, stride_, dilation_;
  int divisor_ = 0;
};

}  // namespace dnn
}  // namespace musa
