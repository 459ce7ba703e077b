template <auto v> struct C {};
template <int v> using Int = C<v>;
template <bool v> using Bool = C<v>;
template <int v> using Other = C<v>;
template <class... T> struct Shape {};
template <class T> struct Class { template <class U> struct Other {}; };
template <class Int> struct Parameter {};
template <class L> __device__ auto shape(L l) {
  using One = Int<size<0>(L{})>;
  using Two = Shape<Int<size<1>(L{}) * 2>, Bool<is_static(L{})>>;
  using Nested = Shape<Int<size(L{})>>;
  using None = Shape<Int<4>, Int<sizeof(L)>, Other<void(int)>>;
  return Two{};
}
