// Compares with what is there, then writes.
#include "results.h"

#include <algorithm>
#include <cerrno>
#include <unordered_set>

#include "commit.h"
#include "links.h"
#include "way_back.h"

namespace torchada::port {

namespace {

std::uint64_t hash_of_edited(std::string_view text, const std::vector<Edit>& edits) {
  Hasher hasher;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    hasher.add(text.substr(at, edit.begin - at));
    hasher.add(edit.replacement->to);
    at = edit.end();
  }
  hasher.add(text.substr(at));
  return hasher.value();
}

void fill_record(Item* item) {
  const std::vector<Edit>& edits = item->scan.edits;
  Record& record = item->record;
  record.path = item->entry->path;
  record.input = item->entry->stamp;
  record.output_hash = hash_of_edited(item->bytes.text(), edits);
  record.kind = edits.size() <= kMostChanges ? Record::Kind::changed : Record::Kind::hashed;
  if (record.kind == Record::Kind::changed) {
    record_changes(item->bytes.text(), edits, &record);
  }
}

}  // namespace

bool read_manifest(const std::string& folder, Manifest* manifest, Origin* origin) {
  FileBytes bytes;
  if (!bytes.read(folder + "/" + kManifestPath)) return errno == ENOENT || errno == ENOTDIR;
  *manifest = parse_manifest(bytes.text(), origin);
  return true;
}

bool Results::open(std::string* error) {
  const std::string& output = paths_.output;
  if (!may_write_to(options_, output, error) || !folder_.open(output, error) ||
      !finish_commit(&folder_, error)) {
    return false;
  }
  folder_.clean();
  Origin origin;
  if (!read_manifest(output, &written_, &origin)) {
    *error = "cannot read " + output + "/" + kManifestPath + ": " + reason_of(errno);
    return false;
  }
  if (!take_up(origin, error)) return false;
  FileBytes journal;
  const bool read = journal.read(output + "/" + kJournalPath) || errno == ENOENT;
  journaled_ = parse_journal(journal.text());
  if (read && (options_.in_place || folder_.open_journal())) return true;
  *error = "cannot write " + output + "/" + kJournalPath + ": " + reason_of(errno);
  return false;
}

// A project that was ported in place is no copy of another one: its files are nobody's to remove.
bool Results::take_up(const Origin& origin, std::string* error) {
  if (options_.in_place || !origin.in_place) return true;
  if (!options_.force) {
    *error = "the output folder " + paths_.output +
             " holds a project that was ported in place; choose another folder, or use --force";
    return false;
  }
  written_.clear();
  return true;
}

bool Results::make_folder(const Entry& entry) {
  return options_.in_place || folder_.make_folder(entry.path, entry.mode);
}

const Record* Results::written(const std::string& output) const {
  const auto found = written_.find(output);
  return found == written_.end() ? nullptr : &found->second;
}

bool Results::is_ours(const std::string& output, const Stamp& stamp) const {
  const Record* const record = written(output);
  return (record != nullptr && record->output == stamp) || is_journaled(journaled_, output, stamp);
}

// Compares contents, not times: the file may have been touched, or copied with its folder.
bool Results::is_as_written(const std::string& output) const {
  const Record* const record = written(output);
  std::uint64_t now = 0;
  return record != nullptr && record->is_hashed() &&
         hash_file(paths_.output + "/" + output, &now) && now == record->output_hash;
}

void Results::failed(Item* item, const std::string& what) const {
  const std::string reason = reason_of(errno);
  const Record* const before = written(item->output);
  item->record = before != nullptr ? *before : Record();
  item->fail(what + ": " + reason);
}

void Results::cannot_read(Item* item) const { failed(item, "cannot read " + full(*item)); }

void Results::cannot_write(Item* item) const {
  failed(item, "cannot write " + paths_.output + "/" + item->output);
}

Results::State Results::state_of(const Item& item) const {
  Stamp stamp;
  if (!folder_.stamp(item.output, &stamp)) return State::absent;
  const Record* const record = written(item.output);
  const bool known = record != nullptr && record->is_hashed();
  const std::uint64_t hash = item.record.output_hash;
  if (known && record->output == stamp) {
    return record->output_hash == hash ? State::same : State::ours;
  }
  std::uint64_t now = 0;
  const bool read = hash_file(paths_.output + "/" + item.output, &now);
  if (read && now == hash) return State::same;
  const bool as_written = read && known && now == record->output_hash;
  return as_written || is_ours(item.output, stamp) ? State::ours : State::edited;
}

