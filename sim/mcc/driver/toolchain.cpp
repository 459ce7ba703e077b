// Finds the host compiler and the simulator's home.
#include "mcc/driver/toolchain.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "mcc/driver/process.h"

namespace musasim::mcc {

namespace {

struct Model {
  const char* name;
  const char* architecture;
};

constexpr Model kModels[] = {
#define MUSASIM_MODEL(id, name, major, minor, multiprocessors, memory, architecture, ...) \
  {#id, architecture},
#include "machine/settings/models.def"
#undef MUSASIM_MODEL
};

constexpr const char* kDefaultArchitecture = "mp_22";

std::vector<std::string> words_of(const char* value) {
  std::vector<std::string> words;
  std::istringstream stream(value == nullptr ? "" : value);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// The places of programs of that name on PATH, in its order.
std::vector<std::string> places_of(const std::string& program) {
  std::vector<std::string> places;
  std::istringstream path(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    const std::string place = folder + "/" + program;
    if (access(place.c_str(), X_OK) == 0) places.push_back(place);
  }
  return places;
}

// The place of a program that is named by its path or found on PATH; empty where there is none.
std::string place_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const std::vector<std::string> places = places_of(program);
  return places.empty() ? std::string() : places.front();
}

// mcc, or the clang++ beside it.
bool is_mcc_itself(const std::string& place) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(place, error);
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  return real.parent_path() == own.parent_path();
}

// Build systems set CXX to the compiler that they were given, which may be mcc: the two would start each
// other without end.
bool names_mcc_itself(const std::vector<std::string>& compiler) {
  return std::any_of(compiler.begin(), compiler.end(), [](const std::string& word) {
    const std::string place = place_of(word);
    return !place.empty() && is_mcc_itself(place);
  });
}

// -Wfoo and -Wno-error=foo: an unknown one is an error of g++, unlike -Wno-foo.
bool may_be_unknown(const std::string& option) {
  const auto begins = [&option](const char* text) { return option.rfind(text, 0) == 0; };
  const bool of_others = begins("-Wl,") || begins("-Wa,") || begins("-Wp,");
  const bool negative = begins("-Wno-") && !begins("-Wno-error=");
  const bool common = option == "-W" || option == "-Wall" || option == "-Wextra" ||
                      option == "-Wpedantic" || option == "-Werror" || option == "-Wshadow" ||
                      option == "-Wconversion" || option == "-Wcast-qual";
  return begins("-W") && !of_others && !negative && !common;
}

// The architecture of the device that the simulator plays.
std::string simulated_architecture() {
  const char* wanted = std::getenv("MUSASIM_MODEL");
  for (const Model& model : kModels) {
    if (wanted != nullptr && wanted == std::string(model.name)) return model.architecture;
  }
  return kDefaultArchitecture;
}

// Architectures of other GPUs that files of public MUSA SDKs name.
constexpr const char* kOthers[] = {"mp_32", "mp_35", "mp_42", "mp_60"};

bool is_of_the_compiler(const std::string& architecture) {
  return std::find(std::begin(kOthers), std::end(kOthers), architecture) != std::end(kOthers);
}

bool is_of_a_model(const std::string& architecture) {
  return std::any_of(std::begin(kModels), std::end(kModels),
                     [&](const Model& model) { return model.architecture == architecture; });
}

}  // namespace

HostCompiler host_compiler(const std::string& wanted) {
  if (!wanted.empty()) {
    return {{std::filesystem::is_directory(wanted) ? wanted + "/g++" : wanted}, "-ccbin"};
  }
  for (const char* variable : {"MUSASIM_CXX", "CXX"}) {
    std::vector<std::string> words = words_of(std::getenv(variable));
    if (!words.empty() && !names_mcc_itself(words)) return {std::move(words), variable};
  }
  if (!place_of("g++").empty()) return {{"g++"}, ""};
  if (std::string clang = installed_clang(); !clang.empty()) return {{std::move(clang)}, ""};
  if (!place_of("c++").empty()) return {{"c++"}, ""};
  return {};
}

std::string installed_clang() {
  constexpr int kNewest = 30;
  constexpr int kOldest = 14;
  std::vector<std::string> names = {"clang++"};
  for (int version = kNewest; version >= kOldest; --version) {
    names.push_back("clang++-" + std::to_string(version));
  }
  for (const std::string& name : names) {
    for (std::string& place : places_of(name)) {
      if (!is_mcc_itself(place)) return std::move(place);
    }
  }
  return {};
}

std::vector<std::string> c_compiler(std::vector<std::string> compiler) {
  std::string& program = compiler.back();
  const std::size_t name = program.rfind('/') == std::string::npos ? 0 : program.rfind('/') + 1;
  for (const auto& [of_cpp, of_c] :
       {std::pair{"clang++", "clang"}, {"g++", "gcc"}, {"c++", "cc"}}) {
    const std::size_t at = program.find(of_cpp, name);
    if (at == std::string::npos) continue;
    program.replace(at, std::strlen(of_cpp), of_c);
    break;
  }
  return compiler;
}

std::vector<std::string> known_warnings(const std::vector<std::string>& compiler,
                                        std::vector<std::string> options) {
  if (is_clang(compiler)) {
    options.insert(options.begin(), "-Wno-unknown-warning-option");
    return options;
  }
  // g++ looks at some only when it knows all others.
  for (bool all_known = false; !all_known;) {
    std::vector<std::string> command = compiler;
    command.insert(command.end(), {"-fsyntax-only", "-x", "c++", "/dev/null"});
    const std::size_t own = command.size();
    std::copy_if(options.begin(), options.end(), std::back_inserter(command), may_be_unknown);
    if (command.size() == own) break;
    const std::string said = errors_of(command);
    const auto refused = [&said](const std::string& option) {
      return said.find("option '" + option + "'") != std::string::npos ||
             said.find("error: '" + option + "'") != std::string::npos;
    };
    const auto end = std::remove_if(options.begin(), options.end(), refused);
    all_known = end == options.end();
    options.erase(end, options.end());
  }
  return options;
}

bool is_on(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' && value != std::string("0");
}

bool is_clang(const std::vector<std::string>& compiler) {
  return std::any_of(compiler.begin(), compiler.end(), [](const std::string& word) {
    return std::filesystem::path(word).filename().string().find("clang") != std::string::npos;
  });
}

std::string home() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path().string();
}

