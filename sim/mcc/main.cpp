// mcc: compiles .mu files for the simulated GPU. What it prints about itself is here.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "mcc/driver/driver.h"
#include "mcc/driver/process.h"
#include "mcc/driver/toolchain.h"
#include "mcc/options/options.h"
#include "musart_version.h"

namespace {

using namespace musasim::mcc;

int print_version(const std::vector<std::string>& compiler) {
  std::printf("mcc version %d.%d.%d (musasim: the compiler of the simulated GPU)\n",
              __MUSA_API_VER_MAJOR__, __MUSA_API_VER_MINOR__, __MUSA_API_VER_PATCH__);
  std::printf("Host compiler: %s\nInstalledDir: %s/bin\n",
              compiler.empty() ? "none" : shell_words(compiler).c_str(), home().c_str());
  return 0;
}

int print_help() {
  std::puts(
      "usage: mcc [options] file...\n"
      "Compiles .mu files for the simulated GPU, by the host's C++ compiler, and links.\n"
      "\n"
      "  -c, -S, -E, -fsyntax-only   stop after compiling, at assembly, after preprocessing, at "
      "errors\n"
      "  -o FILE                     the output\n"
      "  -x musa | c++ | c | none    the language of the files behind it\n"
      "  --offload-arch=mp_22        what device code sees as __MUSA_ARCH__; may be given several "
      "times\n"
      "  -fgpu-rdc                   device code may use what other files define\n"
      "  -dlink                      makes the object of device linking, which is empty here\n"
      "  --fatbin                    a module for muModuleLoad\n"
      "  -fcheck-kernels             kernels whose accesses to memory are checked when they run;\n"
      "                              MUSASIM_CHECK_KERNELS=1 asks for it too\n"
      "  -MD, -MMD, -M, -MM, -MF, -MT, -MQ, -MP    dependency files\n"
      "  -Xcompiler WORDS            for the host compiler, separated by commas\n"
      "  -save-temps                 keep what the preprocessor made and what was compiled\n"
      "  -v, -###                    print the commands; -### runs none\n"
      "  --version, -dumpversion, -print-..., @FILE\n"
      "\n"
      "-D -U -I -include -isystem -std= -O -g -W -f -m -l -L -Wl, -shared and such mean what they "
      "mean\n"
      "to the host compiler: MUSASIM_CXX, else CXX, else g++, else clang++. Options of clang for "
      "GPUs\n"
      "change nothing; -v names them.");
  return 0;
}

int work(const std::vector<std::string>& arguments) {
  Options options;
  options.check_kernels = checks_wanted();
  std::string error;
  std::vector<std::string> words = arguments;
  if (!expand_files(&words, &error) || !parse(words, &options, &error)) {
    std::fprintf(stderr, "mcc: error: %s\n", error.c_str());
    return 1;
  }
  const std::vector<std::string> compiler = host_compiler();
  switch (options.question) {
    case Question::kVersion: return print_version(compiler);
    case Question::kHelp: return print_help();
    case Question::kDumpVersion:
      std::printf("%d.%d.%d\n", __MUSA_API_VER_MAJOR__, __MUSA_API_VER_MINOR__,
                  __MUSA_API_VER_PATCH__);
      return 0;
    case Question::kPrintHome: std::puts(home().c_str()); return 0;
    default: break;
  }
  if (options.verbose && options.inputs.empty()) return print_version(compiler);
  if (compiler.empty()) {
    std::fputs(
        "mcc: error: no C++ compiler: neither g++ nor clang++ is on PATH; MUSASIM_CXX names one\n",
        stderr);
    return 1;
  }
  end_in_order();
  return Driver(options, compiler).work();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return work({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mcc: error: %s\n", error.what());
    return 1;
  }
}
