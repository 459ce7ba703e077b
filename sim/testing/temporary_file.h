// A path for a file of one test, in the folder that the environment names for such files (TMPDIR).
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

namespace musasim::testing {

// Nothing is there yet; what is there at the end is removed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("musasim_" + std::to_string(getpid()) + "_" + name))
                  .string()) {}
  ~TemporaryFile() {
    std::error_code ignored;  // it may never have been made
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace musasim::testing
