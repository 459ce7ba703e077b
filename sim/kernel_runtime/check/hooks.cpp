// Functions that kernels compiled with checks call at each access to memory (musasim/device/checked.h). On
// threads that run no such kernel the calls do nothing but what an atomic function does.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "kernel_runtime/check/watch.h"
#include "musasim/device/shared_guard.h"

#define MUSASIM_HOOK extern "C" MUSASIM_DEVICE_API
#define MUSASIM_CALLER __builtin_extract_return_addr(__builtin_return_address(0))

using musasim::device::check::Access;
using musasim::device::check::Use;
using musasim::device::check::watching;

namespace {

inline void notice(const volatile void* address, std::size_t size, Use use, bool aligned,
                   const void* caller, bool is_volatile = false) {
  if (auto* const watch = watching()) {
    watch->access({const_cast<const char*>(static_cast<const volatile char*>(address)), size, use,
                   aligned, caller, is_volatile});
  }
}

inline void notice_atomic(const volatile void* address, std::size_t size, int order,
                          const void* caller) {
  notice(address, size, Use::kAtomic, true, caller);
  const bool releases =
      order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  if (auto* const watch = watching(); watch != nullptr && releases) {
    watch->release();
  }
}

}  // namespace

#define MUSASIM_ACCESS(name, size, use, aligned)              \
  MUSASIM_HOOK void musasim_checked_##name(void* address);    \
  void musasim_checked_##name(void* address) {                \
    notice(address, size, Use::use, aligned, MUSASIM_CALLER); \
  }
