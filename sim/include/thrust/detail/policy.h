// The place where an algorithm runs: at once on the calling thread, or as work of a stream, with or without
// waiting for it. In a kernel it always runs at once.
#pragma once

#include <optional>
#include <type_traits>

#include "musasim/device/operation.h"
#include "thrust/system_error.h"

namespace thrust {

struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};

namespace detail {
struct AnyPolicy {};
template <class Derived>
struct execution_policy_base : AnyPolicy {};

template <class T>
constexpr bool kIsPolicy = std::is_base_of_v<AnyPolicy, std::decay_t<T>>;
template <class T>
using RequirePolicy = std::enable_if_t<kIsPolicy<T>, int>;
template <class T>
using RequireNoPolicy = std::enable_if_t<!kIsPolicy<T>, int>;
}  // namespace detail

template <class Derived>
struct execution_policy : detail::execution_policy_base<Derived> {};
template <class Derived>
struct host_execution_policy : execution_policy<Derived> {};
template <class Derived>
struct device_execution_policy : execution_policy<Derived> {};

namespace detail {

struct Host : host_execution_policy<Host> {
  template <class Work>
  void run(const Work& work) const {
    work();
  }
  template <class Work>
  void run_and_wait(const Work& work) const {
    work();
  }
};

struct OnStream : device_execution_policy<OnStream> {
  explicit OnStream(musaStream_t on_stream = nullptr, bool and_wait = true)
      : stream(on_stream), waits(and_wait) {}

  template <class Work>
  void run(const Work& work) const {
    if (waits) {
      run_and_wait(work);
    } else {
      throw_on_error(musasim::device::run_in_stream(work, stream));
    }
  }
  template <class Work>
  void run_and_wait(const Work& work) const {
    throw_on_error(musasim::device::run_and_wait(work, stream));
  }

  // Allocators of further algorithms are taken and not used: memory that they would need comes from the C library here.
  template <class Allocator>
  OnStream operator()(Allocator&&) const {
    return *this;
  }
  OnStream on(musaStream_t other) const { return OnStream(other, waits); }

  musaStream_t stream;
  bool waits;
};

inline musaStream_t get_stream(const OnStream& policy) { return policy.stream; }

// The result of work(), which some data decide.
template <class Policy, class Work>
auto evaluate(const Policy& policy, Work work) {
  std::optional<decltype(work())> result;
  policy.run_and_wait([&] { result.emplace(work()); });
  return *result;
}

}  // namespace detail

inline const detail::Host host{};
inline const detail::Host seq{};
inline const detail::OnStream device{};

namespace musa {
using execution_policy_type = detail::OnStream;
inline const detail::OnStream par{};
inline const detail::OnStream par_nosync{nullptr, false};
}  // namespace musa
namespace system {
namespace musa {
using thrust::musa::par;
using thrust::musa::par_nosync;
}  // namespace musa
}  // namespace system
namespace omp {
inline const detail::Host par{};
}
namespace cpp {
inline const detail::Host par{};
}

}  // namespace thrust