// Keeps a file of somebody else that stands where the output would.
void Results::keep(Item* item, bool same_input) const {
  item->report.action = Action::kept;
  const Record* const before = written(item->output);
  if (before == nullptr) {
    item->report.add_finding(Code::output_edited,
                             "the output folder has a file of this name that torchada did not "
                             "write; it was not overwritten");
  } else if (!same_input) {
    item->report.add_finding(Code::output_edited,
                             "the ported file was changed by hand; it was not overwritten");
  }
  item->record = before != nullptr ? *before : Record();
}

void Results::source(Item* item) {
  fill_record(item);
  if (options_.in_place) {
    stage_in_place(item);
  } else {
    write_source(item);
  }
}

void Results::write_source(Item* item) {
  Record& record = item->record;
  const State state = state_of(*item);
  if (state == State::edited && !options_.force) {
    const Record* const before = written(item->output);
    keep(item, before != nullptr && before->output_hash == record.output_hash);
  } else if (state == State::same) {
    item->report.action = Action::unchanged;
    folder_.stamp(item->output, &record.output);
    if (!folder_.set_mode(item->output, item->entry->mode)) cannot_write(item);
  } else if (!folder_.write(item->output, item->bytes.text(), item->scan.edits, item->entry->mode,
                            &record.output)) {
    cannot_write(item);
  }
}

void Results::stage_in_place(Item* item) {
  Record& record = item->record;
  if (!item->scan.edits.empty() || item->output != item->entry->path) {
    if (!folder_.stage(item->bytes.text(), item->scan.edits, item->entry->mode, &item->staged,
                       &record.output)) {
      cannot_write(item);
    }
    return;
  }
  item->report.action = Action::unchanged;
  const Record* const before = written(item->output);
  if (before != nullptr && before->output_hash == record.output_hash) record = *before;
  record.output = item->entry->stamp;
}

void Results::add(Item* item) {
  fill_record(item);
  item->record.kind = Record::Kind::added;
  item->report.action = Action::added;
  // In place, what is written waits for the commit; what stays as it is does not.
  const State state = state_of(*item);
  const bool is_written = state == State::absent || state == State::ours || options_.force;
  if (!options_.in_place || !is_written) {
    write_source(item);
  } else if (!folder_.stage(item->bytes.text(), {}, item->entry->mode, &item->staged,
                            &item->record.output)) {
    cannot_write(item);
  }
}

bool Results::is_added(const Entry& entry, const Manifest& manifest) const {
  const auto found = manifest.find(entry.path);
  std::uint64_t now = 0;
  return found != manifest.end() && found->second.kind == Record::Kind::added &&
         hash_file(paths_.input + "/" + entry.path, &now) && now == found->second.output_hash;
}

void Results::drop(const Entry& entry) {
  dropped_.push_back({"", "", entry.path, entry.stamp, false, false});
}

// True where the output is a copy of the input, whoever made it.
bool Results::is_same(const Item& item) const {
  std::uint64_t input = 0;
  std::uint64_t output = 0;
  return hash_file(full(item), &input) && hash_file(paths_.output + "/" + item.output, &output) &&
         input == output;
}

void Results::copy(Item* item) {
  item->report.action = options_.in_place ? Action::unchanged : Action::copied;
  if (options_.in_place) return;
  Record& record = item->record;
  record.path = item->entry->path;
  record.input = item->entry->stamp;
  const Record* const before = written(item->output);
  Stamp stamp;
  const bool there = folder_.stamp(item->output, &stamp);
  const bool same_input = there && before != nullptr && before->input == record.input;
  if (there && !is_ours(item->output, stamp) && !options_.force && !is_same(*item)) {
    keep(item, same_input);
    return;
  }
  if (same_input && before->output == stamp) {
    item->report.action = Action::unchanged;
    record = *before;
    if (!folder_.set_mode(item->output, item->entry->mode)) cannot_write(item);
    return;
  }
  struct stat status{};
  const Descriptor input(open_regular(full(*item), &status));
  if (input.value() < 0) {
    cannot_read(item);
  } else if (!folder_.copy(item->output, input.value(), status, item->entry->mode,
                           &record.output)) {
    errno == kFileChanged ? cannot_read(item) : cannot_write(item);
  }
}

// A link follows the renaming of the file it names.
void Results::link(Item* item) {
  item->report.action = Action::linked;
  const Entry& entry = *item->entry;
  const std::string target = target_after(entry, files_, options_.in_place ? paths_.input : "");
  item->record.path = entry.path;
  item->record.kind = Record::Kind::linked;
  item->record.input = entry.stamp;
  if (options_.in_place) {
    stage_link_in_place(target, item);
    return;
  }
  Stamp stamp;
  const bool there = folder_.stamp(item->output, &stamp);
  const Record* const before = written(item->output);
  if (there && !is_ours(item->output, stamp) && !options_.force &&
      folder_.link_target(item->output) != target) {
    keep(item, before != nullptr && before->input == entry.stamp);
  } else if (!folder_.link(item->output, target, &item->record.output)) {
    cannot_write(item);
  }
}

