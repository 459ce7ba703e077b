// Reads declarations.
#include "mcc/rewrite/declaration.h"

#include <algorithm>

namespace musasim::mcc {

namespace {

// Words that end a type, so that what they end has no name yet.
bool is_type_word(std::uint32_t word) {
  if (word > word::kVoid - 1 && word < word::kLastType) return true;
  switch (word) {
    case word::kConst:
    case word::kVolatile:
    case word::kRestrict:
    case word::kRestrict2:
    case word::kTypename:
    case word::kClass:
    case word::kStruct:
    case word::kUnion:
    case word::kEnum:
    case word::kRegister:
    case word::kExtension:
    case word::kGridConstant:
    case word::kConstexpr: return true;
    default: return false;
  }
}

// Qualifiers before a type, which make none by themselves.
bool is_only_qualifier(std::uint32_t word) {
  switch (word) {
    case word::kConst:
    case word::kVolatile:
    case word::kTypename:
    case word::kClass:
    case word::kStruct:
    case word::kUnion:
    case word::kEnum:
    case word::kRegister:
    case word::kExtension:
    case word::kGridConstant:
    case word::kConstexpr: return true;
    default: return false;
  }
}

// (*name)(...), (&name)[4], (Class::*name)(...): the name in the parentheses.
Index name_in_parentheses(const Source& source, Index open) {
  const Index close = source.partner(open);
  if (close == kNone) return kNone;
  bool pointer = false;
  Index name = kNone;
  for (Index at = open + 1; at < close; ++at) {
    pointer =
        pointer || source.is_op(at, '*') || source.is_op(at, '&') || source.is_op(at, op::kAndAnd);
    if (source.is_op(at, '[')) break;
    if (source.is_op(at, '(')) {
      if (name != kNone) break;  // of the function that returns the pointer
      const Index inner = name_in_parentheses(source, at);
      if (inner != kNone) name = inner;
      break;
    }
    const bool qualifier = source.is_op(at + 1, op::kScope);
    if (pointer && source.is_word(at) && !qualifier && !is_type_word(source.word_at(at))) name = at;
  }
  return pointer ? name : kNone;
}

// Whether parentheses at `open` are those of a pointer's or reference's declarator.
bool opens_declarator(const Source& source, Index open) {
  Index at = open + 1;
  while (source.is_word(at) && source.is_op(at + 1, op::kScope)) at += 2;
  return source.is_op(at, '*') || source.is_op(at, '&') || source.is_op(at, op::kAndAnd);
}

void take_name(const Source& source, Index name, Declaration* declaration) {
  declaration->name = name;
  Index at = name > 0 && source.is_op(name - 1, '~') ? name - 1 : name;
  while (at > 1 && source.is_op(at - 1, op::kScope)) {
    declaration->qualified = true;
    Index part = at - 2;
    if (source.is_op(part, '>') || source.is_op(part, op::kShiftRight)) {
      const Index open = angle_before(source, part);
      if (open == kNone || open == 0) return;
      ++declaration->qualifier_heads;
      part = open - 1;
    }
    if (!source.is_word(part)) return;
    at = part;
  }
}

// `struct {` and `struct Name {`: the brace is a type's.
bool opens_type(const Source& source, Index brace) {
  Index at = brace - 1;
  while (source.is_op(at, ')') && source.partner(at) != kNone && source.partner(at) > 1 &&
         behind_attribute(source, source.partner(at) - 1) == at + 1) {
    at = source.partner(at) - 2;
  }
  const auto is_key = [&](Index index) {
    const std::uint32_t word = source.word_at(index);
    return word == word::kStruct || word == word::kUnion || word == word::kClass ||
           word == word::kEnum;
  };
  return is_key(at) || (source.is_word(at) && at > 0 && is_key(at - 1));
}

void take_function(const Source& source, Index name, Index open, Declaration* declaration) {
  declaration->kind = DeclarationKind::kFunction;
  declaration->open = open;
  take_name(source, name, declaration);
  const Index close = source.partner(open);
  declaration->end = close == kNone ? kNone : statement_end(source, close + 1);
}

void take_variable(const Source& source, Index name, Declaration* declaration) {
  declaration->kind = DeclarationKind::kVariable;
  if (name != kNone) take_name(source, name, declaration);
}

// A literal begins no parameter.
bool opens_initializer(const Source& source, Index open) {
  const TokenKind kind = source.token(open + 1).kind;
  return kind == TokenKind::kNumber || kind == TokenKind::kString || kind == TokenKind::kCharacter;
}

// The `;` of variables, behind initializers in braces.
Index variables_end(const Source& source, Index at) {
  while (at < source.size() && !source.is_op(at, ';')) {
    const Index partner = source.partner(at);
    if (source.is_op(at, '}')) return kNone;
    at = partner != kNone && partner > at ? partner + 1 : at + 1;
  }
  return at < source.size() ? at : kNone;
}

// Goes over the specifiers to the name.
class DeclaratorReader {
 public:
  DeclaratorReader(const Source& source, Declaration* declaration)
      : source_(source), declaration_(declaration), at_(declaration->specifiers) {}

  void run() {
    while (at_ < source_.size() && step()) ++at_;
  }

