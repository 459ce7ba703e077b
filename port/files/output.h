// Writing below one folder and never outside of it: whole files, moved into place.
#pragma once

#include <sys/stat.h>
#include <string>
#include <string_view>
#include <vector>

#include "bytes.h"
#include "torchada/port/edit.h"

namespace torchada::port {

// The folder for our own files below an output.
inline constexpr char kOwnFolder[] = ".torchada-port";

class OutputFolder {
 public:
  OutputFolder() = default;
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // Makes the folder and ours in it, and removes what an interrupted run left there. False, and
  // `error`, when that cannot be done.
  bool open(const std::string& path, std::string* error);

  // Each: false and errno on failure; nothing of the target is changed then.
  bool write(const std::string& path, std::string_view text, const std::vector<Edit>& edits,
             mode_t mode);
  bool copy(const std::string& path, const std::string& from, mode_t mode);
  bool link(const std::string& path, const std::string& target);
  bool make_folder(const std::string& path, mode_t mode);
  // Keeps a second name of a file in our folder, unless there is one from an earlier run.
  bool back_up(const std::string& path);
  bool remove(const std::string& path);
  bool stamp(const std::string& path, Stamp* stamp) const;

 private:
  struct LastParent;
  int parent_of(const std::string& path, std::string* name, bool make) const;
  int open_folders(const std::string& path, bool make) const;
  int create_temporary(std::string* name, mode_t mode) const;
  bool publish(const std::string& temporary, const std::string& path) const;

  static std::uint64_t next_id();

  const std::uint64_t id_ = next_id();
  int root_ = -1;
  int temporary_ = -1;
};

}  // namespace torchada::port
