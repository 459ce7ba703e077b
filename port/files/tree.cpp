// Porting a folder: scan all, learn what the project defines, then write.
#include "torchada/port/tree.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "added_header.h"
#include "commit.h"
#include "item.h"
#include "links.h"
#include "parallel.h"
#include "ptx_translations.h"
#include "results.h"
#include "texts.h"
#include "torchada/port/build_script.h"
#include "way_back.h"

namespace torchada::port {

namespace {

constexpr std::size_t kMostTextInMemory = 256 << 20;
// No machine has use for more threads, and each thread costs memory.
constexpr unsigned kMostJobs = 256;

class TreeRun {
 public:
  explicit TreeRun(const TreeOptions& options)
      : options_(options),
        jobs_(std::min(kMostJobs, options.jobs != 0
                                      ? options.jobs
                                      : std::max(1U, std::thread::hardware_concurrency()))),
        header_(options_, paths_, walk_),
        files_(options.translation.direction),
        results_(options_, paths_, files_) {}

  Report run() {
    if (!prepare_folders()) return std::move(report_);
    collect();
    header_.find_in_project();
    Options translation = options_.translation;
    translation.own_libraries = files_.own_libraries();
    translation.ptx_translations = std::make_shared<PtxTranslations>();
    translation.ptx_header_at_root = header_.is_at_root();
    for (unsigned i = 0; i < jobs_ && i <= items_.size(); ++i) {
      translators_.push_back(std::make_unique<Translator>(translation));
    }
    for_each(items_.size(), jobs_, [this](std::size_t i, unsigned worker) { scan(i, worker); });
    merge_definitions();
    if (header_.is_needed(items_)) {
      if (!header_.has_place(&report_.error)) return std::move(report_);
      if (!options_.check) header_.add_to(&items_);
    }
    for_each(items_.size(), jobs_, [this](std::size_t i, unsigned worker) { finish(i, worker); });
    if (!options_.check) {
      results_.finish(items_, &report_.error);
      name_folders();
    }
    for (Item& item : items_) report_.files.push_back(std::move(item.report));
    return std::move(report_);
  }

 private:
  void name_folders() {
    report_.output = paths_.output;
    const std::string backup = paths_.output + "/" + kOwnFolder + "/backup";
    std::error_code code;
    if (std::filesystem::exists(backup, code)) report_.backup = backup;
  }

  bool prepare_folders() {
    std::string* const error = &report_.error;
    if (!find_paths(options_, &paths_, error)) return false;
    if (!options_.in_place && is_half_done()) return false;
    // In place, an interrupted run is finished first: the walk must see what it leaves.
    if (!options_.check && options_.in_place && !results_.open(error)) return false;
    walk_ = walk(paths_.input, options_.translation.rules.exclude);
    report_.skipped_folders = walk_.skipped_folders;
    *error = walk_.error;
    if (!error->empty()) return false;
    if (!options_.check && !options_.in_place && !results_.open(error)) return false;
    return options_.translation.direction == Direction::forward || read_ported();
  }

  bool read_ported() {
    Origin origin;
    if (!read_manifest(paths_.input, &ported_, &origin)) {
      report_.error = "cannot read " + paths_.input + "/" + kManifestPath + ": " + reason_of(errno);
      return false;
    }
    // The folder is the result of a run back, which cannot be taken back again.
    if (origin.direction == Direction::reverse) ported_.clear();
    return true;
  }

  bool is_half_done() {
    std::error_code code;
    if (!std::filesystem::exists(paths_.input + "/" + kCommitPath, code)) return false;
    report_.error = "an earlier run with --in-place was interrupted in " + paths_.input +
                    "; run torchada-port --in-place there to finish it";
    return true;
  }

  // A renamed file may not take the name of a folder. In place it may not take that of an entry that the walk
  // left out either.
  void reserve_names() {
    for (const Entry& entry : walk_.entries) {
      if (entry.kind == Entry::Kind::folder) files_.reserve(entry.path);
    }
    if (!options_.in_place) return;
    for (const std::string& path : walk_.left_out) files_.reserve(path);
  }

  void collect() {
    reserve_names();
    header_.find_earlier(ported_, &results_);
    for (const Entry& entry : walk_.entries) {
      if (entry.kind == Entry::Kind::folder || header_.is_earlier(entry)) continue;
      files_.add(entry.path);
      const auto record = ported_.find(entry.path);
      if (record != ported_.end()) files_.rename(entry.path, record->second.path);
    }
    files_.settle();
    for (const Entry& entry : walk_.entries) {
      if (entry.kind == Entry::Kind::folder || header_.is_earlier(entry)) continue;
      Item& item = items_.emplace_back();
      item.entry = &entry;
      item.output = files_.renamed(entry.path);
      item.source =
          entry.kind == Entry::Kind::file && (is_source(entry.path) || is_cmake(entry.path));
      item.script = !item.source && entry.kind == Entry::Kind::file && may_build(entry.path);
      item.report.path = entry.path;
      item.report.output = item.output;
      if (const std::string* const taken = files_.taken(entry.path)) {
        item.report.add_finding(
            Code::name_taken,
            "the new name " + *taken + " is taken by another file, so this file keeps its name");
      }
      check_link(&item);
    }
    texts_.reserve(std::min(text_size(), kMostTextInMemory));
    results_.make_room(items_);
    for (const Entry& entry : walk_.entries) {
      if (entry.kind != Entry::Kind::folder || options_.check) continue;
      if (!header_.held_earlier_alone(entry, items_)) make_folder(entry);
    }
  }

