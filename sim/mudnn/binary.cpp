// Functions of two and of three tensors.
#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using TwoMode = musa::dnn::Binary::Mode;
using ThreeMode = musa::dnn::Ternary::Mode;

bool gives_truth(TwoMode mode) { return mode >= TwoMode::EQ && mode <= TwoMode::LOGICAL_XOR; }

// The derivative of gelu and of its approximation.
template <class R>
R gelu_slope(R x) {
  const R cdf = R(0.5) * (R(1) + std::erf(x * R(0.70710678118654752440)));
  return cdf + x * std::exp(R(-0.5) * x * x) * R(0.39894228040143267794);
}
template <class R>
R gelu_tanh_slope(R x) {
  const R t = std::tanh(gelu_inner(x));
  const R inner = R(0.79788456080286535588) * (R(1) + R(3) * R(0.044715) * x * x);
  return R(0.5) * (R(1) + t) + R(0.5) * x * (R(1) - t * t) * inner;
}
// x and y are the elements, rx and ry the same as real numbers, ca is alpha.
template <class C>
void compute_two(TwoMode mode, const Number& alpha, const View& out, const View& left,
                 const View& right) {
  using R = RealOf<C>;
  const C a = value_of<C>(alpha);
#define MUDNN_MODE(MODE, ...)                                       \
  case TwoMode::MODE:                                               \
    return elementwise<C>(                                          \
        out,                                                        \
        [=](C x, C y) {                                             \
          [[maybe_unused]] const R rx = R(x), ry = R(y), ra = R(a); \
          [[maybe_unused]] const C ca = a;                          \
          return C(__VA_ARGS__);                                    \
        },                                                          \
        left, right);
  switch (mode) {
    MUDNN_MODE(ADD, sum(x, y))
    MUDNN_MODE(ADD_ALPHA, sum(x, times(ca, y)))
    MUDNN_MODE(SUB, difference(x, y))
    MUDNN_MODE(SUB_ALPHA, difference(x, times(ca, y)))
    MUDNN_MODE(MUL, times(x, y))
    case TwoMode::DIV:
      MUDNN_MODE(TRUEDIV, kReal<C> ? rx / ry : quotient(x, y))
      MUDNN_MODE(DIVNONAN, y == 0 ? C(0) : kReal<C> ? C(rx / ry) : quotient(x, y))
      MUDNN_MODE(FLOORDIV, floor_quotient(x, y))
      MUDNN_MODE(TRUNCATEDIV, quotient(x, y))
      MUDNN_MODE(FLOORMOD, remainder(x, y))
      MUDNN_MODE(TRUNCATEMOD, truncated_remainder(x, y))
      MUDNN_MODE(POW, power(x, y))
      MUDNN_MODE(MAX, larger(x, y))
      MUDNN_MODE(MIN, smaller(x, y))
      MUDNN_MODE(EQ, x == y)
      MUDNN_MODE(NE, x != y)
      MUDNN_MODE(GE, x >= y)
      MUDNN_MODE(GT, x > y)
      MUDNN_MODE(LE, x <= y)
      MUDNN_MODE(LT, x < y)
      MUDNN_MODE(LOGICAL_AND, x != 0 && y != 0)
      MUDNN_MODE(LOGICAL_OR, x != 0 || y != 0)
      MUDNN_MODE(LOGICAL_XOR, (x != 0) != (y != 0))
      MUDNN_MODE(PRELU, x > 0 ? x : times(x, y))
      MUDNN_MODE(SQUARED_DIFF, times(difference(x, y), difference(x, y)))
      MUDNN_MODE(GELU_NONE_BW, rx * gelu_slope(ry))
      MUDNN_MODE(GELU_TANH_BW, rx * gelu_tanh_slope(ry))
      MUDNN_MODE(LEAKY_RELU_BW, y > 0 ? rx : rx * ra)
      MUDNN_MODE(SIGMOID_BW, rx * ry * (R(1) - ry))
      MUDNN_MODE(SILU_BW, rx * silu_slope(ry))
      MUDNN_MODE(TANH_BW, rx * (R(1) - ry * ry))
      MUDNN_MODE(THRESHOLD_BW, y <= ca ? C(0) : x)
      MUDNN_MODE(RSQRT_BW, R(-0.5) * ry * rx * rx * rx)
  }
#undef MUDNN_MODE
}

template <class C>
void compute_three(ThreeMode mode, const Number& alpha, const View& out, const View& one,
                   const View& two, const View& three) {
  const C a = mode == ThreeMode::ADDCMUL || mode == ThreeMode::ADDCDIV ? C(1) : value_of<C>(alpha);
  switch (mode) {
    case ThreeMode::SELECT:
    case ThreeMode::SELECTV2:
      return elementwise<C>(
          out, [](C holds, C x, C y) { return holds != 0 ? x : y; }, one, two, three);
    case ThreeMode::CLAMP:
      return elementwise<C>(
          out, [](C x, C low, C high) { return smaller(larger(x, low), high); }, one, two, three);
    case ThreeMode::ADDCMUL:
    case ThreeMode::ADDCMUL_ALPHA:
      return elementwise<C>(
          out, [a](C x, C y, C z) { return sum(x, times(a, times(y, z))); }, one, two, three);
    case ThreeMode::ADDCDIV:
    case ThreeMode::ADDCDIV_ALPHA:
      return elementwise<C>(
          out,
          [a](C x, C y, C z) {
            return sum(
                x, times(a, kReal<C> ? static_cast<C>(y / (kReal<C> ? z : C(1))) : quotient(y, z)));
          },
          one, two, three);
  }
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Binary::Run(Handle& handle, Tensor& out, const Tensor& left, const Tensor& right) const {
  const Call call("Binary::Run", handle);
  View to(out), x(left), y(right);
  one_order({&to, &x, &y});
  Dims sizes;
  const Status bad =
      first({usable({&to, &x, &y}), valid(broadcast({&to, &x, &y}, &sizes) && sizes == to.sizes),
             supported(mode_ >= Mode::ADD && mode_ <= Mode::RSQRT_BW)});
  if (bad != Status::SUCCESS) return bad;
  const Kind kind =
      gives_truth(mode_) ? kind_of({x.type, y.type}) : kind_of({to.type, x.type, y.type});
  return call.launch(
      [kind, mode = mode_, alpha = alpha_](const View& o, const View& l, const View& r) {
        with_kind(kind, [&](auto c) { compute_two<decltype(c)>(mode, alpha, o, l, r); });
      },
      to, x, y);
}

Status Ternary::Run(Handle& handle, Tensor& out, const Tensor& one, const Tensor& two,
                    const Tensor& three) const {
  const Call call("Ternary::Run", handle);
  View to(out), x(one), y(two), z(three);
  one_order({&to, &x, &y, &z});
  Dims sizes;
  const Status bad = first({usable({&to, &x, &y, &z}),
                            valid(broadcast({&to, &x, &y, &z}, &sizes) && sizes == to.sizes),
                            supported(mode_ >= Mode::SELECT && mode_ <= Mode::ADDCDIV_ALPHA)});
  if (bad != Status::SUCCESS) return bad;
  const Kind kind = kind_of({to.type, y.type, z.type});
  return call.launch(
      [kind, mode = mode_, alpha = alpha_](const View& o, const View& first, const View& second,
                                           const View& third) {
        with_kind(kind, [&](auto c) {
          compute_three<decltype(c)>(mode, alpha, o, first, second, third);
        });
      },
      to, x, y, z);
}

}  // namespace musa::dnn
