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

#include "ptx_translations.h"
#include "text_map.h"
#include "torchada/names/names.h"
#include "torchada/names/word_filter.h"
#include "torchada/port/translate.h"
#include "torchada/ptx/translate.h"

namespace torchada::port {

// Bits of Word::traits: what the rules want to see of a word. Words without any are skipped.
namespace trait {
// Each row of rules.def has a bit, after those of the tables.
enum class Number : std::uint8_t {
  kName,
  kMember,
  kQualifier,
  kFeature,
  kUnknown,
  kVersion,
  kShared,
#define RULE(trait, function, cases, words) trait,
#include "rules/rules.def"
  count,
};
static_assert(static_cast<int>(Number::count) <= 32);

constexpr std::uint32_t bit(Number number) { return 1U << static_cast<int>(number); }

enum : std::uint32_t {
  kName = bit(Number::kName),            // `replacement` or `translation` says what to do with it
  kMember = bit(Number::kMember),        // tables have it as a member, after . and ->
  kQualifier = bit(Number::kQualifier),  // may begin a qualified name
  kFeature = bit(Number::kFeature),      // `feature` is to be reported
  kUnknown = bit(Number::kUnknown),      // looks like CUDA's
  kVersion = bit(Number::kVersion),      // CUDA_VERSION and others
  kShared = bit(Number::kShared),        // other names have its MUSA name, too
#define RULE(trait, function, cases, words) trait = bit(Number::trait),
#include "rules/rules.def"
};
}  // namespace trait

struct Word {
  std::string text;
  std::uint32_t traits = 0;
  Code feature = Code::count;
  names::Translation translation;  // with kName
  const Replacement* replacement = nullptr;
  Certainty certainty = Certainty::certain;
  bool own_rule = false;     // [map] of the user has it
  bool is_function = false;  // or may be one
  bool plain = false;        // wherever it stands free, it is replaced, and that is all

  // True for what would be translated or reported where it stands free.
  bool is_cuda() const {
    constexpr std::uint32_t kCuda =
        trait::kName | trait::kUnknown | trait::kAsm | trait::kArch | trait::kVersion;
    return (traits & kCuda) != 0;
  }
};

// The translation of a name with `::`.
struct Qualified {
  enum class Kind : std::uint8_t { unknown, kept, unsupported, translated };
  Kind kind = Kind::unknown;
  names::Translation translation;
  Certainty certainty = Certainty::certain;
  // Either the parts that change, or one replacement for the whole.
  struct Part {
    std::size_t index;
    std::size_t begin;
    const Replacement* replacement;
  };
  std::vector<Part> parts;
  const Replacement* whole = nullptr;
  bool has_feature = false;
  bool is_namespace = false;  // as a whole
  // The first part, where the program may define it itself: then the name stays.
  const Word* owner = nullptr;
};

// The translation of the header that an #include names.
struct Header {
  std::optional<names::Translation> translation;
  const Replacement* replacement = nullptr;  // where it changes
};

class Dictionary {
 public:
  explicit Dictionary(const Options& options);

  // Null for words that no rule is about.
  const Word* find(std::string_view text) {
    return reverse_ || filter_.may_know(text) ? look_up(text) : nullptr;
  }
  // The filter of CUDA's names. It does not know MUSA's, so --reverse does not use it.
  const names::WordFilter& filter() const { return filter_; }

  // Shared by all edits that are alike.
  const Replacement* replacement(std::string_view from, std::string_view to,
                                 std::string_view library);
  // A replacement by a text that hardly occurs twice.
  const Replacement* single_replacement(std::string to, std::string_view library);
  // A replacement that counts as one with that of the edit beside it.
  const Replacement* part_of_replacement(std::string_view to);

  // `; auto&& ptx_3 = ` and `; const auto ptx_3 = `: the declarations of operands' variables.
  const std::string& declaration(bool is_output, const std::string& prefix, std::size_t number);

  // The text that an asm statement became, where nothing around it matters. The replacement is null until then.
  struct Written {
    const Replacement* replacement = nullptr;
    std::string opcodes;
  };
  Written& written_asm(std::string_view statement);

  const ptx::Translation& ptx(const ptx::AsmText& statement) { return ptx_->of(statement); }

  bool is_kept(std::string_view name) const;
  const std::string* mapped(std::string_view name) const;
  // True where a qualified name in the user's [map] begins with the name.
  bool begins_mapped(std::string_view name) const;
  // A name with `::`, without blanks.
  const Qualified& qualified(std::string_view name);
  bool is_own(names::Library library) const;
  // names::translate_header(), asked once for each path.
  const Header& header(std::string_view path);
  Direction direction() const { return options_.direction; }
  const Options& options() const { return options_; }

 private:
  const Word* look_up(std::string_view text);
  void describe(Word* word);
  void describe_name(Word* word);
  std::string translate_qualified(std::string_view name, Qualified* qualified,
                                  std::string* library);
  void set_parts(std::string_view name, std::string_view to, std::string_view library,
                 Qualified* qualified);
  void describe_qualified(std::string_view name, Qualified* qualified);

  const Options& options_;
  const bool reverse_;
  names::WordFilter filter_;
  std::deque<Word> words_;
  TextMap<const Word*> known_;  // null for words that no rule is about
  TextMap<Qualified> qualified_;
  TextMap<Header> headers_;
  std::deque<Replacement> replacements_;
  std::unordered_map<std::string, const Replacement*> replacement_index_;
  TextMap<const Replacement*> parts_;
  const std::shared_ptr<PtxTranslations> ptx_;
  TextMap<Written> written_asm_;
  std::string declared_prefix_;
  std::vector<std::string> declarations_[2];  // of inputs, of outputs
};

}  // namespace torchada::port