  // Files of a folder that cannot be made fail as well; all other files are ported.
  void make_folder(const Entry& entry) {
    if (results_.make_folder(entry)) return;
    report_.error =
        "cannot make the folder " + paths_.output + "/" + entry.path + ": " + reason_of(errno);
  }

  std::size_t text_size() const {
    std::size_t size = 0;
    for (const Item& item : items_) {
      if (item.source) size += static_cast<std::size_t>(item.entry->stamp.size);
    }
    return size;
  }

  void check_link(Item* item) const {
    const Entry& entry = *item->entry;
    const std::string root = options_.in_place ? paths_.input : "";
    if (entry.kind != Entry::Kind::link || !leads_out(entry, paths_.input, root)) return;
    item->report.add_finding(Code::link_outside, "the link leads out of the project to " +
                                                     entry.target + ", which is not ported");
  }

  // Reports what a build script says of CUDA; the script itself is copied.
  void scan_script(Item* item) {
    FileBytes bytes;
    if (!bytes.read(results_.full(*item))) return;  // copying will say why
    Scan scan;
    scan.findings = read_build_script(bytes.text(), item->entry->path, &files_);
    describe(bytes.text(), &scan, &item->report);
  }

  // The first pass finds edits and findings, as if the project defined no name itself.
  void scan(std::size_t index, unsigned worker) {
    Item& item = items_[index];
    step(worker);
    const bool forward = options_.translation.direction == Direction::forward;
    if (item.script && forward) scan_script(&item);
    if (!item.source) return;
    if (!item.bytes.read(results_.full(item), &texts_)) {
      results_.cannot_read(&item);
      return;
    }
    const std::string_view text = item.bytes.text();
    if (is_utf16(text)) {
      item.report.add_finding(Code::encoding, kWideText);
    } else if (!take_recorded_way_back(&item)) {
      item.scan = translators_[worker]->scan(text, item.entry->path, &files_);
      const auto record = ported_.find(item.entry->path);
      if (record != ported_.end()) {
        way_back_of_edited(record->second, text, &item.originals, &item.scan);
      }
    }
    if (!text.empty() && !item.bytes.is_lent()) {
      item.dropped = true;
      item.hash = hash_of(text);
      item.bytes.release();
    }
  }

  // Takes the edits back from the record of the run that wrote the file, if nobody has changed the file since.
  bool take_recorded_way_back(Item* item) {
    const auto found = ported_.find(item->entry->path);
    if (found == ported_.end() || found->second.kind != Record::Kind::changed) return false;
    return hash_of(item->bytes.text()) == found->second.output_hash &&
           way_back(found->second, item->bytes.text(), &item->originals, &item->scan.edits);
  }

  void merge_definitions() {
    for (Item& item : items_) {
      for (std::string& name : item.scan.definitions) definitions_.push_back(std::move(name));
    }
    std::sort(definitions_.begin(), definitions_.end());
    definitions_.erase(std::unique(definitions_.begin(), definitions_.end()), definitions_.end());
  }

  // The second pass writes.
  void finish(std::size_t index, unsigned worker) {
    Item& item = items_[index];
    step(worker);
    if (item.report.action != Action::failed) finish(&item);
    item.bytes.release();
    item.scan = Scan();
    if (!options_.check) results_.note(&item);
  }

  void finish(Item* item) {
    if (item->added) {
      results_.add(item);
    } else if (item->source) {
      finish_source(item);
    } else if (options_.check) {
      item->report.action = Action::checked;
    } else if (item->entry->kind == Entry::Kind::link) {
      results_.link(item);
    } else {
      results_.copy(item);
    }
  }

  void finish_source(Item* item) {
    if (!read_again(item)) {
      results_.cannot_read(item);
      return;
    }
    resolve(definitions_, &item->scan);
    describe(item->bytes.text(), &item->scan, &item->report);
    if (options_.check) {
      item->report.action = Action::checked;
    } else {
      results_.source(item);
    }
  }

  // Reads a text again that the first pass has dropped. False where it has changed meanwhile.
  bool read_again(Item* item) const {
    if (!item->dropped) return true;
    if (!item->bytes.read(results_.full(*item))) return false;
    errno = kFileChanged;
    return hash_of(item->bytes.text()) == item->hash;
  }

  // The calling thread is the first worker.
  void step(unsigned worker) {
    const bool asks = worker == 0 && options_.interrupted && ++unasked_ % 16 == 0;
    if (asks && options_.interrupted()) throw Interrupted();
    const std::size_t done = ++done_;
    if (!options_.progress || done % 16 != 0) return;
    const std::lock_guard<std::mutex> lock(progress_mutex_);
    options_.progress(done / 2, items_.size());
  }

  const TreeOptions& options_;
  const unsigned jobs_;
  Paths paths_;
  Manifest ported_;  // of the input, for the way back
  Walk walk_;
  AddedHeader header_;
  FileSet files_;
  Results results_;
  TextMemory texts_;  // of the items
  std::deque<Item> items_;
  std::vector<std::unique_ptr<Translator>> translators_;
  Definitions definitions_;
  std::atomic<std::size_t> done_{0};
  std::size_t unasked_ = 0;  // of the first worker
  std::mutex progress_mutex_;
  Report report_;
};

}  // namespace

Report port_tree(const TreeOptions& options) {
  if (!options.is_last) return TreeRun(options).run();
  static TreeRun* last;
  last = new TreeRun(options);
  return last->run();
}

}  // namespace torchada::port
