// What a run wrote: so that the next one knows what is unchanged, and --reverse the way back.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bytes.h"
#include "torchada/port/edit.h"

namespace torchada::port {

struct Record {
  std::string path;  // of the input
  Stamp input;
  Stamp output;
  std::uint64_t output_hash = 0;
  bool hashed = false;   // copies are known by their stamps alone
  bool changed = false;  // `changes` are all that was changed

  struct Change {
    std::size_t begin = 0;  // in the output
    std::size_t length = 0;
    std::string original;
  };
  std::vector<Change> changes;
};

// Records by output path.
using Manifest = std::unordered_map<std::string, Record>;

// Empty when there is none, or none that can be read.
Manifest parse_manifest(std::string_view text);
std::string manifest_text(const Manifest& manifest);

// Beyond this many, the way back is by the rules alone: memory stays bounded.
inline constexpr std::size_t kMostChanges = 1000000;

std::vector<Record::Change> changes_of(std::string_view input, const std::vector<Edit>& edits);

inline constexpr char kManifestPath[] = ".torchada-port/manifest";

}  // namespace torchada::port
