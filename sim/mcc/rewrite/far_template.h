// Calls of templates that only the arguments' namespaces have.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

// `f<n>(x)`, where f is found by x alone: clang takes it, as C++20 does; for g++ in C++17 the `<` is less-than, unless
// some template of that name is visible. Then it gets one that no call matches.
class FarTemplates {
 public:
  // Rewrites them, given the words that are names of templates.
  void rewrite(Pass* pass, Index open, const std::vector<bool>& templates);

 private:
  void read(const Pass& pass);

  bool was_read_ = false;
  std::map<std::uint32_t, std::set<std::string>> functions_;  // a name: the namespaces that have it
  std::set<std::uint32_t> others_;                            // names that are found otherwise, too
  std::set<std::uint32_t> declared_;
};

}  // namespace musasim::mcc
