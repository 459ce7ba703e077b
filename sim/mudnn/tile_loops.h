// The loops of tiles.cpp, once for each kind of processor. MUDNN_TILES is the name of the kind,
// MUDNN_TARGET what its functions are compiled for, MUDNN_BYTES the size of its vectors, and
// MUDNN_ROWS how many rows of three vectors its registers hold; all four are undefined afterwards.
// Each kind has a namespace of its own that no other file sees: the linker must not take a template that
// is compiled for one kind in place of another's.

namespace musasim::dnn {
namespace {
namespace MUDNN_TILES {

constexpr int kRows = MUDNN_ROWS, kVectors = 3;
// Terms at a time, so that what is read again and again stays in the nearest cache.
constexpr std::int64_t kTerms = 192;

template <class C>
struct Vector {
  static constexpr int kLanes = MUDNN_BYTES / sizeof(C);
  typedef C Type __attribute__((vector_size(MUDNN_BYTES)));
  typedef C Memory __attribute__((vector_size(MUDNN_BYTES), aligned(sizeof(C)), may_alias));
};

struct Place {
  std::int64_t row, x, begin, end;  // terms: [begin, end)
};

template <class C, int kTall, int kWide>
MUDNN_TARGET void tile(const Products<C>& p, const Place& at) {
  using V = typename Vector<C>::Type;
  using M = typename Vector<C>::Memory;
  constexpr int kLanes = Vector<C>::kLanes;
  C* const to = p.sums + at.row * p.ld + at.x;
  const C* rows[kTall];
  V sums[kTall][kWide];
#pragma GCC unroll 8
  for (int r = 0; r < kTall; ++r) {
    rows[r] = p.rows[at.row + r];
#pragma GCC unroll 3
    for (int v = 0; v < kWide; ++v) {
      sums[r][v] = *reinterpret_cast<const M*>(to + r * p.ld + v * kLanes);
    }
  }
  for (std::int64_t t = at.begin; t < at.end; ++t) {
    const C* const line = p.lines + p.line[t] + at.x;
    const std::int64_t place = p.at[t];
    V x[kWide];
#pragma GCC unroll 3
    for (int v = 0; v < kWide; ++v) x[v] = *reinterpret_cast<const M*>(line + v * kLanes);
#pragma GCC unroll 8
    for (int r = 0; r < kTall; ++r) {
      const C by = rows[r][place];
#pragma GCC unroll 3
      for (int v = 0; v < kWide; ++v) sums[r][v] += x[v] * by;
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kTall; ++r) {
#pragma GCC unroll 3
    for (int v = 0; v < kWide; ++v) {
      *reinterpret_cast<M*>(to + r * p.ld + v * kLanes) = sums[r][v];
    }
  }
}

// All rows, of so many vectors.
template <class C, int kWide>
MUDNN_TARGET void strip(const Products<C>& p, Place at) {
  for (at.row = 0; at.row < p.row_count;) {
    const std::int64_t left = p.row_count - at.row;
    if (left >= kRows) {
      tile<C, kRows, kWide>(p, at);
      at.row += kRows;
    } else if (left >= 2) {
      tile<C, 2, kWide>(p, at);
      at.row += 2;
    } else {
      tile<C, 1, kWide>(p, at);
      ++at.row;
    }
  }
}

template <class C>
MUDNN_TARGET void add(const Products<C>& p) {
  constexpr std::int64_t kLanes = Vector<C>::kLanes;
  Place at{};
  for (at.begin = 0; at.begin < p.terms; at.begin = at.end) {
    at.end = p.terms - at.begin < kTerms ? p.terms : at.begin + kTerms;
    for (at.x = 0; at.x < p.width; at.x += kVectors * kLanes) {
      const std::int64_t left = p.width - at.x;
      if (left > 2 * kLanes) {
        strip<C, kVectors>(p, at);
      } else if (left > kLanes) {
        strip<C, 2>(p, at);
      } else {
        strip<C, 1>(p, at);
      }
    }
  }
}

// The compiler makes vectors of it, as wide as the kind has them.
template <class C>
MUDNN_TARGET void add_times(const C* __restrict from, C by, std::int64_t count, C* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += from[i] * by;
}

}  // namespace MUDNN_TILES
}  // namespace
}  // namespace musasim::dnn

#undef MUDNN_TILES
#undef MUDNN_TARGET
#undef MUDNN_BYTES
#undef MUDNN_ROWS
