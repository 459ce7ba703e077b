// The rules of data/: which one matches a name, what it makes of it, and the way back.
#include "rules.h"

#include <cstring>

#include "hash.h"
#include "torchada/names/names.h"

namespace torchada::names {
namespace {

using table::Domain;
using table::Rule;
using table::view;

bool starts_with(std::string_view text, std::string_view head) {
  return text.size() >= head.size() && std::memcmp(text.data(), head.data(), head.size()) == 0;
}

bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

bool matches(const Rule& rule, std::string_view name) {
  if (name.size() <= std::size_t{rule.head.size} + rule.tail.size) return false;
  return starts_with(name, view(rule.head)) && may_follow(rule, name[rule.head.size]) &&
         ends_with(name, view(rule.tail));
}

const Rule* first_match(const Rule* first, const Rule* end, std::string_view name) {
  for (const Rule* rule = first; rule != end; ++rule)
    if (matches(*rule, name)) return rule;
  return nullptr;
}

// Identifiers are many, so their rules are found by their first four characters.
const Rule* find_bucketed(std::string_view name) {
  for (std::uint32_t place = table::rule_place(table::beginning(name));; ++place) {
    const table::RuleBucket& bucket = table::rule_buckets[place & table::rule_bucket_mask];
    if (bucket.count == 0) return nullptr;
    if (std::memcmp(bucket.key, name.data(), 4) != 0) continue;
    const Rule* first = table::rules + bucket.first;
    return first_match(first, first + bucket.count, name);
  }
}

enum class Direction { forward, back };

// The word that stands at the beginning of the text; null where none does.
const table::Word* word_at(std::string_view text, Direction direction) {
  for (const table::Word* word = table::words; word != table::words + table::word_count; ++word)
    if (starts_with(text, view(direction == Direction::forward ? word->cuda : word->musa)))
      return word;
  return nullptr;
}

std::string replace(std::string_view text, Direction direction) {
  const bool is_forward = direction == Direction::forward;
  const bool* begins_word = is_forward ? table::begins_cuda_word : table::begins_musa_word;
  std::string result;
  result.reserve(text.size() + 8);
  for (std::size_t at = 0; at < text.size();) {
    const bool may = (text[at] & 0x80) == 0 && begins_word[static_cast<unsigned char>(text[at])];
    const table::Word* word = may ? word_at(text.substr(at), direction) : nullptr;
    if (word == nullptr) {
      result += text[at++];
      continue;
    }
    result += view(is_forward ? word->musa : word->cuda);
    at += is_forward ? word->cuda.size : word->musa.size;
  }
  return result;
}

std::string_view middle(std::string_view text, table::Text head, table::Text tail) {
  return text.substr(head.size, text.size() - head.size - tail.size);
}

std::string join(table::Text head, std::string_view middle, table::Text tail) {
  return std::string(view(head)).append(middle).append(view(tail));
}

}  // namespace

bool may_follow(const Rule& rule, char character) {
  const std::uint8_t classes = rule.classes;
  if (classes == 0) return true;
  if (character >= 'A' && character <= 'Z') return (classes & table::upper) != 0;
  if (character >= 'a' && character <= 'z') return (classes & table::lower) != 0;
  if (character >= '0' && character <= '9') return (classes & table::digit) != 0;
  return character == '_' && (classes & table::underscore) != 0;
}

bool may_have_rule(std::string_view identifier) {
  return has(table::rule_filter, table::rule_place(table::beginning(identifier))) ||
         has(table::short_filter, table::pair_place(identifier));
}

const Rule* find_rule(Domain domain, std::string_view name) {
  const Rule* short_end = table::rules + table::short_rules_end;
  if (domain == Domain::identifier) {
    if (name.size() < table::shortest_identifier) return nullptr;
    if (const Rule* found = find_bucketed(name)) return found;
    return first_match(table::rules + table::short_rules_first, short_end, name);
  }
  for (const Rule* rule = short_end; rule != table::rules + table::rule_count; ++rule)
    if (rule->domain == domain && matches(*rule, name)) return rule;
  return nullptr;
}

std::string apply(const Rule& rule, std::string_view name) {
  if (rule.status != static_cast<std::uint8_t>(Status::renamed)) return std::string(name);
  if (rule.is_constant) return std::string(view(rule.new_head));
  return join(rule.new_head, replace_words(middle(name, rule.head, rule.tail)), rule.new_tail);
}

std::string undo(const Rule& rule, std::string_view name) {
  if (rule.is_constant || rule.status != static_cast<std::uint8_t>(Status::renamed)) return {};
  if (name.size() <= std::size_t{rule.new_head.size} + rule.new_tail.size) return {};
  if (!starts_with(name, view(rule.new_head)) || !ends_with(name, view(rule.new_tail))) return {};
  return join(rule.head, restore_words(middle(name, rule.new_head, rule.new_tail)), rule.tail);
}

std::string replace_words(std::string_view text) { return replace(text, Direction::forward); }
std::string restore_words(std::string_view text) { return replace(text, Direction::back); }

}  // namespace torchada::names
