// `>>` may close the list of a parameter's default, and with it the head of the template.
template <typename T, bool S = false, typename P = Choice<S, int, float>>
__global__ void last_default(T* a, P* b) { *b = *a; }
template <class T, template <class, class> class C, class P = C<T, C<T, T>>>
__global__ void nested(T* a) { *a = 1; }
template <> __global__ void special<Pair<int, float>>(int* a) { *a = 2; }
void f(int* a) {
  last_default<int, true, Pair<int, Pair<int, float>>><<<1, 2>>>(a, a);
  nested<int, Pair>
# 10 "template_heads.mu"
      <<<1, 2>>>(a);
}
struct Made { template <int n> int Sum(int a); template <int n> static int sum(int a); template <int n> static int cast(int a); int size; };
template <int n> int members(int a) {
  return make<n>(a).Sum<n>(a) + make<n>(a).size < a + (a > (n)) + (make<n>(a).size < a && a > (n));
}
template <class S, int n> int scopes(int a) { return S::sum<n>(a) + Pair<S, n>::cast<n>(a) + ns::f<n>(a); }
template <> int Pair<int, 2>::cast<3>(int a) { return S::count < a; }
