// The manifest is text: a line a file, a line a change, fields between tabs.
#include "manifest.h"

#include <algorithm>
#include <charconv>

namespace torchada::port {

namespace {

constexpr std::string_view kHeader = "torchada-port manifest 1\n";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\t' || c == '\n' || c == '\r' || c == '%') {
      constexpr char kDigits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      result += '%';
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
    } else {
      result += c;
    }
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ec == std::errc()) {
      result += static_cast<char>(byte);
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

template <class Number>
Number number(std::string_view field) {
  Number value{};
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

}  // namespace

Manifest parse_manifest(std::string_view text) {
  Manifest manifest;
  if (text.substr(0, kHeader.size()) != kHeader) return manifest;
  text.remove_prefix(kHeader.size());
  Record* record = nullptr;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> fields = fields_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (fields[0] == "file" && fields.size() == 9) {
      record = &manifest[unescaped(fields[1])];
      record->path = unescaped(fields[2]);
      record->input = {number<std::int64_t>(fields[3]), number<std::int64_t>(fields[4])};
      record->output = {number<std::int64_t>(fields[5]), number<std::int64_t>(fields[6])};
      record->hashed = fields[7] != "copied";
      record->changed = fields[7] == "changed";
      record->output_hash = number<std::uint64_t>(fields[8]);
    } else if (fields[0] == "edit" && fields.size() == 4 && record != nullptr) {
      record->changes.push_back(
          {number<std::size_t>(fields[1]), number<std::size_t>(fields[2]), unescaped(fields[3])});
    }
  }
  return manifest;
}

std::string manifest_text(const Manifest& manifest) {
  std::vector<std::string_view> outputs;
  for (const auto& [output, record] : manifest) outputs.push_back(output);
  std::sort(outputs.begin(), outputs.end());
  std::string text(kHeader);
  for (const std::string_view output : outputs) {
    const Record& record = manifest.at(std::string(output));
    text += "file\t" + escaped(output) + "\t" + escaped(record.path);
    for (const std::int64_t value : {record.input.size, record.input.nanoseconds,
                                     record.output.size, record.output.nanoseconds}) {
      text += "\t" + std::to_string(value);
    }
    text += record.changed ? "\tchanged\t" : record.hashed ? "\thashed\t" : "\tcopied\t";
    text += std::to_string(record.output_hash) + "\n";
    for (const Record::Change& change : record.changes) {
      text += "edit\t" + std::to_string(change.begin) + "\t" + std::to_string(change.length) +
              "\t" + escaped(change.original) + "\n";
    }
  }
  return text;
}

std::vector<Record::Change> changes_of(std::string_view input, const std::vector<Edit>& edits) {
  std::vector<Record::Change> changes;
  changes.reserve(edits.size());
  const std::vector<std::size_t> places = places_after(edits);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    changes.push_back({places[i], edits[i].replacement->to.size(),
                       std::string(input.substr(edits[i].begin, edits[i].length))});
  }
  return changes;
}

}  // namespace torchada::port
