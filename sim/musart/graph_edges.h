// Data of edges: only plain dependencies are known, for which all of it is zero.
#pragma once

#include <algorithm>
#include <cstring>

#include "driver_types.h"

namespace musasim {

inline bool all_plain(const musaGraphEdgeData* edges, std::size_t count) {
  const musaGraphEdgeData plain{};
  return edges == nullptr || std::all_of(edges, edges + count, [&](const musaGraphEdgeData& edge) {
           return std::memcmp(&edge, &plain, sizeof(plain)) == 0;
         });
}

// A listing into `nodes` that also gives the data of the edges, `count` of them. Without nodes only
// their number is asked for, and *count tells no room.
template <class List>
musaError_t with_plain_edges(const musaGraphNode_t* nodes, musaGraphEdgeData* edges,
                             std::size_t* count, const List& list) {
  if (nodes == nullptr && edges != nullptr) {
    return musaErrorInvalidValue;
  }
  const musaError_t error = list();
  if (error == musaSuccess && edges != nullptr) {
    std::fill(edges, edges + *count, musaGraphEdgeData{});
  }
  return error;
}

}  // namespace musasim
