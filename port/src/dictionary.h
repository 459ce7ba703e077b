// Every word met so far, with what is known of it: names are asked once for each.
#pragma once

#include <array>
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
  bool plain = false;     // wherever it stands free, it is replaced, and that is all
};

// What becomes of a name with `::`.
struct Qualified {
  enum class Kind : std::uint8_t { unknown, kept, unsupported, translated };
  Kind kind = Kind::unknown;
  names::Translation translation;
  Certainty certainty = Certainty::certain;
  // By part; the part itself stays where there is none. Or one for the whole.
  std::vector<const Replacement*> parts;
  const Replacement* whole = nullptr;
  bool has_feature = false;
};

class Dictionary {
 public:
  explicit Dictionary(const Options& options);

  // Null for words that no rule is about.
  const Word* find(std::string_view text);
  // The same for a word of a source that ends at `end`. Nearly all words end here, without being
  // looked up.
  const Word* find(std::string_view text, const char* end) {
    return may_matter(text, end) ? find(text) : nullptr;
  }

  // Shared by all edits that are alike.
  const Replacement* replacement(std::string_view from, std::string_view to,
                                 std::string_view library);

  bool is_kept(std::string_view name) const;
  const std::string* mapped(std::string_view name) const;
  // The same for a name with `::`, without blanks.
  const Qualified& qualified(std::string_view name);
  bool is_own(names::Library library) const;
  // names::translate_header(), asked once for each path.
  const std::optional<names::Translation>& header(std::string_view path);
  Direction direction() const { return options_.direction; }
  const Options& options() const { return options_; }

 private:
  // The first 16 bytes, with zeros behind a shorter text.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::uint64_t length = 0;  // 0: the slot is free

    bool operator==(const Key& other) const {
      return first == other.first && second == other.second && length == other.length;
    }
  };

  struct Slot {
    Key key;
    std::uint32_t word = 0;  // index into words_ plus one; 0: no rule is about it
  };

  bool may_matter(std::string_view text, const char* end);
  bool may_matter_unseen(std::string_view text) const;
  void describe_qualified(std::string_view name, Qualified* qualified);
  void expect(std::string_view name);
  static Key key_of(std::string_view text);
  static Key key_of(std::string_view text, const char* end);
  static std::uint64_t hash_of(std::string_view text, const Key& key);
  const Word* add(std::string_view text, const Key& key, std::size_t at);
  void describe(Word* word);
  void describe_name(Word* word);
  void grow();
  const char* keep_text(std::string_view text);

  const Options& options_;
  const bool reverse_;
  // A filter of the words that rules themselves name.
  std::array<std::uint64_t, 128> expected_{};
  std::vector<Slot> slots_;
  std::vector<const char*> long_texts_;  // of the slots whose text is longer than its key
  std::size_t used_ = 0;
  std::deque<Word> words_;
  std::vector<std::unique_ptr<char[]>> texts_;
  std::size_t text_left_ = 0;
  char* text_at_ = nullptr;
  std::unordered_map<std::string_view, Qualified> qualified_;
  std::unordered_map<std::string_view, std::optional<names::Translation>> headers_;
  std::array<Key, 1024> skipped_{};  // words that do not matter, where they stood last
  std::deque<Replacement> replacements_;
  std::unordered_map<std::string, const Replacement*> replacement_index_;
};

}  // namespace torchada::port
