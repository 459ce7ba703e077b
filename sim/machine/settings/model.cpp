// The table of models.
#include "machine/settings/model.h"

#include <strings.h>

namespace musasim {

namespace {

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;
constexpr int kMegahertz = 1000;

constexpr ModelLimits limits_of(int major, int minor) {
  ModelLimits limits{};
  limits.warp_size = major >= 3 ? 32 : 128;
  limits.shared_per_block = 48 * kKiB;
  limits.shared_per_block_optin = (major >= 3 ? 192 : 72) * kKiB;
  limits.registers = 65536;
  limits.threads_per_multiprocessor = 2048;
  limits.blocks_per_multiprocessor = 32;
  limits.clock_khz = 1750 * kMegahertz;
  limits.memory_clock_khz = (minor == 2 ? 8000 : 7000) * kMegahertz;
  limits.bus_bits = major >= 3 ? 4096 : minor == 2 ? 384 : 256;
  limits.l2_bytes = (major >= 3 ? 64 : 24) * kMiB;
  return limits;
}

constexpr Model kModels[] = {
#define MUSASIM_MODEL(id, name, major, minor, multiprocessors, gib, arch) \
  {#id, name, major, minor, multiprocessors, std::size_t{gib} << 30, limits_of(major, minor)},
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
