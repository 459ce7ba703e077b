// Settings from the environment: MUSASIM_DEVICES, MUSASIM_MODEL, MUSASIM_MEMORY,
// MUSA_VISIBLE_DEVICES, read once, when the devices are first counted; MUSA_LAUNCH_BLOCKING.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "machine/export.h"
#include "machine/settings/model.h"

namespace musasim {

struct Settings {
  const Model* model;
  std::size_t memory;        // bytes of one device
  bool memory_is_chosen;     // MUSASIM_MEMORY is set
  std::vector<int> visible;  // physical index of each visible device
};

// A variable has a value that cannot be used; the text names both.
class MUSASIM_API SettingsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

constexpr int kMaxDevices = 64;

// "16G", "512M", "1024K", "4096", with an optional B or iB.
MUSASIM_API std::size_t parse_memory_size(const std::string& text);

// Only unique and stable: "musasim", the capability, the index.
MUSASIM_API std::array<char, 16> device_uuid(const Model& model, int physical);

// A UUID as management tools write it.
MUSASIM_API std::string uuid_text(const std::array<char, 16>& uuid);

// Physical indices that a MUSA_VISIBLE_DEVICES value shows. An entry is an index, a UUID, or GPU- and the
// begin of one UUID. As for CUDA: the list ends at the first entry that names no device or several,
// and a repeated device shows no device at all.
MUSASIM_API std::vector<int> parse_visible_devices(const std::string& text, const Model& model,
                                                   int physical_count);

// Throws SettingsError.
MUSASIM_API Settings read_settings();

// MUSA_LAUNCH_BLOCKING=1: whoever launches a kernel waits for it. Read once.
bool launch_blocking();

}  // namespace musasim
