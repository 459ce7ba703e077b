// The way back: which CUDA names become a MUSA name.
#include <algorithm>
#include <utility>

#include "hash.h"
#include "lookup.h"
#include "rules.h"
#include "torchada/names/names.h"

namespace torchada::names {
namespace {

using table::Domain;
using table::Target;
using table::view;

struct Candidate {
  std::string cuda;
  Kind kind;
  Library library;
  Evidence evidence;
  bool has_row;
  bool known;
};

// Adds the name if it comes out as the one that was asked for.
void add_if_right(std::vector<Candidate>& candidates, Domain domain, const std::string& cuda,
                  std::string_view musa) {
  if (cuda.empty() || cuda == musa) return;
  for (const Candidate& candidate : candidates)
    if (candidate.cuda == cuda) return;
  const std::optional<Translation> forward = look_up(domain, cuda);
  if (!forward || forward->status != Status::renamed || forward->musa != musa) return;
  const table::Entry* entry = find_entry(domain, cuda);
  const bool has_row = entry != nullptr && entry->source == table::Source::row;
  candidates.push_back(
      {cuda, forward->kind, forward->library, forward->evidence, has_row, forward->known});
}

void add_rows(std::vector<Candidate>& candidates, Domain domain, std::string_view musa) {
  const table::Slot* slot = find_slot(table::backward, domain, musa);
  if (slot == nullptr) return;
  const Target& target = table::targets[slot->entry];
  if (target.domain != domain || view(target.musa) != musa) return;
  for (std::uint16_t i = target.first; i < target.first + target.count; ++i)
    add_if_right(candidates, domain, std::string(view(table::entries[table::sources[i]].cuda)),
                 musa);
}

// The usual name first: the one with the strongest evidence, then the one that a rule gives.
bool is_more_usual(const Candidate& left, const Candidate& right) {
  if (left.known != right.known) return left.known;
  if (left.evidence != right.evidence) return left.evidence < right.evidence;
  return !left.has_row && right.has_row;
}

// A name that both have: __half.
bool is_kept(Domain domain, std::string_view name) {
  const table::Entry* entry = find_entry(domain, name);
  return entry != nullptr && entry->status == static_cast<std::uint8_t>(Status::kept);
}

std::optional<Sources> look_back(Domain domain, std::string_view musa) {
  std::vector<Candidate> candidates;
  add_rows(candidates, domain, musa);
  const bool is_cudas_too = is_kept(domain, musa);
  for (const table::Rule* rule = table::rules; rule != table::rules + table::rule_count; ++rule)
    if (rule->domain == domain) add_if_right(candidates, domain, undo(*rule, musa), musa);
  if (domain == Domain::identifier) add_if_right(candidates, domain, restore_words(musa), musa);
  if (candidates.empty()) return std::nullopt;
  std::stable_sort(candidates.begin(), candidates.end(), is_more_usual);
  Sources sources;
  if (is_cudas_too) sources.cuda.emplace_back(musa);
  sources.kind = candidates.front().kind;
  sources.library = candidates.front().library;
  for (Candidate& candidate : candidates) {
    // Beside a name that CUDA really has, only others that it has too.
    if (candidate.known == candidates.front().known)
      sources.cuda.push_back(std::move(candidate.cuda));
  }
  return sources;
}

}  // namespace

std::optional<Sources> translate_back(std::string_view identifier) {
  if (identifier.size() < 2 || !has(table::musa_filter, table::pair_place(identifier)))
    return std::nullopt;
  return look_back(Domain::identifier, identifier);
}

std::optional<Sources> translate_member_back(std::string_view identifier) {
  return look_back(Domain::member, identifier);
}

std::optional<Sources> translate_header_back(std::string_view path) {
  return look_back(Domain::header, path);
}

std::optional<Sources> translate_library_back(std::string_view name) {
  return look_back(Domain::library, name);
}

std::optional<Sources> translate_key_back(std::string_view key) {
  return look_back(Domain::key, key);
}

std::optional<Sources> translate_suffix_back(std::string_view suffix) {
  return look_back(Domain::suffix, suffix);
}

std::optional<Sources> translate_flag_back(std::string_view flag) {
  return look_back(Domain::flag, flag);
}

std::optional<Sources> translate_environment_back(std::string_view variable) {
  return look_back(Domain::environment, variable);
}

std::optional<Sources> translate_tool_back(std::string_view tool) {
  return look_back(Domain::tool, tool);
}

std::optional<Sources> translate_python_back(std::string_view name) {
  return look_back(Domain::python, name);
}

namespace {

// The CUDA name of a component behind a namespace; itself where it has none.
std::string component_back(std::string_view part, bool is_aten) {
  if (std::optional<Sources> sources = translate_back(part)) return sources->cuda.front();
  return is_aten ? restore_words(part) : std::string(part);
}

std::string rest_back(std::string_view rest, bool is_namespace, bool is_aten) {
  std::string result;
  while (!rest.empty()) {
    rest.remove_prefix(separator.size());
    const std::string_view part = rest.substr(0, rest.find(separator));
    result.append(separator).append(is_namespace ? component_back(part, is_aten)
                                                 : std::string(part));
    rest.remove_prefix(part.size());
  }
  return result;
}

// Keeps the candidates that come out as the name that was asked for.
std::optional<Sources> checked(const std::vector<std::string>& candidates, std::string_view name,
                               const Sources& scope) {
  Sources result;
  for (const std::string& cuda : candidates) {
    const std::optional<Translation> forward = translate_qualified(cuda);
    if (forward && forward->status == Status::renamed && forward->musa == name)
      result.cuda.push_back(cuda);
  }
  if (result.cuda.empty()) return std::nullopt;
  result.kind = scope.kind;
  result.library = scope.library;
  return result;
}

std::optional<Sources> qualified_back(std::string_view name) {
  for (std::size_t end = name.size();;) {
    const std::string_view beginning = name.substr(0, end);
    const std::optional<Sources> scope = look_back(Domain::qualified, beginning);
    if (scope) {
      const bool is_aten = scope->library == Library::aten;
      const std::string rest =
          rest_back(name.substr(end), scope->kind == Kind::name_space, is_aten);
      std::vector<std::string> candidates;
      for (const std::string& cuda : scope->cuda) candidates.push_back(cuda + rest);
      return checked(candidates, name, *scope);
    }
    const std::size_t before = beginning.rfind(separator);
    if (before == std::string_view::npos) break;
    end = before;
  }
  const std::string_view first = name.substr(0, name.find(separator));
  const std::string_view rest = name.substr(first.size());
  if (find_entry(Domain::qualified, first) != nullptr)
    return checked({std::string(first) + rest_back(rest, true, false)}, name, {});
  std::optional<Sources> sources = translate_back(first);
  if (sources)
    for (std::string& cuda : sources->cuda) cuda.append(rest);
  return sources;
}

}  // namespace

std::optional<Sources> translate_qualified_back(std::string_view name) {
  const bool has_lead = name.substr(0, separator.size()) == separator;
  std::optional<Sources> result = qualified_back(has_lead ? name.substr(separator.size()) : name);
  if (result && has_lead)
    for (std::string& cuda : result->cuda) cuda.insert(0, separator);
  return result;
}

}  // namespace torchada::names
