// The dictionary of words: names, features and the words that rules begin at.
#include "dictionary.h"

#include <algorithm>

#include "vendors.h"
#include "words.h"

namespace torchada::port {

namespace {

// CUDA has no longer names; a text with such a name is data, not C++.
constexpr std::size_t kLongestName = 256;

struct Feature {
  std::string_view name;
  Code code;
};

constexpr Feature kFeatures[] = {
#define FEATURE(name, code) {name, Code::code},
#include "rules/features.def"
#undef FEATURE
};

// The words of rules.def, with the traits of their rows.
const std::unordered_map<std::string_view, std::uint32_t>& rule_words() {
  static const auto words = [] {
    std::unordered_map<std::string_view, std::uint32_t> found;
    const auto add = [&found](std::string_view row, std::uint32_t trait) {
      for (std::size_t at = 0, end = 0; end != row.npos; at = end + 1) {
        end = row.find(' ', at);
        found[row.substr(at, end - at)] |= trait;
      }
    };
#define RULE(name, function, cases, words) add(words, trait::name);
#include "rules/rules.def"
    return found;
  }();
  return words;
}

bool is_sure(const names::Translation& translation) {
  return translation.evidence == names::Evidence::seen ||
         translation.evidence == names::Evidence::listed;
}

// A type or a constant whose MUSA name others have.
bool is_shared(const names::Translation& name) {
  const bool type = name.library == names::Library::types && name.kind != names::Kind::function;
  if (!type && name.kind != names::Kind::constant) return false;
  const auto sources = names::translate_back(name.musa);
  return sources && sources->cuda.size() > 1;
}

bool is_function(const names::Translation& name) {
  return name.kind == names::Kind::function || name.kind == names::Kind::any;
}

Code feature_of(std::string_view name) {
  for (const Feature& feature : kFeatures) {
    const bool begins = feature.name.back() == '*';
    const std::string_view wanted = feature.name.substr(0, feature.name.size() - (begins ? 1 : 0));
    if (begins ? name.substr(0, wanted.size()) == wanted : name == wanted) return feature.code;
  }
  return Code::count;
}

}  // namespace

Dictionary::Dictionary(const Options& options)
    : options_(options),
      reverse_(options.direction == Direction::reverse),
      ptx_(options.ptx_translations != nullptr ? options.ptx_translations
                                               : std::make_shared<PtxTranslations>()) {
  for (const auto& [word, traits] : rule_words()) filter_.add(word);
  for (const Feature& feature : kFeatures) {
    if (feature.name.back() == '*') {
      filter_.add_beginning(feature.name.substr(0, feature.name.size() - 1));
    } else {
      filter_.add(feature.name);
    }
  }
  for (const auto& [name, mapped] : options.rules.map) filter_.add(name.substr(0, name.find("::")));
}

const Word* Dictionary::look_up(std::string_view text) {
  if (text.empty() || text.size() > kLongestName) return nullptr;
  bool is_new = false;
  const Word*& found = known_.value(text, &is_new);
  if (!is_new) return found;
  Word word;
  word.text = text;
  describe(&word);
  if (word.traits == 0) return nullptr;
  words_.push_back(std::move(word));
  return found = &words_.back();
}

bool Dictionary::is_kept(std::string_view name) const {
  const auto& patterns = options_.rules.keep;
  return std::any_of(patterns.begin(), patterns.end(),
                     [name](const std::string& pattern) { return matches(pattern, name); });
}

const std::string* Dictionary::mapped(std::string_view name) const {
  const auto& map = options_.rules.map;
  if (map.empty()) return nullptr;
  const auto found = map.find(std::string(name));
  return found == map.end() ? nullptr : &found->second;
}

bool Dictionary::begins_mapped(std::string_view name) const {
  const auto& map = options_.rules.map;
  return std::any_of(map.begin(), map.end(), [name](const auto& rule) {
    const std::string_view key = rule.first;
    return key.substr(0, name.size()) == name && key.substr(name.size(), 2) == "::";
  });
}

const Qualified& Dictionary::qualified(std::string_view name) {
  static const Qualified too_long{};
  if (name.size() > kLongestName) return too_long;
  bool is_new = false;
  Qualified& qualified = qualified_.value(name, &is_new);
  if (is_new) describe_qualified(name, &qualified);
  return qualified;
}

const Header& Dictionary::header(std::string_view path) {
  bool is_new = false;
  Header& header = headers_.value(path, &is_new);
  if (!is_new) return header;
  header.translation = names::translate_header(path);
  const auto& found = header.translation;
  if (found && found->status == names::Status::renamed && found->musa != path) {
    header.replacement = replacement(path, found->musa, names::text(found->library));
  }
  return header;
}

namespace {

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t next = name.find("::", at);
    parts.push_back(name.substr(at, next - at));
    if (next == std::string_view::npos) return parts;
    at = next + 2;
  }
}

