// The report as text.
#include <algorithm>
#include <map>

#include "torchada/port/report.h"

namespace torchada::port {

namespace {

void append_source(const Placed& finding, std::string* text) {
  if (finding.source.empty()) return;
  const std::string number = std::to_string(finding.line);
  const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  *text += margin + number + " | " + finding.source + "\n";
  if (finding.column > finding.source.size()) return;
  const std::size_t room = finding.source.size() - finding.column + 1;
  const std::size_t carets = std::max<std::size_t>(1, std::min(finding.length, room));
  *text += std::string(std::max<std::size_t>(5, number.size()), ' ') + " | " +
           std::string(finding.column - 1, ' ') + std::string(carets, '^') + "\n";
}

void append_finding(const FileReport& file, const Placed& finding, const TextStyle& style,
                    std::string* text) {
  const CodeText& code = port::text(finding.code);
  *text += printable(file.path) + ":" + std::to_string(finding.line) + ":" +
           std::to_string(finding.column);
  *text += finding.severity == Severity::warning ? ": warning[" : ": note[";
  text->append(code.spelling).append("]: ").append(printable(finding.message)).append("\n");
  if (!style.source) return;
  append_source(finding, text);
  text->append("      = help: ");
  text->append(finding.help.empty() ? std::string(code.help) : finding.help).append("\n");
}

// The first message, and how many there are; nothing where no file failed.
std::string failed_text(const Report& report) {
  std::size_t failed = 0;
  std::string first;
  for (const FileReport& file : report.files) {
    if (file.action != Action::failed) continue;
    if (failed++ == 0) first = file.findings.back().message;
  }
  if (failed == 0) return {};
  return "failed: " + printable(first) +
         (failed == 1 ? "" : ", and " + std::to_string(failed - 1) + " more") + "\n";
}

// The folder to look in; nothing where no folder was written.
std::string folders_text(const Report& report) {
  std::string text;
  if (report.skipped_folders != 0) {
    text += "skipped: " + std::to_string(report.skipped_folders) +
            (report.skipped_folders == 1 ? " folder" : " folders") +
            " of version control or of build tools\n";
  }
  if (!report.output.empty()) text += "written to: " + printable(report.output) + "\n";
  if (!report.backup.empty()) text += "originals: " + printable(report.backup) + "\n";
  return text;
}

using Counts = std::map<std::string, std::size_t>;

// The largest first.
std::string list_of(const Counts& counts) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string list;
  for (const auto& [name, count] : sorted) {
    if (!list.empty()) list += ", ";
    list += std::to_string(count) + " " + name;
  }
  return list;
}

// The number of findings of each code.
Counts counts_of(const Report& report, Severity severity) {
  Counts counts;
  for (const FileReport& file : report.files) {
    for (const Placed& finding : file.findings) {
      if (finding.severity == severity) ++counts[std::string(port::text(finding.code).spelling)];
    }
  }
  return counts;
}

std::string left_text(const Report& report) {
  const Counts left = counts_of(report, Severity::warning);
  const Counts notes = counts_of(report, Severity::note);
  std::string text;
  if (!left.empty()) text += "warnings: " + list_of(left) + "\n";
  if (!notes.empty()) text += "notes: " + list_of(notes) + " (--notes prints them)\n";
  if (!text.empty()) text += "`torchada-port --codes` explains these codes\n";
  return text;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return shown;
}

std::string findings_text(const FileReport& file, const TextStyle& style) {
  std::string text;
  for (const Placed& finding : file.findings) {
    if (finding.severity == Severity::warning || style.notes) {
      append_finding(file, finding, style, &text);
    }
  }
  return text;
}

std::string summary_text(const Report& report) {
  if (!report.error.empty()) return {};
  Counts actions;
  Counts replaced;
  std::size_t edits = 0;
  std::size_t likely = 0;
  for (const FileReport& file : report.files) {
    ++actions[std::string(text(file.action))];
    likely += file.likely;
    for (const auto& [library, count] : file.replaced) {
      replaced[library] += count;
      edits += count;
    }
  }
  std::string text = "files: " + (actions.empty() ? "none" : list_of(actions)) + "\n";
  text += folders_text(report) + "replaced: " + std::to_string(edits);
  if (edits != 0) text += " (" + list_of(replaced) + ")";
  if (likely != 0) text += ", " + std::to_string(likely) + " of them only by a rule";
  text += "\n";
  text += left_text(report);
  text += failed_text(report);
  return text + "verdict: " + report.verdict() + "\n";
}

std::string codes_page() {
  std::string page =
      "# Codes of the porting report\n\n"
      "GENERATED BY `torchada-port --codes` (`make gen`) FROM "
      "port/include/torchada/port/codes.def; DO NOT "
      "EDIT.\n\nThe report of `torchada port` marks each finding with one of these codes. A "
      "warning "
      "is a place that needs hand work; a note is good to know.\n";
  for (std::size_t i = 0; i < static_cast<std::size_t>(Code::count); ++i) {
    const CodeText& code = port::text(static_cast<Code>(i));
    page += "\n## " + std::string(code.spelling) + "\n\n";
    page += code.severity == Severity::warning ? "Warning: " : "Note: ";
    page.append(code.title).append(".\n\n").append(code.why).append("\n\nWhat to do: ");
    page.append(code.help).append("\n");
  }
  return page;
}

}  // namespace torchada::port
