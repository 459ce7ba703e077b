// Sets the simulator's environment for a test program, before anything reads it:
//   const Environment environment({{"MUSASIM_DEVICES", "3"}});   at namespace scope
#pragma once

#include <stdlib.h>

#include <initializer_list>
#include <utility>

struct Environment {
  Environment(std::initializer_list<std::pair<const char*, const char*>> variables) {
    unsetenv("MUSA_VISIBLE_DEVICES");
    unsetenv("MUSASIM_FAULTS");
    for (const auto& variable : variables) {
      setenv(variable.first, variable.second, 1);
    }
  }
};
