// Compiles a .mu file: the host compiler preprocesses it, mcc rewrites it, the host compiler compiles that.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <system_error>

#include "mcc/driver/driver.h"
#include "mcc/driver/process.h"
#include "mcc/rewrite/merge.h"
#include "mcc/rewrite/rewrite.h"
#include "mcc/rewrite/whole_lines.h"

namespace musasim::mcc {

namespace {

// Device code is optimised when nobody asks for anything else, as the real tool does it.
constexpr const char* kDeviceOptimisation = "-O2";

// GCC and clang fuse different products with sums where the machine can, so neither does it by itself.
constexpr const char* kContraction = "-ffp-contract=off";

// Behind the user's options, for GCC. Libraries of kernels can be unloaded. Kernels without barriers are
// loops: they are worth vectors at every level, and a condition in one must not stand against that because
// a floating-point operation might trap.
const std::vector<std::string> kForKernels = {"-fno-gnu-unique", "-ftree-vectorize",
                                              "-fvect-cost-model=dynamic", "-fno-trapping-math",
                                              "-fno-math-errno"};
// The others are clang's defaults. Its estimates of roots and quotients are NaN where a GPU has 0 or infinity.
// It need not say which kernels it did not make vectors of, nor that the preprocessor left line markers.
const std::vector<std::string> kForKernelsOfClang = {"-fno-math-errno", "-mrecip=none",
                                                     "-Wno-pass-failed", "-Wno-gnu-line-marker"};

// Local variables whose addresses functions return keep their places and what was stored there
// (rewrite/local_address.cpp).
const std::vector<std::string> kLongLives = {"-fstack-reuse=none", "-fno-tree-dse"};
const std::vector<std::string> kLongLivesOfClang = {"-Xclang", "-disable-lifetime-markers"};

// A GPU computes infinities and NaN as ever: 1 / (1 + exp(-x)) is 0 where exp overflows.
const std::vector<std::string> kFastMathOfDevices = {"-fno-finite-math-only"};

// Calls at each access to memory, which musasim/device/checked.h renames: clang's own assembler does not take
// that. Clang would leave out reads that a write follows. An index is compared with the size of its array, so no
// loop may count on that size; an access with the size of its variable, because programs that work go on from one row
// of an array to the next. An address is compared with the alignment of its type, as an access to a member does not
// show it. Reports name lines of the source, by addr2line, which loses the functions that clang inlines in DWARF 5.
const std::vector<std::string> kChecks = {"-fsanitize=thread,bounds,object-size,alignment",
                                          "--param",
                                          "tsan-instrument-func-entry-exit=0",
                                          "--param",
                                          "tsan-distinguish-volatile=1",
                                          "-fno-aggressive-loop-optimizations",
                                          "-g1",
                                          "-Wno-tsan"};
const std::vector<std::string> kChecksOfClang = {"-fsanitize=thread,bounds,alignment",
                                                 "-mllvm",
                                                 "-tsan-instrument-func-entry-exit=0",
                                                 "-mllvm",
                                                 "-tsan-instrument-read-before-write",
                                                 "-mllvm",
                                                 "-tsan-distinguish-volatile",
                                                 "-gdwarf-4",
                                                 "-gline-tables-only",
                                                 "-fno-integrated-as"};

void append(std::vector<std::string>* list, const std::vector<std::string>& words) {
  list->insert(list->end(), words.begin(), words.end());
}

// Kernels need C++17: older standards are raised to it.
std::vector<std::string> with_standard(const std::vector<std::string>& words, bool given) {
  std::vector<std::string> raised;
  for (const std::string& word : words) {
    const bool old = word.rfind("-std=", 0) == 0 &&
                     word.find_first_of("90") == word.find("++") + 2;  // c++98, c++03, c++0x
    const bool older = word == "-std=c++11" || word == "-std=c++14" || word == "-std=c++1y";
    const bool gnu = word == "-std=gnu++11" || word == "-std=gnu++14" || word == "-std=gnu++1y";
    raised.push_back(old || older ? "-std=c++17" : gnu ? "-std=gnu++17" : word);
  }
  if (!given) raised.push_back("-std=c++17");
  return raised;
}

// Build files of some projects name the architectures by that macro themselves.
bool defines(const std::vector<std::string>& words, const std::string& macro) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool apart = words[i] == "-D" && i + 1 < words.size();
    const std::string given = apart                           ? words[i + 1]
                              : words[i].substr(0, 2) == "-D" ? words[i].substr(2)
                                                              : "";
    if (given.substr(0, given.find('=')) == macro) return true;
  }
  return false;
}

// Whether g++ says that the device's text asked for one of the macros that the host's text has not.
bool asks_for_device(const std::string& text) {
  return text.find("\n#define __MUSA_ARCH__ ") != std::string::npos ||
         text.find("\n#define __MTGPU__ ") != std::string::npos;
}

