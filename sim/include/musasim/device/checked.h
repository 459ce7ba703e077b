// Hooks of kernels that are compiled with checks (mcc -fcheck-kernels): what -fsanitize=thread makes the compiler
// call at each access to memory is given other names here, which libmusart has. So ThreadSanitizer's own
// library is not needed, and not in the way where it is there.
#pragma once

#if defined(MUSASIM_CHECK_KERNELS)

#include "musasim/device/shared_guard.h"

#define MUSASIM_RENAME(name) asm("__tsan_" #name " = musasim_checked_" #name)
#define MUSASIM_RENAME_ACCESSES(size) \
  MUSASIM_RENAME(read##size);         \
  MUSASIM_RENAME(write##size)
#define MUSASIM_RENAME_VOLATILE(size)            \
  MUSASIM_RENAME(volatile_read##size);           \
  MUSASIM_RENAME(volatile_write##size);          \
  MUSASIM_RENAME(unaligned_volatile_read##size); \
  MUSASIM_RENAME(unaligned_volatile_write##size)
#define MUSASIM_RENAME_ATOMICS(bits)                      \
  MUSASIM_RENAME(atomic##bits##_load);                    \
  MUSASIM_RENAME(atomic##bits##_store);                   \
  MUSASIM_RENAME(atomic##bits##_exchange);                \
  MUSASIM_RENAME(atomic##bits##_fetch_add);               \
  MUSASIM_RENAME(atomic##bits##_fetch_sub);               \
  MUSASIM_RENAME(atomic##bits##_fetch_and);               \
  MUSASIM_RENAME(atomic##bits##_fetch_or);                \
  MUSASIM_RENAME(atomic##bits##_fetch_xor);               \
  MUSASIM_RENAME(atomic##bits##_fetch_nand);              \
  MUSASIM_RENAME(atomic##bits##_compare_exchange_strong); \
  MUSASIM_RENAME(atomic##bits##_compare_exchange_weak);   \
  MUSASIM_RENAME(atomic##bits##_compare_exchange_val)

MUSASIM_RENAME_ACCESSES(1);
MUSASIM_RENAME_ACCESSES(2);
MUSASIM_RENAME_ACCESSES(4);
MUSASIM_RENAME_ACCESSES(8);
MUSASIM_RENAME_ACCESSES(16);
MUSASIM_RENAME(unaligned_read2);
MUSASIM_RENAME(unaligned_read4);
MUSASIM_RENAME(unaligned_read8);
MUSASIM_RENAME(unaligned_read16);
MUSASIM_RENAME(unaligned_write2);
MUSASIM_RENAME(unaligned_write4);
MUSASIM_RENAME(unaligned_write8);
MUSASIM_RENAME(unaligned_write16);
MUSASIM_RENAME_VOLATILE(1);
MUSASIM_RENAME_VOLATILE(2);
MUSASIM_RENAME_VOLATILE(4);
MUSASIM_RENAME_VOLATILE(8);
MUSASIM_RENAME_VOLATILE(16);
MUSASIM_RENAME_ACCESSES(_range);
MUSASIM_RENAME(memcpy);
MUSASIM_RENAME(memmove);
MUSASIM_RENAME(memset);
MUSASIM_RENAME(vptr_read);
MUSASIM_RENAME(vptr_update);
MUSASIM_RENAME_ATOMICS(8);
MUSASIM_RENAME_ATOMICS(16);
MUSASIM_RENAME_ATOMICS(32);
MUSASIM_RENAME_ATOMICS(64);
MUSASIM_RENAME(atomic_thread_fence);
MUSASIM_RENAME(atomic_signal_fence);
MUSASIM_RENAME(init);
MUSASIM_RENAME(func_entry);
MUSASIM_RENAME(func_exit);
// What -fsanitize=bounds makes the compiler call where an index is not one of its array or row.
asm("__ubsan_handle_out_of_bounds = musasim_checked_out_of_bounds");
// The same of -fsanitize=alignment, where an address is not aligned for its type, and of -fsanitize=object-size,
// where an access lies outside of its variable.
asm("__ubsan_handle_type_mismatch_v1 = musasim_checked_type_mismatch");
// g++ calls the C library for copies and fills that it does not write out.
asm("memcpy = musasim_checked_memcpy");
asm("memmove = musasim_checked_memmove");
asm("memset = musasim_checked_memset");

// Memory that kernels allocate may be used by kernels.
asm("malloc = musasim_checked_malloc");
asm("free = musasim_checked_free");
asm("_Znwm = musasim_checked_new");
asm("_Znam = musasim_checked_new");
asm("_ZdlPv = musasim_checked_delete");
asm("_ZdaPv = musasim_checked_delete");
asm("_ZdlPvm = musasim_checked_delete");
asm("_ZdaPvm = musasim_checked_delete");

#undef MUSASIM_RENAME_ATOMICS
#undef MUSASIM_RENAME_VOLATILE
#undef MUSASIM_RENAME_ACCESSES
#undef MUSASIM_RENAME

#endif
