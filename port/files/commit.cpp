// The list of steps is a file; each step may be done twice.
#include "commit.h"

#include <cerrno>

#include "lines.h"

namespace torchada::port {

namespace {

constexpr std::string_view kCommitHeader = "torchada-port commit 1\n";
// The last line of a list. One without it was cut off, or is not ours.
constexpr std::string_view kEnd = "end\n";

// The list is there: nothing is lost, and each file is the old one or the new one.
bool failed(const std::string& path, const OutputFolder& folder, std::string* error) {
  *error = "cannot write " + folder.path() + "/" + path + ": " + reason_of(errno) +
           "; run the same command again to finish";
  return false;
}

const char* flags_of(const Step& step) {
  if (step.keep) return step.forget ? "both" : "keep";
  return step.forget ? "forget" : "none";
}

bool follow(const Step& step, OutputFolder* folder, std::string* error) {
  Stamp now;
  const bool is_ours = step.input.empty();
  const bool unchanged = is_ours || (folder->stamp(step.input, &now) && now == step.before);
  if (folder->has_staged(step.staged)) {
    if (!unchanged) {
      // Somebody has changed the file since: it stays, and the next run translates it.
      folder->drop_staged(step.staged);
      return true;
    }
    if (step.keep && !folder->back_up(step.input)) return failed(step.input, *folder, error);
    if (!folder->publish(step.staged, step.output)) return failed(step.output, *folder, error);
  }
  if (step.output.empty()) {
    return !unchanged || folder->remove_with_folders(step.input) ||
           failed(step.input, *folder, error);
  }
  if (!is_ours && step.input != step.output && unchanged && !folder->remove(step.input)) {
    return failed(step.input, *folder, error);
  }
  if (step.forget) folder->forget_backup(step.output);
  return true;
}

bool follow_all(const std::vector<Step>& steps, OutputFolder* folder, std::string* error) {
  for (const Step& step : steps) {
    if (!follow(step, folder, error)) return false;
  }
  if (!folder->sync() || !folder->remove(kCommitPath)) return failed(kCommitPath, *folder, error);
  return true;
}

}  // namespace

std::vector<Step> parse_steps(std::string_view text) {
  std::vector<Step> steps;
  const bool whole = text.size() >= kCommitHeader.size() + kEnd.size() &&
                     text.substr(0, kCommitHeader.size()) == kCommitHeader &&
                     text.substr(text.size() - kEnd.size()) == kEnd;
  if (!whole) return steps;
  text.remove_prefix(kCommitHeader.size());
  std::vector<std::string_view> fields;
  while (next_line(&text, &fields)) {
    if (fields.size() != 6) continue;
    Step step;
    step.staged = unescaped(fields[0]);
    step.output = unescaped(fields[1]);
    step.input = unescaped(fields[2]);
    step.before = {number<std::int64_t>(fields[3]), number<std::int64_t>(fields[4])};
    step.keep = fields[5] == "keep" || fields[5] == "both";
    step.forget = fields[5] == "forget" || fields[5] == "both";
    steps.push_back(std::move(step));
  }
  return steps;
}

std::string steps_text(const std::vector<Step>& steps) {
  std::string text(kCommitHeader);
  for (const Step& step : steps) {
    text += escaped(step.staged) + "\t" + escaped(step.output) + "\t" + escaped(step.input) + "\t" +
            std::to_string(step.before.size) + "\t" + std::to_string(step.before.nanoseconds) +
            "\t" + flags_of(step) + "\n";
  }
  return text.append(kEnd);
}

bool commit(const std::vector<Step>& steps, OutputFolder* folder, std::string* error) {
  // The files that the list names must be on disk before the list is, and the list before it is followed.
  if (!folder->sync() || !folder->write(kCommitPath, steps_text(steps), {}, 0644)) {
    *error = "cannot write " + folder->path() + "/" + kCommitPath + ": " + reason_of(errno) +
             "; nothing was changed";
    folder->clean();
    return false;
  }
  if (!folder->sync()) return failed(kCommitPath, *folder, error);
  return follow_all(steps, folder, error);
}

bool finish_commit(OutputFolder* folder, std::string* error) {
  FileBytes bytes;
  if (!bytes.read(folder->path() + "/" + kCommitPath)) {
    return errno == ENOENT || failed(kCommitPath, *folder, error);
  }
  return follow_all(parse_steps(bytes.text()), folder, error);
}

}  // namespace torchada::port
