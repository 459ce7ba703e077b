// Loads, stores, atomic operations, copies.
#ifndef TORCHADA_PTX_MEMORY_H
#define TORCHADA_PTX_MEMORY_H

#include "arithmetic.h"

namespace torchada {
namespace ptx {

// What the compiler may not move memory accesses across.
TORCHADA_PTX void keep_order() { asm volatile("" ::: "memory"); }

#if defined(__HIP_PLATFORM_AMD__)
TORCHADA_PTX char* shared_pointer(std::uint64_t address) {
  using Place = __attribute__((address_space(3))) char*;
  return (char*)(Place)(static_cast<std::uintptr_t>(address));
}
TORCHADA_PTX std::uint64_t shared_address(const void* pointer) {
  using Place = __attribute__((address_space(3))) const char*;
  return static_cast<std::uint32_t>((std::uintptr_t)(Place)(pointer));
}
#else
TORCHADA_PTX char* shared_pointer(std::uint64_t address) {
  return static_cast<char*>(__cvta_shared_to_generic(static_cast<std::size_t>(address)));
}
TORCHADA_PTX std::uint64_t shared_address(const void* pointer) {
  return __cvta_generic_to_shared(pointer);
}
#endif

// An operand in brackets. A number of 32 bits is an address of shared memory.
template <class A>
TORCHADA_PTX A offset(A address, std::ptrdiff_t bytes) {
  if constexpr (std::is_pointer<A>::value) {
    return (A)((const char*)address + bytes);
  } else {
    return static_cast<A>(address + static_cast<A>(bytes));
  }
}
template <class... M, class A>
TORCHADA_PTX char* place(A address) {
  if constexpr (std::is_pointer<A>::value) {
    return (char*)address;
  } else if constexpr (has<_shared, M...> || sizeof(A) == 4) {
    return shared_pointer(
        static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<A>>(address)));
  } else {
    return reinterpret_cast<char*>(static_cast<std::uintptr_t>(address));
  }
}

template <class... M>
TORCHADA_PTX void fence_of_scope() {
  if constexpr (has<_cta, M...> || has<_cluster, M...>) {
    __threadfence_block();
  } else if constexpr (has<_sys, M...>) {
    __threadfence_system();
  } else {
    __threadfence();
  }
}
template <class... M>
TORCHADA_PTX void fence() {
  fence_of_scope<M...>();
}
template <class... M>
TORCHADA_PTX void membar() {
  fence_of_scope<M...>();
}

template <class T, int count>
struct alignas(sizeof(T) * count <= 16 ? sizeof(T) * count : 16) Together {
  T items[count];
};
template <class... M>
inline constexpr bool is_observed = has<_volatile, M...> || has<_relaxed, M...> ||
                                    has<_acquire, M...> || has<_release, M...> || has<_cv, M...>;

template <class... M, class D, class A>
TORCHADA_PTX void ld(D&& d, A address) {
  using T = typename TypeOf<M...>::type;
  constexpr int count = size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>>;
  const char* const from = place<M...>(address);
  keep_order();
  if constexpr (is_observed<M...> && !std::is_same<T, Bits128>::value) {
    T items[count];
    for (int k = 0; k < count; ++k) items[k] = reinterpret_cast<const volatile T*>(from)[k];
    if constexpr (has<_acquire, M...>) fence_of_scope<M...>();
    put_all(d, items);
  } else {
    Together<T, count> all;
    std::memcpy(&all, __builtin_assume_aligned(from, alignof(Together<T, count>)), sizeof all);
    put_all(d, all.items);
  }
}
template <class... M, class A, class From>
TORCHADA_PTX void st(A address, From from) {
  using T = typename TypeOf<M...>::type;
  constexpr int count = size_of_parts<From>;
  char* const to = place<M...>(address);
  Together<T, count> all;
  get_all(from, all.items);
  keep_order();
  if constexpr (has<_release, M...>) fence_of_scope<M...>();
  if constexpr (is_observed<M...> && !std::is_same<T, Bits128>::value) {
    for (int k = 0; k < count; ++k) reinterpret_cast<volatile T*>(to)[k] = all.items[k];
  } else {
    std::memcpy(__builtin_assume_aligned(to, alignof(Together<T, count>)), &all, sizeof all);
  }
  keep_order();
}

// Between address spaces: `cvta.to.shared` makes the address in shared memory of a pointer.
template <class... M, class D, class A>
TORCHADA_PTX void cvta(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  const std::uint64_t address = static_cast<std::uint64_t>(value<T>(a));
  if constexpr (!has<_shared, M...>) {
    put(d, value<T>(a));
  } else if constexpr (has<_to, M...>) {
    put(d, static_cast<T>(shared_address(reinterpret_cast<const void*>(address))));
  } else {
    put(d, static_cast<T>(reinterpret_cast<std::uintptr_t>(shared_pointer(address))));
  }
}

// Caches hold nothing that memory has not.
template <class... M, class A>
TORCHADA_PTX void prefetch(A) {}
template <class... M, class A, class Size>
TORCHADA_PTX void discard(A, Size) {}
template <class... M, class A, class Size>
TORCHADA_PTX void applypriority(A, Size) {}
template <class... M, class D, class... Fractions>
TORCHADA_PTX void createpolicy(D&& d, Fractions...) {
  put(d, std::uint64_t(0));
}

// Copies that may be done later are done at once, which is early enough for every group.
template <class... M, class To, class From, class Size, class Taken>
TORCHADA_PTX void cp_async(To to, From from, Size size, Taken taken) {
  keep_order();
  char* const target = place<_shared>(to);
  const char* const source = place<>(from);
  const auto bytes = static_cast<std::uint32_t>(size);
  std::uint32_t count = bytes;
  if constexpr (std::is_same<Taken, bool>::value)
    count = taken ? 0U : bytes;
  else
    count = static_cast<std::uint32_t>(taken);
  if (bytes == 16) {
    Together<std::uint32_t, 4> all{};
    if (count == 16) {
      std::memcpy(&all, __builtin_assume_aligned(source, 16), 16);
    } else {
      for (std::uint32_t k = 0; k < count; ++k) reinterpret_cast<char*>(&all)[k] = source[k];
    }
    std::memcpy(__builtin_assume_aligned(target, 16), &all, 16);
  } else {
    for (std::uint32_t k = 0; k < bytes; ++k) target[k] = k < count ? source[k] : '\0';
  }
}
template <class... M, class To, class From, class Size>
TORCHADA_PTX void cp_async(To to, From from, Size size) {
  cp_async<M...>(to, from, size, static_cast<std::uint32_t>(size));
}
template <class... M>
TORCHADA_PTX void cp_async_commit_group() {}
template <class... M, class N>
TORCHADA_PTX void cp_async_wait_group(N) {
  keep_order();
}
template <class... M>
TORCHADA_PTX void cp_async_wait_all() {
  keep_order();
}

// What the operation leaves in memory.
template <class... M>
TORCHADA_PTX typename TypeOf<M...>::type changed(typename TypeOf<M...>::type before,
                                                 typename TypeOf<M...>::type with) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  T result = with;
  // In global memory, denormal floats are zeros.
  using Flush =
      std::conditional_t<std::is_same<Type, _f32>::value && !has<_shared, M...>, _ftz, _rn>;
  if constexpr (has<_add, M...>) add<_rn, Flush, Type>(result, before, with);
  if constexpr (has<_min, M...>) min<Type>(result, before, with);
  if constexpr (has<_max, M...>) max<Type>(result, before, with);
  if constexpr (std::is_integral<T>::value) {
    if constexpr (has<_and, M...>) result = static_cast<T>(before & with);
    if constexpr (has<_or, M...>) result = static_cast<T>(before | with);
    if constexpr (has<_xor, M...>) result = static_cast<T>(before ^ with);
    if constexpr (has<_inc, M...>) result = before >= with ? T(0) : static_cast<T>(before + 1);
    if constexpr (has<_dec, M...>)
      result = before == 0 || before > with ? with : static_cast<T>(before - 1);
  }
  return result;
}

