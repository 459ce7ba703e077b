// torchada-port: the porting engine as a program that needs neither Python nor torch.
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "arguments.h"
#include "text_files.h"
#include "torchada/lexer/lexer.h"
#include "torchada/port/file_set.h"
#include "torchada/port/tree.h"
#include "torchada/ptx/header.h"

namespace {

using namespace torchada::port;

constexpr int kFailed = 2;

int fail(const std::string& error) {
  std::fprintf(stderr, "torchada-port: error: %s\n", printable(error).c_str());
  return kFailed;
}

int cannot_write(const std::string& path) {
  return fail("cannot write " + path + ": " + std::strerror(errno));
}

int print(const std::string& text) { return write_text("-", text) ? 0 : cannot_write("-"); }

// On a terminal only.
void show_progress(TreeOptions* options) {
  if (isatty(STDERR_FILENO) == 0) return;
  options->progress = [](std::size_t done, std::size_t all) {
    std::fprintf(stderr, "\r%zu of %zu files\033[K\r", done, all);
  };
}

std::string all_findings(const Arguments& arguments, const Report& report) {
  TextStyle style;
  style.notes = arguments.notes;
  std::string findings;
  for (const FileReport& file : report.files) findings += findings_text(file, style);
  return findings;
}

int print_report(const Arguments& arguments, const Report& report) {
  if (isatty(STDERR_FILENO) != 0) std::fputs("\033[K", stderr);
  if (!arguments.report.empty()) {
    const std::string findings = all_findings(arguments, report);
    if (!write_text(arguments.report, findings)) return cannot_write(arguments.report);
  } else if (!arguments.quiet) {
    std::fputs(all_findings(arguments, report).c_str(), stderr);
  }
  if (!arguments.json.empty() && !write_text(arguments.json, json(report))) {
    return cannot_write(arguments.json);
  }
  if (!report.error.empty()) return fail(report.error);
  std::fputs(summary_text(report).c_str(), stderr);
  return report.exit_code();
}

// What stands between the quotes of #include lines.
std::vector<std::string> quoted_includes(const std::string& text) {
  std::vector<std::string> names;
  torchada::lexer::Lexer lexer(text);
  for (torchada::lexer::Token token; lexer.next(&token);) {
    const bool quoted = token.kind == torchada::lexer::TokenKind::kHeaderName &&
                        token.directive == torchada::lexer::Directive::kInclude &&
                        token.text().front() == '"';
    if (quoted) names.emplace_back(token.text().substr(1, token.text().size() - 2));
  }
  return names;
}

// A header beside a file that is ported alone stays CUDA's, and the compiler finds it first.
void tell_of_headers(const std::string& path, const std::string& text) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const std::string& name : quoted_includes(text)) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(folder / name, error)) continue;
    std::fprintf(stderr,
                 "torchada-port: note: %s includes %s, which is not ported with it; `torchada-port "
                 "FOLDER` ports both\n",
                 printable(path).c_str(), printable(name).c_str());
  }
}

// Beside the ported text; where that goes to standard output or a device, how to get it.
bool write_ptx_header(const std::string& output, bool force) {
  std::error_code error;
  if (output == "-" || !std::filesystem::is_regular_file(output, error)) {
    std::fputs(
        "torchada-port: note: the ported text includes torchada/ptx.h, which `torchada-port "
        "--ptx-header` prints; -o FILE writes it beside FILE\n",
        stderr);
    return true;
  }
  const std::filesystem::path path = std::filesystem::path(output).parent_path() / kPtxHeader;
  std::filesystem::create_directories(path.parent_path(), error);
  const std::string text(torchada::ptx::header());
  std::string before;
  if (read_text(path, &before)) {
    if (before == text) return true;
    if (!force && !torchada::ptx::is_header(before)) {
      fail(path.string() + " is another file than the header of that name that the ported text " +
           "includes, and was not overwritten; write the text into another folder, or run with " +
           "--force");
      return false;
    }
  }
  if (write_text(path, text)) return true;
  cannot_write(path);
  return false;
}

int port_text(const Arguments& arguments) {
  const TreeOptions& tree = arguments.tree;
  std::string text;
  if (!read_text(tree.input, &text)) {
    return fail("cannot read " + tree.input + ": " + std::strerror(errno));
  }
  Report report;
  Translator translator(tree.translation);
  report.files.push_back(port_one(text, tree.input, &translator));
  FileReport& done = report.files.front();
  if (tree.check) done.action = Action::checked;
  if (tree.input != "-" && !arguments.quiet) tell_of_headers(tree.input, text);
  const std::string output = tree.output.empty() ? "-" : tree.output;
  if (!tree.check && !write_text(output, done.text)) return cannot_write(output);
  if (!tree.check && done.calls_ptx && !write_ptx_header(output, tree.force)) return kFailed;
  return print_report(arguments, report);
}

int port(Arguments* arguments) {
  TreeOptions& tree = arguments->tree;
  std::error_code error;
  if (tree.input == "-" || std::filesystem::is_regular_file(tree.input, error)) {
    if (tree.in_place) {
      return fail("--in-place needs a folder as INPUT, not " +
                  (tree.input == "-" ? "standard input" : "the file " + tree.input));
    }
    const bool shown = !tree.check && (tree.output.empty() || tree.output == "-");
    if (shown && (arguments->json == "-" || arguments->report == "-")) {
      return fail(
          "the ported text and the report cannot both go to standard output; use -o or --check");
    }
    return port_text(*arguments);
  }
  if (tree.output.empty() && !tree.in_place && !tree.check) {
    const bool forward = tree.translation.direction == Direction::forward;
    tree.output = std::filesystem::weakly_canonical(tree.input, error).string();
    tree.output += forward ? "-musa" : "-cuda";
  }
  show_progress(&tree);
  tree.is_last = true;
  static const Report* const report = new Report(port_tree(tree));
  return print_report(*arguments, *report);
}

int run(int count, char** values) {
  Arguments arguments;
  std::string error;
  if (!parse_arguments(count, values, &arguments, &error)) return fail(error);
  if (arguments.help) return print(kUsage);
  if (arguments.version) return print("torchada-port " TORCHADA_VERSION "\n");
  if (arguments.codes) return print(codes_page());
  if (arguments.ptx_header) return print(std::string(torchada::ptx::header()));
  return port(&arguments);
}

}  // namespace

int main(int count, char** values) {
  // A file that becomes too large is an error with a path, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(count, values);
  } catch (const std::exception& exception) {
    const std::string reason = exception.what();
    return fail(reason == "std::bad_alloc" ? "out of memory" : reason);
  }
}
