// Parsing of the command line.
#include "arguments.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include "text_files.h"

namespace torchada::port {

const char kUsage[] =
    "usage: torchada-port INPUT [-o OUTPUT] [options]\n"
    "\n"
    "Ports a CUDA project: translates its sources to MUSA and reports what needs hand work.\n"
    "INPUT is a folder, a file, or - for standard input.\n"
    "\n"
    "  -o, --output PATH   write to PATH (default: INPUT-musa; for a file or -: standard output)\n"
    "  --in-place          write into INPUT and keep the originals in INPUT/.torchada-port/backup\n"
    "  --check             only report, write nothing; the exit status is the same\n"
    "  --reverse           translate MUSA sources to CUDA\n"
    "  --rules FILE        read your own names from FILE, in TOML: [map], [keep] and [exclude]\n"
    "  --exclude PATTERN   skip paths of INPUT that match, for example 'third_party' or\n"
    "                      '*_test.cu' (repeatable)\n"
    "  --strings           also translate names of libraries in strings, and kernels in raw "
    "strings\n"
    "  --asm=keep|translate  leave inline PTX, or write calls of torchada/ptx.h in its place "
    "(default)\n"
    "  --ptx-header        print torchada/ptx.h\n"
    "  --force             overwrite ported files that you have changed by hand\n"
    "  -j, --jobs N        number of threads (default: one for each processor)\n"
    "  --report FILE       write the findings to FILE instead of standard error\n"
    "  --json FILE         write the report to FILE as JSON (- for standard output)\n"
    "  --notes             print notes as well as warnings\n"
    "  -q, --quiet         print only the summary (--report and --json still get the findings)\n"
    "  --codes             print the page that explains all codes of findings\n"
    "  --version           print the version\n"
    "  -h, --help          print this text\n"
    "\n"
    "exit status: 0 if nothing needs hand work, 1 if places do, 2 if torchada-port failed\n";

namespace {

// `--name=value` and `-jN` are two words each.
std::vector<std::string> words_of(int count, char** values) {
  std::vector<std::string> words;
  for (int i = 1; i < count; ++i) {
    const std::string word = values[i];
    const bool is_long = word.compare(0, 2, "--") == 0;
    const bool is_short = word.compare(0, 2, "-j") == 0 || word.compare(0, 2, "-o") == 0;
    const std::size_t end = is_long ? word.find('=') : is_short ? 2 : std::string::npos;
    words.push_back(word.substr(0, end));
    if (end < word.size()) words.push_back(word.substr(end + (is_long ? 1 : 0)));
  }
  return words;
}

class Parser {
 public:
  Parser(int count, char** values, Arguments* arguments)
      : words_(words_of(count, values)), arguments_(*arguments) {}

  bool parse(std::string* error) {
    for (; at_ < words_.size() && error_.empty(); ++at_) word(words_[at_]);
    *error = error_;
    return error_.empty();
  }

 private:
  std::string value() {
    const std::string& option = words_[at_];
    if (at_ + 1 < words_.size() && !words_[at_ + 1].empty()) return words_[++at_];
    error_ = "option " + option + " needs a value";
    return {};
  }

  void jobs() {
    const std::string text = value();
    const bool digits = !text.empty() && text.size() < 5 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (digits) {
      arguments_.tree.jobs = static_cast<unsigned>(std::stoul(text));
    } else if (error_.empty()) {
      error_ = "--jobs needs a number from 0 to 9999, not `" + text + "`";
    }
  }

  void assembly() {
    const std::string what = value();
    if (what != "keep" && what != "translate" && error_.empty()) {
      error_ = "--asm needs `keep` or `translate`, not `" + what + "`";
    }
    arguments_.tree.translation.translate_asm = what == "translate";
  }

  void rules() {
    const std::string path = value();
    if (!error_.empty()) return;
    std::string text;
    if (!read_text(path, &text)) {
      error_ = "cannot read the rules file " + path + ": " + std::strerror(errno);
      return;
    }
    std::string reason;
    if (!parse_rules(text, &arguments_.tree.translation.rules, &reason)) {
      error_ = path + ": " + reason;
    }
  }

  bool flag(const std::string& word) {
    TreeOptions& tree = arguments_.tree;
    if (word == "--in-place") {
      tree.in_place = true;
    } else if (word == "--check") {
      tree.check = true;
    } else if (word == "--force") {
      tree.force = true;
    } else if (word == "--reverse") {
      tree.translation.direction = Direction::reverse;
    } else if (word == "--strings") {
      tree.translation.strings = true;
    } else if (word == "--notes") {
      arguments_.notes = true;
    } else if (word == "-q" || word == "--quiet") {
      arguments_.quiet = true;
    } else if (word == "--codes") {
      arguments_.codes = true;
    } else if (word == "--ptx-header") {
      arguments_.ptx_header = true;
    } else if (word == "--version") {
      arguments_.version = true;
    } else if (word == "-h" || word == "--help") {
      arguments_.help = true;
    } else {
      return false;
    }
    return true;
  }

  void word(const std::string& word) {
    if (flag(word)) return;
    if (word == "-o" || word == "--output") {
      arguments_.tree.output = value();
    } else if (word == "-j" || word == "--jobs") {
      jobs();
    } else if (word == "--asm") {
      assembly();
    } else if (word == "--rules") {
      rules();
    } else if (word == "--exclude") {
      arguments_.tree.translation.rules.exclude.push_back(value());
    } else if (word == "--report") {
      arguments_.report = value();
    } else if (word == "--json") {
      arguments_.json = value();
    } else if (word.size() > 1 && word[0] == '-') {
      error_ = "unknown option " + word + "; --help lists all options";
    } else if (arguments_.tree.input.empty()) {
      arguments_.tree.input = word;
    } else {
      error_ = "only one INPUT can be given, not both `" + arguments_.tree.input + "` and `" +
               word + "`";
    }
  }

  const std::vector<std::string> words_;
  Arguments& arguments_;
  std::size_t at_ = 0;
  std::string error_;
};

// Empty where there is none.
std::string contradiction(const Arguments& arguments) {
  const TreeOptions& tree = arguments.tree;
  const int places = (tree.output.empty() ? 0 : 1) + (tree.in_place ? 1 : 0) + (tree.check ? 1 : 0);
  if (places > 1) return "only one of --output, --in-place and --check can be given";
  if (!arguments.json.empty() && arguments.json == arguments.report) {
    return "--json and --report both name " + arguments.json + "; name two different files";
  }
  return {};
}

}  // namespace

bool parse_arguments(int count, char** values, Arguments* arguments, std::string* error) {
  if (!Parser(count, values, arguments).parse(error)) return false;
  if (arguments->help || arguments->version || arguments->codes || arguments->ptx_header) {
    return true;
  }
  if (arguments->tree.input.empty()) {
    *error = "no INPUT was given; --help explains the arguments";
  } else {
    *error = contradiction(*arguments);
  }
  return error->empty();
}

}  // namespace torchada::port
