// A folder for the files between preprocessor and compiler; it goes with the object.
#pragma once

#include <string>

namespace musasim::mcc {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // A path in it that was not given out before.
  std::string file(const std::string& suffix);
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int count_ = 0;
};

}  // namespace musasim::mcc
