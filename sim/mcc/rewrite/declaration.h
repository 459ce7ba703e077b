// A declaration that has one of the language's qualifiers.
#pragma once

#include <initializer_list>
#include <vector>

#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

enum class DeclarationKind : std::uint8_t { kFunction, kVariable, kUnknown };

struct Declaration {
  DeclarationKind kind = DeclarationKind::kUnknown;
  Index begin = kNone;           // its first token
  Index specifiers = kNone;      // the same without template heads
  std::vector<Range> heads;      // template heads
  bool is_template = false;      // an explicit instantiation too
  Index name = kNone;            // the declared name; of the first variable
  Range name_arguments;          // of a specialization: k<float>, without brackets
  unsigned qualifier_heads = 0;  // template-ids before the name: A<T>::B<U>::k has two
  bool qualified = false;        // A::k
  Index open = kNone;            // parenthesis of a function's parameters
  Index end = kNone;             // the `;` or the `{` of the body
};

// The declaration that the token at `index`, a qualifier, belongs to.
Declaration read_declaration(const Source& source, Index index);

// The function that is declared from the token on.
struct FunctionHead {
  Index begin = kNone;   // the first token of the declaration
  Index name = kNone;    // `operator` for operators; kNone when none was found
  Index open = kNone;    // the parenthesis of its parameters
  bool special = false;  // operator, conversion or destructor
};
FunctionHead function_head(const Source& source, Index begin);

// Whether a word stands among the specifiers, before the name.
bool has_specifier(const Source& source, const Declaration& declaration, std::uint32_t word);

bool has_any_specifier(const Source& source, const Declaration& declaration,
                       std::initializer_list<std::uint32_t> words);

// The word that a class is called by whose brace this is; kNone for one without a name.
std::uint32_t name_of_class(const Source& source, Index open);

// The name that a declarator in the range declares; kNone when there is none.
Index declared_name(const Source& source, Range declarator);

}  // namespace musasim::mcc
