// Memory as it was before a capture wrote to it: a captured operator runs once, for the shapes of its
// results, but a capture computes nothing that can be seen.
#pragma once

#include <c10/core/Storage.h>

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

namespace musasim::graph {

// Not thread-safe.
class SavedMemory {
 public:
  // Keeps the bytes as they are, unless they are kept already; device memory must be open.
  void save(void* pointer, std::size_t size);
  // The same for all that the storage holds; and keeps the storage until restore().
  void save(const c10::Storage& storage);
  // Puts everything back and forgets it.
  void restore();

 private:
  struct Piece {
    void* pointer;
    std::size_t size;
    std::unique_ptr<char[]> bytes;
  };

  std::vector<Piece> pieces_;
  std::unordered_map<const void*, std::size_t> sizes_;
  std::vector<c10::Storage> storages_;
};

}  // namespace musasim::graph
