// Loops in which each thread steps over the others, one turn at a time: all threads of a block, or of some
// blocks, take the first turn, then all that go on take the second one. So neighbours use neighbouring
// memory, which a loop over threads that takes all turns of each does not.
//
// The compiler of .mu files writes such a loop, which is the last thing that its kernel does, as
//
//   for (int i = start;;) {
//     return ::musasim::device::take_turns(
//         musasim_turn, [&] { return ::musasim::device::keep(::musasim::device::used(n)); },
//         [&] { musasim_turn.advance(i, stride); }, [&] { return i < n; }, [&] { i += stride; },
//         [&] { ...one turn... });
//   }
//
// A thread's turn begins from nothing but the kernel's parameters. What a turn changes of them, of numbers
// that were declared before the loop or of the loop's own variable, would be lost: a thread that changes
// something goes through the rest of the loop at once.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#define MUSASIM_INLINED __attribute__((always_inline)) inline

namespace musasim::device {

class Turn {
 public:
  enum class What : unsigned char {
    kRest,  // the turns from the first one on
    kOne,   // only the first one, which is known to come
    kAsk,   // none: whether the first one comes
  };

  MUSASIM_INLINED Turn(What what, unsigned first) : what_(what), first_(first) {}

  MUSASIM_INLINED bool one() const { return what_ == What::kOne; }
  // Whether the thread comes to the turn: 0 yes, 1 no, kUnknown if only the loop can tell.
  static constexpr unsigned kUnknown = 1U << 20;
  MUSASIM_INLINED unsigned answer(bool condition) const {
    return exact_ ? (condition ? 0U : 1U) : kUnknown;
  }
  // The thread has gone through the rest of the loop.
  MUSASIM_INLINED bool ended() const { return ended_; }
  MUSASIM_INLINED void end() { ended_ = true; }

  // Advances by as many steps as there are turns before the first one.
  template <class T, class Step>
  MUSASIM_INLINED void advance(T& variable, Step step) {
    if constexpr (std::is_integral_v<T> && std::is_integral_v<Step> && !std::is_same_v<T, bool>) {
      advance_number(variable, step);
    } else if (what_ == What::kRest) {
      for (unsigned i = 0; i < first_; ++i) variable += step;
    } else {
      exact_ = false;
    }
  }

  // The loop's other variables.
  template <class T, class From>
  MUSASIM_INLINED void follow(T& variable, const From& from) {
    if constexpr (std::is_integral_v<T> && std::is_integral_v<From> && sizeof(T) < sizeof(From)) {
      const bool fits = static_cast<std::int64_t>(from) >= least<T>() &&
                        static_cast<std::int64_t>(from) <= most<T>();
      if (what_ == What::kAsk) {
        exact_ = exact_ && fits;
      } else if (one() && !fits) {
        __builtin_unreachable();
      }
    }
    variable = static_cast<T>(from);
  }

 private:
  // Within these the product and the sum below fit.
  static constexpr unsigned kMostTurns = 1U << 30;
  static constexpr std::int64_t kMostStep = std::int64_t{1} << 31;
  static constexpr std::int64_t kMostNumber = std::int64_t{1} << 61;

  template <class T, class Step>
  MUSASIM_INLINED void advance_number(T& variable, Step step) {
    if (what_ == What::kRest) {
      using Bits = std::uint64_t;
      variable = static_cast<T>(static_cast<Bits>(variable) + first_ * static_cast<Bits>(step));
      return;
    }
    const auto ahead = static_cast<std::int64_t>(first_ * static_cast<std::uint64_t>(step));
    const std::int64_t begin = static_cast<std::int64_t>(variable);
    if (what_ == What::kAsk) {
      const bool small = first_ < kMostTurns && begin >= 0 && begin <= most<T>() &&
                         step <= static_cast<Step>(most_step<Step>()) &&
                         (!std::is_signed_v<Step> || step >= 0);
      exact_ = exact_ && small && begin + ahead <= most<T>();
    }
    add(variable, ahead);
  }

  // Says that the sum does not wrap, so neighbours' numbers are neighbours.
  template <class T>
  MUSASIM_INLINED void add(T& variable, std::int64_t ahead) const {
    if constexpr (sizeof(T) == 8) {
      const std::uint64_t sum =
          static_cast<std::uint64_t>(variable) + static_cast<std::uint64_t>(ahead);
      variable = one() ? static_cast<T>(variable + static_cast<T>(ahead)) : static_cast<T>(sum);
    } else {
      const std::int64_t number = static_cast<std::int64_t>(variable) + ahead;
      if (one() && (number < 0 || number > most<T>())) {
        __builtin_unreachable();
      }
      variable = static_cast<T>(number);
    }
  }

