// Forward, then reverse: by what was recorded, for any bytes; by the rules, where nothing was MUSA's
// before and each name has one source.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "files/manifest.h"
#include "files/way_back.h"
#include "finding.h"
#include "torchada/names/names.h"
#include "torchada/port/edit.h"
#include "torchada/port/translate.h"

namespace {

using namespace torchada::port;
using torchada::fuzz::expect;

void check_recorded(std::string_view text, const std::string& output, const Scan& scan) {
  Record record;
  record.path = "fuzz.cu";
  record.kind = Record::Kind::changed;
  record_changes(text, scan.edits, &record);
  Origin origin;
  const std::string manifest = manifest_header(origin) + manifest_lines("fuzz.mu", record);
  const Manifest read = parse_manifest(manifest, &origin);
  expect(read.count("fuzz.mu") == 1, "what was recorded is read");
  std::deque<Replacement> replacements;
  std::vector<Edit> edits;
  expect(way_back(read.at("fuzz.mu"), output, &replacements, &edits), "there is a way back");
  expect(apply_edits(output, edits) == text, "the recorded way back gives the input");
}

// A text without the splices of lines, over which a name may go on.
std::string joined_lines(std::string_view text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool crlf = text.substr(at, 3) == "\\\r\n";
    if (crlf || text.substr(at, 2) == "\\\n") {
      at += crlf ? 2 : 1;
    } else {
      joined += text[at];
    }
  }
  return joined;
}

// Beginnings of MUSA's names: a text without them has none.
bool may_hold_musa(std::string_view spliced) {
  const std::string text = joined_lines(spliced);
  constexpr std::string_view kSigns[] = {"mu", "Mu", "MU", "mt",         "Mt",        "MT",
                                         "mc", "MC", "Mc", "PrivateUse", "privateuse"};
  return std::any_of(std::begin(kSigns), std::end(kSigns), [&text](std::string_view sign) {
    return text.find(sign) != std::string_view::npos;
  });
}

bool has_one_source(const Edit& edit) {
  // A line splice in a name is gone; what a pattern alone gave may be the program's own on the way back.
  const bool spliced = edit.length != edit.replacement->from.size();
  if (spliced || edit.certainty != Certainty::certain) return false;
  const std::string& musa = edit.replacement->to;
  for (const auto& found :
       {torchada::names::translate_back(musa), torchada::names::translate_header_back(musa)}) {
    if (found && found->cuda.size() == 1 && found->cuda[0] == edit.replacement->from) return true;
  }
  return false;
}

void check_by_rules(std::string_view text, const std::string& output, const Scan& scan) {
  if (may_hold_musa(text)) return;
  Options options;
  options.direction = Direction::reverse;
  Translator reverse(options);
  const Scan back = translate(output, "fuzz.mu", &reverse);
  const std::vector<std::size_t> places = places_after(scan.edits);
  for (const Edit& edit : back.edits) {
    const auto behind = std::upper_bound(places.begin(), places.end(), edit.begin);
    expect(behind != places.begin(), "reverse changes nothing before the first name");
    const auto index = static_cast<std::size_t>(behind - places.begin()) - 1;
    expect(edit.end() <= places[index] + scan.edits[index].replacement->to.size(),
           "reverse changes what forward has written, and nothing else");
  }
  if (std::all_of(scan.edits.begin(), scan.edits.end(), has_one_source)) {
    expect(apply_edits(output, back.edits) == text, "names with one source come back by the rules");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> exact(data, data + size);
  const std::string_view text(exact.data(), exact.size());
  Translator forward(Options{});
  const Scan scan = translate(text, "fuzz.cu", &forward);
  const std::string output = apply_edits(text, scan.edits);
  check_recorded(text, output, scan);
  check_by_rules(text, output, scan);
  return 0;
}
