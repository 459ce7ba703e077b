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

#if defined(__aarch64__)
constexpr const char* kTarget = "aarch64-unknown-linux-gnu";
#else
constexpr const char* kTarget = "x86_64-unknown-linux-gnu";
#endif

// In the form of clang's, which build systems read.
int print_version(const HostCompiler& compiler, FILE* to) {
  std::fprintf(to, "mcc version %d.%d.%d (musasim: the compiler of the simulated GPU)\n",
               __MUSA_API_VER_MAJOR__, __MUSA_API_VER_MINOR__, __MUSA_API_VER_PATCH__);
  std::fprintf(to, "Target: %s\nThread model: posix\nInstalledDir: %s/bin\nHost compiler: %s\n",
               kTarget, home().c_str(),
               compiler.command.empty() ? "none" : shell_words(compiler.command).c_str());
  return 0;
}

int print_help() {
  std::puts(
      "usage: mcc [options] file...\n"
      "Compiles .mu files for the simulated GPU with the host's C++ compiler, and links them.\n"
      "\n"
      "  -c                          compile to object files, do not link\n"
      "  -S, -E, -fsyntax-only       compile to assembly; only preprocess; only check the syntax\n"
      "  -o FILE                     write the output to FILE\n"
      "  -x musa | c++ | c | none    language of the files that follow; none: by their suffix\n"
      "  --offload-arch=mp_22        architecture that device code sees as __MUSA_ARCH__ (also\n"
      "                              --cuda-gpu-arch=); of several (mp_22,mp_31, or all) that of\n"
      "                              MUSASIM_MODEL, else the first; native is MUSASIM_MODEL's\n"
      "  -fgpu-rdc                   let device code use functions and variables of other files\n"
      "  -dlink                      write the object of device linking (it is empty)\n"
      "  --fatbin                    write a module for muModuleLoad\n"
      "  -fcheck-kernels             check the memory accesses of kernels when they run, as with\n"
      "                              MUSASIM_CHECK_KERNELS=1\n"
      "  -MD, -MMD, -M, -MM, -MF, -MT, -MQ, -MP    write dependency files, as g++ does\n"
      "  -Xcompiler WORDS            pass WORDS, separated by commas, to the host compiler\n"
      "  -save-temps                 keep the preprocessed and the rewritten sources\n"
      "  -v, -###                    print the commands; -### does not run them\n"
      "  --version, -dumpversion     print the version\n"
      "  -print-...                  ask the host compiler\n"
      "  @FILE                       read more arguments from FILE\n"
      "\n"
      "mcc passes -D -U -I -include -isystem -std= -O -g -W -f -m -l -L -Wl, -shared and other\n"
      "options to the host compiler, which is -ccbin's, else MUSASIM_CXX, else CXX, else g++, "
      "else\n"
      "clang++. A file that only clang compiles goes to an installed clang++ unless one of these\n"
      "names another compiler. Clang's options for GPUs have no effect; -v lists those that were "
      "given.");
  return 0;
}

int work(const std::vector<std::string>& arguments) {
  Options options;
  options.check_kernels = is_on("MUSASIM_CHECK_KERNELS");
  options.plain_kernels = is_on("MUSASIM_MCC_PLAIN");
  std::string error;
  std::vector<std::string> words = arguments;
  if (!expand_files(&words, &error) || !parse(words, &options, &error)) {
    std::fprintf(stderr, "mcc: error: %s\n", error.c_str());
    return 1;
  }
  const HostCompiler compiler = host_compiler(options.host_compiler);
  // clang and clang++ answer as the compiler that they are here.
  switch (options.driver_mode.empty() ? options.question : Question::kNone) {
    case Question::kVersion: return print_version(compiler, stdout);
    case Question::kHelp: return print_help();
    case Question::kDumpVersion:
      std::printf("%d.%d.%d\n", __MUSA_API_VER_MAJOR__, __MUSA_API_VER_MINOR__,
                  __MUSA_API_VER_PATCH__);
      return 0;
    case Question::kPrintHome: std::puts(home().c_str()); return 0;
    case Question::kPrintTarget: std::puts(kTarget); return 0;
    default: break;
  }
  if (options.dry_run && options.driver_mode.empty()) print_version(compiler, stderr);
  if (options.verbose && options.inputs.empty() && options.driver_mode.empty()) {
    return options.dry_run ? 0 : print_version(compiler, stdout);
  }
  if (compiler.command.empty()) {
    std::fputs(
        "mcc: error: found no C++ compiler: neither g++ nor clang++ is on PATH; install one, or "
        "set "
        "MUSASIM_CXX\n",
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
