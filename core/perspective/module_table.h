// Which perspective a module has, by its dotted name. No Python here.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchada::perspective {

// What a module is shown: the truth ("musa"); the truth and is_cuda besides; CUDA; or what the code is
// shown that torch.compile traces at the moment, for which such a module asks.
enum class View { kTruth, kPartner, kCuda, kOfTracedCode };

class ModuleTable {
 public:
  // The table of modules.def.
  ModuleTable();

  // Adds modules that see the truth: names separated by commas, spaces around them ignored.
  void add_native_modules(std::string_view comma_separated);

  // By the longest entry that is `name` or a dotted prefix of it.
  View view_of(std::string_view name) const;

  // The modules that always have this view, sorted.
  std::vector<std::string> modules_with(View view) const;

 private:
  std::unordered_map<std::string, View> views_;
};

}  // namespace torchada::perspective