void Results::stage_link_in_place(const std::string& target, Item* item) {
  Record& record = item->record;
  if (target != item->entry->target || item->output != item->entry->path) {
    if (!folder_.stage_link(target, &item->staged, &record.output)) cannot_write(item);
    return;
  }
  item->report.action = Action::unchanged;
  const Record* const before = written(item->output);
  record = before != nullptr && before->kind == Record::Kind::linked ? *before : Record();
  record.output = item->entry->stamp;
}

void Results::note(Item* item) const {
  if (!item->record.path.empty()) item->manifest_lines = manifest_lines(item->output, item->record);
  item->record = Record();
}

std::string Results::manifest_text(const std::deque<Item>& items) const {
  std::vector<const Item*> sorted;
  for (const Item& item : items) sorted.push_back(&item);
  std::sort(sorted.begin(), sorted.end(),
            [](const Item* a, const Item* b) { return a->output < b->output; });
  std::string text = manifest_header({options_.translation.direction, options_.in_place});
  for (const Item* item : sorted) text += item->manifest_lines;
  return text;
}

bool Results::finish(const std::deque<Item>& items, std::string* error) {
  const std::string text = manifest_text(items);
  if (options_.in_place) return commit_in_place(items, text, error);
  remove_stale(items, [](const Item& item) { return !item.manifest_lines.empty(); }, true);
  if (folder_.write(kManifestPath, text, {}, 0644) && folder_.remove(kJournalPath)) return true;
  *error = "cannot write " + paths_.output + "/" + kManifestPath + ": " + reason_of(errno);
  return false;
}

// Outputs of inputs that are gone, unless somebody changed them, and the folders that held them.
void Results::remove_stale(const std::deque<Item>& items, bool (*is_wanted)(const Item&),
                           bool added_too) {
  if (written_.empty() && journaled_.empty()) return;
  std::unordered_set<std::string_view> wanted;
  for (const Item& item : items) {
    if (is_wanted(item)) wanted.insert(item.output);
  }
  std::vector<std::string> outputs;
  for (const auto& [output, record] : written_) {
    if (added_too || record.kind != Record::Kind::added) outputs.push_back(output);
  }
  for (const auto& [output, stamps] : journaled_) outputs.push_back(output);
  for (const std::string& output : outputs) {
    Stamp stamp;
    const bool stale = wanted.find(output) == wanted.end() && folder_.stamp(output, &stamp) &&
                       (is_ours(output, stamp) || is_as_written(output));
    if (stale) folder_.remove_with_folders(output);
  }
}

void Results::make_room(const std::deque<Item>& items) {
  if (options_.check || options_.in_place) return;
  // Whether our own files are needed is not known yet.
  remove_stale(items, [](const Item&) { return true; }, false);
}

// True for what an earlier run has made of another text, and nobody has touched since.
bool Results::is_result(const Entry& entry) const {
  const Record* const record = written(entry.path);
  return record != nullptr && record->output == entry.stamp &&
         (!record->changes.empty() || record->path != entry.path);
}

// All or nothing: where one file fails, none is replaced.
bool Results::commit_in_place(const std::deque<Item>& items, const std::string& manifest,
                              std::string* error) {
  std::vector<Step> steps = dropped_;
  const bool back = options_.translation.direction == Direction::reverse;
  for (const Item& item : items) {
    if (item.report.action == Action::failed) {
      *error = item.report.findings.back().message + "; nothing was changed";
      folder_.clean();
      return false;
    }
    if (item.staged.empty()) continue;
    if (item.added) {
      steps.push_back({item.staged, item.output, "", {}, false, false});
    } else {
      steps.push_back({item.staged, item.output, item.entry->path, item.entry->stamp,
                       !is_result(*item.entry), back});
    }
  }
  Step last;
  last.output = kManifestPath;
  Stamp stamp;
  if (!folder_.stage(manifest, {}, 0644, &last.staged, &stamp)) {
    *error = "cannot write " + paths_.output + "/" + kManifestPath + ": " + reason_of(errno) +
             "; nothing was changed";
    folder_.clean();
    return false;
  }
  steps.push_back(last);
  return commit(steps, &folder_, error);
}

}  // namespace torchada::port