// Translates again until nothing of CUDA's is left in the name, so that porting twice gives what porting once gives.
std::string translated_whole(std::string name) {
  for (int i = 0; i < 4; ++i) {
    const auto next = names::translate_qualified(name);
    if (!next || next->status != names::Status::renamed || next->musa == name) break;
    name = next->musa;
  }
  return name;
}

// A class or an enumeration (Backend::CUDA) or a namespace `cuda` may be the program's; what is in
// namespaces of PyTorch, and libcu++, is not.
bool program_may_own(const std::vector<std::string_view>& parts, names::Library library) {
  constexpr std::string_view kPytorch[] = {"", "at", "c10", "torch"};
  constexpr std::string_view kLibcu[] = {
      "std", "atomic",    "atomic_ref",   "barrier",        "pipeline", "memcpy_async",
      "ptx", "semaphore", "experimental", "aligned_size_t", "device",   "thread_scope"};
  // These libraries have no namespace of their own.
  constexpr std::string_view kOfNobody[] = {"cuda", "cudnn", "nccl", "nvjpeg"};
  if (parts.size() == 1 || parts[0] != "cuda") {
    if (is_one_of(kOfNobody, parts[0])) return true;
    return library == names::Library::aten && !is_one_of(kPytorch, parts[0]);
  }
  const auto last = names::translate(parts.back());
  return !is_one_of(kLibcu, parts[1]) && parts[1].substr(0, 13) != "thread_scope_" &&
         !(last && last->known);
}

}  // namespace

// The new name, empty where it has none, and the library that gives it.
std::string Dictionary::translate_qualified(std::string_view name, Qualified* qualified,
                                            std::string* library) {
  *library = "rules";
  if (const std::string* own = mapped(name)) return *own;
  if (is_kept(name)) {
    qualified->kind = Qualified::Kind::kept;
    return {};
  }
  if (reverse_) {
    const auto back = names::translate_qualified_back(name);
    if (!back) return {};
    *library = names::text(back->library);
    return back->cuda.front();
  }
  auto found = names::translate_qualified(name);
  if (!found || is_own(found->library)) return {};
  *library = names::text(found->library);
  const bool unsupported = found->status == names::Status::unsupported;
  qualified->kind = unsupported ? Qualified::Kind::unsupported : Qualified::Kind::kept;
  qualified->certainty = is_sure(*found) ? Certainty::certain : Certainty::likely;
  qualified->translation = std::move(*found);
  if (qualified->translation.status != names::Status::renamed) return {};
  return translated_whole(qualified->translation.musa);
}

void Dictionary::describe_qualified(std::string_view name, Qualified* qualified) {
  const std::vector<std::string_view> from = parts_of(name);
  std::string library;
  const std::string to = translate_qualified(name, qualified, &library);
  for (const std::string_view part : from) {
    const Word* word = find(part);
    if (word != nullptr && (word->traits & trait::kFeature) != 0) qualified->has_feature = true;
  }
  if (to.empty()) return;
  qualified->kind = Qualified::Kind::translated;
  const auto forward = reverse_ ? names::translate_qualified(to)
                                : std::optional<names::Translation>(qualified->translation);
  qualified->is_namespace = forward && forward->kind == names::Kind::name_space;
  const bool by_table = !reverse_ && mapped(name) == nullptr;
  if (by_table && program_may_own(from, qualified->translation.library)) {
    qualified->owner = find(from[0]);
  }
  set_parts(name, to, library, qualified);
}

void Dictionary::set_parts(std::string_view name, std::string_view to, std::string_view library,
                           Qualified* qualified) {
  const std::vector<std::string_view> from = parts_of(name);
  const std::vector<std::string_view> parts = parts_of(to);
  if (parts.size() != from.size()) {
    qualified->whole = replacement(name, to, library);
    return;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // The user's rules for a name hold behind its namespace, too.
    const bool last = i + 1 == parts.size() && mapped(name) == nullptr;
    const std::string* const own = last ? mapped(from[i]) : nullptr;
    const std::string_view part = own != nullptr ? *own : parts[i];
    if (part == from[i] || (last && own == nullptr && is_kept(from[i]))) continue;
    const auto begin = static_cast<std::size_t>(from[i].data() - name.data());
    qualified->parts.push_back({i, begin, replacement(from[i], part, own ? "rules" : library)});
  }
}

bool Dictionary::is_own(names::Library library) const {
  const auto& own = options_.own_libraries;
  return !own.empty() && std::find(own.begin(), own.end(), names::text(library)) != own.end();
}

