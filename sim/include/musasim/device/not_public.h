// Names of MUSA's compiler whose operands no public source explains. A program that calls one is told so, by an error
// that names it; one that only has it in a template that it does not use compiles.
#pragma once

#define MUSASIM_IS_NOT_PUBLIC(name) \
  "mcc: " #name " is not supported: what its operands mean is not public"

// Programs declare these themselves.
#define MUSASIM_NOT_PUBLIC(name, Third)                       \
  extern "C" int name(unsigned, int, Third, int, bool*, int*) \
      __attribute__((nothrow, error(MUSASIM_IS_NOT_PUBLIC(name))));
MUSASIM_NOT_PUBLIC(__mt_shfl_idx_sync_i32, int)
MUSASIM_NOT_PUBLIC(__mt_shfl_up_sync_i32, unsigned)
MUSASIM_NOT_PUBLIC(__mt_shfl_down_sync_i32, unsigned)
MUSASIM_NOT_PUBLIC(__mt_shfl_xor_sync_i32, int)
#undef MUSASIM_NOT_PUBLIC

namespace musasim::device {

template <class... T>
struct Never {
  static constexpr bool value = false;
};

}  // namespace musasim::device

#define MUSASIM_NOT_PUBLIC(name)                                                              \
  template <class... Operands>                                                                \
  inline void name(const Operands&...) {                                                      \
    static_assert(::musasim::device::Never<Operands...>::value, MUSASIM_IS_NOT_PUBLIC(name)); \
  }
MUSASIM_NOT_PUBLIC(__musa_tme_ld_im2col_3d)
MUSASIM_NOT_PUBLIC(__musa_tme_ld_im2col_4d)
MUSASIM_NOT_PUBLIC(__musa_tme_ld_im2col_5d)
MUSASIM_NOT_PUBLIC(__musa_tme_im2col_prefetch_only_3d)
MUSASIM_NOT_PUBLIC(__musa_tme_im2col_prefetch_only_4d)
MUSASIM_NOT_PUBLIC(__musa_tme_im2col_prefetch_only_5d)
#undef MUSASIM_NOT_PUBLIC
#undef MUSASIM_IS_NOT_PUBLIC
