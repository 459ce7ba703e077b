namespace math {
__device__ float to_float(nv_half a) { return __half2float(a); }
__device__ float to_float(const __half b) { return __half2float(b); }
__device__ float to_float(__half value) { return 1; }
__device__ float to_float(float value) { return value; }
template <>
struct Traits<nv_bfloat16> {
  using type = nv_bfloat16;
  void set(nv_bfloat16* p, int n) {}
};
template <>
struct Traits<__nv_bfloat16> {
  using type = __nv_bfloat16;
  void set(__nv_bfloat16* q, int m) {}
  void get(nv_half x) const { f(nv_half(1)); }
  void get(__half2 x) const { f(__half(1)); }
};
}  // namespace math
__device__ float to_float(nv_half a);
extern "C" {
nv_half make() { return {}; }
}
#if 0
__half make(int) { return {}; }
#endif
