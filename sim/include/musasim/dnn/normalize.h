// Normalisations.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

class BatchNorm {
 public:
  enum class Mode { PER_CHANNEL = 0 };
  Status SetMode(Mode) { return Status::SUCCESS; }
  Status SetEpsilon(double epsilon) { return detail::set(epsilon_, epsilon); }
  Status SetTraining(bool training) { return detail::set(training_, training); }
  // Normalises with the given mean and variance.
  Status RunPure(Handle& handle, Tensor& out, const Tensor& in, const Tensor& mean,
                 const Tensor& variance, const Tensor& gamma, const Tensor& beta) const;
  // Normalises with those of the batch, which go to `mean` and `inverse` (of the deviation); the running ones
  // move towards them by `momentum`.
  Status RunComposite(Handle& handle, Tensor& out, const Tensor& in, Tensor& running_mean,
                      Tensor& running_variance, Tensor& mean, Tensor& inverse, const Tensor& gamma,
                      const Tensor& beta, double momentum,
                      const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_mean, Tensor& grad_variance,
                Tensor& grad_gamma, Tensor& grad_beta, const Tensor& in, const Tensor& grad_out,
                const Tensor& mean, const Tensor& inverse, const Tensor& gamma,
                const MemoryMaintainer& maintainer = nullptr) const;

 private:
  double epsilon_ = 1e-5;
  bool training_ = false;
};

class LayerNorm {
 public:
  enum class VarMode { DIRECT = 0, WELFORD };
  Status SetVarMode(VarMode) { return Status::SUCCESS; }
  Status SetEpsilon(double epsilon) { return detail::set(epsilon_, epsilon); }
  Status SetAxis(int count, const int* axes) { return detail::set(axes_, count, axes); }
  Status Run(Handle& handle, Tensor& out, Tensor& mean, Tensor& inverse, const Tensor& in,
             const Tensor& gamma, const Tensor& beta,
             const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_gamma, Tensor& grad_beta,
                const Tensor& grad_out, const Tensor& in, const Tensor& mean, const Tensor& inverse,
                const Tensor& gamma, const MemoryMaintainer& maintainer = nullptr) const;

 private:
  double epsilon_ = 1e-5;
  std::vector<int> axes_;
};

class RMSNorm {
 public:
  Status SetEpsilon(double epsilon) { return detail::set(epsilon_, epsilon); }
  Status SetAxis(int count, const int* axes) { return detail::set(axes_, count, axes); }
  Status Run(Handle& handle, Tensor& out, Tensor& inverse, const Tensor& in,
             const Tensor& gamma) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_gamma, const Tensor& grad_out,
                const Tensor& in, const Tensor& inverse, const Tensor& gamma,
                const MemoryMaintainer& maintainer = nullptr) const;

 private:
  double epsilon_ = 1e-5;
  std::vector<int> axes_;
};

// Channels in groups, each group of each image with its own mean and deviation.
class GroupNorm {
 public:
  Status SetEpsilon(double epsilon) { return detail::set(epsilon_, epsilon); }
  Status SetAxis(int axis) { return detail::set(axis_, axis); }
  Status SetGroup(int groups) { return detail::set(groups_, groups); }
  Status Run(Handle& handle, Tensor& out, Tensor& mean, Tensor& inverse, const Tensor& in,
             const Tensor& gamma, const Tensor& beta) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_gamma, Tensor& grad_beta,
                const Tensor& grad_out, const Tensor& in, const Tensor& mean, const Tensor& inverse,
                const Tensor& gamma, const MemoryMaintainer& maintainer = nullptr) const;

 private:
  double epsilon_ = 1e-5;
  int axis_ = 1, groups_ = 1;
};

}  // namespace dnn
}  // namespace musa
