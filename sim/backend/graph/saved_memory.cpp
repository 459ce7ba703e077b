// Saving and restoring.
#include "graph/saved_memory.h"

#include <cstring>

namespace musasim::graph {

void SavedMemory::save(void* pointer, std::size_t size) {
  std::size_t& saved = sizes_[pointer];
  if (size <= saved) {
    return;
  }
  Piece piece{pointer, size, std::unique_ptr<char[]>(new char[size])};
  std::memcpy(piece.bytes.get(), pointer, size);
  pieces_.push_back(std::move(piece));
  saved = size;
}

void SavedMemory::save(const c10::Storage& storage) {
  const std::size_t before = pieces_.size();
  save(const_cast<void*>(storage.data()), storage.nbytes());
  if (pieces_.size() != before) {
    storages_.push_back(storage);
  }
}

void SavedMemory::restore() {
  // The oldest last: where pieces overlap, it has the bytes from before the capture.
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    std::memcpy(piece->pointer, piece->bytes.get(), piece->size);
  }
  pieces_.clear();
  sizes_.clear();
  storages_.clear();
}

}  // namespace musasim::graph
