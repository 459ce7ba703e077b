// A hash table from texts to values, for look-ups that are made for every word of a source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

namespace torchada::port {

// Keeps copies of texts, many to a block.
class TextStore {
 public:
  std::string_view keep(std::string_view text) {
    if (text.size() > left_) {
      left_ = std::max(kBlock, text.size());
      blocks_.push_back(std::make_unique<char[]>(left_));
      at_ = blocks_.back().get();
    }
    char* const kept = at_;
    std::memcpy(kept, text.data(), text.size());
    at_ += text.size();
    left_ -= text.size();
    return {kept, text.size()};
  }

 private:
  static constexpr std::size_t kBlock = 1 << 14;

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  std::size_t left_ = 0;
};

// Values stay where they are.
template <class Value>
class TextMap {
 public:
  TextMap() : slots_(kFirstSlots) {}

  // The value of a text; a new one, and `is_new`, where it has none yet.
  Value& value(std::string_view text, bool* is_new) {
    const std::uint64_t hash = hash_of(text);
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].entry != nullptr; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && is_same(slots_[at].entry->text, text)) {
        *is_new = false;
        return slots_[at].entry->value;
      }
    }
    *is_new = true;
    entries_.push_back({store_.keep(text), Value()});
    slots_[at] = {&entries_.back(), hash};
    if (entries_.size() > slots_.size() / 2) grow();
    return entries_.back().value;
  }

 private:
  static constexpr std::size_t kFirstSlots = 1 << 9;
  static constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;

  struct Entry {
    std::string_view text;
    Value value;
  };
  struct Slot {
    Entry* entry = nullptr;
    std::uint64_t hash = 0;
  };

  template <class Integer>
  static std::uint64_t load(const char* at) {
    Integer value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }

  // Eight bytes at a time; the last read overlaps the one before it.
  static std::uint64_t hash_of(std::string_view text) {
    const char* const end = text.data() + text.size();
    std::uint64_t hash = text.size() * kMultiplier;
    std::uint64_t last = 0;
    if (text.size() >= 8) {
      for (const char* at = text.data(); end - at > 8; at += 8) {
        hash = (hash ^ load<std::uint64_t>(at)) * kMultiplier;
        hash ^= hash >> 32;
      }
      last = load<std::uint64_t>(end - 8);
    } else if (text.size() >= 4) {
      last = load<std::uint32_t>(text.data()) | load<std::uint32_t>(end - 4) << 32;
    } else {
      for (const char c : text) last = last << 8 | static_cast<unsigned char>(c);
    }
    hash = (hash ^ last) * kMultiplier;
    return hash ^ hash >> 32;
  }

  // Compares texts with the same hash.
  static bool is_same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a.size() <= 8) return true;  // no two of them have the same hash
    std::size_t at = 0;
    for (; at + 8 < a.size(); at += 8) {
      if (load<std::uint64_t>(a.data() + at) != load<std::uint64_t>(b.data() + at)) return false;
    }
    at = a.size() - 8;
    return load<std::uint64_t>(a.data() + at) == load<std::uint64_t>(b.data() + at);
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.entry == nullptr) continue;
      std::size_t at = slot.hash & (slots_.size() - 1);
      while (slots_[at].entry != nullptr) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::deque<Entry> entries_;
  TextStore store_;
};

}  // namespace torchada::port
