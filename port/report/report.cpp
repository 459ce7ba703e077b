// Counting and the verdict.
#include "torchada/port/report.h"

#include "torchada/port/place.h"
#include "torchada/port/translate.h"

namespace torchada::port {

std::string_view text(Action action) {
  switch (action) {
    case Action::translated: return "translated";
    case Action::copied: return "copied";
    case Action::linked: return "linked";
    case Action::added: return "added";
    case Action::unchanged: return "unchanged";
    case Action::kept: return "kept";
    case Action::checked: return "checked";
    case Action::failed: return "failed";
  }
  return "";
}

void FileReport::add_finding(Code code, std::string message) {
  Placed finding;
  finding.code = code;
  finding.severity = port::text(code).severity;
  finding.message = std::move(message);
  findings.push_back(std::move(finding));
}

void describe(std::string_view source, Scan* scan, FileReport* report) {
  report->launches = scan->launches;
  report->calls_ptx = scan->calls_ptx;
  for (const Edit& edit : scan->edits) {
    if (edit.replacement->library.empty()) continue;
    ++report->replaced[edit.replacement->library];
    if (edit.certainty == Certainty::likely) ++report->likely;
  }
  Places places(source);
  for (Finding& finding : scan->findings) {
    const LineColumn at = places.at(finding.begin);
    report->findings.push_back({finding.code, finding.severity, at.line, at.column, finding.length,
                                std::move(finding.name), std::move(finding.message),
                                std::move(finding.help), places.source_line()});
  }
}

std::size_t Report::count(Severity severity) const {
  std::size_t count = 0;
  for (const FileReport& file : files) {
    for (const Placed& finding : file.findings) count += finding.severity == severity ? 1 : 0;
  }
  return count;
}

std::string Report::verdict() const {
  const std::size_t places = count(Severity::warning);
  if (places == 0) return "ready";
  return std::to_string(places) + (places == 1 ? " place needs" : " places need") + " hand work";
}

int Report::exit_code() const {
  if (!error.empty()) return 2;
  for (const FileReport& file : files) {
    if (file.action == Action::failed) return 2;
  }
  return ready() ? 0 : 1;
}

}  // namespace torchada::port
