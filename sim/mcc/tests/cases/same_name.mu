// In a class a type may have the name of its template; g++ wants to know that both are types.
template <class T> struct Load { typedef int Storage; };
template <class T> struct Block {
  Load<T> first;
  typedef Load<T> Load;
  typename Load::Storage storage;
};
template <class T, int n> struct Scan {
  using Load = Load<Pair<T, n>>;
  typedef Block<T> Other;
  using Pair = ns::Pair<T, n>;
};
typedef Load<int> Load2;
