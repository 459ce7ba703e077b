// Elementary functions of the 16 bit type and its pair, computed in double and rounded once (see
// float16_all.h: no include guard).
#define MUSASIM_FUNCTION(name, expression)                           \
  MUSASIM_STATIC MUSASIM_FLOAT16 h##name(MUSASIM_FLOAT16 a) {        \
    const double x = musasim::narrow::wide(a);                       \
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), expression);  \
  }                                                                  \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 h2##name(MUSASIM_FLOAT16_X2 a) { \
    return MUSASIM_FLOAT16_X2(h##name(a.x), h##name(a.y));           \
  }
MUSASIM_FUNCTION(sqrt, std::sqrt(x))
MUSASIM_FUNCTION(rsqrt, musasim::narrow::reciprocal(std::sqrt(x)))
MUSASIM_FUNCTION(rcp, musasim::narrow::reciprocal(x))
MUSASIM_FUNCTION(log, std::log(x))
MUSASIM_FUNCTION(log2, std::log2(x))
MUSASIM_FUNCTION(log10, std::log10(x))
MUSASIM_FUNCTION(exp, std::exp(x))
MUSASIM_FUNCTION(exp2, std::exp2(x))
MUSASIM_FUNCTION(exp10, std::pow(10.0, x))
MUSASIM_FUNCTION(cos, std::cos(x))
MUSASIM_FUNCTION(sin, std::sin(x))
MUSASIM_FUNCTION(tanh, std::tanh(x))
MUSASIM_FUNCTION(ceil, std::ceil(x))
MUSASIM_FUNCTION(floor, std::floor(x))
MUSASIM_FUNCTION(trunc, std::trunc(x))
MUSASIM_FUNCTION(rint, musasim::narrow::to_integral(x, musasim::narrow::Rounding::kNearestEven))
#undef MUSASIM_FUNCTION
