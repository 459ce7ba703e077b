// A line for each file that is published.
#include "journal.h"

#include <algorithm>

#include "lines.h"

namespace torchada::port {

Journaled parse_journal(std::string_view text) {
  Journaled journal;
  std::vector<std::string_view> fields;
  while (next_line(&text, &fields)) {
    if (fields.size() != 3) continue;
    journal[unescaped(fields[0])].push_back(
        {number<std::int64_t>(fields[1]), number<std::int64_t>(fields[2])});
  }
  return journal;
}

std::string journal_line(std::string_view path, const Stamp& stamp) {
  return escaped(path) + "\t" + std::to_string(stamp.size) + "\t" +
         std::to_string(stamp.nanoseconds) + "\n";
}

bool is_journaled(const Journaled& journal, const std::string& path, const Stamp& stamp) {
  const auto found = journal.find(path);
  return found != journal.end() &&
         std::find(found->second.begin(), found->second.end(), stamp) != found->second.end();
}

}  // namespace torchada::port
