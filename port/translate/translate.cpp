// The translator: a dictionary, and a scanner for each text.
#include "torchada/port/translate.h"

#include <algorithm>

#include "cmake/translate.h"
#include "scanner.h"
#include "torchada/port/build_script.h"

namespace torchada::port {

class Translator::Implementation {
 public:
  explicit Implementation(Options options) : options_(std::move(options)), words_(options_) {}

  Scan scan(std::string_view text, std::string_view path, const ProjectFiles* files) {
    if (is_cmake(path)) {
      if (options_.direction == Direction::reverse) return {};
      return cmake::translate(text, path, files, &words_);
    }
    return Scanner(text, path, files, &words_).run();
  }

 private:
  const Options options_;
  Dictionary words_;
};

Translator::Translator(Options options)
    : implementation_(std::make_unique<Implementation>(std::move(options))) {}

Translator::~Translator() = default;

Scan Translator::scan(std::string_view text, std::string_view path, const ProjectFiles* files) {
  Scan scan = implementation_->scan(text, path, files);
  if (scan.already_musa) {
    scan = Scan{};
    scan.already_musa = true;
    Finding finding;
    finding.code = Code::already_musa;
    finding.severity = Severity::note;
    finding.message = "the file includes a MUSA header, so it was copied and not translated";
    scan.findings.push_back(std::move(finding));
  }
  return scan;
}

void resolve(const Definitions& definitions, Scan* scan) {
  const auto defined = [&definitions](const Scan::Conditional& conditional) {
    const auto has = [&definitions](std::string_view name) {
      return std::binary_search(definitions.begin(), definitions.end(), name,
                                [](std::string_view a, std::string_view b) { return a < b; });
    };
    return conditional.is_member ? has("." + std::string(conditional.name)) : has(conditional.name);
  };
  for (const Scan::Conditional& conditional : scan->conditional_edits) {
    if (defined(conditional) != conditional.is_member) {
      scan->edits[conditional.index].certainty = Certainty::show_only;
    }
  }
  std::vector<bool> dropped(scan->findings.size());
  for (const Scan::Conditional& conditional : scan->conditional_findings) {
    dropped[conditional.index] = defined(conditional);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < scan->findings.size(); ++i) {
    if (dropped[i]) continue;
    if (kept != i) scan->findings[kept] = std::move(scan->findings[i]);
    ++kept;
  }
  scan->findings.resize(kept);
  scan->conditional_edits.clear();
  scan->conditional_findings.clear();
  const auto earlier = [](const Finding& a, const Finding& b) { return a.begin < b.begin; };
  if (!std::is_sorted(scan->findings.begin(), scan->findings.end(), earlier)) {
    std::stable_sort(scan->findings.begin(), scan->findings.end(), earlier);
  }
  prepare(&scan->edits);
}

Scan translate(std::string_view text, std::string_view path, Translator* translator) {
  Scan scan = translator->scan(text, path, nullptr);
  Definitions definitions = scan.definitions;
  std::sort(definitions.begin(), definitions.end());
  resolve(definitions, &scan);
  return scan;
}

}  // namespace torchada::port
