// Where things are: the compiler of the host, the simulator's home.
#pragma once

#include <string>
#include <vector>

namespace musasim::mcc {

// MUSASIM_CXX, else CXX, else g++, else clang++; several words, as in "ccache g++". A variable that
// names mcc itself is passed over. Empty: none.
std::vector<std::string> host_compiler();

// MUSASIM_CHECK_KERNELS=1.
bool checks_wanted();

// Whether the host compiler is clang.
bool is_clang(const std::vector<std::string>& compiler);

// The folder whose bin/ this program is in.
std::string home();

// The number of an architecture, mp_22 or 22 or sm_22: 220; 0 for others.
int architecture_number(const std::string& name);

// What device code sees as __MUSA_ARCH__: of the simulated device if it is among the architectures.
int device_architecture(const std::vector<std::string>& architectures);

}  // namespace musasim::mcc
