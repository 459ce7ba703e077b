// Escaping, and lines into fields.
#include "lines.h"

#include <algorithm>

namespace torchada::port {

std::string escaped(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto is_special = [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '%'; };
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  for (auto at = text.begin(); at != text.end();) {
    const auto special = std::find_if(at, text.end(), is_special);
    result.append(at, special);
    if (special == text.end()) break;
    const auto byte = static_cast<unsigned char>(*special);
    const char code[] = {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    result.append(code, sizeof code);
    at = special + 1;
  }
  return result;
}

std::string unescaped(std::string_view field) {
  std::string result;
  for (std::size_t i = 0; i < field.size(); ++i) {
    unsigned byte = 0;
    if (field[i] == '%' && i + 2 < field.size() &&
        std::from_chars(field.data() + i + 1, field.data() + i + 3, byte, 16).ec == std::errc()) {
      result += static_cast<char>(byte);
      i += 2;
    } else {
      result += field[i];
    }
  }
  return result;
}

bool next_line(std::string_view* text, std::vector<std::string_view>* fields) {
  const std::size_t end = text->find('\n');
  if (end == std::string_view::npos) return false;
  std::string_view line = text->substr(0, end);
  text->remove_prefix(end + 1);
  fields->clear();
  while (true) {
    const std::size_t tab = line.find('\t');
    fields->push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return true;
    line.remove_prefix(tab + 1);
  }
}

}  // namespace torchada::port
