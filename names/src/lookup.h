// The look-up that every kind of name shares.
#pragma once

#include <optional>
#include <string_view>

#include "table.h"
#include "torchada/names/names.h"

namespace torchada::names {

// Between the parts of a qualified name.
inline constexpr std::string_view separator = "::";

// The row or list entry of exactly this name; null where there is none.
const table::Entry* find_entry(table::Domain domain, std::string_view name);

// A row, or else a rule.
std::optional<Translation> look_up(table::Domain domain, std::string_view name);

// The translation of the entry's name.
Translation translation_of(const table::Entry& entry, std::string_view name);

}  // namespace torchada::names
