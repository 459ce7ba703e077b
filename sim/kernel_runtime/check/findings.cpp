// Counts what was found in a launch, and tells it.
#include "kernel_runtime/check/findings.h"

#include <unistd.h>

#include <cstdio>

#include "kernel_runtime/check/report_file.h"
#include "kernel_runtime/check/source_line.h"
#include "machine/memory/check/check.h"

namespace musasim::device::check {

namespace {

std::string index_text(const char* what, const uint3& index) {
  char text[80];
  std::snprintf(text, sizeof text, "%s (%u,%u,%u)", what, index.x, index.y, index.z);
  return text;
}

bool same(const uint3& a, const uint3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

std::string past(const std::string& use) {
  return use == "read" ? "read" : use == "write" ? "wrote" : "changed it atomically";
}

std::string line_about(const Actor& actor, bool with_block, const std::string& line) {
  std::string text = index_text("thread", actor.thread);
  if (with_block) {
    text += " of " + index_text("block", actor.block);
  }
  return text + " " + past(actor.use) + " at " + line;
}

std::vector<std::string> lines_about(const Finding& finding, const std::string& line,
                                     const std::string& other_line) {
  const Actor& by = finding.by;
  if (!finding.other) {
    return {"at " + line,
            "by " + index_text("thread", by.thread) + " of " + index_text("block", by.block)};
  }
  const bool apart = !same(by.block, finding.other->block);
  return {line_about(*finding.other, apart, other_line), line_about(by, apart, line),
          apart ? "with nothing that puts the two in order"
                : "in " + index_text("block", by.block) + ", with no barrier in between"};
}

}  // namespace

bool Findings::is_new(const std::string& kind, const void* caller) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return ++found_[{kind, caller}].count == 1;
}

void Findings::report(const Finding& finding) {
  const std::string line = source_line(finding.by.caller);
  const std::string other_line = finding.other ? source_line(finding.other->caller) : "";
  std::vector<std::string> lines = lines_about(finding, line, other_line);
  lines.insert(lines.end(), finding.lines.begin(), finding.lines.end());
  lines.push_back(std::string("found by ") + finding.tool);
  musasim::check::report_in_kernel(finding.what + " in kernel " + kernel_, lines,
                                   finding.near_allocation, finding.address);
  const std::string record =
      report_file().empty() ? "" : record_of(finding, kernel_, line, other_line);
  const std::lock_guard<std::mutex> lock(mutex_);
  Found& found = found_[{finding.kind, finding.ends_kernel ? nullptr : finding.by.caller}];
  found.line = line;
  found.record = record;
}

Findings::~Findings() {
  for (const auto& [key, found] : found_) {
    if (found.count > 1 && key.second != nullptr) {
      std::fprintf(stderr, "==%d== musasim: %s at %s in kernel %s: %llu times in this launch\n",
                   static_cast<int>(getpid()), key.first.c_str(), found.line.c_str(),
                   kernel_.c_str(), found.count);
    }
    if (!found.record.empty()) {
      append_record(found.record, found.count);
    }
  }
}

}  // namespace musasim::device::check
