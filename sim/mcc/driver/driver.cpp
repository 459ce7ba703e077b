// From inputs to outputs: which files are compiled how, and what is linked.
#include "mcc/driver/driver.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "mcc/driver/process.h"

namespace musasim::mcc {

namespace {

namespace fs = std::filesystem;

std::string stem_with(const std::string& file, const std::string& suffix) {
  return fs::path(file).filename().replace_extension(suffix).string();
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  for (const char* each : words) {
    if (word == each) return true;
  }
  return false;
}

// Projects keep the name of a file that they ported: mcc takes that as it is.
bool is_cuda_suffix(const std::string& suffix) { return is_one_of(suffix, {".cu", ".cuh"}); }

bool is_device_suffix(const std::string& suffix) {
  return is_one_of(suffix, {".mu", ".muh"}) || is_cuda_suffix(suffix);
}

}  // namespace

Driver::Driver(const Options& options, const HostCompiler& compiler)
    : options_(options),
      compiler_(compiler.command),
      chosen_by_(compiler.chosen_by),
      home_(home()) {}

int Driver::fail(const std::string& text) const {
  std::fprintf(stderr, "mcc: error: %s\n", text.c_str());
  return 1;
}

int Driver::run_command(const std::vector<std::string>& command) const {
  if (options_.dry_run) {
    std::fprintf(stderr, "%s\n", quoted_words(command).c_str());
    return 0;
  }
  if (options_.verbose) std::fprintf(stderr, " %s\n", shell_words(command).c_str());
  std::string error;
  const int status = run(command, &error);
  if (error.empty()) return status;
  return fail(status == 127 ? error + " (MUSASIM_CXX, CXX and -ccbin name the host compiler)"
                            : error);
}

bool Driver::language_of(const Input& input, Language* language) const {
  const std::string suffix = fs::path(input.text).extension().string();
  const std::string& given = input.language;
  if (is_one_of(given, {"musa", "cuda"})) {
    *language = Language::kDevice;
  } else if (is_one_of(given, {"c++", "c++-header"})) {
    *language = Language::kCpp;
  } else if (given == "c") {
    *language = Language::kC;
  } else if (!given.empty()) {
    fail("language not recognized: '" + given + "'" +
         (given == "ir" ? ": LLVM's intermediate code is not simulated" : "") +
         "; -x takes musa, c++, c and none");
    return false;
  } else if (is_device_suffix(suffix)) {
    *language = Language::kDevice;
  } else if (is_one_of(suffix, {".cpp", ".cc", ".cxx", ".C", ".c++", ".ii"})) {
    *language = Language::kCpp;
  } else if (suffix == ".c") {
    *language = Language::kC;
  } else if (is_one_of(suffix, {".s", ".S"})) {
    *language = Language::kAssembly;
  } else {
    *language = Language::kObject;
  }
  return true;
}

int Driver::work() {
  if (options_.verbose) {
    for (const std::string& option : options_.dropped) {
      std::fprintf(stderr, "mcc: option %s has no effect\n", option.c_str());
    }
  }
  for (const std::string& option : options_.not_simulated) {
    std::fprintf(stderr, "mcc: warning: %s\n", option.c_str());
  }
  if (!options_.driver_mode.empty() && !has_device_source()) return be_host_compiler();
  if (options_.question == Question::kAskHost) return ask_host();
  options_.host = known_warnings(compiler_, std::move(options_.host));
  options_.architectures = single_architectures(options_.architectures);
  for (const std::string& each : options_.architectures) {
    if (architecture_number(each) == 0) {
      return fail(
          "'" + each +
          "': unknown architecture; use mp_21 (S80), mp_22 (S4000), mp_31 (S5000), native or all; "
          "mp_32, mp_35, mp_42 and mp_60 are known too");
    }
  }
  bool files = false;
  for (const Input& input : options_.inputs) files = files || input.is_file;
  if (!files) return fail("no input files");
  if (options_.output == Output::kDeviceLink) return device_link();
  const bool linked = options_.output == Output::kProgram || options_.output == Output::kModule;
  return linked && !options_.dependencies_only ? link() : one_output();
}

bool Driver::has_device_source() const {
  for (const Input& input : options_.inputs) {
    const std::string suffix = fs::path(input.text).extension().string();
    if (is_one_of(input.language, {"musa", "cuda"})) return true;
    if (input.is_file && input.language.empty() && is_device_suffix(suffix)) return true;
  }
  return false;
}

int Driver::be_host_compiler() {
  std::vector<std::string> words =
      options_.driver_mode == "gcc" ? c_compiler(compiler_) : compiler_;
  const std::vector<std::string> plain = known_warnings(compiler_, options_.plain);
  words.insert(words.end(), plain.begin(), plain.end());
  return run_command(words);
}

int Driver::ask_host() {
  std::vector<std::string> words = command();
  words.insert(words.end(), options_.asked.begin(), options_.asked.end());
  return run_command(words);
}

std::string Driver::stage() const {
  switch (options_.output) {
    case Output::kAssembly: return "-S";
    case Output::kSyntaxOnly: return "-fsyntax-only";
    case Output::kPreprocessed: return "-E";
    default: return "-c";
  }
}

std::string Driver::output_for(const Input& input) const {
  if (!options_.output_file.empty()) return options_.output_file;
  switch (options_.output) {
    case Output::kObject: return stem_with(input.text, ".o");
    case Output::kAssembly: return stem_with(input.text, ".s");
    default: return "";
  }
}

int Driver::one_output() {
  unsigned files = 0;
  for (const Input& input : options_.inputs) files += input.is_file ? 1 : 0;
  if (files > 1 && !options_.output_file.empty()) {
    return fail("-o " + options_.output_file + " with " + std::to_string(files) +
                " input files: each input file needs its own output; leave out -o, or compile one "
                "file at a time");
  }
  for (const Input& input : options_.inputs) {
    if (!input.is_file) continue;
    if (const int status = compile(input, output_for(input))) return status;
  }
  return 0;
}

int Driver::compile(const Input& input, const std::string& output) {
  Language language;
  if (!language_of(input, &language)) return 1;
  if (language == Language::kObject) {
    return fail(input.text +
                ": not a source file; sources end in .mu, .cpp, .cc, .cxx or .c (-x musa compiles "
                "any file)");
  }
  if (input.text != "-" && !fs::exists(input.text)) return fail(input.text + ": no such file");
  if (language != Language::kDevice) return compile_host(input, language, output);
  const int status = compile_device(input, output);
  if (status != 0 && input.language.empty() && is_cuda_suffix(fs::path(input.text).extension())) {
    std::fprintf(
        stderr,
        "mcc: note: %s was compiled as MUSA code; CUDA code is ported first: torchada port\n",
        input.text.c_str());
  }
  return status;
}

int Driver::compile_host(const Input& input, Language language, const std::string& output) {
  std::vector<std::string> words = command();
  words.insert(words.end(), options_.host.begin(), options_.host.end());
  words.insert(words.end(), options_.compiler.begin(), options_.compiler.end());
  words.insert(words.end(), options_.preprocessor.begin(), options_.preprocessor.end());
  words.insert(words.end(), {"-isystem", home_ + "/include"});
  if (options_.dependencies_only) {
    words.push_back(options_.dependencies);
  } else {
    words.push_back(stage());
  }
  add_dependency_options(input.text, output, &words);
  if (!output.empty()) words.insert(words.end(), {"-o", output});
  if (language == Language::kC) words.insert(words.end(), {"-x", "c"});
  if (language == Language::kCpp && fs::path(input.text).extension() != ".ii") {
    words.insert(words.end(), {"-x", "c++"});
  }
  words.push_back(input.text);
  return run_command(words);
}

int Driver::device_link() {
  const std::string output = options_.output_file.empty() ? "a_dlink.o" : options_.output_file;
  std::vector<std::string> words = command();
  words.insert(words.end(), {"-fPIC", "-c", "-x", "c++", "/dev/null", "-o", output});
  return run_command(words);
}

// The source behind all others of a module.
int Driver::compile_module_table(const std::string& output) {
  std::vector<std::string> words = command();
  words.insert(words.end(), {"-std=c++17", "-fPIC", "-c", "-isystem", home_ + "/include"});
  words.insert(words.end(), {"-include", "musasim/device/module.h", "-x", "c++", "/dev/null"});
  words.insert(words.end(), {"-o", output});
  return run_command(words);
}

int Driver::link() {
  const bool module = options_.output == Output::kModule;
  std::vector<std::string> words = command();
  if (module) {
    words.push_back("-shared");
    options_.host.push_back("-fPIC");
  }
  words.insert(words.end(), options_.link.begin(), options_.link.end());
  for (const Input& input : options_.inputs) {
    Language language = Language::kObject;
    if (input.is_file && !language_of(input, &language)) return 1;
    if (language == Language::kObject) {
      words.push_back(input.text);
      continue;
    }
    const std::string object = temporary_.file(".o");
    if (const int status = compile(input, object)) return status;
    words.push_back(object);
  }
  if (module) {
    const std::string table = temporary_.file(".o");
    if (const int status = compile_module_table(table)) return status;
    words.push_back(table);
  }
  words.insert(words.end(), {"-L" + home_ + "/lib", "-Wl,-rpath," + home_ + "/lib", "-lmusart"});
  std::string output = options_.output_file;
  if (output.empty()) output = module ? "a.fatbin" : "a.out";
  words.insert(words.end(), {"-o", output});
  const int status = run_command(words);
  const auto files = std::count_if(options_.inputs.begin(), options_.inputs.end(),
                                   [](const Input& input) { return input.is_file; });
  // Without it, device code keeps to its file, and the linker knows nothing of that.
  if (status != 0 && files > 1 && !options_.relocatable) {
    std::fprintf(stderr,
                 "mcc: note: device code that uses functions or variables of another file needs "
                 "-fgpu-rdc, for each file and for the link\n");
  }
  return status;
}

}  // namespace musasim::mcc
