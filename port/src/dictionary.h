// Every word met so far, with what is known of it: names are asked once for each.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
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

  // True for what would be translated or reported where it stands free.
  bool is_cuda() const {
    constexpr std::uint32_t kCuda =
        trait::kName | trait::kUnknown | trait::kAsm | trait::kArch | trait::kVersion;
    return (traits & kCuda) != 0;
  }
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
    if (end - text.data() < 32 || text.size() > 31) return find(text);
    return text.size() < 16 ? find_unless_skipped(text, &short_skipped_)
                            : find_unless_skipped(text, &long_skipped_);
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
  static constexpr long kKeyBytes = 16;
  static constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;

  // The first 16 bytes, with zeros behind a shorter text.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::uint64_t length = 0;  // 0: the slot is free

    bool operator==(const Key& other) const {
      return first == other.first && second == other.second && length == other.length;
    }
  };

  // A text and, in the last byte, its length; zeros between. Words that do not matter are kept so,
  // each until another one takes its place.
  template <std::size_t kWords>
  struct Packed {
    std::array<std::uint64_t, kWords> words{};

    Packed() = default;
    // Reads all of its bytes, and has no branch on the length, which no processor can foresee.
    explicit Packed(std::string_view text) {
      std::memcpy(words.data(), text.data(), sizeof words);
      for (std::size_t i = 0; i < kWords; ++i) {
        const std::size_t bytes = text.size() < 8 * i ? 0 : text.size() - 8 * i;
        const std::size_t kept = bytes < 8 ? bytes : 8;
        // Two shifts: by 64 bits there is none.
        words[i] &= (std::uint64_t{1} << 4 * kept << 4 * kept) - 1;
      }
      words[kWords - 1] |= std::uint64_t{text.size()} << 56;
    }

    bool operator==(const Packed& other) const {
      std::uint64_t difference = 0;
      for (std::size_t i = 0; i < kWords; ++i) difference |= words[i] ^ other.words[i];
      return difference == 0;
    }

    std::uint64_t hash() const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : words) hash = (hash ^ word) * kMultiplier;
      return hash;
    }
  };
  static constexpr int kSkippedBits = 12;
  template <std::size_t kWords>
  using SkippedWords = std::array<Packed<kWords>, 1 << kSkippedBits>;

  struct Slot {
    Key key;
    std::uint32_t word = 0;  // index into words_ plus one; 0: no rule is about it
  };

  bool matters(std::string_view text) const;
  void describe_qualified(std::string_view name, Qualified* qualified);
  void expect(std::string_view name);
  static Key key_of(std::string_view text);
  template <std::size_t kWords>
  const Word* find_unless_skipped(std::string_view text, SkippedWords<kWords>* skipped) {
    const Packed<kWords> packed(text);
    Packed<kWords>& place = (*skipped)[packed.hash() >> (64 - kSkippedBits)];
    if (place == packed) return nullptr;
    if (matters(text)) return find(text);
    place = packed;
    return nullptr;
  }
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
  SkippedWords<2> short_skipped_{};
  SkippedWords<4> long_skipped_{};
  std::deque<Replacement> replacements_;
  std::unordered_map<std::string, const Replacement*> replacement_index_;
};

}  // namespace torchada::port
