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

// Every mode with its result: x is the element, r the same as a real number, ca and cb the parameters,
// cra and crb the same as real numbers.
#define MUDNN_MODES(X)                                           \
  X(CAST, x)                                                     \
  X(ABS, x < 0 ? difference(C(0), x) : (x == 0 ? C(0) : x))      \
  X(ACOS, std::acos(r))                                          \
  X(ATAN, std::atan(r))                                          \
  X(CEIL, std::ceil(r))                                          \
  X(CLIP, smaller(larger(x, ca), cb))                            \
  X(COS, std::cos(r))                                            \
  X(ELU, x > 0 ? r : cra * std::expm1(r))                        \
  X(ERF, std::erf(r))                                            \
  X(EXP, std::exp(r))                                            \
  X(FLOOR, std::floor(r))                                        \
  X(GELU, gelu(r))                                               \
  X(GELU_TANH, gelu_tanh(r))                                     \
  X(HARDSIGMOID, smaller(larger(crb + cra * r, R(0)), R(1)))     \
  X(HARDSWISH, smaller(larger(r + R(3), R(0)), R(6)) * r / R(6)) \
  X(IS_INF, std::isinf(r))                                       \
  X(IS_NAN, std::isnan(r))                                       \
  X(LEAKY_RELU, x > 0 ? r : r * cra)                             \
  X(LOG, std::log(r))                                            \
  X(LOG10, std::log10(r))                                        \
  X(LOG1P, std::log1p(r))                                        \
  X(LOG2, std::log2(r))                                          \
  X(MISH, std::tanh(softplus(r, R(1), R(20))) * r)               \
  X(RECIPROCAL, R(1) / r)                                        \
  X(RELU, larger(x, C(0)))                                       \
  X(ROUND, std::nearbyint(r))                                    \
  X(RSQRT, R(1) / std::sqrt(r))                                  \
  X(SIGMOID, sigmoid(r))                                         \
  X(SILU, sigmoid(r) * r)                                        \
  X(SIN, std::sin(r))                                            \
  X(SOFTPLUS, softplus(r, cra, crb))                             \
  X(SQRT, std::sqrt(r))                                          \
  X(SQUARE, times(x, x))                                         \
  X(TAN, std::tan(r))                                            \
  X(TANH, std::tanh(r))                                          \
  X(ADD, sum(x, ca))                                             \
  X(SUB, difference(x, ca))                                      \
  X(SUB_BY_ALPHA, difference(ca, x))                             \
  X(MUL, times(x, ca))                                           \
  X(TRUEDIV, kReal<C> ? r / cra : quotient(x, ca))               \
  X(TRUEDIV_BY_ALPHA, kReal<C> ? cra / r : quotient(ca, x))      \
  X(FLOORDIV, floor_quotient(x, ca))                             \
  X(FLOORDIV_BY_ALPHA, floor_quotient(ca, x))                    \
  X(TRUNCATEDIV, quotient(x, ca))                                \
  X(TRUNCATEDIV_BY_ALPHA, quotient(ca, x))                       \
  X(FLOORMOD, remainder(x, ca))                                  \
  X(TRUNCATEMOD, truncated_remainder(x, ca))                     \
  X(POW, power(x, ca))                                           \
  X(MAX, larger(x, ca))                                          \
  X(MIN, smaller(x, ca))                                         \
  X(EQ, x == ca)                                                 \
  X(NE, x != ca)                                                 \
  X(GE, x >= ca)                                                 \
  X(GT, x > ca)                                                  \
  X(LE, x <= ca)                                                 \
  X(LT, x < ca)

template <class C>
void compute(Mode mode, const Parameters& parameters, const View& out, const View& in) {
  using R = RealOf<C>;
  const C a = value_of<C>(parameters.alpha), b = value_of<C>(parameters.beta);
  const R ra = value_of<R>(parameters.alpha), rb = value_of<R>(parameters.beta);
  switch (mode) {
    case Mode::IDENTITY:  // the same as CAST, which comes first
#define MUDNN_CASE(MODE, ...)                          \
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
      MUDNN_MODES(MUDNN_CASE)
#undef MUDNN_CASE
  }
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
  View to(out), from(in);
  one_order({&to, &from});
  if (mode_ == Mode::IDENTITY && to.quantum == from.quantum) as_integers({&to, &from});
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
  View to(out), where(mask);
  one_order({&to, &where});
  Dims sizes;
  const Status bad =
      first({usable({&to, &where}), valid(broadcast({&to, &where}, &sizes) && sizes == to.sizes)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([value = value_](const View& o, const View& m) { fill_where(o, m, value); },
                     to, where);
}

}  // namespace musa::dnn
