// What is known of each word: names, features and the words that rules begin at.
#include "dictionary.h"

#include <algorithm>
#include <cstring>

#include "vendors.h"

namespace torchada::port {

namespace {

constexpr std::size_t kFirstSlots = 1 << 14;
constexpr std::size_t kTextBlock = 1 << 16;
// Beyond this, a text is not C++ but data; longer names are CUDA's nowhere.
constexpr std::size_t kLongestName = 256;

struct Feature {
  std::string_view name;
  Code code;
};

constexpr Feature kFeatures[] = {
#define FEATURE(name, code) {name, Code::code},
#include "features.def"
#undef FEATURE
};

struct Traits {
  std::string_view name;
  std::uint32_t traits;
};

constexpr Traits kSpecialWords[] = {
    {"asm", trait::kAsm},
    {"__asm", trait::kAsm},
    {"__asm__", trait::kAsm},
    {"TORCH_LIBRARY_IMPL", trait::kRegistration},
    {"STABLE_TORCH_LIBRARY_IMPL", trait::kRegistration},
    {"__CUDA_ARCH__", trait::kArch},
    {"__shfl_sync", trait::kMaskUser},
    {"__shfl_up_sync", trait::kMaskUser},
    {"__shfl_down_sync", trait::kMaskUser},
    {"__shfl_xor_sync", trait::kMaskUser},
    {"__ballot_sync", trait::kMaskUser},
    {"__any_sync", trait::kMaskUser},
    {"__all_sync", trait::kMaskUser},
    {"__syncwarp", trait::kMaskUser},
    {"__match_any_sync", trait::kMaskUser},
    {"__match_all_sync", trait::kMaskUser},
    {"__reduce_add_sync", trait::kMaskUser},
    {"__reduce_max_sync", trait::kMaskUser},
    {"__reduce_min_sync", trait::kMaskUser},
    {"major", trait::kCapability},
    {"assert", trait::kRefusal},
    {"__trap", trait::kRefusal},
    {"__builtin_trap", trait::kRefusal},
    {"static_assert", trait::kRefusal},
    {"printf", trait::kRefusal},
    {"CUDA_KERNEL_ASSERT", trait::kRefusal},
    {"cuda", trait::kMember},
    {"enum", trait::kEnum},
};

std::uint64_t load(const char* at, std::size_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

// All bytes count; words up to 16 bytes, nearly all, are two loads.
std::uint64_t hash_of(std::string_view text) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;
  const std::size_t size = text.size();
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (size >= 8) {
    first = load(text.data(), 8);
    last = load(text.data() + size - 8, 8);
  } else if (size >= 4) {
    first = load(text.data(), 4);
    last = load(text.data() + size - 4, 4);
  } else {
    for (const char c : text) first = first << 8 | static_cast<std::uint8_t>(c);
  }
  std::uint64_t hash = (first ^ size) * kMultiplier;
  hash = (hash ^ hash >> 29 ^ last) * kMultiplier;
  for (std::size_t at = 8; at + 8 < size; at += 8) {
    hash = (hash ^ hash >> 31 ^ load(text.data() + at, 8)) * kMultiplier;
  }
  return hash ^ hash >> 32;
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

Dictionary::Dictionary(const Options& options) : options_(options), slots_(kFirstSlots) {}

const Word* Dictionary::find(std::string_view text) {
  if (text.size() > kLongestName) return nullptr;
  const std::uint64_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.text == nullptr) return add(text, hash, at);
    if (slot.hash == hash && slot.length == text.size() &&
        std::memcmp(slot.text, text.data(), text.size()) == 0) {
      return slot.word == 0 ? nullptr : &words_[slot.word - 1];
    }
  }
}

const char* Dictionary::keep_text(std::string_view text) {
  if (text.size() > text_left_) {
    texts_.push_back(std::make_unique<char[]>(kTextBlock));
    text_at_ = texts_.back().get();
    text_left_ = kTextBlock;
  }
  char* const kept = text_at_;
  std::memcpy(kept, text.data(), text.size());
  text_at_ += text.size();
  text_left_ -= text.size();
  return kept;
}

const Word* Dictionary::add(std::string_view text, std::uint64_t hash, std::size_t at) {
  Word word;
  word.text = text;
  describe(&word);
  Slot& slot = slots_[at];
  slot.hash = hash;
  slot.text = keep_text(text);
  slot.length = static_cast<std::uint32_t>(text.size());
  const Word* found = nullptr;
  if (word.traits != 0) {
    words_.push_back(std::move(word));
    slot.word = static_cast<std::uint32_t>(words_.size());
    found = &words_.back();
  }
  if (++used_ > slots_.size() / 2) grow();
  return found;
}

void Dictionary::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.text == nullptr) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].text != nullptr) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

bool Dictionary::is_kept(std::string_view name) const {
  const auto& patterns = options_.rules.keep;
  return std::any_of(patterns.begin(), patterns.end(),
                     [name](const std::string& pattern) { return matches(pattern, name); });
}

const std::string* Dictionary::mapped(std::string_view name) const {
  const auto found = options_.rules.map.find(std::string(name));
  return found == options_.rules.map.end() ? nullptr : &found->second;
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
    replacements_.push_back({std::string(from), std::string(to), std::string(library)});
    place->second = &replacements_.back();
  }
  return place->second;
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
      word->replacement = replacement(word->text, back->cuda.front(), names::text(back->library));
    }
    if (names::translate_member_back(word->text)) word->traits |= trait::kMember;
    return;
  }
  if (auto found = names::translate(word->text)) {
    if (is_own(found->library)) return;
    word->traits |= trait::kName;
    word->translation = std::move(*found);
    const names::Translation& name = word->translation;
    if (name.status == names::Status::renamed && name.musa != word->text) {
      word->replacement = replacement(word->text, name.musa, names::text(name.library));
    }
    const bool sure =
        name.evidence == names::Evidence::seen || name.evidence == names::Evidence::listed;
    word->certainty = sure ? Certainty::certain : Certainty::likely;
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
  if (names::begins_qualified(word->text)) word->traits |= trait::kQualifier;
  if (options_.direction == Direction::reverse) {
    // Any name may begin a qualified one there.
    word->traits |= trait::kQualifier;
    if (word->text == "__MUSA_ARCH__") word->traits |= trait::kArch;
    return;
  }
  for (const Traits& special : kSpecialWords) {
    if (special.name == word->text) word->traits |= special.traits;
  }
  if (is_version_macro(word->text)) word->traits |= trait::kVersion;
  word->feature = feature_of(word->text);
  if (word->feature != Code::count) word->traits |= trait::kFeature;
}

}  // namespace torchada::port
