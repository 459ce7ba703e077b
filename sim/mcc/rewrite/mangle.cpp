// Names of variables, by the rules of the Itanium C++ ABI for nested names.
#include "mcc/rewrite/mangle.h"

#include <vector>

namespace musasim::mcc {

namespace {

constexpr const char* kUnnamed = "12_GLOBAL__N_1";

std::string part(std::string_view name) { return std::to_string(name.size()) + std::string(name); }

// namespace a::b inline c { : 1a1b1c; of extern "C" { nothing.
std::string parts_of(const Source& source, Index open) {
  std::string parts;
  Index at = statement_begin(source, open);
  bool is_namespace = false;
  for (; at < open; ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      at = behind - 1;
    } else if (source.is(at, word::kNamespace)) {
      is_namespace = true;
    } else if (source.is_word(at) && is_namespace && !source.is(at, word::kInline)) {
      parts += part(source.text(at));
    }
  }
  return is_namespace && parts.empty() ? kUnnamed : parts;
}

}  // namespace

std::string linker_name(const Pass& pass, Index name) {
  const Source& source = pass.source;
  std::string parts;
  for (Index number = pass.scopes.around(name); number != kNone;
       number = pass.scopes[number].outer) {
    parts = parts_of(source, pass.scopes[number].open) + parts;
  }
  Index first = name;
  while (first > 1 && source.is_op(first - 1, op::kScope) && source.is_word(first - 2)) first -= 2;
  for (; first < name; first += 2) parts += part(source.text(first));
  const std::string plain(source.text(name));
  return parts.empty() ? plain : "_ZN" + parts + part(plain) + "E";
}

}  // namespace musasim::mcc
