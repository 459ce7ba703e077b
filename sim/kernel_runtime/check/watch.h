// Looks at each access that the threads of a checked kernel make, on one carrier.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernel_runtime/check/access.h"
#include "kernel_runtime/check/barriers.h"
#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/check/global_races.h"
#include "kernel_runtime/check/host_memory.h"
#include "kernel_runtime/check/races.h"
#include "kernel_runtime/check/shared_init.h"
#include "kernel_runtime/check/shared_variables.h"
#include "machine/memory/reach.h"
#include "musa_runtime_api.h"

namespace musasim::device {
class Block;
class Job;
}  // namespace musasim::device

namespace musasim::device::check {

class Watch {
 public:
  void begin(Block& block, const Job& job);
  void begin_block(unsigned threads, unsigned warp_size);
  void access(const Access& access);
  // A thread comes to the declaration of a __shared__ variable.
  void note_shared(const SharedVariable& variable);
  // The address is not aligned for its type.
  void misaligned(const Access& access, const char* type);
  // Whether access() tells which __shared__ variable an address is outside of.
  bool knows_variable_near(const char* address) const {
    return !variables_.problem(address, 1).empty();
  }
  // An index is not one of its array, or an access leaves its variable.
  void bad_index(const std::string& what, const void* caller);
  Races& races() noexcept { return races_; }
  // The block has ended.
  void settle();
  // The block's threads have met; with those of all other blocks.
  void barrier();
  void grid_met() { global_races_.grid_met(); }
  // The thread's writes are there for whoever looks.
  void fence(unsigned rank);
  void release();  // of the thread that runs
  Barriers& barriers() noexcept { return barriers_; }

 private:
  static constexpr std::size_t kSpans = 8;  // device memory used lately
  static constexpr std::size_t kPages = 256;
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;  // odd, so that neighbours go apart
  static constexpr std::size_t kFrame = 4096;

  enum class Known { kNothing, kDevice, kHost };
  Known what_is_known(const Access& access) noexcept;
  void use_global(const Access& access);
  std::uintptr_t& page_of(const char* address) noexcept {
    return pages_[page_number(address) * kSpread >> (64 - kPageBits) & (kPages - 1)];
  }
  // From 1 on.
  static std::uintptr_t page_number(const char* address) noexcept {
    return (reinterpret_cast<std::uintptr_t>(address) >> kPageBits) + 1;
  }
  void look_up(const Access& access);
  void look_up_foreign(const Access& access);
  void use_dynamic_shared(const Access& access);
  void use_static_shared(const Access& access);
  // A read of bytes that nobody has written, of "global" or "shared" memory.
  void tell_unwritten(const Access& access, const char* memory);
  bool has(unsigned tool) const noexcept { return (tools_ & tool) != 0; }
  // Ends the kernel; nothing where memcheck is off.
  void fail(const Access& access, const char* problem, const char* kind, const std::string& detail,
            bool with_address, musaError_t error);

  unsigned tools_ = 0;  // musasim::check::Tool
  Block* block_ = nullptr;
  Findings* findings_ = nullptr;
  Range given_;
  const void* code_ = nullptr;  // a function of the kernel's
  pieces::Moment moment_ = 0;   // of the launch
  Range shared_;                // the __shared__ variables
  SharedVariables variables_;
  SharedInit init_;
  Races races_;
  GlobalRaces global_races_;
  Barriers barriers_;
  std::array<Range, kSpans> spans_{};
  std::size_t next_span_ = 0;
  std::array<std::uintptr_t, kPages> pages_{};  // of the host's memory that may be used
};

extern __thread __attribute__((tls_model("initial-exec"))) Watch* t_watch;

// The calling thread's; nullptr: it runs no checked kernel.
inline Watch* watching() noexcept { return t_watch; }

// The checks do not look at accesses of the run time's own code meanwhile.
class Pause {
 public:
  Pause() noexcept : watch_(t_watch) { t_watch = nullptr; }
  ~Pause() { t_watch = watch_; }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 private:
  Watch* const watch_;
};

}  // namespace musasim::device::check
