// Functions of one tensor, and filling.
#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using Mode = musa::dnn::Unary::Mode;

struct Parameters {
  Number alpha, beta;
};

// Whether the mode compares, so that its alpha need not be one of the tensor's numbers.
bool compares(Mode mode) { return mode >= Mode::EQ && mode <= Mode::LT; }

Kind kind_for(Mode mode, const View& out, const View& in, const Number& alpha) {
  const Kind kind = compares(mode) || mode == Mode::IS_NAN || mode == Mode::IS_INF
                        ? kind_of({in.type})
                        : kind_of({in.type, out.type});
  const bool fraction = alpha.real && alpha.value != std::floor(alpha.value);
  return fraction && !is_real(in.type) && compares(mode) ? Kind::kDouble : kind;
}

// x is the element, r the same as a real number, a and b the parameters, ra and rb as real numbers.
template <class C>
void compute(Mode mode, const Parameters& parameters, const View& out, const View& in) {
  using R = RealOf<C>;
  const C a = value_of<C>(parameters.alpha), b = value_of<C>(parameters.beta);
  const R ra = value_of<R>(parameters.alpha), rb = value_of<R>(parameters.beta);
#define MUDNN_MODE(MODE, ...)                          \
  case Mode::MODE:                                     \
    return elementwise<C>(                             \
        out,                                           \
        [=](C x) {                                     \
          [[maybe_unused]] const R r = R(x);           \
          [[maybe_unused]] const C ca = a, cb = b;     \
          [[maybe_unused]] const R cra = ra, crb = rb; \
          return C(__VA_ARGS__);                       \
        },                                             \
        in);
  switch (mode) {
    case Mode::IDENTITY:
      MUDNN_MODE(CAST, x)
      MUDNN_MODE(ABS, x < 0 ? difference(C(0), x) : (x == 0 ? C(0) : x))
      MUDNN_MODE(ACOS, std::acos(r))
      MUDNN_MODE(ATAN, std::atan(r))
      MUDNN_MODE(CEIL, std::ceil(r))
      MUDNN_MODE(CLIP, smaller(larger(x, ca), cb))
      MUDNN_MODE(COS, std::cos(r))
      MUDNN_MODE(ELU, x > 0 ? r : cra * std::expm1(r))
      MUDNN_MODE(ERF, std::erf(r))
      MUDNN_MODE(EXP, std::exp(r))
      MUDNN_MODE(FLOOR, std::floor(r))
      MUDNN_MODE(GELU, gelu(r))
      MUDNN_MODE(GELU_TANH, gelu_tanh(r))
      MUDNN_MODE(HARDSIGMOID, smaller(larger(cra * r + crb, R(0)), R(1)))
      MUDNN_MODE(HARDSWISH, r * smaller(larger(r + R(3), R(0)), R(6)) / R(6))
      MUDNN_MODE(IS_INF, std::isinf(r))
      MUDNN_MODE(IS_NAN, std::isnan(r))
      MUDNN_MODE(LEAKY_RELU, x > 0 ? r : r * cra)
      MUDNN_MODE(LOG, std::log(r))
      MUDNN_MODE(LOG10, std::log10(r))
      MUDNN_MODE(LOG1P, std::log1p(r))
      MUDNN_MODE(LOG2, std::log2(r))
      MUDNN_MODE(MISH, r * std::tanh(softplus(r, R(1), R(20))))
      MUDNN_MODE(RECIPROCAL, R(1) / r)
      MUDNN_MODE(RELU, larger(x, C(0)))
      MUDNN_MODE(ROUND, std::nearbyint(r))
      MUDNN_MODE(RSQRT, R(1) / std::sqrt(r))
      MUDNN_MODE(SIGMOID, sigmoid(r))
      MUDNN_MODE(SILU, r * sigmoid(r))
      MUDNN_MODE(SIN, std::sin(r))
      MUDNN_MODE(SOFTPLUS, softplus(r, cra, crb))
      MUDNN_MODE(SQRT, std::sqrt(r))
      MUDNN_MODE(SQUARE, times(x, x))
      MUDNN_MODE(TAN, std::tan(r))
      MUDNN_MODE(TANH, std::tanh(r))
      MUDNN_MODE(ADD, sum(x, ca))
      MUDNN_MODE(SUB, difference(x, ca))
      MUDNN_MODE(SUB_BY_ALPHA, difference(ca, x))
      MUDNN_MODE(MUL, times(x, ca))
      MUDNN_MODE(TRUEDIV, kReal<C> ? r / cra : quotient(x, ca))
      MUDNN_MODE(TRUEDIV_BY_ALPHA, kReal<C> ? cra / r : quotient(ca, x))
      MUDNN_MODE(FLOORDIV, floor_quotient(x, ca))
      MUDNN_MODE(FLOORDIV_BY_ALPHA, floor_quotient(ca, x))
      MUDNN_MODE(TRUNCATEDIV, quotient(x, ca))
      MUDNN_MODE(TRUNCATEDIV_BY_ALPHA, quotient(ca, x))
      MUDNN_MODE(FLOORMOD, remainder(x, ca))
      MUDNN_MODE(TRUNCATEMOD, truncated_remainder(x, ca))
      MUDNN_MODE(POW, power(x, ca))
      MUDNN_MODE(MAX, larger(x, ca))
      MUDNN_MODE(MIN, smaller(x, ca))
      MUDNN_MODE(EQ, x == ca)
      MUDNN_MODE(NE, x != ca)
      MUDNN_MODE(GE, x >= ca)
      MUDNN_MODE(GT, x > ca)
      MUDNN_MODE(LE, x <= ca)
      MUDNN_MODE(LT, x < ca)
  }
#undef MUDNN_MODE
}

