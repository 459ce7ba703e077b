// Splits a namespace or a class into declarations.
#include "mcc/rewrite/items.h"

#include "mcc/rewrite/declaration.h"

namespace musasim::mcc {

namespace {

// The kind of the brace at `open` for a declaration that begins at `begin`.
ItemKind kind_of_brace(const Source& source, Index begin, Index open) {
  if (source.token(open - 1).kind == TokenKind::kString) return ItemKind::kNamespace;
  Index at = begin;
  template_heads(source, begin, &at);
  ItemKind kind = ItemKind::kOther;
  for (; at < open; ++at) {
    const Index behind = behind_attribute(source, at);
    const std::uint32_t word = source.word_at(at);
    if (behind != at) {
      at = behind - 1;
    } else if (word == word::kOperator) {
      return ItemKind::kFunction;
    } else if (source.is_op(at, '(')) {
      return ItemKind::kFunction;
    } else if (source.is_op(at, '=')) {
      return ItemKind::kOther;
    } else if (source.is_op(at, '<')) {
      const Index end = behind_angle(source, at, open);
      if (end != kNone) at = end - 1;
    } else if (word == word::kNamespace) {
      kind = ItemKind::kNamespace;
    } else if (word == word::kEnum) {
      kind = ItemKind::kOther;
      while (is_class_key(source.word_at(at + 1))) ++at;
    } else if (is_class_key(word)) {
      kind = ItemKind::kClass;
    }
  }
  return kind;
}

class Splitter {
 public:
  Splitter(const Source& source, Index begin, Index end) : source_(source), at_(begin), end_(end) {}

  std::vector<Item> run() {
    while (at_ < end_) {
      item_ = Item();
      item_.begin = at_;
      read();
      item_.end = at_;
      items_.push_back(item_);
    }
    return std::move(items_);
  }

 private:
  bool is_label() const {
    const std::uint32_t word = source_.word_at(at_);
    return (word == word::kPublic || word == word::kPrivate || word == word::kProtected) &&
           source_.is_op(at_ + 1, ':');
  }

  // Goes behind the declaration.
  void read() {
    if (is_label()) {
      at_ += 2;
      return;
    }
    while (at_ < end_) {
      if (source_.is_op(at_++, ';')) return;
      const Index partner = source_.partner(at_ - 1);
      if (partner == kNone || partner < at_ || partner >= end_) continue;
      const Index open = at_ - 1;
      at_ = partner + 1;
      if (source_.is_op(open, '{') && ends_with_brace(open, partner)) return;
    }
  }

  bool ends_with_brace(Index open, Index close) {
    // A brace of a list of initializers, and not of the body behind it.
    if (source_.is_op(at_, ',') || source_.is_op(at_, '{')) return false;
    const ItemKind kind = kind_of_brace(source_, item_.begin, open);
    if (kind == ItemKind::kOther || item_.open != kNone) return false;
    item_.kind = kind;
    item_.open = open;
    item_.close = close;
    if (kind == ItemKind::kFunction) pass_handlers();
    return kind != ItemKind::kClass;
  }

  void pass_handlers() {
    while (source_.is(at_, word::kCatch) && source_.partner(at_ + 1) != kNone) {
      const Index body = source_.partner(at_ + 1) + 1;
      if (source_.partner(body) == kNone) return;
      at_ = source_.partner(body) + 1;
    }
  }

