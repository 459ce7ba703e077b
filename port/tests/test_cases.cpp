// The golden cases: cases/<area>/<case>.cu with .expected and .report beside it, and the user's
// .rules where there are some.
// TORCHADA_ACCEPT=1 writes what came out; read the difference before it is committed.
//
// Each case is also checked for what holds for every text: tokens join to the input, porting twice
// is porting once, bytes outside of edits are kept, and the edits taken back give the input.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "check.h"
#include "torchada/lexer/lexer.h"
#include "torchada/port/file_set.h"
#include "torchada/port/place.h"
#include "torchada/port/translate.h"

namespace {

namespace fs = std::filesystem;
using namespace torchada::port;

const bool kAccept = std::getenv("TORCHADA_ACCEPT") != nullptr;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// True for what a case has beside its input.
bool is_beside_input(const fs::path& path) {
  const std::string suffix = path.extension().string();
  return suffix == ".expected" || suffix == ".report" || suffix == ".rules";
}

std::string replaced_suffix(const fs::path& path, const char* suffix) {
  return fs::path(path).replace_extension(suffix).string();
}

// `// case-files: a.cuh sub/b.h` in the first line, in CMake with `#`: the other files of the case's
// project.
FileSet files_of(const std::string& text, const std::string& name) {
  FileSet files;
  files.add(name);
  const std::string marker = "case-files:";
  const std::size_t found = text.substr(0, text.find('\n')).find(marker);
  if (found != std::string::npos) {
    const std::size_t begin = found + marker.size();
    std::string line = text.substr(begin, text.find('\n') - begin);
    for (std::size_t at = 0; (at = line.find_first_not_of(' ', at)) != std::string::npos;) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      files.add(line.substr(at, end - at));
      at = end;
    }
  }
  files.settle();
  return files;
}

Scan scan_of(const std::string& text, const std::string& name, Translator* translator) {
  const FileSet files = files_of(text, name);
  Scan scan = translator->scan(text, name, &files);
  Definitions definitions = scan.definitions;
  std::sort(definitions.begin(), definitions.end());
  resolve(definitions, &scan);
  return scan;
}

std::string report_of(const std::string& text, const Scan& scan) {
  std::string report;
  Places places(text);
  for (const Finding& finding : scan.findings) {
    const LineColumn place = places.at(finding.begin);
    report += std::to_string(place.line) + ":" + std::to_string(place.column);
    report += finding.severity == Severity::warning ? ": warning[" : ": note[";
    report += std::string(torchada::port::text(finding.code).spelling) + "]: " + finding.message;
    report += "\n";
  }
  return report;
}

struct Rule {
  std::string function;
  std::string cases;
  std::string words;
};

const Rule kRules[] = {
#define RULE(trait, function, cases, words) {#function, cases, words},
#define TABLE_RULE(traits, function, cases) {#function, cases, ""},
#define TOKEN_RULE(kind, function, cases) {#function, cases, ""},
#define TEXT_RULE(function, cases) {#function, cases, ""},
#include "rules/rules.def"
};

// Whether an input in the folder uses one of the words; where there are none, whether it has an input.
bool has_case(const Rule& rule) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(TEST_CASES) / rule.cases, error)) {
    if (is_beside_input(entry.path())) continue;
    const std::string text = read(entry.path());
    std::istringstream words(rule.words);
    if (rule.words.empty()) return true;
    for (std::string word; words >> word;) {
      if (text.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

bool joins(const std::string& text) {
  std::string joined;
  torchada::lexer::Lexer lexer(text);
  for (torchada::lexer::Token token; lexer.next(&token);) joined += token.text();
  return joined == text;
}

// The output with every edit taken back.
std::string taken_back(const std::string& output, const Scan& scan, const std::string& input) {
  std::string back;
  std::size_t at = 0;
  const std::vector<std::size_t> places = places_after(scan.edits);
  for (std::size_t i = 0; i < scan.edits.size(); ++i) {
    back += output.substr(at, places[i] - at);
    back += input.substr(scan.edits[i].begin, scan.edits[i].length);
    at = places[i] + scan.edits[i].replacement->to.size();
  }
  return back + output.substr(at);
}

void compare(const std::string& path, const std::string& found, const char* what) {
  if (kAccept) {
    if (found.empty()) {
      fs::remove(path);
    } else {
      std::ofstream(path, std::ios::binary) << found;
    }
    return;
  }
  const std::string expected = read(path);
  if (expected == found) return;
  ++::testing::failures;
  std::printf("%s: another %s; TORCHADA_ACCEPT=1 accepts it:\n%s", path.c_str(), what,
              found.c_str());
}

void check_case(const fs::path& path) {
  const std::string text = read(path);
  const std::string name = path.filename().string();
  Options options;
  options.own_libraries = files_of(text, name).own_libraries();
  options.translate_asm = path.parent_path().filename() == "ptx";
  std::string error;
  CHECK(parse_rules(read(replaced_suffix(path, ".rules")), &options.rules, &error));
  Translator translator(options);
  const Scan scan = scan_of(text, name, &translator);
  const std::string output = apply_edits(text, scan.edits);
  compare(replaced_suffix(path, ".expected"), output, "output");
  compare(replaced_suffix(path, ".report"), report_of(text, scan), "report");
  const bool sound = joins(text) && joins(output) &&
                     apply_edits(output, scan_of(output, name, &translator).edits) == output &&
                     taken_back(output, scan, text) == text;
  if (!sound) std::printf("%s: not sound\n", path.c_str());
  CHECK(sound);
}

TEST(every_case) {
  std::size_t count = 0;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(TEST_CASES)) {
    if (is_beside_input(entry.path()) || !entry.is_regular_file()) continue;
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    check_case(path);
    ++count;
  }
  CHECK(count > 0);
}

TEST(every_rule_of_the_table_has_a_case) {
  for (const Rule& rule : kRules) {
    const bool found = has_case(rule);
    if (!found) std::printf("%s has no case in %s\n", rule.function.c_str(), rule.cases.c_str());
    CHECK(found);
  }
}

}  // namespace

TEST_MAIN()
