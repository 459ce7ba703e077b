// Loads and stores with cache hints, and atomic addition, for the 16 bit type and its pair (see
// float16_all.h: no include guard). The host has no such hints; the additions really are atomic,
// because threads of a kernel may run on several threads of the host.
#define MUSASIM_LOAD(name)                                                                 \
  MUSASIM_STATIC MUSASIM_FLOAT16 name(const MUSASIM_FLOAT16* pointer) { return *pointer; } \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 name(const MUSASIM_FLOAT16_X2* pointer) { return *pointer; }
MUSASIM_LOAD(__ldg)
MUSASIM_LOAD(__ldcg)
MUSASIM_LOAD(__ldca)
MUSASIM_LOAD(__ldcs)
MUSASIM_LOAD(__ldlu)
MUSASIM_LOAD(__ldcv)
#undef MUSASIM_LOAD

#define MUSASIM_STORE(name)                                                                       \
  MUSASIM_STATIC void name(MUSASIM_FLOAT16* pointer, MUSASIM_FLOAT16 value) { *pointer = value; } \
  MUSASIM_STATIC void name(MUSASIM_FLOAT16_X2* pointer, MUSASIM_FLOAT16_X2 value) {               \
    *pointer = value;                                                                             \
  }
MUSASIM_STORE(__stwb)
MUSASIM_STORE(__stcg)
MUSASIM_STORE(__stcs)
MUSASIM_STORE(__stwt)
#undef MUSASIM_STORE

MUSASIM_STATIC MUSASIM_FLOAT16 atomicAdd(MUSASIM_FLOAT16* address, MUSASIM_FLOAT16 value) {
#if defined(MUSASIM_CHECK_KERNELS)
  constexpr int order = __ATOMIC_RELAXED;
#else
  constexpr int order = __ATOMIC_SEQ_CST;
#endif
  std::uint16_t seen = __atomic_load_n(&address->__x, __ATOMIC_RELAXED);
  while (true) {
    const MUSASIM_FLOAT16 before = musasim::narrow::of_bits(value, seen);
    const std::uint16_t wanted = __hadd(before, value).__x;
    if (__atomic_compare_exchange_n(&address->__x, &seen, wanted, false, order, __ATOMIC_RELAXED)) {
      return before;
    }
  }
}
// Each half of a pair is added atomically, the pair as a whole is not.
MUSASIM_STATIC MUSASIM_FLOAT16_X2 atomicAdd(MUSASIM_FLOAT16_X2* address, MUSASIM_FLOAT16_X2 value) {
  const MUSASIM_FLOAT16 low = atomicAdd(&address->x, value.x);
  return MUSASIM_FLOAT16_X2(low, atomicAdd(&address->y, value.y));
}