#define MUSASIM_SIZED(size)                     \
  MUSASIM_ACCESS(read##size, size, kRead, true) \
  MUSASIM_ACCESS(write##size, size, kWrite, true)
#define MUSASIM_UNALIGNED(size)                            \
  MUSASIM_ACCESS(unaligned_read##size, size, kRead, false) \
  MUSASIM_ACCESS(unaligned_write##size, size, kWrite, false)

#define MUSASIM_VOLATILE(name, size, use, aligned)                  \
  MUSASIM_HOOK void musasim_checked_##name(void* address);          \
  void musasim_checked_##name(void* address) {                      \
    notice(address, size, Use::use, aligned, MUSASIM_CALLER, true); \
  }
#define MUSASIM_VOLATILE_SIZED(size)                                  \
  MUSASIM_VOLATILE(volatile_read##size, size, kRead, true)            \
  MUSASIM_VOLATILE(volatile_write##size, size, kWrite, true)          \
  MUSASIM_VOLATILE(unaligned_volatile_read##size, size, kRead, false) \
  MUSASIM_VOLATILE(unaligned_volatile_write##size, size, kWrite, false)

MUSASIM_VOLATILE_SIZED(1)
MUSASIM_VOLATILE_SIZED(2)
MUSASIM_VOLATILE_SIZED(4)
MUSASIM_VOLATILE_SIZED(8)
MUSASIM_VOLATILE_SIZED(16)
MUSASIM_SIZED(1)
MUSASIM_SIZED(2)
MUSASIM_SIZED(4)
MUSASIM_SIZED(8)
MUSASIM_SIZED(16)
MUSASIM_UNALIGNED(2)
MUSASIM_UNALIGNED(4)
MUSASIM_UNALIGNED(8)
MUSASIM_UNALIGNED(16)
MUSASIM_ACCESS(vptr_read, sizeof(void*), kRead, true)
// Kernels of Triton, which change the memory themselves afterwards.
MUSASIM_ACCESS(atomic1, 1, kAtomic, true)
MUSASIM_ACCESS(atomic2, 2, kAtomic, true)
MUSASIM_ACCESS(atomic4, 4, kAtomic, true)
MUSASIM_ACCESS(atomic8, 8, kAtomic, true)

MUSASIM_HOOK void musasim_checked_vptr_update(void** address, void* value);
void musasim_checked_vptr_update(void** address, void*) {
  notice(address, sizeof(void*), Use::kWrite, true, MUSASIM_CALLER);
}

MUSASIM_HOOK void musasim_checked_read_range(void* address, std::size_t size);
void musasim_checked_read_range(void* address, std::size_t size) {
  notice(address, size, Use::kRead, false, MUSASIM_CALLER);
}

MUSASIM_HOOK void musasim_checked_write_range(void* address, std::size_t size);
void musasim_checked_write_range(void* address, std::size_t size) {
  notice(address, size, Use::kWrite, false, MUSASIM_CALLER);
}

// Copies and fills that the compiler does not write out.
MUSASIM_HOOK void* musasim_checked_memcpy(void* to, const void* from, std::size_t size);
void* musasim_checked_memcpy(void* to, const void* from, std::size_t size) {
  notice(from, size, Use::kRead, false, MUSASIM_CALLER);
  notice(to, size, Use::kWrite, false, MUSASIM_CALLER);
  return std::memcpy(to, from, size);
}

MUSASIM_HOOK void* musasim_checked_memmove(void* to, const void* from, std::size_t size);
void* musasim_checked_memmove(void* to, const void* from, std::size_t size) {
  notice(from, size, Use::kRead, false, MUSASIM_CALLER);
  notice(to, size, Use::kWrite, false, MUSASIM_CALLER);
  return std::memmove(to, from, size);
}

MUSASIM_HOOK void* musasim_checked_memset(void* to, int value, std::size_t size);
void* musasim_checked_memset(void* to, int value, std::size_t size) {
  notice(to, size, Use::kWrite, false, MUSASIM_CALLER);
  return std::memset(to, value, size);
}

// As -fsanitize=bounds describes an access: its place in the source, and the types of the array and of the index.
struct musasim_type {
  unsigned short kind;
  unsigned short size;  // of an integer: 2 times the logarithm of its bits, and 1 if it has a sign
  char name[1];
};
struct musasim_bad_access {
  const char* file;
  unsigned line;
  unsigned column;
  const musasim_type* array;
  const musasim_type* index;
};

namespace {

// The latest that lies behind its array. A row of a larger array may be left by it, so a check of the variable's
// size decides.
struct LateIndex {
  const musasim_bad_access* access;
  std::uintptr_t index;
};
__thread LateIndex t_late;

bool is_negative(const musasim_bad_access& access, std::uintptr_t index) {
  return (access.index->size & 1) != 0 && static_cast<std::intptr_t>(index) < 0;
}

std::string describe(const musasim_bad_access& access, std::uintptr_t index) {
  const std::string shown = is_negative(access, index)
                                ? std::to_string(static_cast<std::intptr_t>(index))
                                : std::to_string(index);
  return "index " + shown + " is not one of " + access.array->name;
}

}  // namespace

MUSASIM_HOOK void musasim_checked_out_of_bounds(const musasim_bad_access* access,
                                                std::uintptr_t index);
void musasim_checked_out_of_bounds(const musasim_bad_access* access, std::uintptr_t index) {
  const unsigned unused = 64U - std::min(64U, 1U << (access->index->size >> 1));
  const bool has_sign = (access->index->size & 1) != 0;
  const std::uintptr_t value =
      has_sign ? static_cast<std::uintptr_t>(static_cast<std::int64_t>(index << unused) >> unused)
               : index << unused >> unused;
  t_late = {access, value};
  if (auto* const watch = watching(); watch != nullptr && is_negative(*access, value)) {
    watch->bad_index(describe(*access, value), MUSASIM_CALLER);
  }
}

// The same of -fsanitize=alignment and of -fsanitize=object-size.
struct musasim_bad_type {
  const char* file;
  unsigned line;
  unsigned column;
  const musasim_type* type;
  unsigned char log_of_alignment;  // 0: the access lies outside of its variable
  unsigned char kind;              // 0: a read, 1: a write, 3: use of a member
};
MUSASIM_HOOK void musasim_checked_type_mismatch(const musasim_bad_type* what, const char* address);
void musasim_checked_type_mismatch(const musasim_bad_type* what, const char* address) {
  const bool uses = what->kind <= 1 || what->kind == 3;
  auto* const watch = watching();
  if (watch == nullptr || !uses) {
    return;
  }
  if (what->log_of_alignment != 0) {
    const std::size_t alignment = std::size_t{1} << what->log_of_alignment;
    const Use use = what->kind == 1 ? Use::kWrite : Use::kRead;
    watch->misaligned({address, alignment, use, true, MUSASIM_CALLER}, what->type->name);
    return;
  }
  const bool by_index = t_late.access != nullptr && t_late.access->line == what->line &&
                        std::strcmp(t_late.access->file, what->file) == 0;
  if (by_index) {
    watch->bad_index(describe(*t_late.access, t_late.index), MUSASIM_CALLER);
  } else if (!watch->knows_variable_near(address)) {
    watch->bad_index(
        std::string("an access to ") + what->type->name + " lies outside of its variable",
        MUSASIM_CALLER);
  }
}

void musasim::device::note_shared(const char* name, const volatile void* variable, std::size_t size,
                                  const Guard& one, const Guard& other) {
  if (auto* const watch = watching()) {
    watch->note_shared({name,
                        {static_cast<const char*>(const_cast<const void*>(variable)), size},
                        {{one.bytes, sizeof one.bytes}, {other.bytes, sizeof other.bytes}}});
  }
}

MUSASIM_HOOK void musasim_checked_init();
void musasim_checked_init() {}
MUSASIM_HOOK void musasim_checked_func_entry(void* caller);
void musasim_checked_func_entry(void*) {}
MUSASIM_HOOK void musasim_checked_func_exit();
void musasim_checked_func_exit() {}

// --- atomic functions: the strongest order is right for all; checks ask which one the program has ---

MUSASIM_HOOK void musasim_checked_atomic_thread_fence(int order);
void musasim_checked_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
MUSASIM_HOOK void musasim_checked_atomic_signal_fence(int order);
void musasim_checked_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

#define MUSASIM_ATOMIC(bits, name) musasim_checked_atomic##bits##_##name
#define MUSASIM_NUMBER(bits) std::uint##bits##_t
#define MUSASIM_ATOMIC_USE(bits) notice_atomic(address, bits / 8, order, MUSASIM_CALLER)

#define MUSASIM_FETCH(bits, name)                                                                 \
  MUSASIM_HOOK MUSASIM_NUMBER(bits) MUSASIM_ATOMIC(bits, name)(                                   \
      volatile MUSASIM_NUMBER(bits) * address, MUSASIM_NUMBER(bits) value, int order);            \
  MUSASIM_NUMBER(bits)                                                                            \
  MUSASIM_ATOMIC(bits, name)(volatile MUSASIM_NUMBER(bits) * address, MUSASIM_NUMBER(bits) value, \
                             int order) {                                                         \
    MUSASIM_ATOMIC_USE(bits);                                                                     \
    return __atomic_##name(address, value, __ATOMIC_SEQ_CST);                                     \
  }
#define MUSASIM_EXCHANGE(bits)                                                         \
  MUSASIM_HOOK MUSASIM_NUMBER(bits) MUSASIM_ATOMIC(bits, exchange)(                    \
      volatile MUSASIM_NUMBER(bits) * address, MUSASIM_NUMBER(bits) value, int order); \
  MUSASIM_NUMBER(bits)                                                                 \
  MUSASIM_ATOMIC(bits, exchange)(volatile MUSASIM_NUMBER(bits) * address,              \
                                 MUSASIM_NUMBER(bits) value, int order) {              \
    MUSASIM_ATOMIC_USE(bits);                                                          \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                      \
  }
#define MUSASIM_LOAD_AND_STORE(bits)                                                        \
  MUSASIM_HOOK MUSASIM_NUMBER(bits)                                                         \
      MUSASIM_ATOMIC(bits, load)(const volatile MUSASIM_NUMBER(bits) * address, int order); \
  MUSASIM_NUMBER(bits)                                                                      \
  MUSASIM_ATOMIC(bits, load)(const volatile MUSASIM_NUMBER(bits) * address, int order) {    \
    MUSASIM_ATOMIC_USE(bits);                                                               \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                      \
  }                                                                                         \
  MUSASIM_HOOK void MUSASIM_ATOMIC(bits, store)(volatile MUSASIM_NUMBER(bits) * address,    \
                                                MUSASIM_NUMBER(bits) value, int order);     \
  void MUSASIM_ATOMIC(bits, store)(volatile MUSASIM_NUMBER(bits) * address,                 \
                                   MUSASIM_NUMBER(bits) value, int order) {                 \
    MUSASIM_ATOMIC_USE(bits);                                                               \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                     \
  }
#define MUSASIM_COMPARE(bits, name)                                                            \
  MUSASIM_HOOK bool MUSASIM_ATOMIC(bits, name)(                                                \
      volatile MUSASIM_NUMBER(bits) * address, MUSASIM_NUMBER(bits) * expected,                \
      MUSASIM_NUMBER(bits) value, int order, int order_of_failure);                            \
  bool MUSASIM_ATOMIC(bits, name)(volatile MUSASIM_NUMBER(bits) * address,                     \
                                  MUSASIM_NUMBER(bits) * expected, MUSASIM_NUMBER(bits) value, \
                                  int order, int) {                                            \
    MUSASIM_ATOMIC_USE(bits);                                                                  \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,      \
                                       __ATOMIC_SEQ_CST);                                      \
  }
// Gives what was there.
#define MUSASIM_COMPARE_VALUE(bits)                                                        \
  MUSASIM_HOOK MUSASIM_NUMBER(bits) MUSASIM_ATOMIC(bits, compare_exchange_val)(            \
      volatile MUSASIM_NUMBER(bits) * address, MUSASIM_NUMBER(bits) expected,              \
      MUSASIM_NUMBER(bits) value, int order, int order_of_failure);                        \
  MUSASIM_NUMBER(bits)                                                                     \
  MUSASIM_ATOMIC(bits, compare_exchange_val)(volatile MUSASIM_NUMBER(bits) * address,      \
                                             MUSASIM_NUMBER(bits) expected,                \
                                             MUSASIM_NUMBER(bits) value, int order, int) { \
    MUSASIM_ATOMIC_USE(bits);                                                              \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST,        \
                                __ATOMIC_SEQ_CST);                                         \
    return expected;                                                                       \
  }
#define MUSASIM_ALL_ATOMICS(bits)                \
  MUSASIM_LOAD_AND_STORE(bits)                   \
  MUSASIM_EXCHANGE(bits)                         \
  MUSASIM_FETCH(bits, fetch_add)                 \
  MUSASIM_FETCH(bits, fetch_sub)                 \
  MUSASIM_FETCH(bits, fetch_and)                 \
  MUSASIM_FETCH(bits, fetch_or)                  \
  MUSASIM_FETCH(bits, fetch_xor)                 \
  MUSASIM_FETCH(bits, fetch_nand)                \
  MUSASIM_COMPARE(bits, compare_exchange_strong) \
  MUSASIM_COMPARE(bits, compare_exchange_weak)   \
  MUSASIM_COMPARE_VALUE(bits)

MUSASIM_ALL_ATOMICS(8)
MUSASIM_ALL_ATOMICS(16)
MUSASIM_ALL_ATOMICS(32)
MUSASIM_ALL_ATOMICS(64)
