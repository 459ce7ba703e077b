# 1 "launches.mu"
void host() {
  k<<<1, 2>>>(a, b);
  ns::k<int, (3 > 2)><<<dim3(1), 256, 0, stream>>>();
  ::k<A<B<int>>><<<g, b>>>(f(x), {1, 2});
  if (x) k<<<1, 1>>>(); else if (y) (*k)<<<1, 1>>>(); else return k<<<1, 1>>>();
  for (;;) table[i][j]<<<1, 1>>>(q);
  get<int>(x)<<<1, 1>>>(1);
  T::template k<3><<<g, b>>>(p);
  this->kernel_<<<g, b>>>(p), object.kernel<<<g, b>>>(p);
  auto l = [&] { k<N + (1 << 3)><<<1, dim3(A<int>{}.x)>>>(p); };
  k
<<<
      dim3(1),  // grid
# 20 "launches.mu" 1
      b>>>
      (a,
       b);
  return ::k<decltype(x)><<<g, b>>>(p);
  k<<<[&] { int m = n; return m; }(), 64>>>(p);
  case 3: k<<<n > 3 ? 1 : 2, a >> 2>>>(p);
}