int architecture_number(const std::string& name) {
  std::string digits = name;
  bool by_other_prefix = false;
  for (const char* prefix : {"mp_", "sm_", "compute_"}) {
    if (name.rfind(prefix, 0) != 0) continue;
    digits = name.substr(std::string(prefix).size());
    by_other_prefix = prefix != std::string("mp_");
  }
  const bool number =
      digits.size() == 2 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (!number) return 0;
  // sm_31 is another spelling of mp_31, but sm_80 is no GPU of MUSA's.
  const std::string architecture = "mp_" + digits;
  const bool is_known =
      is_of_a_model(architecture) || (!by_other_prefix && is_of_the_compiler(architecture));
  if (!is_known) return 0;
  return 10 * std::atoi(digits.c_str());
}

int device_architecture(const std::vector<std::string>& architectures) {
  const int simulated = architecture_number(simulated_architecture());
  if (architectures.empty()) return simulated;
  for (const std::string& each : architectures) {
    if (architecture_number(each) == simulated) return simulated;
  }
  return architecture_number(architectures.front());
}

std::vector<std::string> single_architectures(const std::vector<std::string>& given) {
  std::vector<std::string> found;
  for (const std::string& list : given) {
    if (list.empty()) found.push_back(list);  // an error, as elsewhere
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) {
      if (name == "all") {
        for (const Model& model : kModels) found.push_back(model.architecture);
      } else {
        found.push_back(name == "native" ? simulated_architecture() : name);
      }
    }
  }
  return found;
}

std::string architecture_list(const std::vector<std::string>& architectures) {
  std::set<int> numbers;
  for (const std::string& each : architectures) numbers.insert(architecture_number(each));
  if (numbers.empty()) numbers.insert(device_architecture(architectures));
  std::string list;
  for (const int number : numbers) list += (list.empty() ? "" : ",") + std::to_string(number);
  return list;
}

}  // namespace musasim::mcc
