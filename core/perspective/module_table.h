// Which perspective a module has, by its dotted name. No Python here.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchada::perspective {

class ModuleTable {
 public:
  // The table of modules.def.
  ModuleTable();

  // Adds modules that see the truth: names separated by commas, spaces around them ignored.
  void add_native_modules(std::string_view comma_separated);

  // True when the module sees the truth: the longest entry that is `name` or a dotted prefix of it.
  bool is_native(std::string_view name) const;

  // The modules that see the truth, sorted.
  std::vector<std::string> native_modules() const;

 private:
  std::unordered_map<std::string, bool> is_native_;
};

}  // namespace torchada::perspective
