// Prices of options by the formula of Black and Scholes: the mathematics of device code.
__device__ __forceinline__ float distribution(float d) {
  const float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
  float tail =
      0.39894228040143267794f * __expf(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

__launch_bounds__(128) extern "C" __global__
    void black_scholes(float2* __restrict call, float2* __restrict put,
                       const float2* __restrict stock, const float2* __restrict strike,
                       const float2* __restrict years, float rate, float volatility, int pairs) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= pairs) return;
  float bought[2], sold[2];
  const float s[2] = {stock[i].x, stock[i].y}, x[2] = {strike[i].x, strike[i].y},
              t[2] = {years[i].x, years[i].y};
  for (int k = 0; k < 2; ++k) {
    const float root = __fsqrt_rn(t[k]);
    const float d1 = __fdividef(logf(s[k] / x[k]) + (rate + 0.5f * volatility * volatility) * t[k],
                                volatility * root);
    const float d2 = d1 - volatility * root;
    const float discount = __expf(-rate * t[k]);
    bought[k] = s[k] * distribution(d1) - x[k] * discount * distribution(d2);
    sold[k] = x[k] * discount * (1.0f - distribution(d2)) - s[k] * (1.0f - distribution(d1));
  }
  call[i] = make_float2(bought[0], bought[1]);
  put[i] = make_float2(sold[0], sold[1]);
}
