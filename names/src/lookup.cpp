// The look-up that every kind of name shares.
#include "lookup.h"

#include <cstring>

#include "hash.h"
#include "rules.h"

namespace torchada::names {
namespace {

using table::Domain;
using table::Entry;
using table::view;

void add_note(Translation& translation, std::uint16_t note) {
  translation.why = view(table::notes[note].why);
  translation.instead = view(table::notes[note].instead);
}

Translation by_rule(const table::Rule& rule, std::string_view name) {
  Translation translation;
  translation.musa = apply(rule, name);
  translation.status = static_cast<Status>(rule.status);
  translation.kind = static_cast<Kind>(rule.kind);
  translation.library = static_cast<Library>(rule.library);
  translation.known = false;
  add_note(translation, rule.note);
  return translation;
}

std::string new_name(const Entry& entry, std::string_view name) {
  switch (entry.source) {
    case table::Source::rule: return apply(table::rules[entry.rule], name);
    case table::Source::words: return replace_words(name);
    default: return std::string(view(entry.musa));
  }
}

}  // namespace

const Entry* find_entry(Domain domain, std::string_view name) {
  const table::Slot* slot = find_slot(table::forward, domain, name);
  if (slot == nullptr) return nullptr;
  const Entry& entry = table::entries[slot->entry];
  return entry.domain == domain && view(entry.cuda) == name ? &entry : nullptr;
}

Translation translation_of(const Entry& entry, std::string_view name) {
  Translation translation;
  translation.musa = new_name(entry, name);
  translation.status = static_cast<Status>(entry.status);
  translation.kind = static_cast<Kind>(entry.kind);
  translation.library = static_cast<Library>(entry.library);
  translation.evidence = static_cast<Evidence>(entry.evidence);
  add_note(translation, entry.note);
  return translation;
}

std::optional<Translation> look_up(Domain domain, std::string_view name) {
  if (const Entry* entry = find_entry(domain, name)) return translation_of(*entry, name);
  if (const table::Rule* rule = find_rule(domain, name)) return by_rule(*rule, name);
  return std::nullopt;
}

}  // namespace torchada::names
