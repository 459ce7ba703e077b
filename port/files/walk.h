// The entries of an input folder, sorted; folders that are not sources are left out.
#pragma once

#include <sys/stat.h>
#include <string>
#include <vector>

#include "bytes.h"

namespace torchada::port {

struct Entry {
  enum class Kind : std::uint8_t { folder, file, link };
  std::string path;  // relative
  Kind kind = Kind::file;
  mode_t mode = 0;
  Stamp stamp;
  std::string target;  // of a link
};

struct Walk {
  std::vector<Entry> entries;
  std::vector<std::string> left_out;  // excluded, special, and of tools
  std::size_t skipped_folders = 0;
  std::string error;
};

// `exclude` are patterns of relative paths.
Walk walk(const std::string& root, const std::vector<std::string>& exclude);

}  // namespace torchada::port
