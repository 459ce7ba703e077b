// The report of a run, per file and in total; as text and as JSON.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "torchada/port/finding.h"

namespace torchada::port {

// A finding with its place, ready to be printed.
struct Placed {
  Code code = Code::unknown_name;
  Severity severity = Severity::warning;
  std::size_t line = 1;
  std::size_t column = 1;
  std::size_t length = 0;
  std::string name;
  std::string message;
  std::string help;
  std::string source;  // the line
};

enum class Action : std::uint8_t {
  translated,  // written, with edits or without
  copied,      // no source
  linked,      // a symbolic link
  added,       // torchada/ptx.h, which ported files call
  unchanged,   // the output is what it was
  kept,        // the output was changed by hand, and the input is as it was
  checked,     // nothing is written
  failed,
};

std::string_view text(Action action);

struct FileReport {
  std::string text;    // the result, of a single text only
  std::string path;    // relative to the input
  std::string output;  // the folder that was written to, and that of the originals
  Action action = Action::translated;
  bool calls_ptx = false;                       // functions of torchada/ptx.h
  std::map<std::string, std::size_t> replaced;  // by library
  std::size_t likely = 0;                       // of these, those that only a rule gave
  std::size_t launches = 0;
  std::vector<Placed> findings;

  // Adds a finding about the file as a whole.
  void add_finding(Code code, std::string message);
};

// Fills in what edits and findings say; `scan` is resolved.
void describe(std::string_view source, struct Scan* scan, FileReport* report);

struct Report {
  std::vector<FileReport> files;
  std::size_t skipped_folders = 0;
  std::string output;  // the folder that was written to, and that of the originals
  std::string backup;
  std::string error;  // set when the run as a whole failed

  std::size_t count(Severity severity) const;
  bool ready() const { return error.empty() && count(Severity::warning) == 0; }
  // "ready", or "3 places need hand work".
  std::string verdict() const;
  // 0: ready, 1: something is left, 2: failed.
  int exit_code() const;
};

// Control bytes become `?`: names of files may have some, and terminals obey them.
std::string printable(std::string_view text);

struct TextStyle {
  bool notes = false;
  bool source = true;  // source line, carets and help
};

// Every finding as `file:line:column: warning[code]: ...`.
std::string findings_text(const FileReport& file, const TextStyle& style);
// The replacements, and the places that are left, in a few lines.
std::string summary_text(const Report& report);
std::string json(const Report& report);
// The page with all codes, in Markdown.
std::string codes_page();

}  // namespace torchada::port
