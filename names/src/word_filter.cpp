// The content of the filter of words: the names without the pairs of letters, and how rules begin.
#include "torchada/names/word_filter.h"

#include <string>

#include "hash.h"
#include "pairs.h"
#include "rules.h"
#include "table.h"

namespace torchada::names {

using table::Rule;
using table::view;

bool WordFilter::has_pair(std::string_view word) { return names::has_pair(word); }

void WordFilter::add(std::string_view word) { add_place(place(beginning(word), word.size())); }

void WordFilter::add_beginning(std::string_view word) {
  if (!has_pair(word)) add_all_lengths(beginning(word), word.size());
}

// Adds a word that the rule's names begin with, whatever stands behind it.
void WordFilter::add_all_lengths(std::uint32_t beginning, std::size_t shortest) {
  for (std::size_t size = shortest; size <= kLongest; ++size) add_place(place(beginning, size));
}

void WordFilter::add_names() {
  for (std::size_t i = 0; i < table::odd_entry_count; ++i) {
    add(view(table::entries[table::odd_entries[i]].cuda));
  }
}

void WordFilter::add_rules() {
  for (const Rule* rule = table::rules; rule != table::rules + table::short_rules_end; ++rule) {
    const std::string_view head = view(rule->head);
    if (has_pair(head)) continue;
    if (head.size() >= table::shortest_identifier) {
      add_all_lengths(beginning(head), head.size() + 1);
      continue;
    }
    // Three characters; the rule says what the fourth can be.
    for (char next = 0; next < 127; ++next) {
      const std::string longer = std::string(head) + next;
      if (may_follow(*rule, next)) add_all_lengths(beginning(longer), longer.size());
    }
  }
}

WordFilter::WordFilter() {
  add_names();
  add_rules();
}

}  // namespace torchada::names
