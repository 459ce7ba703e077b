// The report as JSON.
#include "torchada/port/report.h"

namespace torchada::port {

namespace {

// Bytes that are no UTF-8 are shown as the characters of Latin-1.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  std::size_t length = 0;
  if (first >= 0xC2 && first < 0xE0) length = 2;
  if (first >= 0xE0 && first < 0xF0) length = 3;
  if (first >= 0xF0 && first < 0xF5) length = 4;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  if (first == 0xE0 && byte(at + 1) < 0xA0) return 0;
  if (first == 0xED && byte(at + 1) >= 0xA0) return 0;
  if (first == 0xF0 && byte(at + 1) < 0x90) return 0;
  if (first == 0xF4 && byte(at + 1) >= 0x90) return 0;
  return length;
}

void append_escaped(unsigned char byte, std::string* json) {
  constexpr char kDigits[] = "0123456789abcdef";
  *json += "\\u00";
  *json += kDigits[byte >> 4];
  *json += kDigits[byte & 15];
}

std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '"' || byte == '\\') {
      json += '\\';
      json += text[i];
    } else if (byte < 0x20 || byte == 0x7f) {
      append_escaped(byte, &json);
    } else if (byte < 0x80) {
      json += text[i];
    } else if (const std::size_t length = utf8_length(text, i)) {
      json.append(text.substr(i, length));
      i += length - 1;
    } else {
      append_escaped(byte, &json);
    }
  }
  return json + "\"";
}

std::string field(std::string_view name, std::size_t value) {
  return quoted(name) + ": " + std::to_string(value);
}

std::string field(std::string_view name, std::string_view value) {
  return quoted(name) + ": " + quoted(value);
}

std::string finding_json(const Placed& finding) {
  const CodeText& code = text(finding.code);
  const bool warning = finding.severity == Severity::warning;
  std::string json = "{" + field("code", code.spelling);
  json += ", " + field("severity", std::string_view(warning ? "warning" : "note"));
  json += ", " + field("line", finding.line) + ", " + field("column", finding.column);
  json += ", " + field("length", finding.length);
  if (!finding.name.empty()) json += ", " + field("name", finding.name);
  json += ", " + field("message", finding.message);
  json += ", " + field("help", finding.help.empty() ? code.help : std::string_view(finding.help));
  return json + ", " + field("source", finding.source) + "}";
}

std::string file_json(const FileReport& file) {
  std::string json = "    {" + field("path", file.path) + ", " + field("output", file.output);
  json += ", " + field("action", text(file.action)) + ", \"replaced\": {";
  const char* comma = "";
  for (const auto& [library, count] : file.replaced) {
    json += comma + field(library, count);
    comma = ", ";
  }
  json += "}, " + field("likely", file.likely) + ", " + field("launches", file.launches);
  json += ", \"findings\": [";
  comma = "\n      ";
  for (const Placed& finding : file.findings) {
    json += comma + finding_json(finding);
    comma = ",\n      ";
  }
  return json + "]}";
}

}  // namespace

std::string json(const Report& report) {
  std::string json = "{\n  \"version\": 1,\n  " + field("verdict", report.verdict()) + ",\n  ";
  json += field("warnings", report.count(Severity::warning)) + ",\n  ";
  json += field("notes", report.count(Severity::note)) + ",\n  ";
  if (!report.error.empty()) json += field("error", report.error) + ",\n  ";
  json += field("skipped_folders", report.skipped_folders) + ",\n  \"files\": [";
  const char* comma = "\n";
  for (const FileReport& file : report.files) {
    json += comma + file_json(file);
    comma = ",\n";
  }
  return json + "\n  ]\n}\n";
}

}  // namespace torchada::port
