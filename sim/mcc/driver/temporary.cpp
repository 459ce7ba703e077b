// Makes and removes the folder.
#include "mcc/driver/temporary.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace musasim::mcc {

TemporaryFolder::TemporaryFolder() {
  // TMPDIR does not count where it names no folder, as in other programs.
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) folder = P_tmpdir;
  path_ = (folder / "mcc-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error("cannot make a temporary folder like " + path_);
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // nothing can be done about a folder that stays
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(const std::string& suffix) {
  return path_ + "/" + std::to_string(++count_) + suffix;
}

}  // namespace musasim::mcc
