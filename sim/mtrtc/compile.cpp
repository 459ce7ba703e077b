// Compiles a program: the source in a scratch folder, mcc over it, what it made.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "mcc/driver/process.h"
#include "mcc/driver/temporary.h"
#include "mtrtc/cache.h"
#include "mtrtc/lowered_names.h"
#include "mtrtc/options.h"
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

// How many folders a header's name leads up from where it is looked for: of ../../a.h it is 2.
std::ptrdiff_t steps_up(const std::string& name) {
  const fs::path path(name);
  return std::count(path.begin(), path.end(), fs::path(".."));
}

mtrtcResult refuse(Built* built, mtrtcResult why, const std::string& text) {
  built->log = "mtrtc: error: " + text + "\n";
  return why;
}

// Headers are files below a folder of their own, so deep in it that the names stay in the scratch folder.
fs::path folder_of_headers(const Source& source, const fs::path& scratch) {
  std::ptrdiff_t depth = 0;
  for (const Header& header : source.headers) depth = std::max(depth, steps_up(header.name));
  fs::path folder = scratch / "headers";
  while (depth-- > 0) folder /= "in";
  return folder;
}

// stdint.h, type_traits: NVRTC has none, so programs bring some. mcc has its own, and its headers need them.
bool is_standard(const std::string& name) {
  if (name.find('/') != std::string::npos) return false;
  std::error_code none;
  return name.find('.') == std::string::npos || fs::exists(fs::path("/usr/include") / name, none);
}

// The source, and behind it what tells the linker's names (lowered_names.h).
bool write_files(const Source& source, const Options& options, const fs::path& folder) {
  std::string text = options.head.empty() ? "" : line_of("options") + options.head;
  text += line_of(source.name) + source.text + "\n";
  for (std::size_t i = 0; i < source.expressions.size(); ++i) {
    const std::string& expression = source.expressions[i];
    text += line_of("mtrtcAddNameExpression(\"" + expression + "\")") + declaration(i, expression);
  }
  bool written = write(folder / "source" / "program.mu", text);
  for (const Header& header : source.headers) {
    const fs::path place =
        is_standard(header.name) ? folder / "standard" : folder_of_headers(source, folder);
    written = write(place / header.name, line_of(header.name) + header.text) && written;
  }
  return written;
}

std::vector<std::string> command(const Source& source, const Options& options,
                                 const fs::path& folder) {
  std::vector<std::string> words = {compiler(), "--fatbin", "-D__MUSACC_RTC__=1"};
  words.insert(words.end(), {"-I", folder_of_headers(source, folder).string()});
  words.insert(words.end(), {"-idirafter", (folder / "standard").string()});
  words.insert(words.end(), options.words.begin(), options.words.end());
  if (options.source_folder) {
    const fs::path beside = fs::path(source.name).parent_path();
    words.insert(words.end(), {"-I", beside.empty() ? "." : beside.string()});
  }
  if (!options.relocatable) words.push_back("-Wl,-z,defs");
  words.insert(words.end(), {"-MD", "-MF", (folder / "dependencies").string()});
  words.insert(words.end(), {"-x", "musa", (folder / "source" / "program.mu").string()});
  words.insert(words.end(), {"-o", (folder / "image").string()});
  return words;
}

// What the linker says, in the program's words: its own names object files of the compiler.
std::string told(const std::string& log, const std::string& name) {
  const std::string mark = "undefined reference to `";
  std::istringstream lines(log);
  std::set<std::string> missing;
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(mark);
    if (at != std::string::npos) {
      const std::size_t begin = at + mark.size();
      missing.insert(line.substr(begin, line.rfind('\'') - begin));
    } else if (line.find("ld: ") == std::string::npos && line.compare(0, 8, "collect2") != 0) {
      kept += line + "\n";
    }
  }
  if (missing.empty()) return log;
  for (const std::string& each : missing) {
    kept += name + ": error: '" + each + "' is declared, but defined nowhere in the program\n";
  }
  return kept;
}

// Runs mcc, without a look at what was kept.
mtrtcResult build(const Source& source, const Options& options, const Cache& cache, Built* built) {
  const mcc::TemporaryFolder scratch;
  const fs::path folder = scratch.path();
  if (!write_files(source, options, folder)) {
    return refuse(built, MTRTC_ERROR_BUILTIN_OPERATION_FAILURE,
                  "cannot write into " + folder.string());
  }
  std::string error;
  const int status = mcc::run(command(source, options, folder), &error, (folder / "log").string());
  built->log = told(read(folder / "log"), source.name);
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
  if (options.cached) cache.write(*built, read(folder / "dependencies"), folder.string());
  return MTRTC_SUCCESS;
}

// --time: a row of a table, behind those that are there.
mtrtcResult tell_time(const std::string& file, const std::string& name, double ms, Built* built) {
  std::ostringstream row;
  row << name << ", mcc, " << ms << ", ms\n";
  const std::string head = "File name, phase name, metric, unit\n";
  if (file == "-") {
    built->log += "\n" + head + row.str();
    return MTRTC_SUCCESS;
  }
  std::error_code none;
  const bool is_new = !fs::exists(file, none) || fs::file_size(file, none) == 0;
  std::ofstream table(file, std::ios::app);
  table << (is_new ? head : "") << row.str();
  table.close();
  if (!table.fail()) return MTRTC_SUCCESS;
  return refuse(built, MTRTC_ERROR_TIME_FILE_WRITE_FAILED, "cannot write " + file);
}

}  // namespace

mtrtcResult compile(const Source& source, const std::vector<std::string>& given, Built* built) {
  Options options;
  std::string error;
  if (!read_options(given, &options, &error)) {
    return refuse(built, MTRTC_ERROR_INVALID_OPTION, error);
  }
  for (const Header& header : source.headers) {
    if (header.name.empty() || fs::path(header.name).is_absolute()) {
      return refuse(built, MTRTC_ERROR_INVALID_INPUT,
                    "the header \"" + header.name + "\": its name must be a relative path");
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const Cache cache(source, given);
  mtrtcResult result = MTRTC_SUCCESS;
  if (!options.cached || !cache.read(built)) result = build(source, options, cache, built);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (result != MTRTC_SUCCESS || options.time_file.empty()) return result;
  return tell_time(options.time_file, source.name, took.count(), built);
}

}  // namespace musasim::mtrtc
