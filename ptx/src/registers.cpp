// Looks registers and their types up.
#include "registers.h"

namespace torchada::ptx {

namespace {

struct Register {
  std::string_view name;
  std::string_view code;
};

constexpr Register kRegisters[] = {
#define PTX_REGISTER(name, code) {name, code},
#include "registers.def"
#undef PTX_REGISTER
};

struct Type {
  std::string_view name;
  std::string_view code;
};

constexpr Type kTypes[] = {{"pred", "bool"},
                           {"b32", "::std::uint32_t"},
                           {"u32", "::std::uint32_t"},
                           {"s32", "::std::int32_t"},
                           {"b64", "::std::uint64_t"},
                           {"u64", "::std::uint64_t"},
                           {"s64", "::std::int64_t"},
                           {"f32", "float"},
                           {"f64", "double"},
                           {"b16", "::std::uint16_t"},
                           {"u16", "::std::uint16_t"},
                           {"s16", "::std::int16_t"},
                           {"f16", "::std::uint16_t"},
                           {"bf16", "::std::uint16_t"},
                           {"f16x2", "::std::uint32_t"},
                           {"bf16x2", "::std::uint32_t"},
                           {"b8", "::std::uint8_t"},
                           {"u8", "::std::uint8_t"},
                           {"s8", "::std::int8_t"},
                           {"b128", "::torchada::ptx::Bits128"}};

const Register* find(std::string_view name) {
  for (const Register& one : kRegisters) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace

std::string_view type_of_register(std::string_view type) {
  for (const Type& one : kTypes) {
    if (one.name == type) return one.code;
  }
  return {};
}

bool is_special_register(std::string_view name) { return find(name) != nullptr; }

std::string_view special_register(std::string_view name) {
  const Register* const found = find(name);
  return found == nullptr ? std::string_view() : found->code;
}

}  // namespace torchada::ptx
