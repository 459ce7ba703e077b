// Steps over pieces of C++: brackets, template arguments, attributes, statements.
#pragma once

#include "mcc/rewrite/source.h"

namespace musasim::mcc {

// A range of tokens, the end not included.
struct Range {
  Index begin = kNone;
  Index end = kNone;

  bool empty() const { return begin == end; }
};

// class, struct or union.
inline bool is_class_key(std::uint32_t word) {
  return word == word::kClass || word == word::kStruct || word == word::kUnion;
}

// __attribute__, whose parentheses follow.
inline bool is_attribute(const Source& source, Index index) {
  return source.is(index, word::kAttribute) || source.is(index, word::kAttribute2);
}

// The token behind the template arguments whose `<` stands at `open`, but not behind `limit`; kNone
// when it is no bracket.
Index behind_angle(const Source& source, Index open, Index limit);

// The `<` of the `>` (or of the last one of `>>`) at `close`; kNone when it is no bracket.
Index angle_before(const Source& source, Index close);

// The token behind a keyword with its parentheses, an attribute or [[...]] at `index`; `index` itself elsewhere.
Index behind_attribute(const Source& source, Index index);

// The first token of the declaration or statement that `index` belongs to.
Index statement_begin(const Source& source, Index index);

// The `;` or `{` of the statement, from a token of it on; parentheses are passed over.
Index statement_end(const Source& source, Index index);

// The ranges between the commas of (first, last), brackets of templates respected.
std::vector<Range> split_at_commas(const Source& source, Index begin, Index end);

// The template heads at the beginning of a declaration: what stands in the brackets of each. What is behind
// them, and behind their constraints, begins the declaration itself.
std::vector<Range> template_heads(const Source& source, Index begin, Index* behind);

}  // namespace musasim::mcc