 private:
  // False where there is no more to read; elsewhere at_ is the last token of what was read.
  bool step() {
    const Index behind = behind_attribute(source_, at_);
    if (behind != at_) {
      at_ = behind - 1;
      return true;
    }
    if (source_.is(at_, word::kOperator)) return read_operator();
    if (source_.is_op(at_, '<') && at_ > 0 && source_.is_word(at_ - 1)) return read_angle();
    if (source_.is_op(at_, '(')) return read_parenthesis();
    if (source_.is_op(at_, '{') && opens_type(source_, at_)) {
      at_ = source_.partner(at_);
      return at_ != kNone;
    }
    if (source_.is_op(at_, ';') || source_.is_op(at_, '=') || source_.is_op(at_, '{') ||
        source_.is_op(at_, '[') || source_.is_op(at_, ',')) {
      take_variable(source_, source_.is_word(at_ - 1) ? at_ - 1 : kNone, declaration_);
      return false;
    }
    return !source_.is_op(at_, '}') && !source_.is_op(at_, ')');
  }

  bool read_operator() {
    Index open = at_ + 1;
    if (source_.is_op(open, '(')) open += 2;
    while (open < source_.size() && !source_.is_op(open, '(')) ++open;
    if (open < source_.size()) take_function(source_, at_, open, declaration_);
    return false;
  }

  bool read_angle() {
    const Index end = behind_angle(source_, at_, source_.size());
    if (end == kNone) return false;
    if (source_.is_op(end, '(') && !opens_declarator(source_, end)) {
      declaration_->name_arguments = {at_ + 1, end - 1};
      take_function(source_, at_ - 1, end, declaration_);
      return false;
    }
    at_ = end - 1;
    return true;
  }

  bool read_parenthesis() {
    if (opens_declarator(source_, at_)) {
      const Index name = name_in_parentheses(source_, at_);
      if (name != kNone && source_.is_op(name + 1, '(')) {  // T (*f(int))(int)
        take_function(source_, name, name + 1, declaration_);
      } else {
        take_variable(source_, name, declaration_);
      }
    } else if (at_ > 0 && source_.is_word(at_ - 1)) {
      if (opens_initializer(source_, at_)) {
        take_variable(source_, at_ - 1, declaration_);
      } else {
        take_function(source_, at_ - 1, at_, declaration_);
      }
    }
    return false;
  }

  const Source& source_;
  Declaration* declaration_;
  Index at_;
};

}  // namespace

Declaration read_declaration(const Source& source, Index index) {
  Declaration declaration;
  declaration.begin = statement_begin(source, index);
  declaration.heads = template_heads(source, declaration.begin, &declaration.specifiers);
  declaration.is_template = source.is(declaration.begin, word::kTemplate);
  if (source.is(declaration.specifiers, word::kTemplate)) ++declaration.specifiers;
  DeclaratorReader(source, &declaration).run();
  if (declaration.kind == DeclarationKind::kVariable) {
    declaration.end = variables_end(source, declaration.specifiers);
  }
  return declaration;
}

FunctionHead function_head(const Source& source, Index begin) {
  const Declaration declaration = read_declaration(source, begin);
  FunctionHead head;
  head.begin = begin;
  if (declaration.kind != DeclarationKind::kFunction) return head;
  head.name = declaration.name;
  head.open = declaration.open;
  const bool destructor = head.name > 0 && source.is_op(head.name - 1, '~');
  head.special = destructor || source.is(head.name, word::kOperator);
  return head;
}

bool has_specifier(const Source& source, const Declaration& declaration, std::uint32_t word) {
  const Index end = declaration.name == kNone ? declaration.end : declaration.name;
  for (Index at = declaration.specifiers; at < end && at < source.size(); ++at) {
    if (source.is(at, word)) return true;
    if (source.is_op(at, '{') && source.partner(at) != kNone) at = source.partner(at);
  }
  return false;
}

bool has_any_specifier(const Source& source, const Declaration& declaration,
                       std::initializer_list<std::uint32_t> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::uint32_t word) { return has_specifier(source, declaration, word); });
}

std::uint32_t name_of_class(const Source& source, Index open) {
  Index at = statement_begin(source, open - 1);
  template_heads(source, at, &at);
  while (at < open && !is_class_key(source.word_at(at))) ++at;
  std::uint32_t name = kNone;
  for (++at; at < open; ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      at = behind - 1;
    } else if (source.is_word(at) && !source.is(at, word::kFinal)) {
      name = source.word_at(at);
    } else if (source.is_op(at, '<')) {
      const Index end = behind_angle(source, at, open);
      if (end == kNone) break;
      at = end - 1;
    } else if (!source.is_op(at, op::kScope)) {
      break;
    }
  }
  return name;
}

Index declared_name(const Source& source, Range declarator) {
  bool type = false;  // one has been seen
  Index name = kNone;
  for (Index at = declarator.begin; at < declarator.end; ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      type = type || source.is(at, word::kDecltype) || source.is(at, word::kTypeof);
      at = behind - 1;
      continue;
    }
    if (source.is_word(at)) {
      const std::uint32_t word = source.word_at(at);
      const bool part = source.is_op(at + 1, op::kScope) || source.is_op(at - 1, op::kScope);
      if (is_type_word(word)) {
        type = type || !is_only_qualifier(word);
      } else if (type && !part) {
        name = at;
      } else {
        type = true;
      }
    } else if (source.is_op(at, '<')) {
      const Index end = behind_angle(source, at, declarator.end);
      if (end == kNone) break;
      at = end - 1;
    } else if (source.is_op(at, '(')) {
      const Index inner = name_in_parentheses(source, at);
      return inner == kNone ? name : inner;
    } else if (source.is_op(at, '=') || source.is_op(at, '[') || source.is_op(at, '{')) {
      break;
    }
  }
  return name;
}

}  // namespace musasim::mcc
