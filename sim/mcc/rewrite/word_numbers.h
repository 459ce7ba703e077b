// Numbers for words: equal spellings have one number, given in the order of first sight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace musasim::mcc {

// The spellings must outlive the table.
class WordNumbers {
 public:
  explicit WordNumbers(std::size_t expected) {
    std::size_t size = 1024;
    while (size < 2 * expected) size *= 2;
    slots_.resize(size);
  }

  std::uint32_t number(std::string_view spelling) {
    const std::uint32_t hash = hash_of(spelling);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.number == kFree) return add(&slot, hash, spelling);
      if (slot.hash == hash && words_[slot.number] == spelling) return slot.number;
    }
  }

  std::vector<std::string_view> take_words() { return std::move(words_); }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = kFree;
  };

  static std::uint32_t hash_of(std::string_view text) {
    std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15u;
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= 8; at += 8, left -= 8) hash = mixed(hash, read(at, 8));
    if (left != 0) hash = mixed(hash, read(at, left));
    return static_cast<std::uint32_t>(hash >> 32);
  }
  static std::uint64_t read(const char* at, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, bytes);
    return value;
  }
  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9FB21C651E98DF25u;
    return hash ^ (hash >> 32);
  }

  std::uint32_t add(Slot* slot, std::uint32_t hash, std::string_view spelling) {
    const auto number = static_cast<std::uint32_t>(words_.size());
    *slot = Slot{hash, number};
    words_.push_back(spelling);
    if (2 * words_.size() > slots_.size()) grow();
    return number;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t at = slot.hash & mask;
      while (slots_[at].number != kFree) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::string_view> words_;
};

}  // namespace musasim::mcc