const Replacement* Dictionary::replacement(std::string_view from, std::string_view to,
                                           std::string_view library) {
  std::string key;
  key.append(from).append(1, '\n').append(to).append(1, '\n').append(library);
  const auto [place, is_new] = replacement_index_.emplace(std::move(key), nullptr);
  if (is_new) {
    constexpr std::string_view kKey = "PrivateUse1";
    const bool is_key = to.size() >= kKey.size() && to.substr(to.size() - kKey.size()) == kKey;
    replacements_.push_back({std::string(from), std::string(to), std::string(library), is_key});
    place->second = &replacements_.back();
  }
  return place->second;
}

const Replacement* Dictionary::single_replacement(std::string to, std::string_view library) {
  replacements_.push_back({{}, std::move(to), std::string(library)});
  return &replacements_.back();
}

const Replacement* Dictionary::part_of_replacement(std::string_view to) {
  bool is_new = false;
  const Replacement*& part = parts_.value(to, &is_new);
  if (is_new) part = single_replacement(std::string(to), {});
  return part;
}

const std::string& Dictionary::declaration(bool is_output, const std::string& prefix,
                                           std::size_t number) {
  if (prefix != declared_prefix_) {
    for (auto& all : declarations_) all.clear();
    declared_prefix_ = prefix;
  }
  std::vector<std::string>& known = declarations_[is_output ? 1 : 0];
  while (known.size() <= number) {
    known.push_back((is_output ? "; auto&& " : "; const auto ") + prefix +
                    std::to_string(known.size()) + " = ");
  }
  return known[number];
}

Dictionary::Written& Dictionary::written_asm(std::string_view statement) {
  bool is_new = false;
  return written_asm_.value(statement, &is_new);
}

void Dictionary::describe_name(Word* word) {
  if (const std::string* own = mapped(word->text)) {
    word->traits |= trait::kName;
    word->own_rule = true;
    word->replacement = replacement(word->text, *own, "rules");
    return;
  }
  if (options_.direction == Direction::reverse) {
    if (const auto back = names::translate_back(word->text)) {
      word->traits |= trait::kName;
      word->translation.kind = back->kind;
      word->translation.library = back->library;
      word->certainty = back->cuda.size() > 1 ? Certainty::likely : Certainty::certain;
      const std::string& cuda = back->cuda.front();
      if (cuda != word->text) {
        word->replacement = replacement(word->text, cuda, names::text(back->library));
      }
    }
    if (names::translate_member_back(word->text)) word->traits |= trait::kMember;
    return;
  }
  if (auto found = names::translate(word->text)) {
    if (is_own(found->library)) return;
    const bool stays = found->status == names::Status::kept;
    if (stays && !names::translate_member(word->text)) return;
    word->traits |= trait::kName;
    word->translation = std::move(*found);
    const names::Translation& name = word->translation;
    if (name.status == names::Status::renamed && name.musa != word->text) {
      word->replacement = replacement(word->text, name.musa, names::text(name.library));
      if (is_shared(name)) word->traits |= trait::kShared;
    }
    word->certainty = is_sure(name) ? Certainty::certain : Certainty::likely;
  } else if (names::looks_like_cuda(word->text)) {
    word->traits |= trait::kUnknown;
  }
  if (names::translate_member(word->text)) word->traits |= trait::kMember;
}

void Dictionary::describe(Word* word) {
  if (is_kept(word->text)) return;
  // No name of CUDA has other characters; such a word is the program's.
  const bool ordinary = std::all_of(word->text.begin(), word->text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  });
  if (!ordinary && mapped(word->text) == nullptr) return;
  describe_name(word);
  if (names::begins_qualified(word->text) || begins_mapped(word->text)) {
    word->traits |= trait::kQualifier;
  }
  if (options_.direction == Direction::reverse) {
    // Any name may begin a qualified one there.
    word->traits |= trait::kQualifier;
    if (word->text == "__MUSA_ARCH__") word->traits |= trait::kArch;
    word->is_function = word->replacement != nullptr && is_function(word->translation);
    return;
  }
  const auto rules = rule_words().find(word->text);
  if (rules != rule_words().end()) word->traits |= rules->second;
  if (is_version_macro(word->text) || is_architecture_macro(word->text)) {
    // A CUTLASS of the project has its own.
    const bool own = word->text.compare(0, 7, "CUTLASS") == 0 && is_own(names::Library::cutlass);
    if (!own) word->traits |= trait::kVersion;
  }
  // An entry of [map] for the macro of a guard replaces the name; the guard is not translated then.
  if (word->own_rule) word->traits &= ~(trait::kVersion | trait::kArch);
  word->feature = feature_of(word->text);
  if (word->feature != Code::count) word->traits |= trait::kFeature;
  word->is_function = word->replacement != nullptr && is_function(word->translation);
  word->plain = (word->traits & ~trait::kQualifier) == trait::kName &&
                word->replacement != nullptr && word->translation.known &&
                word->translation.library != names::Library::aten &&
                word->translation.evidence != names::Evidence::conflicting;
}

}  // namespace torchada::port
