// The rules of data/: which one matches a name, what it makes of it, and the way back.
#pragma once

#include <string>
#include <string_view>

#include "table.h"

namespace torchada::names {

// Whether an identifier (of four characters or more) can have a rule: a quick no for nearly all.
bool may_have_rule(std::string_view identifier);

// The rule for a name, null where none matches. The longest beginning decides, then the longest end.
const table::Rule* find_rule(table::Domain domain, std::string_view name);

// Whether a name that the rule matches can have this character behind the rule's head.
bool may_follow(const table::Rule& rule, char character);

// The name after a rule that matches it.
std::string apply(const table::Rule& rule, std::string_view name);

// The name of which the rule makes `name`; empty when it cannot have.
std::string undo(const table::Rule& rule, std::string_view name);

// The text with CUDA's words in it replaced, wherever they stand, and the other way round.
std::string replace_words(std::string_view text);
std::string restore_words(std::string_view text);

}  // namespace torchada::names
