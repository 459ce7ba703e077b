// The declarations of a namespace or a class, one by one.
#pragma once

#include <string>
#include <vector>

#include "mcc/rewrite/source.h"

namespace musasim::mcc {

enum class ItemKind : std::uint8_t { kNamespace, kClass, kFunction, kOther };

// A declaration with all that belongs to it. A namespace, a class and the definition of a function have a
// body in braces.
struct Item {
  ItemKind kind = ItemKind::kOther;
  Index begin = kNone;
  Index end = kNone;  // behind its last token
  Index open = kNone;
  Index close = kNone;
};

std::vector<Item> items_of(const Source& source, Index begin, Index end);

// Keys by which items of two texts are the same thing, the most exact first. Empty: no such key.
struct ItemKeys {
  static constexpr int kCount = 3;
  std::string keys[kCount];
};
ItemKeys keys_of(const Source& source, const Item& item);

bool defines_enumeration(const Source& source, const Item& item);

}  // namespace musasim::mcc