  const Source& source_;
  Index at_;
  Index end_;
  Item item_;
  std::vector<Item> items_;
};

// Words that may differ while it is still the same function.
bool is_of_head_alone(std::uint32_t word) {
  switch (word) {
    case word::kHost:
    case word::kDevice:
    case word::kStatic:
    case word::kInline:
    case word::kInline2:
    case word::kInline4:
    case word::kConstexpr:
    case word::kNoInline: return true;
    default: return false;
  }
}

std::string text_of(const Source& source, Index begin, Index end) {
  std::string text;
  for (Index at = begin; at < end; ++at) {
    if (is_attribute(source, at)) {
      const Index behind = behind_attribute(source, at);
      if (behind != at) {
        at = behind - 1;
        continue;
      }
    }
    if (is_of_head_alone(source.word_at(at))) continue;
    text.append(source.text(at)).append(" ");
  }
  return text;
}

// The name of an operator is all up to the parameters.
ItemKeys keys_of_function(const Source& source, const Item& item, const Declaration& declaration) {
  const Index open = declaration.open;
  const Index close = source.partner(open);
  const std::string name = "f " + text_of(source, declaration.name, open);
  const std::size_t count = split_at_commas(source, open + 1, close).size();
  const Index end = item.open == kNone ? item.end : close + 1;
  return {{"f " + text_of(source, item.begin, end), name + text_of(source, open, close),
           name + std::to_string(count)}};
}

// The word that is declared by what is neither a function nor a variable.
Index named_word(const Source& source, const Item& item) {
  Index at = item.begin;
  template_heads(source, item.begin, &at);
  if (source.is(at, word::kTypedef)) return item.end - 2;
  if (source.is(at, word::kUsing)) return at + 1;
  for (; at < item.end && !source.is_op(at, '{') && !source.is_op(at, ';'); ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      at = behind - 1;
      continue;
    }
    const std::uint32_t word = source.word_at(at);
    if (word != word::kEnum && !is_class_key(word)) continue;
    ++at;
    while (is_class_key(source.word_at(at))) ++at;
    while (behind_attribute(source, at) != at) at = behind_attribute(source, at);
    return at;
  }
  return kNone;
}

// `enum class E : int { A };`: the brace; kNone where no enumeration is defined.
Index enumeration_open(const Source& source, const Item& item) {
  Index at = item.begin;
  if (!source.is(at, word::kEnum)) return kNone;
  while (at < item.end && !source.is_op(at, '{')) {
    if (source.is_op(at, ';') || source.is_op(at, '=') || source.is_op(at, '(')) return kNone;
    ++at;
  }
  return at;
}

// Without a name of its own it is known by its first enumerator.
Index enumeration_name(const Source& source, const Item& item, Index open) {
  const Index name = named_word(source, item);
  return source.is_word(name) && name < open ? name : open + 1;
}

// Namespaces of one name are told apart by what they declare.
std::string names_in(const Source& source, const Item& item) {
  std::string names;
  for (const Item& each : items_of(source, item.open + 1, item.close)) {
    names += keys_of(source, each).keys[1] + ";";
  }
  return names;
}

// `union { ... };`: by its members, or by its key and what is declared behind it.
ItemKeys keys_of_unnamed(const Source& source, const Item& item) {
  const std::string kind = "t " + text_of(source, item.begin, item.open) + "{";
  return {{kind + names_in(source, item), kind + text_of(source, item.close, item.end), ""}};
}

}  // namespace

std::vector<Item> items_of(const Source& source, Index begin, Index end) {
  return Splitter(source, begin, end).run();
}

ItemKeys keys_of(const Source& source, const Item& item) {
  if (item.kind == ItemKind::kNamespace) {
    const std::string name = "n " + text_of(source, item.begin, item.open);
    return {{name + names_in(source, item), name, ""}};
  }
  const Index enumeration = enumeration_open(source, item);
  if (item.kind != ItemKind::kClass && enumeration == kNone) {
    const Declaration declaration = read_declaration(source, item.begin);
    if (declaration.kind == DeclarationKind::kFunction && declaration.open < item.end &&
        source.partner(declaration.open) != kNone) {
      return keys_of_function(source, item, declaration);
    }
    const Index name = declaration.name;
    if (declaration.kind == DeclarationKind::kVariable && name < item.end &&
        !source.is(item.begin, word::kUsing) && !source.is(item.begin, word::kTypedef)) {
      const std::string key = "v " + std::string(source.text(name));
      return {{key, key, ""}};
    }
  }
  const Index name =
      enumeration == kNone ? named_word(source, item) : enumeration_name(source, item, enumeration);
  if (item.kind == ItemKind::kClass && name == item.open) return keys_of_unnamed(source, item);
  if (!source.is_word(name)) return {};
  const Index end = item.kind == ItemKind::kClass ? item.open : name + 1;
  return {{"t " + text_of(source, name, end), "t " + std::string(source.text(name)), ""}};
}

bool defines_enumeration(const Source& source, const Item& item) {
  return enumeration_open(source, item) != kNone;
}

}  // namespace musasim::mcc
