// Attention.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

// softmax(scale q k' + mask) v, of tensors (batch, heads, length, width). A mask of bool says what
// takes part, one of numbers is added. A dropout mask says what is kept; dropout without one is not
// supported, nor are keys of another format. Sizes that setters give must be those of the tensors.
class ScaledDotProductAttention {
 public:
  using ComputeMode = dnn::ComputeMode;
  Status SetComputeMode(ComputeMode) { return Status::SUCCESS; }
  // The dimension of all heads together.
  Status SetEmbedDim(int width) { return detail::set(embed_, width); }
  Status SetHeadsNum(int heads) { return detail::set(heads_, heads); }
  Status SetBatchSize(int size) { return detail::set(batch_, size); }
  Status SetMaxSeqlenQ(int length) { return detail::set(length_q_, length); }
  Status SetMaxSeqlenK(int length) { return detail::set(length_k_, length); }
  // The mask is one of keys for each batch, not of (query, key).
  Status SetMaskMode(bool of_keys) { return detail::set(mask_of_keys_, of_keys); }
  Status SetKeyFormat(bool transposed) { return detail::set(transposed_, transposed); }
  Status SetCausal(bool causal) { return detail::set(causal_, causal); }
  Status SetScale(double scale) { return detail::set(scale_, scale); }
  Status SetTraining(bool training) { return detail::set(training_, training); }
  Status SetDropoutP(double p) { return detail::set(p_, p); }
  Status SetSeed(uint64_t seed, uint64_t offset) {
    offset_ = offset;
    return detail::set(seed_, seed);
  }
  Status SetIsDeterministic(bool) { return Status::SUCCESS; }

  // `weights` gets the softmax; with dropout divided by 1 - p, which RunMathBwd is not told.
  Status RunMath(Handle& handle, Tensor& out, Tensor& weights, const Tensor& q, const Tensor& k,
                 const Tensor& v, const Tensor& mask, Tensor& dropout_mask,
                 const MemoryMaintainer& maintainer = nullptr) const;
  Status RunMathBwd(Handle& handle, Tensor& grad_q, Tensor& grad_k, Tensor& grad_v,
                    Tensor& grad_weights, const Tensor& grad_out, const Tensor& q, const Tensor& k,
                    const Tensor& v, const Tensor& weights, const Tensor& dropout_mask,
                    const MemoryMaintainer& maintainer = nullptr) const;
  // `log_sums` gets the logarithm of the sums that the softmax divides by.
  Status RunFlash(Handle& handle, Tensor& out, Tensor& log_sums, const Tensor& q, const Tensor& k,
                  const Tensor& v, const Tensor& mask, Tensor& dropout_mask,
                  const MemoryMaintainer& maintainer = nullptr) const;
  Status RunFlashBwd(Handle& handle, Tensor& grad_q, Tensor& grad_k, Tensor& grad_v,
                     const Tensor& grad_out, const Tensor& q, const Tensor& k, const Tensor& v,
                     const Tensor& mask, const Tensor& out, const Tensor& log_sums,
                     const Tensor& dropout_mask,
                     const MemoryMaintainer& maintainer = nullptr) const;
  // Not supported.
  Status RunFlashVarlen(Handle& handle, Tensor& out, Tensor& log_sums, const Tensor& q,
                        const Tensor& k, const Tensor& v, const Tensor& mask, Tensor& dropout_mask,
                        const Tensor& lengths_q, const Tensor& lengths_k,
                        const MemoryMaintainer& maintainer = nullptr) const;
  Status RunFlashVarlenBwd(Handle& handle, Tensor& grad_q, Tensor& grad_k, Tensor& grad_v,
                           const Tensor& grad_out, const Tensor& q, const Tensor& k,
                           const Tensor& v, const Tensor& mask, const Tensor& out,
                           const Tensor& log_sums, const Tensor& dropout_mask,
                           const Tensor& lengths_q, const Tensor& lengths_k,
                           const MemoryMaintainer& maintainer = nullptr) const;

 private:
  friend struct AttentionAccess;
  int embed_ = 0, heads_ = 0, batch_ = 0, length_q_ = 0, length_k_ = 0;
  bool mask_of_keys_ = false, transposed_ = false, causal_ = false, training_ = false;
  double scale_ = 0;  // 0: one over the root of the width
  double p_ = 0;
  uint64_t seed_ = 0, offset_ = 0;
};

}  // namespace dnn
}  // namespace musa
