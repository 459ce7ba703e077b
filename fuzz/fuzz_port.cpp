// Properties of the porting engine for any bytes.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "finding.h"
#include "torchada/port/place.h"
#include "torchada/port/report.h"
#include "torchada/port/translate.h"

namespace {

using namespace torchada::port;
using torchada::fuzz::expect;

void check_edits(std::string_view text, const Scan& scan) {
  std::size_t at = 0;
  for (const Edit& edit : scan.edits) {
    expect(edit.begin >= at && edit.end() <= text.size(), "edits are in order");
    expect(edit.length > 0 || !edit.replacement->to.empty(), "each edit does something");
    at = edit.end();
  }
  for (const Finding& finding : scan.findings) {
    expect(finding.begin + finding.length <= text.size(), "findings lie in the text");
  }
}

std::string taken_back(std::string_view text, const std::string& output, const Scan& scan) {
  std::string back;
  std::size_t at = 0;
  const std::vector<std::size_t> places = places_after(scan.edits);
  for (std::size_t i = 0; i < scan.edits.size(); ++i) {
    back += output.substr(at, places[i] - at);
    back += text.substr(scan.edits[i].begin, scan.edits[i].length);
    at = places[i] + scan.edits[i].replacement->to.size();
  }
  return back + output.substr(at);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> exact(data, data + size);
  const std::string_view text(exact.data(), exact.size());
  Options options;
  Translator translator(options);
  Scan scan = translate(text, "fuzz.cu", &translator);
  check_edits(text, scan);
  const std::string output = apply_edits(text, scan.edits);
  expect(taken_back(text, output, scan) == text, "edits taken back give the text");

  Translator again(options);
  const Scan second = translate(output, "fuzz.cu", &again);
  expect(apply_edits(output, second.edits) == output, "porting twice is porting once");

  options.direction = Direction::reverse;
  Translator reverse(options);
  check_edits(output, translate(output, "fuzz.cu", &reverse));

  Report report;
  report.files.emplace_back();
  describe(text, &scan, &report.files.back());
  expect(!json(report).empty() && !summary_text(report).empty(), "a report can be made");
  return 0;
}
