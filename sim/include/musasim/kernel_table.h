// A kernel's row in the table of its module, made from the type of its function, and a module of one
// row: what compiled kernels and those written by hand share.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "musasim/kernel.h"

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "musasim/kernel_table.h needs C++17"
#endif

extern "C" void** __musaRegisterFatBinary(void* fat_binary);
extern "C" void __musaUnregisterFatBinary(void** handle);

namespace musasim::table {

constexpr std::size_t round_up(std::size_t value, std::size_t to) {
  return (value + to - 1) / to * to;
}

// The stored form of an argument: of a reference, the address.
template <class P>
struct Argument {
  using Kept = std::remove_cv_t<P>;
  static Kept& get(void* kept) { return *static_cast<Kept*>(kept); }
};
template <class P>
struct Argument<P&> {
  using Kept = P*;
  static P& get(void* kept) { return **static_cast<Kept*>(kept); }
};
template <class P>
struct Argument<P&&> {
  using Kept = P*;
  static P&& get(void* kept) { return static_cast<P&&>(**static_cast<Kept*>(kept)); }
};

template <class F>
struct Signature;

template <class... P>
struct Signature<void (*)(P...)> {
  static constexpr unsigned kCount = sizeof...(P);
  static constexpr bool kIsReference[kCount + 1] = {std::is_reference_v<P>..., false};

  // Sizes and offsets, laid out as a struct of the parameters would be. One row more, never read,
  // so that a kernel without parameters has a table too.
  struct Parameters {
    musasimParameter rows[kCount + 1];

    constexpr Parameters() : rows{} {
      const std::size_t sizes[kCount + 1] = {sizeof(typename Argument<P>::Kept)..., 0};
      const std::size_t alignments[kCount + 1] = {alignof(typename Argument<P>::Kept)..., 1};
      std::size_t offset = 0;
      for (unsigned i = 0; i < kCount; ++i) {
        offset = round_up(offset, alignments[i]);
        rows[i].size = sizes[i];
        rows[i].offset = offset;
        offset += sizes[i];
      }
    }
  };

  template <void (*function)(P...), std::size_t... index>
  static void call(void** args, std::index_sequence<index...>) {
    (void)args;
    function(Argument<P>::get(args[index])...);
  }
};

struct __attribute__((visibility("hidden"))) Registration;
// The library's kernels, the last one first: its table, where it is a module (musasim/device/module.h).
inline Registration* registrations __attribute__((visibility("hidden"))) = nullptr;

// A module of one kernel, for as long as the program or library that holds it is loaded.
struct __attribute__((visibility("hidden"))) Registration {
  Registration* next;
  musasimKernel kernel;
  musasimModule module;
  musasimFatBinary binary;
  void** handle;

  explicit Registration(const musasimKernel& row)
      : next(std::exchange(registrations, this)),
        kernel(row),
        module{MUSASIM_KERNEL_ABI, 1, &kernel, 0, nullptr, row.name},
        binary{MUSASIM_FATBIN_MAGIC, 1, &module, nullptr},
        handle(__musaRegisterFatBinary(&binary)) {}
  ~Registration() { __musaUnregisterFatBinary(handle); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
};

}  // namespace musasim::table
