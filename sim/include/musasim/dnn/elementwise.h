// Operations on each element: filling, copying, functions of one, two and three tensors, dropout.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

namespace detail {

class WithAlpha {
 public:
  explicit WithAlpha(double alpha = 0) : alpha_(alpha) {}
  Status SetAlpha(double alpha) { return set(alpha_, Number(alpha)); }
  Status SetAlpha(int64_t alpha) { return set(alpha_, Number(alpha)); }

 protected:
  Number alpha_;
};

}  // namespace detail

class Fill {
 public:
  Status SetValue(double value) { return detail::set(value_, detail::Number(value)); }
  Status SetValue(int64_t value) { return detail::set(value_, detail::Number(value)); }
  Status Run(Handle& handle, Tensor& out) const;
  // Only where the mask holds.
  Status Run(Handle& handle, Tensor& out, const Tensor& mask) const;

 private:
  detail::Number value_;
};

class Unary : public detail::WithAlpha {
 public:
  enum class Mode {
    IDENTITY = 0,
    CAST,
    ABS,
    ACOS,
    ATAN,
    CEIL,
    CLIP,
    COS,
    ELU,
    ERF,
    EXP,
    FLOOR,
    GELU,
    GELU_TANH,
    HARDSIGMOID,
    HARDSWISH,
    IS_INF,
    IS_NAN,
    LEAKY_RELU,
    LOG,
    LOG10,
    LOG1P,
    LOG2,
    MISH,
    RECIPROCAL,
    RELU,
    ROUND,
    RSQRT,
    SIGMOID,
    SILU,
    SIN,
    SOFTPLUS,
    SQRT,
    SQUARE,
    TAN,
    TANH,
    // with alpha
    ADD,
    SUB,
    SUB_BY_ALPHA,
    MUL,
    TRUEDIV,
    TRUEDIV_BY_ALPHA,
    FLOORDIV,
    FLOORDIV_BY_ALPHA,
    TRUNCATEDIV,
    TRUNCATEDIV_BY_ALPHA,
    FLOORMOD,
    TRUNCATEMOD,
    POW,
    MAX,
    MIN,
    EQ,
    NE,
    GE,
    GT,
    LE,
    LT
  };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetBeta(double beta) { return detail::set(beta_, detail::Number(beta)); }
  Status SetBeta(int64_t beta) { return detail::set(beta_, detail::Number(beta)); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;

 private:
  Mode mode_ = Mode::IDENTITY;
  detail::Number beta_;
};

class Binary : public detail::WithAlpha {
 public:
  enum class Mode {
    ADD = 0,
    ADD_ALPHA,
    SUB,
    SUB_ALPHA,
    MUL,
    DIV,
    DIVNONAN,
    TRUEDIV,
    FLOORDIV,
    TRUNCATEDIV,
    FLOORMOD,
    TRUNCATEMOD,
    POW,
    MAX,
    MIN,
    EQ,
    NE,
    GE,
    GT,
    LE,
    LT,
    LOGICAL_AND,
    LOGICAL_OR,
    LOGICAL_XOR,
    PRELU,
    SQUARED_DIFF,
    // derivatives of (gradient, input or output)
    GELU_NONE_BW,
    GELU_TANH_BW,
    LEAKY_RELU_BW,
    SIGMOID_BW,
    SILU_BW,
    TANH_BW,
    THRESHOLD_BW,
    RSQRT_BW  // of (output, gradient)
  };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status Run(Handle& handle, Tensor& out, const Tensor& left, const Tensor& right) const;

 private:
  Mode mode_ = Mode::ADD;
};

class Ternary : public detail::WithAlpha {
 public:
  Ternary() : WithAlpha(1.0) {}
  enum class Mode { SELECT = 0, SELECTV2, CLAMP, ADDCMUL, ADDCMUL_ALPHA, ADDCDIV, ADDCDIV_ALPHA };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status Run(Handle& handle, Tensor& out, const Tensor& first, const Tensor& second,
             const Tensor& third) const;

 private:
  Mode mode_ = Mode::SELECT;
};

// Copies elements from place to place.
class Permute {
 public:
  // Gives `in` the order of dimensions of `out`: dimension i of the result is `order[i]` of `in`.
  Status ConfigDimStride(Tensor& out, Tensor& in, int count, const int* order) const;
  Status ConfigDimStride(Tensor& out, Tensor& in, int count, const int64_t* order) const;
  // Gives `in` the part that begins at `starts`, with every `steps`-th element.
  Status ConfigDimStrideForSlice(Tensor& out, Tensor& in, const int* starts,
                                 const int* steps = nullptr) const;
  Status ConfigDimStrideForSlice(Tensor& out, Tensor& in, const int64_t* starts,
                                 const int64_t* steps = nullptr) const;
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;
};

class Concat {
 public:
  Status SetAxis(int axis) { return detail::set(axis_, axis); }
  Status Run(Handle& handle, Tensor& out, int count, const Tensor* in) const;

 private:
  int axis_ = 0;
};

class Dropout {
 public:
  Status SetP(double p) { return detail::set(p_, p); }
  // The factor of the gradient.
  Status SetScale(double scale) { return detail::set(scale_, scale); }
  Status SetSeed(uint64_t seed) { return detail::set(seed_, seed); }
  Status SetOffset(uint64_t offset) { return detail::set(offset_, offset); }
  // Read from device memory when the work runs, so that each replay of a graph drops others.
  Status SetSeed(uint64_t* seed) { return detail::set(seed_at_, seed); }
  Status SetOffset(uint64_t* offset, uint64_t within_graph) {
    offset_ = within_graph;
    return detail::set(offset_at_, offset);
  }
  Status RunDropout(Handle& handle, Tensor& out, const Tensor& in, Tensor& mask) const;
  Status RunDropoutBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                       const Tensor& mask) const;

 private:
  double p_ = 0.5, scale_ = 1;
  uint64_t seed_ = 0, offset_ = 0;
  uint64_t* seed_at_ = nullptr;
  uint64_t* offset_at_ = nullptr;
};

// The first half along the axis times the sigmoid of the second.
class Glu {
 public:
  Status SetAxis(int axis) { return detail::set(axis_, axis); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;

 private:
  int axis_ = -1;
};

// The silu of the first half along the last dimension times the second.
class SwiGlu {
 public:
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;
  Status RunBwd(Handle& handle, Tensor& grad_in, const Tensor& in, const Tensor& grad_out) const;
};

// Turns pairs of the last dimension of (sequence, batch, head, dimension), or of (batch, sequence, head,
// dimension), by an angle for each place in the sequence; what the angles do not reach stays. Pairs are
// an element of each half, or neighbours; for latent attention neighbours become pairs of both halves.
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

}  // namespace dnn
}  // namespace musa
