// Operations that are only declared: to run them gives NOT_SUPPORTED.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

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

class Glu {
 public:
  Status SetAxis(int axis) { return detail::set(axis_, axis); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;

 private:
  int axis_ = -1;
};

class SwiGlu {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& in, const Tensor& grad_out) const;
};

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

class Interpolate {
 public:
  enum class Mode { NEAREST = 0, NEAREST_EXACT, LINEAR, BICUBIC };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetAlignCorners(bool align) { return detail::set(align_, align); }
  Status SetAntialias(bool antialias) { return detail::set(antialias_, antialias); }
  Status SetScaleInfo(std::initializer_list<float> scales) { return detail::set(scales_, scales); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;
  Status RunBackward(Handle& handle, Tensor& grad_in, const Tensor& grad_out) const;

 private:
  Mode mode_ = Mode::NEAREST;
  bool align_ = false, antialias_ = false;
  std::vector<float> scales_;
};

class MaskedScatter {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& mask, const Tensor& source,
             const MemoryMaintainer& maintainer = nullptr) const;
};

class MaskedSelect {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& mask,
             const MemoryMaintainer& maintainer = nullptr) const;
};

class Nonzero {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;
};

class Pad {
 public:
  enum class Mode { CONSTANT = 0, REFLECT, REPLICATE, CIRCULAR };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetValue(double value) { return detail::set(value_, detail::Number(value)); }
  Status SetValue(int64_t value) { return detail::set(value_, detail::Number(value)); }
  Status SetPaddingInfo(int count, const int* padding) {
    return detail::set(padding_, count, padding);
  }
  Status SetPaddingInfo(std::initializer_list<int> padding) {
    return detail::set(padding_, static_cast<int>(padding.size()), padding.begin());
  }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;

 private:
  Mode mode_ = Mode::CONSTANT;
  detail::Number value_;
  std::vector<int> padding_;
};

class RNN {
 public:
  enum class Mode { RELU = 0, TANH, LSTM, GRU };
  enum class Direction { SINGLE = 0, DUAL };
  enum class Format { SEQ_FIRST = 0, BATCH_FIRST };
  enum class BiasMode { NONE = 0, BOTH };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetDirection(Direction direction) { return detail::set(direction_, direction); }
  Status SetFormat(Format format) { return detail::set(format_, format); }
  Status SetBiasMode(BiasMode mode) { return detail::set(bias_, mode); }
  template <class... Others>
  Status RunUnpacked(Handle&, Others&&...) const {
    return Status::NOT_SUPPORTED;
  }

 private:
  Mode mode_ = Mode::LSTM;
  Direction direction_ = Direction::SINGLE;
  Format format_ = Format::SEQ_FIRST;
  BiasMode bias_ = BiasMode::NONE;
};

class Rope {
 public:
  Status SetRotaryInterleaved(bool interleaved) { return detail::set(interleaved_, interleaved); }
  Status SetBatchFirst(bool first) { return detail::set(batch_first_, first); }
  Status SetMultiLatentAttention(bool latent) { return detail::set(latent_, latent); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& frequencies) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                const Tensor& frequencies) const;

 private:
  bool interleaved_ = false, batch_first_ = false, latent_ = false;
};

class Unique {
 public:
  enum class Mode { SORTED = 0, UNSORTED };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status Run(Handle& handle, Tensor& values, Tensor& indices, Tensor& counts, const Tensor& in,
             const MemoryMaintainer& maintainer = nullptr) const;

 private:
  Mode mode_ = Mode::SORTED;
};

}  // namespace dnn
}  // namespace musa
