// The manifest is text: a line a file, a line a change, fields between tabs.
#include "manifest.h"

#include <algorithm>
#include <iterator>

#include "lines.h"

namespace torchada::port {

namespace {

constexpr std::string_view kManifestHeader = "torchada-port manifest 4\n";
constexpr std::string_view kReverse = "reverse\n";
constexpr std::string_view kInPlace = "in place\n";

constexpr std::string_view kKinds[] = {"copied", "linked", "hashed", "changed", "added"};

Record::Kind kind_of(std::string_view spelling) {
  const auto found = std::find(std::begin(kKinds), std::end(kKinds), spelling);
  // An item of an unknown kind is written again.
  if (found == std::end(kKinds)) return Record::Kind::copied;
  return static_cast<Record::Kind>(found - std::begin(kKinds));
}

Record record_of(const std::vector<std::string_view>& fields) {
  Record record;
  record.path = unescaped(fields[2]);
  record.input = {number<std::int64_t>(fields[3]), number<std::int64_t>(fields[4])};
  record.output = {number<std::int64_t>(fields[5]), number<std::int64_t>(fields[6])};
  record.kind = kind_of(fields[7]);
  record.output_hash = number<std::uint64_t>(fields[8]);
  return record;
}

Record::Change change_of(const std::vector<std::string_view>& fields) {
  Record::Change change;
  change.begin = number<std::size_t>(fields[1]);
  change.length = number<std::size_t>(fields[2]);
  change.original = unescaped(fields[3]);
  change.line = number<std::size_t>(fields[4]);
  change.column = number<std::size_t>(fields[5]);
  change.line_hash = number<std::uint64_t>(fields[6]);
  change.gap_hash = number<std::uint64_t>(fields[7]);
  return change;
}

// Takes a line of the header, if it is there.
bool take(std::string_view line, std::string_view* text) {
  if (text->substr(0, line.size()) != line) return false;
  text->remove_prefix(line.size());
  return true;
}

}  // namespace

Manifest parse_manifest(std::string_view text, Origin* origin) {
  *origin = Origin();
  Manifest manifest;
  if (!take(kManifestHeader, &text)) return manifest;
  if (take(kReverse, &text)) origin->direction = Direction::reverse;
  origin->in_place = take(kInPlace, &text);
  Record* record = nullptr;
  std::vector<std::string_view> fields;
  while (next_line(&text, &fields)) {
    if (fields[0] == "file" && fields.size() == 9) {
      record = &manifest[unescaped(fields[1])];
      *record = record_of(fields);
    } else if (fields[0] == "edit" && fields.size() == 8 && record != nullptr) {
      record->changes.push_back(change_of(fields));
    } else if (fields[0] == "tail" && fields.size() == 3 && record != nullptr) {
      record->tail_lines = number<std::size_t>(fields[1]);
      record->tail_hash = number<std::uint64_t>(fields[2]);
    }
  }
  return manifest;
}

std::string manifest_lines(const std::string& output, const Record& record) {
  std::string text = "file\t" + escaped(output) + "\t" + escaped(record.path);
  for (const std::int64_t value : {record.input.size, record.input.nanoseconds, record.output.size,
                                   record.output.nanoseconds}) {
    text += "\t" + std::to_string(value);
  }
  text.append("\t").append(kKinds[static_cast<std::size_t>(record.kind)]).append("\t");
  text += std::to_string(record.output_hash) + "\n";
  for (const Record::Change& change : record.changes) {
    text += "edit\t" + std::to_string(change.begin) + "\t" + std::to_string(change.length) + "\t" +
            escaped(change.original);
    for (const std::uint64_t value : {std::uint64_t{change.line}, std::uint64_t{change.column},
                                      change.line_hash, change.gap_hash}) {
      text += "\t" + std::to_string(value);
    }
    text += "\n";
  }
  if (!record.changes.empty()) {
    text += "tail\t" + std::to_string(record.tail_lines) + "\t" + std::to_string(record.tail_hash) +
            "\n";
  }
  return text;
}

std::string manifest_header(const Origin& origin) {
  std::string text(kManifestHeader);
  if (origin.direction == Direction::reverse) text += kReverse;
  if (origin.in_place) text += kInPlace;
  return text;
}

}  // namespace torchada::port
