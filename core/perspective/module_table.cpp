// The perspective of a module, by its dotted name.
#include "perspective/module_table.h"

#include <algorithm>

namespace torchada::perspective {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

ModuleTable::ModuleTable() {
#define TORCHADA_NATIVE_MODULE(module) views_.emplace(module, View::kTruth);
#define TORCHADA_PARTNER_MODULE(module) views_.emplace(module, View::kPartner);
#define TORCHADA_USER_MODULE(module) views_.emplace(module, View::kCuda);
#define TORCHADA_TRACING_MODULE(module) views_.emplace(module, View::kOfTracedCode);
#include "perspective/modules.def"
#undef TORCHADA_NATIVE_MODULE
#undef TORCHADA_PARTNER_MODULE
#undef TORCHADA_USER_MODULE
#undef TORCHADA_TRACING_MODULE
}

void ModuleTable::add_native_modules(std::string_view comma_separated) {
  while (!comma_separated.empty()) {
    const auto comma = comma_separated.find(',');
    const std::string_view name = trimmed(comma_separated.substr(0, comma));
    if (!name.empty()) views_[std::string(name)] = View::kTruth;
    if (comma == std::string_view::npos) break;
    comma_separated.remove_prefix(comma + 1);
  }
}

View ModuleTable::view_of(std::string_view name) const {
  while (!name.empty()) {
    const auto found = views_.find(std::string(name));
    if (found != views_.end()) return found->second;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) break;
    name = name.substr(0, dot);
  }
  return View::kCuda;
}

std::vector<std::string> ModuleTable::modules_with(View view) const {
  std::vector<std::string> names;
  for (const auto& [name, its_view] : views_) {
    if (its_view == view) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace torchada::perspective
