// The record of what a run wrote: the next run sees what is unchanged, and --reverse takes the edits back.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bytes.h"
#include "torchada/port/edit.h"
#include "torchada/port/translate.h"

namespace torchada::port {

struct Record {
  enum class Kind : std::uint8_t {
    copied,  // known by its stamp alone
    linked,  // likewise
    hashed,
    changed,  // hashed, and `changes` are all that was changed
    added,    // hashed, a file of ours that no input stands behind
  };
  std::string path;  // of the input
  Kind kind = Kind::copied;
  Stamp input;
  Stamp output;
  std::uint64_t output_hash = 0;

  struct Change {
    std::size_t begin = 0;  // in the output
    std::size_t length = 0;
    std::string original;
    // The way to find its line again in a text that was edited since: the line (from 0), the place in it,
    // and hashes of the line and of those between it and the line of the change before.
    std::size_t line = 0;
    std::size_t column = 0;
    std::uint64_t line_hash = 0;
    std::uint64_t gap_hash = 0;
  };
  std::vector<Change> changes;
  std::size_t tail_lines = 0;   // behind the last one with a change
  std::uint64_t tail_hash = 0;  // of these lines

  bool is_hashed() const {
    return kind == Kind::hashed || kind == Kind::changed || kind == Kind::added;
  }
};

// Records by output path.
using Manifest = std::unordered_map<std::string, Record>;

// The run that wrote a manifest.
struct Origin {
  Direction direction = Direction::forward;
  bool in_place = false;
};

// Empty when it is no manifest of ours.
Manifest parse_manifest(std::string_view text, Origin* origin);
// A manifest is its header and the lines of each record.
std::string manifest_header(const Origin& origin);
std::string manifest_lines(const std::string& output, const Record& record);

// Beyond this many, the way back is by the rules alone: memory stays bounded.
inline constexpr std::size_t kMostChanges = 1000000;

inline constexpr char kManifestPath[] = ".torchada-port/manifest";

}  // namespace torchada::port
