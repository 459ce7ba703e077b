// The folder that is read, and the one that is written.
#include "paths.h"

#include <filesystem>

#include "output.h"

namespace torchada::port {

namespace {

namespace fs = std::filesystem;

bool lies_in(const fs::path& inner, const fs::path& outer) {
  auto at = inner.begin();
  for (const fs::path& part : outer) {
    if (at == inner.end() || *at != part) return false;
    ++at;
  }
  return true;
}

}  // namespace

bool find_paths(const TreeOptions& options, Paths* paths, std::string* error) {
  std::error_code code;
  const fs::path input = fs::canonical(options.input, code);
  if (code) {
    *error = "cannot read " + options.input + ": " + code.message();
    return false;
  }
  if (!fs::is_directory(input, code)) {
    *error = options.input + " is not a folder; use the program torchada-port for single files";
    return false;
  }
  paths->input = input.string();
  if (options.check) return true;
  if (options.in_place) {
    paths->output = paths->input;
    return true;
  }
  const fs::path output = fs::weakly_canonical(fs::absolute(options.output, code), code);
  if (code) {
    *error = "cannot write to " + options.output + ": " + code.message();
    return false;
  }
  paths->output = output.string();
  while (paths->output.size() > 1 && paths->output.back() == '/') paths->output.pop_back();
  if (lies_in(paths->output, input) || lies_in(input, paths->output)) {
    *error = "the output folder " + paths->output + " and the project's folder " + paths->input +
             " contain each other; choose another output folder, or use --in-place";
    return false;
  }
  return true;
}

// Folders alone do not count: ninja makes those of its outputs before it runs the command.
bool holds_something(const std::string& folder) {
  std::error_code code;
  for (fs::recursive_directory_iterator at(folder, code), end; !code && at != end;
       at.increment(code)) {
    if (at->is_symlink(code) || !at->is_directory(code)) return true;
  }
  return static_cast<bool>(code);
}

bool may_write_to(const TreeOptions& options, const std::string& output, std::string* error) {
  std::error_code code;
  if (fs::exists(output, code) && !fs::is_directory(output, code)) {
    *error = "cannot write to " + output + ", because it is not a folder; choose an output folder";
    return false;
  }
  const bool ours = options.in_place || fs::exists(fs::path(output) / kOwnFolder, code);
  if (!ours && !options.force && fs::exists(output, code) && holds_something(output)) {
    *error = "the output folder " + output + " holds files that torchada-port has not written; " +
             "choose another folder, or use --force";
    return false;
  }
  return true;
}

}  // namespace torchada::port
