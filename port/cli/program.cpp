// The program: it prints, ports a text, or ports a folder.
#include "program.h"

#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

#include "text_files.h"
#include "torchada/lexer/lexer.h"
#include "torchada/port/file_set.h"
#include "torchada/ptx/header.h"

namespace torchada::port {

namespace {

constexpr int kFailed = 2;

// On a terminal only.
void show_progress(TreeOptions* options) {
  if (isatty(STDERR_FILENO) == 0) return;
  options->progress = [](std::size_t done, std::size_t all) {
    std::fprintf(stderr, "\r%zu of %zu files\033[K\r", done, all);
  };
}

std::string all_findings(const Report& report, bool notes) {
  TextStyle style;
  style.notes = notes;
  std::string findings;
  for (const FileReport& file : report.files) findings += findings_text(file, style);
  return findings;
}

// The names between the quotes of #include lines.
std::vector<std::string> quoted_includes(const std::string& text) {
  std::vector<std::string> names;
  lexer::Lexer lexer(text);
  for (lexer::Token token; lexer.next(&token);) {
    const bool quoted = token.kind == lexer::TokenKind::kHeaderName &&
                        token.directive == lexer::Directive::kInclude &&
                        token.text().front() == '"';
    if (quoted) names.emplace_back(token.text().substr(1, token.text().size() - 2));
  }
  return names;
}

class Run {
 public:
  explicit Run(const Program& program) : program_(program) {}

  int run(const Words& words) {
    const std::string error = read_command_line(words, &arguments_);
    if (!error.empty()) return fail(error);
    if (arguments_.help) return print(help_text(program_.name));
    if (arguments_.version) return print(program_.name + " " + TORCHADA_VERSION + "\n");
    if (arguments_.codes) return print(codes_page());
    if (arguments_.ptx_header) return print(std::string(ptx::header()));
    return port();
  }

  int fail(const std::string& error) const {
    std::fprintf(stderr, "%s: error: %s\n", program_.name.c_str(), printable(error).c_str());
    return kFailed;
  }

 private:
  // Whoever has closed the other end of standard output has had enough of it.
  int cannot_write(const std::string& path) const {
    if (path == "-" && errno == EPIPE) return kFailed;
    return fail("cannot write " + path + ": " + std::strerror(errno));
  }

  int print(const std::string& text) const { return write_text("-", text) ? 0 : cannot_write("-"); }

  void note(const std::string& text) const {
    std::fprintf(stderr, "%s: note: %s\n", program_.name.c_str(), text.c_str());
  }

  int print_report(const Report& report) const {
    if (isatty(STDERR_FILENO) != 0) std::fputs("\033[K", stderr);
    if (!arguments_.report.empty()) {
      const std::string findings = all_findings(report, arguments_.notes);
      if (!write_text(arguments_.report, findings)) return cannot_write(arguments_.report);
    } else if (!arguments_.quiet) {
      std::fputs(all_findings(report, arguments_.notes).c_str(), stderr);
    }
    if (!arguments_.json.empty() && !write_text(arguments_.json, json(report))) {
      return cannot_write(arguments_.json);
    }
    if (!report.error.empty()) return fail(report.error);
    std::fputs(summary_text(report).c_str(), stderr);
    return report.exit_code();
  }

  // A header beside a file that is ported alone stays CUDA's, and the compiler finds it first.
  void tell_of_headers(const std::string& path, const std::string& text) const {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (const std::string& name : quoted_includes(text)) {
      std::error_code error;
      if (!std::filesystem::is_regular_file(folder / name, error)) continue;
      note(printable(path) + " includes " + printable(name) + ", which is not ported with it; `" +
           program_.name + " FOLDER` ports both");
    }
  }

  // Beside the ported text; where that goes to standard output or a device, how to get it.
  bool write_ptx_header(const std::string& output, bool force) const {
    std::error_code error;
    if (output == "-" || !std::filesystem::is_regular_file(output, error)) {
      note("the ported text includes torchada/ptx.h, which `" + program_.name +
           " --ptx-header` prints; -o FILE writes it beside FILE");
      return true;
    }
    const std::filesystem::path path = std::filesystem::path(output).parent_path() / kPtxHeader;
    std::filesystem::create_directories(path.parent_path(), error);
    const std::string text(ptx::header());
    std::string before;
    if (read_text(path, &before)) {
      if (before == text) return true;
      if (!force && !ptx::is_header(before)) {
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

  int port_text() {
    const TreeOptions& tree = arguments_.tree;
    std::string text;
    if (!read_text(tree.input, &text)) {
      return fail("cannot read " + tree.input + ": " + std::strerror(errno));
    }
    Report report;
    Translator translator(tree.translation);
    report.files.push_back(port_one(text, tree.input, &translator));
    FileReport& done = report.files.front();
    if (tree.check) done.action = Action::checked;
    if (tree.input != "-" && !arguments_.quiet) tell_of_headers(tree.input, text);
    const std::string output = tree.output.empty() ? "-" : tree.output;
    if (!tree.check && !write_text(output, done.text)) return cannot_write(output);
    if (!tree.check && done.calls_ptx && !write_ptx_header(output, tree.force)) return kFailed;
    return print_report(report);
  }

  int port() {
    TreeOptions& tree = arguments_.tree;
    std::error_code error;
    if (tree.input == "-" || std::filesystem::is_regular_file(tree.input, error)) {
      if (tree.in_place) {
        return fail("--in-place needs a folder as INPUT, not " +
                    (tree.input == "-" ? "standard input" : "the file " + tree.input));
      }
      const bool shown = !tree.check && (tree.output.empty() || tree.output == "-");
      if (shown && (arguments_.json == "-" || arguments_.report == "-")) {
        return fail(
            "the ported text and the report cannot both go to standard output; use -o or --check");
      }
      return port_text();
    }
    if (tree.output.empty() && !tree.in_place && !tree.check) {
      const bool forward = tree.translation.direction == Direction::forward;
      tree.output = std::filesystem::weakly_canonical(tree.input, error).string();
      tree.output += forward ? "-musa" : "-cuda";
    }
    return port_folder();
  }

  int port_folder() {
    TreeOptions& tree = arguments_.tree;
    show_progress(&tree);
    tree.interrupted = program_.interrupted;
    tree.is_last = program_.is_process;
    auto report = std::make_unique<Report>(port_tree(tree));
    const int status = print_report(*report);
    // The system takes a large report back faster than its destructor does.
    if (program_.is_process) static_cast<void>(report.release());
    return status;
  }

  const Program& program_;
  Arguments arguments_;
};

}  // namespace

int run_program(const Program& program, const Words& words) {
  Run run(program);
  try {
    return run.run(words);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    return run.fail("out of memory");
  } catch (const std::exception& exception) {
    return run.fail(exception.what());
  }
}

}  // namespace torchada::port
