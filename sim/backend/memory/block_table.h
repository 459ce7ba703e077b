// Blocks by their addresses: a hash table with open addressing, since each allocation goes through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory/block.h"

namespace musasim::caching {

class BlockTable {
 public:
  // Null when no block starts there.
  Block* find(const void* pointer) const { return slots_[slot_of(pointer)]; }

  // No block with that address is there.
  void insert(Block* block) {
    if ((size_ + 1) * 2 > slots_.size()) {
      grow();
    }
    put(block);
    ++size_;
  }

  // Removes it; null when no block starts there.
  Block* take(const void* pointer) {
    std::size_t hole = slot_of(pointer);
    Block* taken = slots_[hole];
    if (taken == nullptr) {
      return nullptr;
    }
    // Following blocks move up unless they stand where they belong.
    for (std::size_t i = next(hole); slots_[i] != nullptr; i = next(i)) {
      const std::size_t distance_home = (i - home(slots_[i]->start)) & mask();
      if (distance_home >= ((i - hole) & mask())) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole] = nullptr;
    --size_;
    return taken;
  }

  void clear() {
    slots_.assign(slots_.size(), nullptr);
    size_ = 0;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (Block* block : slots_) {
      if (block != nullptr) {
        visit(block);
      }
    }
  }

 private:
  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t next(std::size_t index) const { return (index + 1) & mask(); }
  std::size_t home(const void* pointer) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    const auto unit =
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer)) / kBlockAlignment;
    return static_cast<std::size_t>((unit * kSpread) >> 32) & mask();
  }

  // The slot of the block, or an empty one.
  std::size_t slot_of(const void* pointer) const {
    std::size_t i = home(pointer);
    while (slots_[i] != nullptr && slots_[i]->start != pointer) {
      i = next(i);
    }
    return i;
  }

  void put(Block* block) {
    std::size_t i = home(block->start);
    while (slots_[i] != nullptr) {
      i = next(i);
    }
    slots_[i] = block;
  }

  void grow() {
    std::vector<Block*> old(slots_.size() * 2, nullptr);
    old.swap(slots_);
    for (Block* block : old) {
      if (block != nullptr) {
        put(block);
      }
    }
  }

  std::vector<Block*> slots_ = std::vector<Block*>(256, nullptr);  // a power of two, half empty
  std::size_t size_ = 0;
};

}  // namespace musasim::caching