  template <class Step>
  static constexpr std::int64_t most_step() {
    return sizeof(Step) < 8 ? most<Step>() : kMostStep;
  }
  // The numbers of a type, but not so many that a sum of them does not fit.
  template <class T>
  static constexpr std::int64_t least() {
    if (!std::is_signed_v<T>) return 0;
    return sizeof(T) < 8 ? static_cast<std::int64_t>(std::numeric_limits<T>::min()) : -kMostNumber;
  }
  template <class T>
  static constexpr std::int64_t most() {
    return sizeof(T) < 8 ? static_cast<std::int64_t>(std::numeric_limits<T>::max()) : kMostNumber;
  }

  What what_;
  unsigned first_;
  bool exact_ = true;  // the variable has the value that it has in the loop
  bool ended_ = false;
};

// Whether calling an object cannot change it.
template <class T, class = void>
struct HasConstCall : std::false_type {};
template <class T>
struct HasConstCall<T, std::void_t<decltype(&T::operator())>> {
  template <class R, class... A>
  static std::true_type test(R (T::*)(A...) const);
  template <class R, class... A>
  static std::true_type test(R (T::*)(A...) const noexcept);
  template <class R, class... A>
  static std::false_type test(R (T::*)(A...));
  template <class R, class... A>
  static std::false_type test(R (T::*)(A...) noexcept);
  static std::false_type test(...);
  static constexpr bool value = decltype(test(&T::operator()))::value;
};

// Piece by piece: compilers see through that at once, and not through memcmp().
template <class Bits, class T>
MUSASIM_INLINED bool differ_at(const T& one, const T& other, std::size_t at) {
  Bits of_one;
  Bits of_other;
  __builtin_memcpy(&of_one, reinterpret_cast<const char*>(&one) + at, sizeof(Bits));
  __builtin_memcpy(&of_other, reinterpret_cast<const char*>(&other) + at, sizeof(Bits));
  return of_one != of_other;
}

template <class T>
MUSASIM_INLINED bool differ(const T& one, const T& other) {
  if constexpr (!std::is_class_v<T> && !std::is_union_v<T> && !std::is_floating_point_v<T>) {
    return one != other;
  } else {
    constexpr std::size_t kSize = sizeof(T);
    bool differs = false;
    std::size_t at = 0;
    for (; at + 8 <= kSize; at += 8) differs |= differ_at<std::uint64_t>(one, other, at);
    if (kSize % 8 >= 4) differs |= differ_at<std::uint32_t>(one, other, kSize / 8 * 8);
    for (at = kSize / 4 * 4; at < kSize; ++at) differs |= differ_at<unsigned char>(one, other, at);
    return differs;
  }
}

// A value as it was.
template <class T, bool never_changes>
class Was {
 public:
  MUSASIM_INLINED explicit Was(const T& now) : now_(now), was_(now) {}
  MUSASIM_INLINED bool changed() const {
    if constexpr (std::is_trivially_copyable_v<T>) {
      return differ(now_, was_);
    } else {
      return true;
    }
  }

 private:
  const T& now_;
  const T was_;
};
template <class T>
class Was<T, true> {
 public:
  MUSASIM_INLINED explicit Was(const T&) {}
  MUSASIM_INLINED static bool changed() { return false; }
};

// The parts that a turn uses, and those that it only calls.
template <class T>
MUSASIM_INLINED auto used(const T& value) {
  return Was<T, std::is_empty_v<T>>(value);
}
template <class T>
MUSASIM_INLINED auto called(const T& value) {
  return Was < T, std::is_empty_v<T> || HasConstCall<T>::value > (value);
}

template <class... Value>
class Kept {
 public:
  MUSASIM_INLINED explicit Kept(const Value&... values) : values_(values...) {}
  MUSASIM_INLINED bool changed() const { return changed(std::index_sequence_for<Value...>()); }

 private:
  template <std::size_t... index>
  MUSASIM_INLINED bool changed(std::index_sequence<index...>) const {
    return (false || ... || std::get<index>(values_).changed());
  }
  std::tuple<Value...> values_;
};
template <class... Value>
MUSASIM_INLINED auto keep(const Value&... values) {
  return Kept<Value...>(values...);
}

template <class Keep, class Advance, class Condition, class Step, class Do>
MUSASIM_INLINED void take_turns(Turn& turn, Keep keep, Advance advance, Condition condition,
                                Step step, Do take_turn) {
  advance();
  if (turn.one()) {
    const auto kept = keep();
    take_turn();
    if (!kept.changed()) return;
    turn.end();
    step();
  }
  for (; condition(); step()) take_turn();
}

// The statements as they stand in a loop whose last statement is its step.
template <class Keep, class Advance, class Condition, class Step, class Do>
MUSASIM_INLINED void take_turns_with_step(Turn& turn, Keep keep, Advance advance,
                                          Condition condition, Do take_turn, Step step) {
  take_turns(turn, keep, advance, condition, step, take_turn);
}

}  // namespace musasim::device
