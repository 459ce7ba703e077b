// The scopes that braces open.
#pragma once

#include <vector>

#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

enum class ScopeKind : std::uint8_t {
  kNamespace,  // extern "C" too
  kClass,
  kEnum,
  kFunction,
  kLambda,
  kBlock,  // of a statement
  kList,   // of initializers
};

struct Scope {
  Index open = kNone;
  Index close = kNone;
  Index outer = kNone;  // the number of the scope around it
};

class Scopes {
 public:
  explicit Scopes(const Source& source);

  // The number of the innermost scope around a token; kNone at the top. A bracket is in what is
  // around it.
  Index around(Index token) const;
  // The same for the gap in front of the token, which a bracket closes.
  Index around_gap(Index token) const;
  const Scope& operator[](Index number) const { return scopes_[number]; }
  ScopeKind kind(Index number) const;

  // Whether a declaration at the token is one of a namespace; of a class; within a function.
  bool in_namespace(Index token) const;
  bool in_class(Index token) const;
  // The outermost function around a token; kNone outside of functions.
  Index function_around(Index token) const;

 private:
  // The innermost scope that opens before the token and closes there or behind.
  Index innermost(Index token, Index least_close) const;
  ScopeKind kind_by_head(Index open) const;

  const Source& source_;
  std::vector<Scope> scopes_;
};

}  // namespace musasim::mcc
