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
inline constexpr char kJournalPath[] = ".torchada-port/journal";

class OutputFolder {
 public:
  OutputFolder() = default;
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // Makes the folder and ours in it, for one run at a time. False, and `error`, when that cannot be
  // done.
  bool open(const std::string& path, std::string* error);
  const std::string& path() const { return path_; }
  // Removes what an interrupted run has left unfinished in our folder.
  void clean();
  // From now on, what is published is noted before. False, and errno.
  bool open_journal();

  // Each: false and errno on failure; nothing of the target is changed then. `stamp`, if not null,
  // becomes that of the result.
  bool write(const std::string& path, std::string_view text, const std::vector<Edit>& edits,
             mode_t mode, Stamp* stamp = nullptr);
  bool copy(const std::string& path, int from, const struct stat& before, mode_t mode,
            Stamp* stamp);
  // Empty for what is no link.
  std::string link_target(const std::string& path) const;
  // A link that is there already stays.
  bool link(const std::string& path, const std::string& target, Stamp* stamp);
  bool make_folder(const std::string& path, mode_t mode);
  bool remove(const std::string& path);
  // And those of its folders that are empty then.
  bool remove_with_folders(const std::string& path);
  // The stamp of a file that is there.
  bool set_mode(const std::string& path, mode_t mode);
  // Reads the stamp of a file or a link; false where there is none.
  bool stamp(const std::string& path, Stamp* stamp) const;

  // A whole file that waits in our folder under the name `staged`.
  bool stage(std::string_view text, const std::vector<Edit>& edits, mode_t mode,
             std::string* staged, Stamp* stamp);
  bool stage_link(const std::string& target, std::string* staged, Stamp* stamp);
  bool has_staged(const std::string& staged) const;
  void drop_staged(const std::string& staged) const;
  bool publish(const std::string& staged, const std::string& path) const;

  // Keeps a second name of a file in our folder, unless there is one from an earlier run.
  bool back_up(const std::string& path);
  // Removes it, where it holds the same as the file.
  void forget_backup(const std::string& path);
  // Waits until all is on disk.
  bool sync() const;

 private:
  struct LastParent;
  static LastParent& last_parent();
  static void forget_parents();
  int parent_of(const std::string& path, std::string* name, bool make) const;
  bool open_folders(const std::string& path, bool make, LastParent* last) const;
  int deepest(const LastParent& last) const;
  int create_temporary(std::string* name, mode_t mode) const;
  bool copy_to_backup(const std::string& path);
  bool note(const std::string& path, const Stamp& stamp) const;
  bool publish_noted(const std::string& staged, const std::string& path, Stamp* stamp) const;

  bool remove_folder(const std::string& path);
  static std::uint64_t next_id();

  const std::uint64_t id_ = next_id();
  std::string path_;
  Descriptor root_;
  Descriptor own_;  // holds the lock
  Descriptor temporary_;
  Descriptor journal_;
};

}  // namespace torchada::port
