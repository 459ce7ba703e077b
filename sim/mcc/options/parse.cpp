// Reads the command line by the table of options.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "mcc/options/options.h"

namespace musasim::mcc {

namespace {

// The ways in which an option takes its value: not at all, behind it in the same word, in the next word, in
// either of them.
enum class Form { kAlone, kJoined, kSeparate, kEither };

enum class Action {
  kCompile,
  kAssembly,
  kPreprocess,
  kSyntaxOnly,
  kOutput,
  kLanguage,
  kDeviceLink,
  kModule,
  kSaveTemps,
  kArchitecture,
  kGencode,
  kRelocatable,
  kNotRelocatable,
  kCheckKernels,
  kNoCheckKernels,
  kVersion,
  kHelp,
  kDumpVersion,
  kAskHost,
  kPrintHome,
  kPrintTarget,
  kVerbose,
  kDryRun,
  kPreprocessor,
  kPreprocessedOnly,
  kDependenciesOnly,
  kDependencies,
  kDependencyFile,
  kDependencyTarget,
  kStandard,
  kHost,
  kHostAndLink,
  kCompiler,
  kForHost,
  kHostCompiler,
  kFastMath,
  kDefaultStream,
  kFlushDenormals,
  kKeepDenormals,
  kDeviceDebug,
  kLineInfo,
  kStandardHeaders,
  kPlugin,
  kDriverMode,
  kInput,
  kLink,
  kColors,
  kNoColors,
  kDrop
};

struct Row {
  const char* spelling;
  Form form;
  Action action;
};

constexpr Row kRows[] = {
#define MUSASIM_OPTION(spelling, form, action) {spelling, Form::form, Action::action},
#include "mcc/options/options.def"
#undef MUSASIM_OPTION
};

const Row* find(const std::string& argument) {
  const Row* longest = nullptr;
  std::size_t size = 0;
  for (const Row& row : kRows) {
    const std::size_t length = std::strlen(row.spelling);
    if (argument == row.spelling) return &row;
    const bool prefix = row.form == Form::kJoined || row.form == Form::kEither;
    if (prefix && length > size && argument.compare(0, length, row.spelling) == 0) {
      longest = &row;
      size = length;
    }
  }
  return longest;
}

// One option as it was given.
struct Given {
  std::string spelling;            // as in the table
  std::string value;               // behind it or in the next word
  std::vector<std::string> words;  // all of it
};

void add(std::vector<std::string>* list, const Given& given) {
  list->insert(list->end(), given.words.begin(), given.words.end());
}

// The SDK's plugin, which gives CUDA's names a meaning while the compiler reads them.
bool is_mapping_plugin(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1) == "libMusaMapping.so";
}

bool is_for_host_compiler(Action action, const Given& given) {
  if (action == Action::kPlugin) return !is_mapping_plugin(given.value);
  constexpr Action kOnlyForDevice[] = {Action::kDrop, Action::kDriverMode, Action::kDryRun,
                                       Action::kDefaultStream};
  return std::find(std::begin(kOnlyForDevice), std::end(kOnlyForDevice), action) ==
         std::end(kOnlyForDevice);
}

class Parser {
 public:
  explicit Parser(Options* options) : options_(*options) {}

  bool parse(const std::vector<std::string>& arguments, std::string* error) {
    for (std::size_t at = 0; at < arguments.size(); ++at) {
      const std::string& argument = arguments[at];
      if (argument.size() < 2 || argument[0] != '-') {
        options_.inputs.push_back({argument, language_, true});
        options_.plain.push_back(argument);
        continue;
      }
      const Row* row = find(argument);
      if (row == nullptr) {
        *error = "unknown argument: '" + argument + "'; --help lists the options";
        return false;
      }
      Given given{row->spelling, argument.substr(std::strlen(row->spelling)), {argument}};
      const bool next =
          row->form == Form::kSeparate || (row->form == Form::kEither && given.value.empty());
      if (next) {
        if (at + 1 == arguments.size()) {
          *error = "option " + argument + " needs a value after it";
          return false;
        }
        given.value = arguments[++at];
        given.words.push_back(given.value);
      }
      if (is_for_host_compiler(row->action, given)) {
        add(&options_.plain, given);
      }
      take(row->action, given);
    }
    if (options_.output == Output::kPreprocessed) {
      options_.preprocessor.insert(options_.preprocessor.end(), preprocessed_only_.begin(),
                                   preprocessed_only_.end());
    }
    return true;
  }

 private:
  void take(Action action, const Given& given) {
    switch (action) {
      case Action::kCompile: options_.output = Output::kObject; break;
      case Action::kAssembly: options_.output = Output::kAssembly; break;
      case Action::kPreprocess: options_.output = Output::kPreprocessed; break;
      case Action::kSyntaxOnly: options_.output = Output::kSyntaxOnly; break;
      case Action::kDeviceLink: options_.output = Output::kDeviceLink; break;
      case Action::kModule: options_.output = Output::kModule; break;
      case Action::kVersion: options_.question = Question::kVersion; break;
      case Action::kHelp: options_.question = Question::kHelp; break;
      case Action::kDumpVersion: options_.question = Question::kDumpVersion; break;
      case Action::kPrintHome: options_.question = Question::kPrintHome; break;
      case Action::kPrintTarget: options_.question = Question::kPrintTarget; break;
      case Action::kAskHost:
        options_.question = Question::kAskHost;
        add(&options_.asked, given);
        break;
      default: take_setting(action, given);
    }
  }

