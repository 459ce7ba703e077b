// Properties of our own files, which somebody may have changed, for any bytes.
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files/commit.h"
#include "files/journal.h"
#include "files/manifest.h"
#include "files/way_back.h"
#include "finding.h"
#include "torchada/port/edit.h"

namespace {

using namespace torchada::port;
using torchada::fuzz::expect;

// Whatever was recorded, and of whatever text: the edits can be applied.
void check_edited(const Record& record, std::string_view text) {
  std::deque<Replacement> replacements;
  Scan scan;
  way_back_of_edited(record, text, &replacements, &scan);
  prepare(&scan.edits);
  std::size_t at = 0;
  for (const Edit& edit : scan.edits) {
    expect(edit.begin >= at && edit.end() <= text.size(), "edits of an edited text are in order");
    at = edit.end();
  }
}

void check_way_back(const Record& record, std::string_view output) {
  std::deque<Replacement> replacements;
  std::vector<Edit> edits;
  if (!way_back(record, output, &replacements, &edits)) {
    expect(edits.empty(), "a way back is whole or none");
    return;
  }
  const std::string original = apply_edits(output, edits);
  Record forth;
  record_changes(output, edits, &forth);
  std::vector<Edit> again;
  expect(way_back(forth, original, &replacements, &again), "a way back has a way forth");
  expect(apply_edits(original, again) == output, "there and back is where it began");
}

std::string manifest_text(const Manifest& manifest, const Origin& origin) {
  std::string text = manifest_header(origin);
  for (const auto& [output, record] : std::map(manifest.begin(), manifest.end())) {
    text += manifest_lines(output, record);
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> exact(data, data + size);
  const std::string_view text(exact.data(), exact.size());
  Origin origin;
  const Manifest manifest = parse_manifest(text, &origin);
  const std::string written = manifest_text(manifest, origin);
  Origin origin_again;
  const Manifest again = parse_manifest(written, &origin_again);
  expect(manifest_text(again, origin_again) == written, "a manifest is read as it was written");
  for (const auto& [output, record] : manifest) {
    check_way_back(record, text);
    check_edited(record, text);
  }

  const std::vector<Step> steps = parse_steps(text);
  expect(steps_text(parse_steps(steps_text(steps))) == steps_text(steps),
         "steps are read as they were written");
  std::string journal;
  for (const auto& [path, stamps] : parse_journal(text)) {
    for (const Stamp& stamp : stamps) journal += journal_line(path, stamp);
  }
  for (const auto& [path, stamps] : parse_journal(journal)) {
    expect(is_journaled(parse_journal(text), path, stamps.front()), "a journal keeps its lines");
  }
  return 0;
}
