// The THO_DISPATCH macros, which torch 2.9 does not have.
#pragma once

#if __has_include_next(<torch/headeronly/core/Dispatch.h>)
#include_next <torch/headeronly/core/Dispatch.h>
#else
#include <c10/core/ScalarType.h>
#include <torch/headeronly/core/ScalarType.h>
#include <torch/headeronly/util/Exception.h>

namespace torch::headeronly {

namespace impl {
template <ScalarType type>
using ScalarTypeToCPPTypeT = c10::impl::ScalarTypeToCPPTypeT<type>;
}  // namespace impl

using c10::toString;

}  // namespace torch::headeronly

// THO_DISPATCH_SWITCH(type, "name", THO_DISPATCH_CASE(ScalarType::Float, [&] { ... scalar_t ... }) ...)
#define THO_DISPATCH_CASE(enum_type, ...) \
  THO_PRIVATE_CASE_TYPE_USING_HINT(enum_type, scalar_t, __VA_ARGS__)
#define THO_DISPATCH_SWITCH(TYPE, NAME, ...)                                      \
  [&] {                                                                           \
    const torch::headeronly::ScalarType torchada_type = TYPE;                     \
    constexpr const char* at_dispatch_name = NAME;                                \
    switch (torchada_type) {                                                      \
      __VA_ARGS__                                                                 \
      default:                                                                    \
        STD_TORCH_CHECK(false, '"', at_dispatch_name, "\" not implemented for '", \
                        torch::headeronly::toString(torchada_type), "'");         \
    }                                                                             \
  }()
// The same with a name of one's own for the type of C++.
#define THO_PRIVATE_CASE_TYPE_USING_HINT(enum_type, HINT, ...)                              \
  case enum_type: {                                                                         \
    using HINT [[maybe_unused]] = torch::headeronly::impl::ScalarTypeToCPPTypeT<enum_type>; \
    return __VA_ARGS__();                                                                   \
  }
#endif