  void take_setting(Action action, const Given& given) {
    switch (action) {
      case Action::kOutput: options_.output_file = given.value; break;
      case Action::kLanguage: language_ = given.value == "none" ? "" : given.value; break;
      case Action::kSaveTemps: options_.save_temps = true; break;
      case Action::kArchitecture: options_.architectures.push_back(given.value); break;
      case Action::kGencode: take_gencode(given.value); break;
      case Action::kHostCompiler: options_.host_compiler = given.value; break;
      case Action::kFlushDenormals: options_.flush_denormals = true; break;
      case Action::kKeepDenormals: options_.flush_denormals = false; break;
      case Action::kDriverMode: options_.driver_mode = given.value; break;
      case Action::kRelocatable: options_.relocatable = true; break;
      case Action::kNotRelocatable: options_.relocatable = false; break;
      case Action::kCheckKernels: options_.check_kernels = true; break;
      case Action::kNoCheckKernels: options_.check_kernels = false; break;
      case Action::kVerbose: options_.verbose = true; break;
      case Action::kDryRun: options_.dry_run = options_.verbose = true; break;
      case Action::kDependenciesOnly:
        options_.dependencies_only = true;
        options_.dependencies = given.spelling;
        break;
      case Action::kDependencies:
        options_.dependencies = given.spelling == "-MMD" ? "-MMD" : "-MD";
        break;
      case Action::kDependencyFile: options_.dependency_file = given.value; break;
      case Action::kDependencyTarget:
        options_.dependency_targets.insert(options_.dependency_targets.end(),
                                           {given.spelling, given.value});
        break;
      default: pass_on(action, given);
    }
  }

  void pass_on(Action action, const Given& given) {
    switch (action) {
      case Action::kPreprocessor: add(&options_.preprocessor, given); break;
      case Action::kPreprocessedOnly: add(&preprocessed_only_, given); break;
      case Action::kDefaultStream:
        if (given.value == "per-thread") {
          options_.preprocessor.push_back("-DMUSA_API_PER_THREAD_DEFAULT_STREAM");
        }
        break;
      case Action::kCompiler: add(&options_.compiler, given); break;
      case Action::kStandard:
        options_.has_standard = true;
        options_.host.push_back("-std=" + given.value);
        break;
      case Action::kHost: add(&options_.host, given); break;
      case Action::kHostAndLink:
        add(&options_.host, given);
        add(&options_.link, given);
        break;
      case Action::kFastMath:
        options_.fast_math = true;
        options_.host.push_back(given.spelling == "-Ofast" ? "-Ofast" : "-ffast-math");
        break;
      case Action::kDeviceDebug: options_.host.push_back("-g"); break;
      case Action::kLineInfo: options_.host.push_back("-g1"); break;
      case Action::kStandardHeaders:
        options_.preprocessor.insert(options_.preprocessor.end(),
                                     {"-nostdinc++", "-isystem", given.value});
        break;
      case Action::kForHost: take_host_words(given.value); break;
      case Action::kPlugin: take_plugin(given); break;
      case Action::kInput:
        for (const std::string& word : given.words) options_.inputs.push_back({word, "", false});
        break;
      case Action::kLink: add(&options_.link, given); break;
      case Action::kColors: options_.host.push_back("-fdiagnostics-color=always"); break;
      case Action::kNoColors: options_.host.push_back("-fdiagnostics-color=never"); break;
      default: add(&options_.dropped, given);
    }
  }

  void take_plugin(const Given& given) {
    if (!is_mapping_plugin(given.value)) return add(&options_.host, given);
    options_.not_simulated.push_back(given.words.front() +
                                     ": names of CUDA are not mapped while mcc compiles; port the "
                                     "source before (torchada port)");
  }

  // -gencode arch=compute_31,code=sm_31
  void take_gencode(const std::string& value) {
    const std::size_t begin = value.find("arch=");
    if (begin == std::string::npos) return;
    const std::size_t end = value.find(',', begin);
    options_.architectures.push_back(value.substr(begin + 5, end - begin - 5));
  }

  // -Xcompiler a,b
  void take_host_words(const std::string& value) {
    for (std::size_t at = 0; at <= value.size();) {
      const std::size_t end = std::min(value.find(',', at), value.size());
      if (end != at) options_.host.push_back(value.substr(at, end - at));
      at = end + 1;
    }
  }

  Options& options_;
  std::vector<std::string> preprocessed_only_;  // -P, -C
  std::string language_;
};

}  // namespace

bool parse(const std::vector<std::string>& arguments, Options* options, std::string* error) {
  return Parser(options).parse(arguments, error);
}

}  // namespace musasim::mcc