bool read(const std::string& path, std::string* text) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return false;
  text->resize(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(text->data(), static_cast<std::streamsize>(text->size()));
  return static_cast<bool>(file);
}

// The rewriter knows our headers by their folder: where the user's words name it otherwise (by a symbolic link:
// /usr/local/musa), they get the one name.
std::vector<std::string> with_one_name(std::vector<std::string> words, const std::string& folder) {
  for (std::string& word : words) {
    constexpr std::string_view kJoined = "-isystem";
    const std::size_t begin = word.compare(0, kJoined.size(), kJoined) == 0 ? kJoined.size() : 0;
    std::error_code error;  // most words are no folders
    if (std::filesystem::equivalent(word.substr(begin), folder, error))
      word.replace(begin, word.size(), folder);
  }
  return words;
}

}  // namespace

void Driver::add_device_options(std::vector<std::string>* words) const {
  // First: headers that the command line includes may have device code.
  append(words, {"-include", "musasim/device_language.h"});
  if (has_ptx_) append(words, {"-isystem", home_ + "/ptx", "-include", "torchada/ptx.h"});
  append(words, with_standard(options_.host, options_.has_standard));
  if (options_.fast_math) append(words, kFastMathOfDevices);
  append(words, with_one_name(options_.preprocessor, home_ + "/include"));
  append(words, {"-D__MUSA__=1", "-D__MUSACC__=1"});
  if (options_.relocatable && !defines(options_.preprocessor, "__MUSACC_RDC__")) {
    words->push_back("-D__MUSACC_RDC__=1");
  }
  if (!defines(options_.preprocessor, "__MUSA_ARCH_LIST__")) {
    words->push_back("-D__MUSA_ARCH_LIST__=" + architecture_list(options_.architectures));
  }
  if (options_.check_kernels) words->push_back("-DMUSASIM_CHECK_KERNELS=1");
  append(words, {"-isystem", home_ + "/include"});
  // By its folder the rewriter knows the library of kernels, even if a link leads there.
  if (!is_clang(compiler_)) words->push_back("-fno-canonical-system-headers");
}

// Dependency files name what the user asked for: the object, or the program of one command that also links.
void Driver::add_dependency_options(const std::string& file, const std::string& object,
                                    std::vector<std::string>* words) const {
  if (options_.dependencies.empty()) return;
  const bool linked = options_.output == Output::kProgram || options_.output == Output::kModule;
  std::string target = linked ? options_.output_file : object;
  if (target.empty()) {
    target = std::filesystem::path(file).filename().replace_extension(".o").string();
  }
  if (!options_.dependencies_only) {
    words->push_back(options_.dependencies);
    std::string to = options_.dependency_file;
    if (to.empty()) to = std::filesystem::path(target).replace_extension(".d").string();
    append(words, {"-MF", to});
  } else if (!options_.dependency_file.empty()) {
    append(words, {"-MF", options_.dependency_file});
  }
  if (options_.dependency_targets.empty()) {
    append(words, {"-MQ", target});
  } else {
    append(words, options_.dependency_targets);
  }
}

// The device's text, with __MUSA_ARCH__. g++ is asked to leave the macros in it that were looked at.
int Driver::preprocess(const std::string& file, const std::string& output,
                       const std::string& object) {
  std::vector<std::string> words = command();
  words.push_back(options_.dependencies_only ? options_.dependencies : "-E");
  add_device_options(&words);
  const int architecture = device_architecture(options_.architectures);
  append(&words, {"-D__MUSA_ARCH__=" + std::to_string(architecture), "-D__MTGPU__=1"});
  const bool compiled = options_.output != Output::kPreprocessed && !options_.dependencies_only;
  if (compiled && !is_clang(compiler_)) words.push_back("-dU");
  add_dependency_options(file, object, &words);
  append(&words, {"-x", "c++", file});
  if (!output.empty()) append(&words, {"-o", output});
  return run_command(words);
}

// The host's text, where it may be another one.
int Driver::preprocess_for_host(const std::string& file, const std::string& output) {
  std::vector<std::string> words = command();
  words.push_back("-E");
  add_device_options(&words);
  append(&words, {"-x", "c++", file, "-o", output});
  return run_command(words);
}

int Driver::read_text(const std::string& file, const std::string& preprocessed, std::string* text) {
  if (!read(preprocessed, text)) return fail("cannot read " + preprocessed + ", made from " + file);
  if (!asks_for_device(*text) && !is_clang(compiler_)) return 0;
  const std::string for_host = preprocessed + ".host";
  if (const int status = preprocess_for_host(file, for_host)) return status;
  std::string host;
  if (!read(for_host, &host)) return fail("cannot read " + for_host + ", made from " + file);
  std::filesystem::remove(for_host);
  *text = merge(whole_lines(*text), host);
  return 0;
}

