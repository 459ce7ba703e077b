// torchada/ptx.h, which a run adds to a project whose ported files call it.
#pragma once

#include <deque>
#include <string>

#include "item.h"
#include "paths.h"
#include "results.h"
#include "walk.h"

namespace torchada::port {

class AddedHeader {
 public:
  AddedHeader(const TreeOptions& options, const Paths& paths, const Walk& walk)
      : options_(options), paths_(paths), walk_(walk) {}

  // Finds the header that an earlier run has added to the input, by the record of that run. It is no file of
  // the project: a run back drops it, and a run forward in place writes it again.
  void find_earlier(const Manifest& ported, Results* results);
  bool is_earlier(const Entry& entry) const { return entry.path == earlier_; }
  // True for a folder that has nothing but that header.
  bool held_earlier_alone(const Entry& folder, const std::deque<Item>& items) const;

  // Finds headers of that name among the files of the project.
  void find_in_project();
  // True where ported files include the header at the root of the project, not one that the compiler finds.
  bool is_at_root() const { return is_in_root_ || !has_own_; }

  bool is_needed(const std::deque<Item>& items) const;
  // False, and `error`, where a file or a link has the name of the header's folder.
  bool has_place(std::string* error) const;
  void add_to(std::deque<Item>* items);

 private:
  bool is_forward() const { return options_.translation.direction == Direction::forward; }

  const TreeOptions& options_;
  const Paths& paths_;
  const Walk& walk_;
  std::string earlier_;      // the path of an earlier run's
  bool is_in_root_ = false;  // the project has torchada's, at its root
  bool has_own_ = false;     // the project has another file of that name, or torchada's in a folder
  Entry entry_;              // of the one that is added
};

}  // namespace torchada::port
