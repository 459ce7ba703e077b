// Look-ups by kind of name; qualified names have a file of their own.
#include "hash.h"
#include "lookup.h"
#include "rules.h"
#include "torchada/names/names.h"

namespace torchada::names {

using table::Domain;

std::optional<Translation> translate(std::string_view identifier) {
  if (identifier.size() < table::shortest_identifier) return std::nullopt;
  // Nearly all identifiers of a source end with these two questions.
  const std::uint32_t place = table::entry_place(table::beginning(identifier), identifier.size());
  if (!has(table::entry_filter, place) && !may_have_rule(identifier)) return std::nullopt;
  return look_up(Domain::identifier, identifier);
}

std::optional<Translation> translate_member(std::string_view identifier) {
  return look_up(Domain::member, identifier);
}

std::optional<Translation> translate_header(std::string_view path) {
  return look_up(Domain::header, path);
}

std::optional<Translation> translate_library(std::string_view name) {
  return look_up(Domain::library, name);
}

std::optional<Translation> translate_key(std::string_view key) { return look_up(Domain::key, key); }

std::optional<Translation> translate_suffix(std::string_view suffix) {
  return look_up(Domain::suffix, suffix);
}

std::optional<Translation> translate_flag(std::string_view flag) {
  return look_up(Domain::flag, flag);
}

std::optional<Translation> translate_environment(std::string_view variable) {
  return look_up(Domain::environment, variable);
}

std::optional<Translation> translate_tool(std::string_view tool) {
  return look_up(Domain::tool, tool);
}

std::optional<Translation> translate_python(std::string_view name) {
  return look_up(Domain::python, name);
}

}  // namespace torchada::names