int Driver::rewrite_file(const std::string& file, const std::string& preprocessed,
                         const std::string& rewritten, Rewritten* result) {
  if (options_.dry_run) return 0;
  std::string text;
  if (const int status = read_text(file, preprocessed, &text)) return status;
  RewriteOptions wanted;
  wanted.local_device_code = !options_.relocatable;
  wanted.file_mark = "mcc" + std::to_string(std::hash<std::string>()(text));
  wanted.plain = options_.plain_kernels;
  wanted.checked = options_.check_kernels;
  wanted.flush_denormals = options_.flush_denormals;
  wanted.clang = is_clang(compiler_);
  wanted.ptx = has_ptx_;
  wanted.library = home_ + "/include";
  *result = rewrite(std::move(text), wanted);
  keeps_locals_ = result->keeps_locals;
  if (result->needs_ptx) return 0;
  const bool is_for_clang = !result->only_clang.what.empty();
  if (is_for_clang && chosen_by_.empty() && !installed_clang().empty()) return 0;
  for (const std::string& error : result->errors) std::fprintf(stderr, "%s\n", error.c_str());
  if (!result->errors.empty()) return 1;
  std::ofstream out(rewritten, std::ios::binary);
  out << result->text;
  out.close();
  return out ? 0 : fail("cannot write " + rewritten);
}

// Only a text with PTX gets the header of what PTX becomes.
int Driver::preprocess_and_rewrite(const Input& input, const std::string& output,
                                   const std::string& stem, Rewritten* result) {
  const std::string preprocessed = stem + ".mu.ii";
  for (has_ptx_ = false;; has_ptx_ = true) {
    if (const int status = preprocess(input.text, preprocessed, output)) return status;
    const int status = rewrite_file(input.text, preprocessed, stem + ".rewritten.ii", result);
    if (status != 0 || !result->needs_ptx) return status;
  }
}

int Driver::compile_device(const Input& input, const std::string& output) {
  has_ptx_ = false;
  if (options_.dependencies_only || options_.output == Output::kPreprocessed) {
    return preprocess(input.text, output, options_.dependencies_only ? "" : output);
  }
  std::string stem = temporary_.file("");
  if (options_.save_temps) {
    stem = std::filesystem::path(input.text).filename().replace_extension("").string();
  }
  const std::string rewritten = stem + ".rewritten.ii";
  Rewritten result;
  const int status = preprocess_and_rewrite(input, output, stem, &result);
  const ClangOnly& only_clang = result.only_clang;
  if (only_clang.what.empty()) return status != 0 ? status : compile_rewritten(rewritten, output);
  const std::string clang = chosen_by_.empty() ? installed_clang() : "";
  if (!clang.empty()) return compile_with_clang(input, output, clang, only_clang);
  return without_clang(status != 0 ? status : compile_rewritten(rewritten, output), only_clang);
}

int Driver::compile_with_clang(const Input& input, const std::string& output,
                               const std::string& clang, const ClangOnly& reason) {
  if (options_.verbose) {
    std::fprintf(stderr, "mcc: %s: %s needs clang: %s compiles this file\n", reason.place.c_str(),
                 reason.what.c_str(), clang.c_str());
  }
  Options options = options_;
  options.host = known_warnings({clang}, std::move(options.host));
  return Driver(options, {{clang}, "mcc"}).compile_device(input, output);
}

// Another compiler did its best; where that was not enough, the user is told what would be.
int Driver::without_clang(int status, const ClangOnly& missed) const {
  if (status == 0) return 0;
  const std::string advice =
      chosen_by_.empty()
          ? "which is not installed: apt install clang"
          : "and " + chosen_by_ + " names " + shell_words(compiler_) + ": let it name clang++";
  fail(missed.place + ": " + missed.what + " needs clang, " + advice);
  return status;
}

int Driver::compile_rewritten(const std::string& rewritten, const std::string& output) {
  std::vector<std::string> words = command();
  append(&words, {kDeviceOptimisation, kContraction});
  append(&words, with_standard(options_.host, options_.has_standard));
  if (options_.fast_math) append(&words, kFastMathOfDevices);
  append(&words, options_.compiler);
  // The text is large: collecting the compiler's garbage later saves an eighth of its time.
  if (!is_clang(compiler_)) append(&words, {"--param", "ggc-min-heapsize=600000"});
  // A thread's stack ends with a closed page, which a large array must not step over. The lambda of a
  // kernel's body has parameters with the names of the built-in variables.
  append(&words, {"-fno-strict-aliasing", "-fstack-clash-protection", "-Wno-shadow"});
  append(&words, is_clang(compiler_) ? kForKernelsOfClang : kForKernels);
  if (keeps_locals_) append(&words, is_clang(compiler_) ? kLongLivesOfClang : kLongLives);
  if (options_.check_kernels) append(&words, is_clang(compiler_) ? kChecksOfClang : kChecks);
  words.push_back(stage());
  append(&words, {"-x", "c++-cpp-output", rewritten});
  if (!output.empty()) append(&words, {"-o", output});
  return run_command(words);
}

}  // namespace musasim::mcc
