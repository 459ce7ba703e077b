// Losses.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

class NLLLoss {
 public:
  enum class Mode { NONE = 0, MEAN = 1, SUM = 2 };
  Status SetReductionMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetIgnoreIndex(int64_t index) { return detail::set(ignored_, index); }
  Status Run(Handle& handle, Tensor& out, Tensor& total_weight, const Tensor& in,
             const Tensor& target, const Tensor& weight,
             const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out, const Tensor& target,
                const Tensor& weight, const Tensor& total_weight,
                const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::MEAN;
  int64_t ignored_ = -100;
};

class KLDivLoss {
 public:
  enum class Mode { NONE = 0, MEAN = 1, SUM = 2 };
  Status SetReductionMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetLogTarget(bool log_target) { return detail::set(log_target_, log_target); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& target,
             const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out, const Tensor& in,
                const Tensor& target) const;

 private:
  Mode mode_ = Mode::MEAN;
  bool log_target_ = false;
};

class CrossEntropyLoss {
 public:
  enum class ReductionMode { NONE = 0, MEAN = 1, SUM = 2 };
  Status SetReductionMode(ReductionMode mode) { return detail::set(mode_, mode); }
  Status SetLabelSmoothing(double smoothing) { return detail::set(smoothing_, smoothing); }
  Status SetIgnoreIndex(int64_t index) { return detail::set(ignored_, index); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& target,
             const Tensor& weight, const MemoryMaintainer& maintainer = nullptr) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& in, const Tensor& grad_out,
                const Tensor& target, const Tensor& weight,
                const MemoryMaintainer& maintainer = nullptr) const;

 private:
  ReductionMode mode_ = ReductionMode::MEAN;
  double smoothing_ = 0;
  int64_t ignored_ = -100;
};

// The likelihood of targets in sequences of other lengths, with blanks between: log_probs are (time,
// batch, class), targets (batch, place) or one after another, log_alpha (batch, time, states).
class CTCLoss {
 public:
  Status SetBlank(int64_t blank) { return detail::set(blank_, blank); }
  Status SetZeroInfinity(bool zero) { return detail::set(zero_, zero); }
  Status SetMaxTargetLength(int64_t length) { return detail::set(length_, length); }
  Status Run(Handle& handle, Tensor& loss, Tensor& log_alpha, const Tensor& log_probs,
             const Tensor& targets, const Tensor& input_lengths,
             const Tensor& target_lengths) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out, const Tensor& log_probs,
                const Tensor& targets, const Tensor& input_lengths, const Tensor& target_lengths,
                const Tensor& loss, const Tensor& log_alpha,
                const MemoryMaintainer& maintainer = nullptr) const;

 private:
  int64_t blank_ = 0, length_ = 0;
  bool zero_ = false;
};

}  // namespace dnn
}  // namespace musa
