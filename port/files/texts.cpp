// Porting texts in memory: one by itself, or several that are a project together.
#include "texts.h"

#include <algorithm>

#include "torchada/port/build_script.h"
#include "torchada/port/file_set.h"
#include "torchada/port/tree.h"

namespace torchada::port {

bool is_utf16(std::string_view text) {
  return text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF";
}

namespace {

// False where the text is no source; its report is complete then.
bool is_translated(std::string_view text, std::string_view path, const ProjectFiles* files,
                   FileReport* report) {
  report->path = path;
  if (is_utf16(text)) {
    report->text = text;
    report->add_finding(Code::encoding, kWideText);
    return false;
  }
  if (!may_build(path)) return true;
  Scan script;
  script.findings = read_build_script(text, path, files);
  report->text = text;
  describe(text, &script, report);
  return false;
}

Definitions merged(const std::vector<Scan>& scans) {
  Definitions all;
  for (const Scan& scan : scans) {
    all.insert(all.end(), scan.definitions.begin(), scan.definitions.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

FileReport port_one(std::string_view text, std::string_view path, Translator* translator) {
  FileReport report;
  if (!is_translated(text, path, nullptr, &report)) return report;
  Scan scan = translate(text, path, translator);
  report.text = apply_edits(text, scan.edits);
  describe(text, &scan, &report);
  return report;
}

Report port_texts(const Texts& texts, const Options& translation) {
  FileSet files(translation.direction);
  for (const auto& [path, text] : texts) files.add(path);
  files.settle();
  Options options = translation;
  options.own_libraries = files.own_libraries();
  Translator translator(std::move(options));
  Report report;
  report.files.resize(texts.size());
  std::vector<Scan> scans(texts.size());
  std::vector<bool> translated(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto& [path, text] = texts[i];
    translated[i] = is_translated(text, path, &files, &report.files[i]);
    report.files[i].output = files.renamed(path);
    if (translated[i]) scans[i] = translator.scan(text, path, &files);
  }
  const Definitions definitions = merged(scans);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!translated[i]) continue;
    resolve(definitions, &scans[i]);
    report.files[i].text = apply_edits(texts[i].second, scans[i].edits);
    describe(texts[i].second, &scans[i], &report.files[i]);
  }
  return report;
}

}  // namespace torchada::port
