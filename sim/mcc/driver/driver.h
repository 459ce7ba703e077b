// Does what the command line asks.
#pragma once

#include <string>

#include "mcc/driver/temporary.h"
#include "mcc/driver/toolchain.h"
#include "mcc/options/options.h"
#include "mcc/rewrite/rewrite.h"

namespace musasim::mcc {

class Driver {
 public:
  Driver(const Options& options, const HostCompiler& compiler);

  // The exit status.
  int work();

 private:
  enum class Language { kDevice, kCpp, kC, kAssembly, kObject };
  // False, and an error is printed, for what is none.
  bool language_of(const Input& input, Language* language) const;
  bool has_device_source() const;

  int one_output();   // -c, -S, -E, -M: a file for each input
  int link();         // a program, a library, a module
  int device_link();  // -dlink: an object with nothing in it
  int ask_host();
  int be_host_compiler();  // clang and clang++ without a source for the device

  int compile_module_table(const std::string& output);
  int compile(const Input& input, const std::string& output);
  int compile_host(const Input& input, Language language, const std::string& output);
  int compile_device(const Input& input, const std::string& output);
  int preprocess(const std::string& file, const std::string& output, const std::string& object);
  int preprocess_for_host(const std::string& file, const std::string& output);
  // Reads the text to be rewritten, merged with the host's where they differ.
  int read_text(const std::string& file, const std::string& preprocessed, std::string* text);
  // There need not be a rewritten file where the result says that another compiler may not do.
  int preprocess_and_rewrite(const Input& input, const std::string& output, const std::string& stem,
                             Rewritten* result);
  int rewrite_file(const std::string& file, const std::string& preprocessed,
                   const std::string& rewritten, Rewritten* result);
  int compile_rewritten(const std::string& rewritten, const std::string& output);
  // The same file with clang, which it needs.
  int compile_with_clang(const Input& input, const std::string& output, const std::string& clang,
                         const ClangOnly& reason);
  int without_clang(int status, const ClangOnly& missed) const;
  // -c and its like for the compiler.
  std::string stage() const;
  std::string output_for(const Input& input) const;
  void add_dependency_options(const std::string& file, const std::string& object,
                              std::vector<std::string>* command) const;
  void add_device_options(std::vector<std::string>* command) const;

  std::vector<std::string> command() const { return compiler_; }
  int run_command(const std::vector<std::string>& command) const;
  int fail(const std::string& text) const;

  Options options_;
  bool has_ptx_ = false;       // the file in work includes torchada/ptx.h
  bool keeps_locals_ = false;  // see Rewritten
  std::vector<std::string> compiler_;
  std::string chosen_by_;  // as in HostCompiler
  std::string home_;
  TemporaryFolder temporary_;
};

}  // namespace musasim::mcc
