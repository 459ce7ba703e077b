// Ports a folder or a file on disk.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "torchada/port/report.h"
#include "torchada/port/translate.h"

namespace torchada::port {

struct Interrupted : std::exception {
  const char* what() const noexcept override {
    return "interrupted; run the same command again to finish";
  }
};

struct TreeOptions {
  std::string input;
  std::string output;     // empty with in_place or check
  bool in_place = false;  // originals go to .torchada-port/backup
  bool check = false;     // writes nothing
  bool force = false;     // overwrites outputs that were changed by hand
  unsigned jobs = 0;      // 0: one for each processor
  // The process ends after this run, so its memory is left to the system, which takes it back at once.
  bool is_last = false;
  Options translation;
  // Called now and then, from one thread at a time.
  std::function<void(std::size_t done, std::size_t all)> progress;
  // Asked now and then, by the calling thread: true ends the run by Interrupted, as a kill would.
  std::function<bool()> interrupted;
};

// One text, which is a project of its own; its report holds the result.
FileReport port_one(std::string_view text, std::string_view path, Translator* translator);

// (path, text) of files that make a project together. Their reports, in the same order, hold the
// results; `output` is what the file is called then. Writes nothing.
using Texts = std::vector<std::pair<std::string, std::string>>;
Report port_texts(const Texts& texts, const Options& translation);

Report port_tree(const TreeOptions& options);

}  // namespace torchada::port
