// The places of the host's compiler and of the simulator's home.
#pragma once

#include <string>
#include <vector>

namespace musasim::mcc {

struct HostCompiler {
  std::vector<std::string> command;  // several words, as in "ccache g++"; empty: there is none
  std::string chosen_by;             // the variable or the option; empty: nobody chose it
};

// MUSASIM_CXX, else CXX, else g++, else clang++. A variable that names mcc itself is passed over. `wanted` is
// what -ccbin gives, a program or its folder.
HostCompiler host_compiler(const std::string& wanted);

// clang++ on PATH, else the newest of clang++-14 and up; empty: none. Never the clang++ beside mcc.
std::string installed_clang();

// The C compiler that goes with a C++ compiler: gcc with g++, clang with clang++.
std::vector<std::string> c_compiler(std::vector<std::string> compiler);

// The options without those for warnings that the compiler does not know: build files are written for
// clang, which has others than g++.
std::vector<std::string> known_warnings(const std::vector<std::string>& compiler,
                                        std::vector<std::string> options);

// The variable of the environment is set, to something else than 0.
bool is_on(const char* variable);

// Whether the host compiler is clang.
bool is_clang(const std::vector<std::string>& compiler);

// The folder whose bin/ this program is in.
std::string home();

// The number of an architecture, mp_22 or 22 or sm_22: 220; 0 for others, those of NVIDIA included.
int architecture_number(const std::string& name);

// The architectures one by one: splits lists at commas; `all` becomes every model's architecture, `native` the
// simulated device's.
std::vector<std::string> single_architectures(const std::vector<std::string>& given);

// The __MUSA_ARCH__ of device code: that of the simulated device if it is among the architectures.
int device_architecture(const std::vector<std::string>& architectures);

// The value of __MUSA_ARCH_LIST__: the numbers of the architectures, each once, in their order, with commas.
std::string architecture_list(const std::vector<std::string>& architectures);

}  // namespace musasim::mcc
