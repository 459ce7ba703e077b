// Changes of a text, noted in any order and made at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace musasim::mcc {

class Edits {
 public:
  // At one place insertions stand in the order of their calls.
  void insert(std::uint32_t at, std::string text) { replace(at, at, std::move(text)); }
  void erase(std::uint32_t begin, std::uint32_t end) { replace(begin, end, {}); }
  void replace(std::uint32_t begin, std::uint32_t end, std::string text) {
    edits_.push_back({begin, end, std::move(text)});
  }

  // The bytes of an edit that lies within another one's range are gone with it.
  std::string apply(std::string_view text);

 private:
  struct Edit {
    std::uint32_t begin;
    std::uint32_t end;
    std::string text;
  };
  std::vector<Edit> edits_;
};

}  // namespace musasim::mcc
