// Counts and times of calls, for each name at each call instruction. No Python here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchada::trace {

// The number of a name; see Recorder::name().
using Name = std::uint32_t;

// A name at the instruction of a code object that calls it.
struct Site {
  const void* code = nullptr;  // null for calls from outside of Python code
  int instruction = 0;
  Name name = 0;
  std::uint64_t calls = 0;
  std::uint64_t raised = 0;
  std::uint64_t nanoseconds = 0;

  bool operator==(const Site& other) const {
    return code == other.code && instruction == other.instruction && name == other.name;
  }
};

// Its callers hold the GIL, which keeps threads apart.
class Recorder {
 public:
  static constexpr std::size_t kMostSites = 100'000;

  // The number of this text, the same each time.
  Name name(std::string_view text);
  const std::string& text(Name name) const { return texts_[name]; }

  // The site with these three, made at the first time; its address stays. Null where there are
  // kMostSites others, which left_out() counts.
  Site* site(const void* code, int instruction, Name name);
  std::uint64_t left_out() const { return left_out_; }

  // In the order in which they were first called.
  const std::deque<Site>& sites() const { return sites_; }

  // All counts are 0 afterwards; sites stay, as calls may be under way.
  void forget();

 private:
  struct Hash {
    std::size_t operator()(const Site& site) const;
  };

  std::unordered_map<std::string, Name> names_;
  std::vector<std::string> texts_;
  std::deque<Site> sites_;
  std::unordered_map<Site, Site*, Hash> index_;
  std::uint64_t left_out_ = 0;
};

}  // namespace torchada::trace
