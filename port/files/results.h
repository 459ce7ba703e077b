// The result of each item on disk, and of the folder at the end.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "commit.h"
#include "item.h"
#include "journal.h"
#include "output.h"
#include "paths.h"
#include "torchada/port/file_set.h"

namespace torchada::port {

class Results {
 public:
  Results(const TreeOptions& options, const Paths& paths, const FileSet& files)
      : options_(options), paths_(paths), files_(files) {}

  // Opens the output, and takes up what earlier runs have left there. False, and `error`.
  bool open(std::string* error);
  // Removes results whose input is gone: a folder may be needed in the place of such a file.
  void make_room(const std::deque<Item>& items);
  const Manifest& before() const { return written_; }
  bool make_folder(const Entry& entry);

  // Each writes the result of one item, and says in its report what was done. Several threads may call them, each
  // with items of its own.
  void source(Item* item);
  void copy(Item* item);
  void link(Item* item);
  void add(Item* item);

  // True for a file that an earlier run has added to the input and nobody has changed since.
  bool is_added(const Entry& entry, const Manifest& manifest) const;
  // Removes such a file at the end of a run in place.
  void drop(const Entry& entry);

  // Completes an item that nothing will change any more.
  void note(Item* item) const;

  // Writes the manifest, and removes results whose input is gone. False, and `error`.
  bool finish(const std::deque<Item>& items, std::string* error);

  // Keeps the result of an earlier run for an input that cannot be read.
  void cannot_read(Item* item) const;

  std::string full(const Item& item) const { return paths_.input + "/" + item.entry->path; }

 private:
  // The state of the output, compared with what this run would write.
  enum class State : std::uint8_t { absent, same, ours, edited };
  bool take_up(const Origin& origin, std::string* error);
  State state_of(const Item& item) const;
  bool is_same(const Item& item) const;
  void keep(Item* item, bool same_input) const;

  void write_source(Item* item);
  void stage_in_place(Item* item);
  void cannot_write(Item* item) const;
  void failed(Item* item, const std::string& what) const;
  const Record* written(const std::string& output) const;
  bool is_ours(const std::string& output, const Stamp& stamp) const;
  bool is_as_written(const std::string& output) const;
  bool is_result(const Entry& entry) const;
  void stage_link_in_place(const std::string& target, Item* item);
  void remove_stale(const std::deque<Item>& items, bool (*is_wanted)(const Item&), bool added_too);
  std::string manifest_text(const std::deque<Item>& items) const;
  bool commit_in_place(const std::deque<Item>& items, const std::string& manifest,
                       std::string* error);

  const TreeOptions& options_;
  const Paths& paths_;
  const FileSet& files_;
  OutputFolder folder_;
  Manifest written_;     // by the last whole run
  Journaled journaled_;  // by the ones since
  std::vector<Step> dropped_;
};

// Empty when there is none. False, and errno, when it cannot be read.
bool read_manifest(const std::string& folder, Manifest* manifest, Origin* origin);

}  // namespace torchada::port