TORCHADA_PTX std::uint64_t seen_at(const char* at) {
  return *reinterpret_cast<const volatile std::uint64_t*>(at);
}
TORCHADA_PTX std::uint32_t swap_if(char* at, std::uint32_t expected, std::uint32_t with) {
  return atomicCAS(reinterpret_cast<unsigned*>(at), expected, with);
}
TORCHADA_PTX std::uint64_t swap_if(char* at, std::uint64_t expected, std::uint64_t with) {
  return atomicCAS(reinterpret_cast<unsigned long long*>(at),
                   static_cast<unsigned long long>(expected),
                   static_cast<unsigned long long>(with));
}

// One word or two halves of it; 16 bits are changed with their neighbours.
template <class... M>
TORCHADA_PTX typename TypeOf<M...>::type change(char* at, typename TypeOf<M...>::type with) {
  using T = typename TypeOf<M...>::type;
  if constexpr (sizeof(T) == 2) {
    const bool is_upper = (reinterpret_cast<std::uintptr_t>(at) & 2) != 0;
    char* const word = at - (is_upper ? 2 : 0);
    std::uint32_t seen = *reinterpret_cast<const volatile std::uint32_t*>(word);
    for (;;) {
      const std::uint32_t expected = seen;
      const auto before = static_cast<std::uint16_t>(is_upper ? expected >> 16 : expected);
      const std::uint32_t after = changed<M...>(before, with);
      seen =
          swap_if(word, expected,
                  is_upper ? (expected & 0xffffU) | after << 16 : (expected & 0xffff0000U) | after);
      if (seen == expected) return before;
    }
  } else {
    using U = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    U seen = *reinterpret_cast<const volatile U*>(at);
    for (;;) {
      const U expected = seen;
      seen = swap_if(at, expected, bits<U>(changed<M...>(bits<T>(expected), with)));
      if (seen == expected) return bits<T>(expected);
    }
  }
}
template <class... M>
TORCHADA_PTX void order_before() {
  if constexpr (has<_release, M...> || has<_acq_rel, M...>) fence_of_scope<M...>();
}
template <class... M>
TORCHADA_PTX void order_after() {
  if constexpr (has<_acquire, M...> || has<_acq_rel, M...>) fence_of_scope<M...>();
}

