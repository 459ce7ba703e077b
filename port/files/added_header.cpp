// Whether torchada/ptx.h is added, and where.
#include "added_header.h"

#include <algorithm>
#include <filesystem>

#include "torchada/ptx/header.h"
#include "words.h"

namespace torchada::port {

void AddedHeader::find_earlier(const Manifest& ported, Results* results) {
  if (is_forward() && !options_.in_place) return;
  for (const Entry& entry : walk_.entries) {
    if (entry.path != kPtxHeader) continue;
    if (!results->is_added(entry, is_forward() ? results->before() : ported)) return;
    earlier_ = entry.path;
    if (!is_forward() && options_.in_place && !options_.check) results->drop(entry);
  }
}

bool AddedHeader::held_earlier_alone(const Entry& folder, const std::deque<Item>& items) const {
  const std::string inside = folder.path + "/";
  return earlier_.substr(0, inside.size()) == inside &&
         std::none_of(items.begin(), items.end(), [&](const Item& item) {
           return item.output.substr(0, inside.size()) == inside;
         });
}

// A header that an earlier port has written into a folder of the project is for that folder alone.
void AddedHeader::find_in_project() {
  for (const Entry& entry : walk_.entries) {
    if (entry.kind == Entry::Kind::folder || is_earlier(entry)) continue;
    if (!ends_with_path(entry.path, kPtxHeader)) continue;
    FileBytes bytes;
    if (!bytes.read(paths_.input + "/" + entry.path) || !ptx::is_header(bytes.text())) {
      has_own_ = true;
    } else if (entry.path == kPtxHeader) {
      is_in_root_ = true;
    }
  }
}

bool AddedHeader::is_needed(const std::deque<Item>& items) const {
  if (!is_forward() || is_in_root_ || has_own_) return false;
  return !earlier_.empty() || std::any_of(items.begin(), items.end(),
                                          [](const Item& item) { return item.scan.calls_ptx; });
}

bool AddedHeader::has_place(std::string* error) const {
  const std::string folder = std::filesystem::path(kPtxHeader).parent_path().string();
  std::error_code code;
  const auto status = std::filesystem::symlink_status(paths_.input + "/" + folder, code);
  const bool stays =
      options_.in_place || std::any_of(walk_.entries.begin(), walk_.entries.end(),
                                       [&](const Entry& entry) { return entry.path == folder; });
  if (!stays || !std::filesystem::exists(status) || std::filesystem::is_directory(status))
    return true;
  *error = paths_.input + "/" + folder + " is no folder, and " + kPtxHeader +
           " has to be written into one of that name; rename it, or run with --asm=keep";
  return false;
}

void AddedHeader::add_to(std::deque<Item>* items) {
  entry_.path = kPtxHeader;
  entry_.mode = 0644;
  Item& item = items->emplace_back();
  item.entry = &entry_;
  item.added = true;
  item.output = item.report.path = item.report.output = entry_.path;
  item.bytes.refer(ptx::header());
}

}  // namespace torchada::port
