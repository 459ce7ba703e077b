// Properties of the reader of rules and of their patterns for any bytes.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "finding.h"
#include "torchada/port/translate.h"
#include "torchada/port/user_rules.h"

namespace {

using namespace torchada::port;
using torchada::fuzz::expect;

// None where a string of this reader cannot hold the text.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string list(const std::vector<std::string>& texts) {
  std::string result = "[";
  for (const std::string& text : texts) result += quoted(text) + ", ";
  return result + "]\n";
}

std::string toml(const UserRules& rules) {
  std::string text = "[map]\n";
  for (const auto& [from, to] : rules.map) text += quoted(from) + " = " + quoted(to) + "\n";
  text += "[keep]\nnames = " + list(rules.keep);
  return text + "[exclude]\npaths = " + list(rules.exclude);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> exact(data, data + size);
  const std::string_view text(exact.data(), exact.size());
  Options options;
  std::string error;
  if (!parse_rules(text, &options.rules, &error)) {
    expect(error.rfind("line ", 0) == 0, "an error names the line");
    return 0;
  }
  UserRules again;
  expect(parse_rules(toml(options.rules), &again, &error), "rules that were read can be written");
  expect(again.map == options.rules.map && again.keep == options.rules.keep &&
             again.exclude == options.rules.exclude,
         "and be read again");
  for (const std::string& pattern : options.rules.exclude) {
    matches(pattern, text);
    if (pattern.find('?') == std::string::npos) {
      expect(matches(pattern, pattern), "a pattern matches itself");
    }
  }
  Translator translator(options);
  const Scan scan = translate(text, "fuzz.cu", &translator);
  apply_edits(text, scan.edits);
  return 0;
}