void fill(const View& out, const Number& value) {
  with_kind(kind_of({out.type}), [&](auto c) {
    using C = decltype(c);
    const C wanted = value_of<C>(value);
    elementwise<C>(out, [=] { return wanted; });
  });
}

void fill_where(const View& out, const View& mask, const Number& value) {
  with_kind(kind_of({out.type}), [&](auto c) {
    using C = decltype(c);
    const C wanted = value_of<C>(value);
    elementwise<C>(out, [=](C old, C holds) { return holds != 0 ? wanted : old; }, out, mask);
  });
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Unary::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("Unary::Run", handle);
  const View to(out), from(in);
  Dims sizes;
  const Status bad =
      first({usable({&to, &from}), valid(broadcast({&to, &from}, &sizes) && sizes == to.sizes),
             supported(mode_ >= Mode::IDENTITY && mode_ <= Mode::LT)});
  if (bad != Status::SUCCESS) return bad;
  const Kind kind = kind_for(mode_, to, from, alpha_);
  return call.launch(
      [kind, mode = mode_, parameters = Parameters{alpha_, beta_}](const View& o, const View& i) {
        with_kind(kind, [&](auto c) { compute<decltype(c)>(mode, parameters, o, i); });
      },
      to, from);
}

Status Fill::Run(Handle& handle, Tensor& out) const {
  const Call call("Fill::Run", handle);
  const View to(out);
  if (const Status bad = usable({&to}); bad != Status::SUCCESS) return bad;
  return call.launch([value = value_](const View& o) { fill(o, value); }, to);
}

Status Fill::Run(Handle& handle, Tensor& out, const Tensor& mask) const {
  const Call call("Fill::Run", handle);
  const View to(out), where(mask);
  Dims sizes;
  const Status bad =
      first({usable({&to, &where}), valid(broadcast({&to, &where}, &sizes) && sizes == to.sizes)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([value = value_](const View& o, const View& m) { fill_where(o, m, value); },
                     to, where);
}

}  // namespace musa::dnn
