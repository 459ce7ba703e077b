// The command line of mcc.
#pragma once

#include <string>
#include <vector>

namespace musasim::mcc {

enum class Output {
  kProgram,
  kObject,
  kAssembly,
  kPreprocessed,
  kSyntaxOnly,
  kDeviceLink,
  kModule
};
enum class Question { kNone, kVersion, kHelp, kDumpVersion, kPrintHome, kPrintTarget, kAskHost };

// An input in the order of the command line, or an option that the linker reads in that order.
struct Input {
  std::string text;
  std::string language;  // of -x; empty: by the suffix
  bool is_file = true;
};

struct Options {
  Output output = Output::kProgram;
  Question question = Question::kNone;
  std::string output_file;
  std::vector<Input> inputs;
  std::vector<std::string> architectures;
  std::vector<std::string> preprocessor;  // for the preprocessor alone
  std::vector<std::string> compiler;      // for the compiler alone
  std::vector<std::string> host;          // for both
  std::vector<std::string> link;
  std::vector<std::string> plain;  // all that the host compiler takes, in the order given
  std::vector<std::string> asked;  // what the host compiler is asked to print
  std::vector<std::string> dropped;
  std::vector<std::string> not_simulated;  // what is left out of what was asked for
  std::string dependencies;                // -MD, -MMD; -M, -MM
  bool dependencies_only = false;
  std::string dependency_file;
  std::vector<std::string> dependency_targets;  // with their -MT or -MQ
  bool has_standard = false;
  std::string host_compiler;  // of -ccbin
  bool fast_math = false;
  bool flush_denormals = false;
  std::string driver_mode;  // gcc where mcc stands in for clang, g++ for clang++
  bool relocatable = false;
  bool check_kernels = false;
  bool plain_kernels = false;  // they are not made quicker (rewrite/speed)
  bool save_temps = false;
  bool verbose = false;
  bool dry_run = false;
};

// Reads the command line without the program's name; an error is one line that says what is wrong.
bool parse(const std::vector<std::string>& arguments, Options* options, std::string* error);

// Replaces @file by the words of the file, in quotes or not.
bool expand_files(std::vector<std::string>* arguments, std::string* error);

}  // namespace musasim::mcc
