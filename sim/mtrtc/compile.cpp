// Compiles a program: the source in a scratch folder, mcc over it, what it made.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "mcc/driver/process.h"
#include "mcc/driver/temporary.h"
#include "mcc/options/options.h"
#include "mtrtc/cache.h"
#include "mtrtc/lowered_names.h"
#include "mtrtc/program.h"
#include "mtrtc/toolkit.h"

namespace musasim::mtrtc {

namespace {

namespace fs = std::filesystem;

// A place in a source, as the preprocessor writes it: the compiler names it in the log.
std::string line_of(const std::string& file) {
  std::string quoted;
  for (const char c : file) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return "#line 1 \"" + quoted + "\"\n";
}

bool write(const fs::path& path, const std::string& text) {
  std::error_code ignored;  // then the file cannot be written
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return !file.fail();
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A name that stays below the folder of headers.
bool is_plain(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || path.is_absolute()) return false;
  for (const fs::path& part : path) {
    if (part == "..") return false;
  }
  return true;
}

mtrtcResult refuse(Built* built, mtrtcResult why, const std::string& text) {
  built->log = "mtrtc: error: " + text + "\n";
  return why;
}

// The options say how a source is compiled: mcc's, but for those that say what is made of what.
mtrtcResult check(const std::vector<std::string>& options, Built* built) {
  mcc::Options parsed;
  std::string error;
  if (!mcc::parse(options, &parsed, &error)) {
    return refuse(built, MTRTC_ERROR_INVALID_OPTION, error);
  }
  const bool makes_others = parsed.output != mcc::Output::kProgram || !parsed.output_file.empty() ||
                            parsed.question != mcc::Question::kNone || parsed.dry_run ||
                            !parsed.dependencies.empty() || !parsed.inputs.empty();
  if (makes_others) {
    std::string words;
    for (const std::string& word : options) words += " " + word;
    return refuse(built, MTRTC_ERROR_INVALID_OPTION,
                  "an option names files or what is made of them, which the program's functions "
                  "do:" +
                      words);
  }
  return MTRTC_SUCCESS;
}

// The source, and behind it what tells the linker's names (lowered_names.h).
bool write_files(const Source& source, const fs::path& folder) {
  std::string text = line_of(source.name) + source.text + "\n";
  for (std::size_t i = 0; i < source.expressions.size(); ++i) {
    const std::string& expression = source.expressions[i];
    text += line_of("mtrtcAddNameExpression(\"" + expression + "\")") + declaration(i, expression);
  }
  bool written = write(folder / "source" / "program.mu", text);
  for (const Header& header : source.headers) {
    written =
        write(folder / "headers" / header.name, line_of(header.name) + header.text) && written;
  }
  return written;
}

std::vector<std::string> command(const std::vector<std::string>& options, const fs::path& folder) {
  std::vector<std::string> words = {compiler(), "--fatbin", "-D__MUSACC_RTC__=1"};
  words.insert(words.end(), {"-I", (folder / "headers").string()});
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-MD", "-MF", (folder / "dependencies").string()});
  words.insert(words.end(), {"-x", "musa", (folder / "source" / "program.mu").string()});
  words.insert(words.end(), {"-o", (folder / "image").string()});
  return words;
}

}  // namespace

mtrtcResult compile(const Source& source, const std::vector<std::string>& options, Built* built) {
  if (const mtrtcResult refused = check(options, built)) return refused;
  for (const Header& header : source.headers) {
    if (!is_plain(header.name)) {
      return refuse(
          built, MTRTC_ERROR_INVALID_INPUT,
          "the header \"" + header.name + "\": its name must be a relative path without ..");
    }
  }
  const Cache cache(source, options);
  if (cache.read(built)) return MTRTC_SUCCESS;
  const mcc::TemporaryFolder scratch;
  const fs::path folder = scratch.path();
  if (!write_files(source, folder)) {
    return refuse(built, MTRTC_ERROR_BUILTIN_OPERATION_FAILURE,
                  "cannot write into " + folder.string());
  }
  std::string error;
  const int status = mcc::run(command(options, folder), &error, (folder / "log").string());
  built->log = read(folder / "log");
  if (!error.empty()) {
    if (status == 127)
      error += " (the toolkit's compiler belongs beside the folder of libmtrtc.so)";
    return refuse(built, MTRTC_ERROR_BUILTIN_OPERATION_FAILURE, error);
  }
  if (status != 0) return MTRTC_ERROR_COMPILATION;
  built->image = read(folder / "image");
  if (!lowered_names((folder / "image").string(), source.expressions, &built->names, &error)) {
    return refuse(built, MTRTC_ERROR_INTERNAL_ERROR, error);
  }
  cache.write(*built, read(folder / "dependencies"), folder.string());
  return MTRTC_SUCCESS;
}

}  // namespace musasim::mtrtc
