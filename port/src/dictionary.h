// Every word met so far, with what is known of it: names are asked once for each.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "torchada/names/names.h"
#include "torchada/port/translate.h"

namespace torchada::port {

// Bits of Word::traits: what the rules want to see of a word. Words without any are skipped.
namespace trait {
enum : std::uint32_t {
  kName = 1 << 0,          // `replacement` or `translation` says what to do with it
  kMember = 1 << 1,        // something is known of it behind . and ->
  kQualifier = 1 << 2,     // may begin a qualified name
  kFeature = 1 << 3,       // `feature` is to be reported
  kUnknown = 1 << 4,       // looks like CUDA's
  kAsm = 1 << 5,           // asm, __asm__
  kRegistration = 1 << 6,  // TORCH_LIBRARY_IMPL and its like
  kArch = 1 << 7,          // __CUDA_ARCH__
  kVersion = 1 << 8,       // CUDA_VERSION and its like
  kMaskUser = 1 << 9,      // __shfl_sync: its first argument is a mask of threads
  kCapability = 1 << 10,   // major, minor: compute capability at run time
  kRefusal = 1 << 11,      // assert, __trap: a branch with it is no alternative
  kEnum = 1 << 12,
};
}  // namespace trait

struct Word {
  std::string text;
  std::uint32_t traits = 0;
  Code feature = Code::count;
  names::Translation translation;  // with kName
  const Replacement* replacement = nullptr;
  Certainty certainty = Certainty::certain;
  bool own_rule = false;  // [map] of the user has it
};

class Dictionary {
 public:
  explicit Dictionary(const Options& options);

  // Null for words that no rule is about.
  const Word* find(std::string_view text);

  // Shared by all edits that are alike.
  const Replacement* replacement(std::string_view from, std::string_view to,
                                 std::string_view library);

  bool is_kept(std::string_view name) const;
  const std::string* mapped(std::string_view name) const;
  bool is_own(names::Library library) const;
  Direction direction() const { return options_.direction; }
  const Options& options() const { return options_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    const char* text = nullptr;
    std::uint32_t length = 0;
    std::uint32_t word = 0;  // index into words_ plus one; 0: no rule is about it
  };

  const Word* add(std::string_view text, std::uint64_t hash, std::size_t at);
  void describe(Word* word);
  void describe_name(Word* word);
  void grow();
  const char* keep_text(std::string_view text);

  const Options& options_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::deque<Word> words_;
  std::vector<std::unique_ptr<char[]>> texts_;
  std::size_t text_left_ = 0;
  char* text_at_ = nullptr;
  std::deque<Replacement> replacements_;
  std::unordered_map<std::string, const Replacement*> replacement_index_;
};

}  // namespace torchada::port
