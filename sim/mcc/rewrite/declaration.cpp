// Reads declarations.
#include "mcc/rewrite/declaration.h"

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
  Index at = name;
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

void read_declarator(const Source& source, Declaration* declaration) {
  for (Index at = declaration->specifiers; at < source.size(); ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      at = behind - 1;
      continue;
    }
    if (source.is(at, word::kOperator)) {
      Index open = at + 1;
      if (source.is_op(open, '(')) open += 2;
      while (open < source.size() && !source.is_op(open, '(')) ++open;
      if (open < source.size()) take_function(source, at, open, declaration);
      return;
    }
    if (source.is_op(at, '<') && at > 0 && source.is_word(at - 1)) {
      const Index end = behind_angle(source, at, source.size());
      if (end == kNone) return;
      if (source.is_op(end, '(') && !opens_declarator(source, end)) {
        declaration->name_arguments = {at + 1, end - 1};
        take_function(source, at - 1, end, declaration);
        return;
      }
      at = end - 1;
    } else if (source.is_op(at, '(')) {
      if (opens_declarator(source, at)) {
        return take_variable(source, name_in_parentheses(source, at), declaration);
      }
      const bool named = at > 0 && source.is_word(at - 1);
      if (!named) return;
      if (opens_initializer(source, at)) return take_variable(source, at - 1, declaration);
      return take_function(source, at - 1, at, declaration);
    } else if (source.is_op(at, '{') && opens_type(source, at)) {
      if (source.partner(at) == kNone) return;
      at = source.partner(at);
    } else if (source.is_op(at, ';') || source.is_op(at, '=') || source.is_op(at, '{') ||
               source.is_op(at, '[') || source.is_op(at, ',')) {
      return take_variable(source, source.is_word(at - 1) ? at - 1 : kNone, declaration);
    } else if (source.is_op(at, '}') || source.is_op(at, ')')) {
      return;
    }
  }
}

}  // namespace

Declaration read_declaration(const Source& source, Index index) {
  Declaration declaration;
  declaration.begin = statement_begin(source, index);
  declaration.heads = template_heads(source, declaration.begin, &declaration.specifiers);
  declaration.is_template = source.is(declaration.begin, word::kTemplate);
  if (source.is(declaration.specifiers, word::kTemplate)) ++declaration.specifiers;
  read_declarator(source, &declaration);
  if (declaration.kind == DeclarationKind::kVariable) {
    declaration.end = variables_end(source, declaration.specifiers);
  }
  return declaration;
}

bool has_specifier(const Source& source, const Declaration& declaration, std::uint32_t word) {
  const Index end = declaration.name == kNone ? declaration.end : declaration.name;
  for (Index at = declaration.specifiers; at < end && at < source.size(); ++at) {
    if (source.is(at, word)) return true;
    if (source.is_op(at, '{') && source.partner(at) != kNone) at = source.partner(at);
  }
  return false;
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
