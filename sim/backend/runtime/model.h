// What kind of GPU is simulated: one row of models.def.
#pragma once

#include <cstddef>
#include <string>

namespace musasim {

struct Model {
  const char* id;
  const char* name;
  int major;
  int minor;
  int multiprocessors;
  std::size_t memory;  // bytes
};

// The model of that id, in any case ("s4000"); nullptr when there is none.
const Model* find_model(const std::string& id);

// "S80, S4000, S5000"
std::string known_models();

}  // namespace musasim
