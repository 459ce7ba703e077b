// The files that a run is about to publish, noted beforehand: after a kill the next run knows its own files.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bytes.h"

namespace torchada::port {

// The stamps that interrupted runs may have left, by output path.
using Journaled = std::unordered_map<std::string, std::vector<Stamp>>;

Journaled parse_journal(std::string_view text);
std::string journal_line(std::string_view path, const Stamp& stamp);

bool is_journaled(const Journaled& journal, const std::string& path, const Stamp& stamp);

}  // namespace torchada::port
