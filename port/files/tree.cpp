// Porting a folder: scan all, learn what the project defines, then write.
#include "torchada/port/tree.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "manifest.h"
#include "output.h"
#include "torchada/port/file_set.h"
#include "torchada/port/place.h"
#include "walk.h"

namespace torchada::port {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTextInMemory = 256 << 20;

// Calls function(index, worker) for every index, in as many threads as jobs.
template <class Function>
void for_each(std::size_t count, unsigned jobs, const Function& function) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](unsigned worker) {
    for (std::size_t i = next++; i < count; i = next++) function(i, worker);
  };
  std::vector<std::thread> threads;
  for (unsigned worker = 1; worker < jobs && worker < count; ++worker) {
    threads.emplace_back(work, worker);
  }
  work(0);
  for (std::thread& thread : threads) thread.join();
}

bool is_utf16(std::string_view text) {
  return text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF";
}

// One file on its way.
struct Item {
  const Entry* entry = nullptr;
  std::string output;
  bool source = false;
  FileBytes bytes;
  bool in_memory = false;
  Scan scan;
  std::deque<Replacement> originals;  // of a recorded way back
  FileReport report;
  Record record;
};

class TreeRun {
 public:
  explicit TreeRun(const TreeOptions& options)
      : options_(options),
        jobs_(options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency())),
        files_(options.translation.direction) {}

  Report run() {
    if (!check_paths()) return std::move(report_);
    walk_ = walk(input_, options_.translation.rules.exclude);
    report_.skipped_folders = walk_.skipped_folders;
    if (!walk_.error.empty()) fail(walk_.error);
    if (!walk_.error.empty() || !open_output()) return std::move(report_);
    collect();
    Options translation = options_.translation;
    translation.own_libraries = files_.own_libraries();
    for (unsigned i = 0; i < jobs_; ++i) {
      translators_.push_back(std::make_unique<Translator>(translation));
    }
    for_each(items_.size(), jobs_, [this](std::size_t i, unsigned worker) { scan(i, worker); });
    merge_definitions();
    for_each(items_.size(), jobs_, [this](std::size_t i, unsigned) { finish(i); });
    finish_run();
    return std::move(report_);
  }

 private:
  bool fail(const std::string& error) {
    report_.error = error;
    return false;
  }

  bool is_reverse() const { return options_.translation.direction == Direction::reverse; }

  // The folder, or the one file in it, and that neither folder lies in the other.
  bool check_paths() {
    std::error_code error;
    const fs::path given = fs::canonical(options_.input, error);
    if (error) {
      return fail("cannot read " + options_.input + ": " + error.message());
    }
    if (!fs::is_directory(given)) {
      return fail(options_.input + " is not a folder");
    }
    input_ = given.string();
    if (options_.check) return true;
    const fs::path output =
        options_.in_place ? given : fs::weakly_canonical(fs::absolute(options_.output), error);
    output_ = output.string();
    if (options_.in_place) return true;
    const std::string in = input_ + "/";
    const std::string out = output_ + "/";
    if (out.compare(0, in.size(), in) == 0 || in.compare(0, out.size(), out) == 0) {
      fail("the output folder " + output_ + " and the input folder " + input_ +
           " lie in each other; give another one, or use --in-place");
      return false;
    }
    return true;
  }

  bool open_output() {
    std::error_code error;
    if (!options_.check) {
      const bool ours = options_.in_place || fs::exists(fs::path(output_) / kOwnFolder, error);
      if (!ours && !options_.force && fs::exists(output_, error) && !fs::is_empty(output_, error)) {
        fail(output_ +
             " is not empty and was not written by torchada-port; give another folder, "
             "or use --force");
        return false;
      }
      std::string reason;
      if (!folder_.open(output_, &reason)) {
        return fail(reason);
      }
      read_manifest(output_, &written_);
    }
    if (is_reverse()) read_manifest(input_, &ported_);
    return true;
  }

  static void read_manifest(const std::string& folder, Manifest* manifest) {
    FileBytes bytes;
    if (bytes.read(folder + "/" + kManifestPath)) *manifest = parse_manifest(bytes.text());
  }

  void collect() {
    for (const Entry& entry : walk_.entries) {
      if (entry.kind == Entry::Kind::folder) continue;
      files_.add(entry.path);
      const auto record = ported_.find(entry.path);
      if (record != ported_.end()) files_.rename(entry.path, record->second.path);
    }
    files_.settle();
    for (const Entry& entry : walk_.entries) {
      if (entry.kind == Entry::Kind::folder) {
        if (!options_.check && !options_.in_place) folder_.make_folder(entry.path, entry.mode);
        continue;
      }
      Item& item = items_.emplace_back();
      item.entry = &entry;
      item.output = files_.renamed(entry.path);
      item.source = entry.kind == Entry::Kind::file && is_source(entry.path);
      item.report.path = entry.path;
      item.report.output = item.output;
    }
  }

  std::string full(const Item& item) const { return input_ + "/" + item.entry->path; }

  // First pass: edits and findings that hold while nothing else is defined.
  void scan(std::size_t index, unsigned worker) {
    Item& item = items_[index];
    step();
    if (!item.source) return;
    if (!item.bytes.read(full(item))) {
      failed(&item, std::strerror(errno));
      return;
    }
    const std::string_view text = item.bytes.text();
    if (is_utf16(text)) {
      add_finding(&item, Code::encoding, "UTF-16 text is copied as it is");
    } else if (!take_recorded_way_back(&item)) {
      item.scan = translators_[worker]->scan(text, item.entry->path, &files_);
    }
    item.in_memory =
        item.bytes.is_mapped() || (text_in_memory_ += text.size()) <= kMostTextInMemory;
    if (!item.in_memory) item.bytes = FileBytes();
  }

  // The recorded edits, where the file is still what was written.
  bool take_recorded_way_back(Item* item) {
    const auto found = ported_.find(item->entry->path);
    if (found == ported_.end() || !found->second.changed) return false;
    Hasher hasher;
    hasher.add(item->bytes.text());
    if (hasher.value() != found->second.output_hash) return false;
    for (const Record::Change& change : found->second.changes) {
      const std::string_view now = item->bytes.text().substr(change.begin, change.length);
      item->originals.push_back({std::string(now), change.original, "recorded"});
      item->scan.edits.push_back({change.begin, static_cast<std::uint32_t>(change.length),
                                  Certainty::certain, &item->originals.back()});
    }
    return true;
  }

  void merge_definitions() {
    for (Item& item : items_) {
      for (std::string& name : item.scan.definitions) definitions_.push_back(std::move(name));
    }
    std::sort(definitions_.begin(), definitions_.end());
    definitions_.erase(std::unique(definitions_.begin(), definitions_.end()), definitions_.end());
  }

  // Second pass: what is to be written.
  void finish(std::size_t index) {
    Item& item = items_[index];
    step();
    if (item.report.action == Action::failed) return;
    if (item.entry->kind == Entry::Kind::link) {
      finish_link(&item);
    } else if (item.source) {
      finish_source(&item);
    } else {
      finish_copy(&item);
    }
    item.bytes = FileBytes();
    item.scan = Scan();
  }

  void finish_source(Item* item) {
    if (!item->in_memory && !item->bytes.read(full(*item))) {
      failed(item, std::strerror(errno));
      return;
    }
    resolve(definitions_, &item->scan);
    const std::string_view text = item->bytes.text();
    if (!item->scan.edits.empty() && item->scan.edits.back().end() > text.size()) {
      failed(item, "the file changed while it was read");
      return;
    }
    describe(text, &item->scan, &item->report);
    if (options_.check) {
      item->report.action = Action::checked;
    } else {
      write_source(item, text);
    }
  }

  static std::uint64_t hash_of(std::string_view text, const std::vector<Edit>& edits) {
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

  std::uint64_t hash_on_disk(const std::string& path) const {
    FileBytes bytes;
    Hasher hasher;
    if (!bytes.read(output_ + "/" + path)) return 0;
    hasher.add(bytes.text());
    return hasher.value();
  }

  // What the output is, compared with what this run would write.
  enum class State : std::uint8_t { absent, same, ours, edited };

  State state_of(const Item& item, std::uint64_t hash) const {
    Stamp stamp;
    if (!folder_.stamp(item.output, &stamp)) return State::absent;
    const auto record = written_.find(item.output);
    const bool known = record != written_.end() && record->second.hashed;
    if (known && record->second.output == stamp) {
      return record->second.output_hash == hash ? State::same : State::ours;
    }
    const std::uint64_t now = hash_on_disk(item.output);
    if (now == hash) return State::same;
    if (!known || now == record->second.output_hash) return State::ours;
    return State::edited;
  }

  void write_source(Item* item, std::string_view text) {
    const std::vector<Edit>& edits = item->scan.edits;
    Record& record = item->record;
    record.path = item->entry->path;
    record.input = item->entry->stamp;
    record.hashed = true;
    record.output_hash = hash_of(text, edits);
    record.changed = edits.size() <= kMostChanges;
    if (record.changed) record.changes = changes_of(text, edits);
    if (options_.in_place) {
      write_in_place(item, text);
      return;
    }
    const State state = state_of(*item, record.output_hash);
    const auto before = written_.find(item->output);
    const bool same_result =
        before != written_.end() && before->second.output_hash == record.output_hash;
    if (state == State::same) {
      item->report.action = Action::unchanged;
    } else if (state == State::edited && !options_.force) {
      item->report.action = Action::kept;
      if (!same_result) {
        add_finding(item, Code::output_edited, "the output was changed by hand; it stays");
      }
      record = before->second;
      return;
    } else if (!folder_.write(item->output, text, edits, item->entry->mode)) {
      failed(item, std::strerror(errno));
      return;
    }
    folder_.stamp(item->output, &record.output);
  }

  void write_in_place(Item* item, std::string_view text) {
    const std::string& path = item->entry->path;
    const bool renamed = item->output != path;
    if (item->scan.edits.empty() && !renamed) {
      item->report.action = Action::unchanged;
      const auto before = written_.find(path);
      if (before != written_.end() && before->second.output_hash == item->record.output_hash) {
        item->record = before->second;
      }
      folder_.stamp(path, &item->record.output);
      return;
    }
    if (!folder_.back_up(path) ||
        !folder_.write(item->output, text, item->scan.edits, item->entry->mode) ||
        (renamed && !folder_.remove(path))) {
      failed(item, std::strerror(errno));
      return;
    }
    folder_.stamp(item->output, &item->record.output);
  }

  void finish_copy(Item* item) {
    item->report.action = options_.check ? Action::checked : Action::copied;
    if (options_.check || options_.in_place) return;
    Record& record = item->record;
    record.path = item->entry->path;
    record.input = item->entry->stamp;
    const auto before = written_.find(item->output);
    Stamp stamp;
    const bool there = before != written_.end() && folder_.stamp(item->output, &stamp);
    if (there && before->second.input == record.input) {
      // As it was written, or changed by hand since.
      item->report.action = before->second.output == stamp ? Action::unchanged : Action::kept;
      record = before->second;
      return;
    }
    if (!folder_.copy(item->output, full(*item), item->entry->mode)) {
      failed(item, std::strerror(errno));
      return;
    }
    folder_.stamp(item->output, &record.output);
  }

  // A link follows the renaming of the file it names.
  void finish_link(Item* item) {
    item->report.action = options_.check ? Action::checked : Action::linked;
    if (options_.check || options_.in_place) return;
    std::string target = item->entry->target;
    std::string renamed;
    if (target.front() != '/' && files_.resolve(item->entry->path, target, true, &renamed) &&
        !renamed.empty()) {
      target = renamed;
    }
    if (!folder_.link(item->output, target)) failed(item, std::strerror(errno));
  }

  void add_finding(Item* item, Code code, std::string message) {
    Placed finding;
    finding.code = code;
    finding.severity = port::text(code).severity;
    finding.message = std::move(message);
    item->report.findings.push_back(std::move(finding));
  }

  void failed(Item* item, const std::string& reason) {
    item->report.action = Action::failed;
    add_finding(item, Code::unreadable, reason);
  }

  void step() {
    const std::size_t done = ++done_;
    if (!options_.progress || done % 16 != 0) return;
    const std::lock_guard<std::mutex> lock(progress_mutex_);
    options_.progress(done / 2, items_.size());
  }

  void finish_run() {
    Manifest manifest;
    for (Item& item : items_) {
      if (!item.record.path.empty()) manifest[item.output] = std::move(item.record);
      report_.files.push_back(std::move(item.report));
    }
    if (options_.check) return;
    if (!options_.in_place) remove_stale(manifest);
    if (!folder_.write(kManifestPath, manifest_text(manifest), {}, 0644)) {
      report_.error = "cannot write the manifest: " + std::string(std::strerror(errno));
    }
  }

  // Outputs of inputs that are gone, unless somebody changed them.
  void remove_stale(const Manifest& manifest) {
    for (const auto& [output, record] : written_) {
      Stamp stamp;
      if (manifest.find(output) == manifest.end() && folder_.stamp(output, &stamp) &&
          stamp == record.output) {
        folder_.remove(output);
      }
    }
  }

  const TreeOptions& options_;
  const unsigned jobs_;
  std::string input_;
  std::string output_;
  OutputFolder folder_;
  Manifest written_;  // by the run before
  Manifest ported_;   // of the input, for the way back
  Walk walk_;
  FileSet files_;
  std::deque<Item> items_;
  std::vector<std::unique_ptr<Translator>> translators_;
  Definitions definitions_;
  std::atomic<std::size_t> text_in_memory_{0};
  std::atomic<std::size_t> done_{0};
  std::mutex progress_mutex_;
  Report report_;
};

}  // namespace

FileReport port_one(std::string_view text, std::string_view path, const Options& options) {
  FileReport report;
  report.path = path;
  Translator translator(options);
  Scan scan = translate(text, path, &translator);
  report.text = apply_edits(text, scan.edits);
  describe(text, &scan, &report);
  return report;
}

Report port_tree(const TreeOptions& options) { return TreeRun(options).run(); }

}  // namespace torchada::port
