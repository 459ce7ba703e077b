// The generated tables: constant arrays that names/generate.py writes, and how they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace torchada::names::table {

// A piece of the pool of strings.
struct Text {
  std::uint32_t at;
  std::uint16_t size;
};

// The order is that of DOMAINS in torchada._names.tables.
enum class Domain : std::uint8_t {
  identifier,
  header,
  library,
  qualified,
  member,
  key,
  suffix,
  flag,
  environment,
  tool,
  python,
};

// The way in which the MUSA name of an entry is made.
enum class Source : std::uint8_t { row, rule, words };

// A namespace that is no name of CUDA, but holds some; behind the last of names::Status.
constexpr std::uint8_t open_status = 3;

struct Entry {
  Text cuda;
  Text musa;           // for Source::row
  std::uint16_t rule;  // for Source::rule
  std::uint16_t note;
  Domain domain;
  Source source;
  std::uint8_t kind, library, status, evidence;
};

// Bits of Rule::classes: what the character behind the head may be; none means anything.
enum Class : std::uint8_t { upper = 1, lower = 2, digit = 4, underscore = 8 };

struct Rule {
  Text head, tail, new_head, new_tail;
  std::uint16_t note;
  Domain domain;
  std::uint8_t classes;
  bool is_constant;
  std::uint8_t kind, library, status;
};

struct Note {
  Text why, instead;
};

struct Word {
  Text cuda, musa;
};

// The rules of identifiers whose heads begin with these four characters.
struct RuleBucket {
  char key[4];
  std::uint16_t first, count;
};

struct Slot {
  std::uint16_t entry;
  std::uint16_t fingerprint;
};

// A perfect hash: a pilot for each bucket, then one slot for each name.
struct Index {
  const std::uint16_t* pilots;
  std::uint32_t bucket_mask;
  const Slot* slots;
  std::uint32_t slot_mask;
};

// The CUDA names that share a MUSA name: `count` indices of entries in `sources`.
struct Target {
  Text musa;
  std::uint16_t first, count;
  Domain domain;
};

extern const char pool[];
extern const Entry entries[];
// The entries of words that have none of the pairs of letters that WordFilter looks for.
extern const std::uint16_t odd_entries[];
extern const std::uint16_t odd_entry_count;
extern const Rule rules[];
extern const Note notes[];
extern const Word words[];
extern const std::uint16_t word_count;
// Whether a character begins a word, of CUDA and of MUSA.
extern const bool begins_cuda_word[128];
extern const bool begins_musa_word[128];
extern const RuleBucket rule_buckets[];
extern const std::uint16_t rule_bucket_mask;
// The identifiers' rules with heads too short for a bucket, then the rules of other domains.
extern const std::uint16_t short_rules_first, short_rules_end;
extern const std::uint16_t rule_count;
extern const Index forward;
extern const Index backward;
extern const Target targets[];
extern const std::uint16_t sources[];

// A set of beginnings of identifiers, as bits: it may hold one too many, never one too few.
template <std::size_t bits>
struct Filter {
  std::uint64_t words[bits / 64];
};

// The first four characters and the length of the CUDA identifiers that have an entry, the first
// four characters that identifiers' rules want, and the first two where rules want no more.
extern const Filter<65536> entry_filter;
extern const Filter<4096> rule_filter;
extern const Filter<4096> short_filter;
// The first two characters of MUSA identifiers.
extern const Filter<4096> musa_filter;

template <std::size_t bits>
bool has(const Filter<bits>& filter, std::uint32_t place) {
  return (filter.words[place % bits / 64] >> (place % 64) & 1) != 0;
}

inline std::string_view view(Text text) { return {pool + text.at, text.size}; }

}  // namespace torchada::names::table
