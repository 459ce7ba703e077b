// The table of models.
#include "runtime/model.h"

#include <strings.h>

namespace musasim {

namespace {

constexpr Model kModels[] = {
#define MUSASIM_MODEL(id, name, major, minor, multiprocessors, gib, arch) \
  {#id, name, major, minor, multiprocessors, std::size_t{gib} << 30},
#include "runtime/models.def"
#undef MUSASIM_MODEL
};

}  // namespace

const Model* find_model(const std::string& id) {
  for (const Model& model : kModels) {
    if (strcasecmp(model.id, id.c_str()) == 0) {
      return &model;
    }
  }
  return nullptr;
}

std::string known_models() {
  std::string names;
  for (const Model& model : kModels) {
    names += (names.empty() ? "" : ", ") + std::string(model.id);
  }
  return names;
}

}  // namespace musasim
