// The perspective of a module, by its dotted name. No Python here.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchada::perspective {

enum class View {
  kTruth,        // "musa"
  kPartner,      // "musa", and is_cuda is True
  kCuda,         // "cuda"
  kOfTracedCode  // that of the code that torch.compile traces at the moment
};

inline bool sees_is_cuda(View view) { return view != View::kTruth; }

class ModuleTable {
 public:
  // The table of modules.def.
  ModuleTable();
  // Only these modules, which see the truth; separated by commas.
  explicit ModuleTable(std::string_view native_modules) { add_native_modules(native_modules); }

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
