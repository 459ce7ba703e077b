// Looks special registers up.
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

const Register* find(std::string_view name) {
  for (const Register& one : kRegisters) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace

bool is_special_register(std::string_view name) { return find(name) != nullptr; }

std::string_view special_register(std::string_view name) {
  const Register* const found = find(name);
  return found == nullptr ? std::string_view() : found->code;
}

}  // namespace torchada::ptx
