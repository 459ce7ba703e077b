// The boxing of functions for the dispatcher, by the conversions of torch 2.9.
#pragma once

#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/stableivalue_conversions.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/util/Exception.h>

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace torchada::stable {

template <typename T>
using Value = std::remove_cv_t<std::remove_reference_t<T>>;

// Puts a result, or each of several, where the dispatcher looks for it.
template <typename T>
void put(StableIValue* stack, const T& value) {
  stack[0] = from(value);
}
template <typename... T, std::size_t... at>
void put_all(StableIValue* stack, const std::tuple<T...>& values, std::index_sequence<at...>) {
  (put(stack + at, std::get<at>(values)), ...);
}
template <typename... T>
void put(StableIValue* stack, const std::tuple<T...>& values) {
  put_all(stack, values, std::index_sequence_for<T...>());
}

template <auto function, typename Result, typename... Arguments, std::size_t... at>
void call(StableIValue* stack, std::index_sequence<at...>) {
  // Braces: the arguments are taken from the stack in their order.
  std::tuple<Value<Arguments>...> arguments{to<Value<Arguments>>(stack[at])...};
  if constexpr (std::is_void_v<Result>) {
    std::apply(function, arguments);
  } else {
    put(stack, std::apply(function, arguments));
  }
}

template <auto function, typename Result, typename... Arguments>
void check_and_call(StableIValue* stack, uint64_t given, Result (*)(Arguments...)) {
  STD_TORCH_CHECK(given == sizeof...(Arguments), "The schema has ", given,
                  " arguments, but the function in TORCH_BOX has ", sizeof...(Arguments));
  call<function, Result, Arguments...>(stack, std::index_sequence_for<Arguments...>());
}

// The function as the dispatcher calls it.
template <auto function>
void boxed(StableIValue* stack, uint64_t given, uint64_t) {
  check_and_call<function>(stack, given, function);
}

}  // namespace torchada::stable
