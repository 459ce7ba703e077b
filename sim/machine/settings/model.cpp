// The table of models.
#include "machine/settings/model.h"

#include <strings.h>

namespace musasim {

namespace {

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;
constexpr std::size_t kGiB = 1024 * kMiB;
constexpr int kMegahertz = 1000;

constexpr Model kModels[] = {
#define MUSASIM_MODEL(id, name, major, minor, multiprocessors, gib, arch, warp, shared, optin,    \
                      registers, threads, blocks, clock, memory_clock, bus, l2, links)            \
  {#id,                                                                                           \
   name,                                                                                          \
   major,                                                                                         \
   minor,                                                                                         \
   multiprocessors,                                                                               \
   gib * kGiB,                                                                                    \
   ModelLimits{warp, shared * kKiB, optin * kKiB, registers, threads, blocks, clock * kMegahertz, \
               memory_clock * kMegahertz, bus, l2 * kMiB},                                        \
   links},
#include "machine/settings/models.def"
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
