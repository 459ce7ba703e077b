// Names with `::` in them: at::cuda::getCurrentCUDAStream, c10::DeviceType::CUDA.
#include "lookup.h"
#include "rules.h"
#include "torchada/names/names.h"

namespace torchada::names {
namespace {

using table::Domain;
using table::Entry;

bool is_open(const Entry& entry) { return entry.status == table::open_status; }

// The translation of a component behind a namespace with a row.
std::string component(const Entry& scope, std::string_view name) {
  const bool is_namespace = scope.kind == static_cast<std::uint8_t>(Kind::name_space);
  const Status status = static_cast<Status>(scope.status);
  if (!is_namespace || status == Status::unsupported) return std::string(name);
  if (std::optional<Translation> translation = translate(name)) return translation->musa;
  // ATen's own names have the word CUDA in them everywhere.
  const bool is_aten = scope.library == static_cast<std::uint8_t>(Library::aten);
  return is_aten && status == Status::renamed ? replace_words(name) : std::string(name);
}

// `rest` is what stands behind the beginning that has the row, with its leading `::`.
std::optional<Translation> behind(const Entry& entry, std::string_view beginning,
                                  std::string_view rest) {
  Translation result = translation_of(entry, beginning);
  bool is_changed = false;
  while (!rest.empty()) {
    rest.remove_prefix(separator.size());
    const std::string_view part = rest.substr(0, rest.find(separator));
    const std::string changed = component(entry, part);
    is_changed = is_changed || changed != part;
    result.musa.append(separator).append(changed);
    rest.remove_prefix(part.size());
  }
  if (entry.status == static_cast<std::uint8_t>(Status::renamed)) return result;
  if (!is_changed && is_open(entry)) return std::nullopt;
  if (is_changed) {
    result.status = Status::renamed;
    result.evidence = Evidence::rule;
  }
  return result;
}

std::optional<Translation> without_lead(std::string_view name) {
  std::size_t end = name.size();
  while (true) {
    const std::string_view beginning = name.substr(0, end);
    if (const Entry* entry = find_entry(Domain::qualified, beginning))
      return behind(*entry, beginning, name.substr(end));
    // A rule decides about the whole name: cute::SM80_CP_ASYNC::copy.
    if (find_rule(Domain::qualified, beginning) != nullptr) return look_up(Domain::qualified, name);
    const std::size_t before = beginning.rfind(separator);
    if (before == std::string_view::npos) break;
    end = before;
  }
  // A class or an enumeration of CUDA, or a free name behind a leading `::`.
  std::optional<Translation> first = translate(name.substr(0, end));
  if (first && first->status == Status::renamed)
    first->musa.append(name.substr(end));
  else if (first)
    first->musa = name;
  return first;
}

}  // namespace

std::optional<Translation> translate_qualified(std::string_view name) {
  const bool has_lead = name.substr(0, separator.size()) == separator;
  std::optional<Translation> result = without_lead(has_lead ? name.substr(separator.size()) : name);
  if (result && has_lead) result->musa.insert(0, separator);
  return result;
}

bool begins_qualified(std::string_view component) {
  return find_entry(Domain::qualified, component) != nullptr || translate(component).has_value();
}

}  // namespace torchada::names
