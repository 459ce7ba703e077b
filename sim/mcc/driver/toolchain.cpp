// Finds the host compiler and the simulator's home.
#include "mcc/driver/toolchain.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

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

// Where a program lies that is named by its path or found on PATH; empty: nowhere.
std::string place_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  std::istringstream path(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    const std::string place = folder + "/" + program;
    if (access(place.c_str(), X_OK) == 0) return place;
  }
  return {};
}

// Build systems set CXX to the compiler that they were given, which may be mcc: it would start itself
// without end.
bool names_mcc_itself(const std::vector<std::string>& compiler) {
  return std::any_of(compiler.begin(), compiler.end(), [](const std::string& word) {
    std::error_code error;
    const std::string place = place_of(word);
    return !place.empty() && std::filesystem::equivalent(place, "/proc/self/exe", error);
  });
}

// The architecture of the device that the simulator plays.
std::string simulated_architecture() {
  const char* wanted = std::getenv("MUSASIM_MODEL");
  for (const Model& model : kModels) {
    if (wanted != nullptr && wanted == std::string(model.name)) return model.architecture;
  }
  return kDefaultArchitecture;
}

}  // namespace

std::vector<std::string> host_compiler() {
  for (const char* variable : {"MUSASIM_CXX", "CXX"}) {
    std::vector<std::string> words = words_of(std::getenv(variable));
    if (!words.empty() && !names_mcc_itself(words)) return words;
  }
  for (const char* program : {"g++", "clang++", "c++"}) {
    if (!place_of(program).empty()) return {program};
  }
  return {};
}

bool checks_wanted() {
  const char* const value = std::getenv("MUSASIM_CHECK_KERNELS");
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
  for (const char* prefix : {"mp_", "sm_", "compute_"}) {
    if (name.rfind(prefix, 0) == 0) digits = name.substr(std::string(prefix).size());
  }
  const bool number =
      digits.size() == 2 && digits.find_first_not_of("0123456789") == std::string::npos;
  return number ? 10 * std::atoi(digits.c_str()) : 0;
}

int device_architecture(const std::vector<std::string>& architectures) {
  const int simulated = architecture_number(simulated_architecture());
  if (architectures.empty()) return simulated;
  for (const std::string& each : architectures) {
    if (architecture_number(each) == simulated) return simulated;
  }
  return architecture_number(architectures.front());
}

}  // namespace musasim::mcc
