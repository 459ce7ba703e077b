// Whether floating-point operations of the calling thread take and make zeros for denormal numbers.
#pragma once

#include <cstdint>

namespace musasim::device {

// While it lives, if it is to. Of x86-64 and AArch64 the mode is one for float and double.
class DenormalsAsZeros {
 public:
  explicit DenormalsAsZeros(bool wanted) : mode_(read()) {
    if (wanted) write(mode_ | kZeros);
  }
  ~DenormalsAsZeros() { write(mode_); }
  DenormalsAsZeros(const DenormalsAsZeros&) = delete;
  DenormalsAsZeros& operator=(const DenormalsAsZeros&) = delete;

 private:
#if defined(__x86_64__)
  using Mode = std::uint32_t;
  static constexpr Mode kZeros =
      1U << 15 | 1U << 6;  // of MXCSR: flush to zero, denormals are zeros
  static Mode read() { return __builtin_ia32_stmxcsr(); }
  static void write(Mode mode) { __builtin_ia32_ldmxcsr(mode); }
#elif defined(__aarch64__)
  using Mode = std::uint64_t;
  static constexpr Mode kZeros = std::uint64_t{1} << 24;  // of FPCR: flush to zero
  static Mode read() {
    Mode mode;
    asm volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
  }
  static void write(Mode mode) { asm volatile("msr fpcr, %0" ::"r"(mode)); }
#endif

  const Mode mode_;
};

}  // namespace musasim::device