template <class... M, class D, class A, class B>
TORCHADA_PTX void atom(D&& d, A address, B b) {
  using T = typename TypeOf<M...>::type;
  const T with = value<T>(b);
  order_before<M...>();
  const T before = change<M...>(place<M...>(address), with);
  order_after<M...>();
  put(d, before);
}
// 16 bits, with their neighbours.
TORCHADA_PTX std::uint16_t swap_if(char* at, std::uint16_t expected, std::uint16_t with) {
  const bool is_upper = (reinterpret_cast<std::uintptr_t>(at) & 2) != 0;
  char* const word = at - (is_upper ? 2 : 0);
  std::uint32_t seen = *reinterpret_cast<const volatile std::uint32_t*>(word);
  for (;;) {
    const std::uint32_t whole = seen;
    const auto before = static_cast<std::uint16_t>(is_upper ? whole >> 16 : whole);
    if (before != expected) return before;
    const std::uint32_t after = is_upper
                                    ? (whole & 0xffffU) | static_cast<std::uint32_t>(with) << 16
                                    : (whole & 0xffff0000U) | with;
    seen = swap_if(word, whole, after);
    if (seen == whole) return before;
  }
}

template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void atom(D&& d, A address, B expected, C with) {
  using T = typename TypeOf<M...>::type;
  order_before<M...>();
  const T before = swap_if(place<M...>(address), value<T>(expected), value<T>(with));
  order_after<M...>();
  put(d, before);
}
template <class... M, class A, class B>
TORCHADA_PTX void red(A address, B b) {
  atom<M...>(sink(), address, b);
}

// Each number of a vector by itself.
template <class... M, class D, class A, class From>
TORCHADA_PTX void atom_vector(D&& d, A address, From from) {
  using T = typename TypeOf<M...>::type;
  constexpr int count = size_of_parts<From>;
  char* const at = place<M...>(address);
  T values[count];
  get_all(from, values);
  order_before<M...>();
  for (int k = 0; k < count; ++k) values[k] = change<M...>(at + k * sizeof(T), values[k]);
  order_after<M...>();
  if constexpr (!std::is_same<std::remove_cv_t<std::remove_reference_t<D>>, Sink>::value)
    put_all(d, values);
}
template <class... M, class A, class From>
TORCHADA_PTX void red_vector(A address, From from) {
  atom_vector<M...>(sink(), address, from);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_MEMORY_H
