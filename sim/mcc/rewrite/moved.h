// Declarations that both texts have, but at different places, as of a header that one side includes earlier.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mcc/rewrite/alignment.h"
#include "mcc/rewrite/items.h"

namespace musasim::mcc {

// The declarations of one of the texts, with what tells which are equal.
struct Side {
  const Source* source;
  std::vector<Item> items;
  std::vector<std::uint64_t> hashes;
};

struct Moved {
  // Tokens that are left out, because the other text's equal ones come first.
  std::vector<bool> device;
  std::vector<bool> host;
  // Definitions of one thing that are not equal, each the device's and the host's, by the side whose place is the
  // earlier one. Both are merged there.
  std::vector<std::pair<std::size_t, std::size_t>> device_first;
  std::vector<std::pair<std::size_t, std::size_t>> host_first;
};

// `gaps`: where the two lists of declarations differ.
Moved moved_between(const std::vector<Gap>& gaps, const Side& device, const Side& host);

}  // namespace musasim::mcc
