// Constraints of templates: requires-clauses and requires-expressions.
#pragma once

#include "mcc/rewrite/source.h"

namespace musasim::mcc {

// The token behind a requires-clause or a requires-expression that begins at `index`. `index` itself
// elsewhere.
Index behind_requires(const Source& source, Index index);

// Whether the `}` at `close` ends a requires-expression; then where that begins, else kNone.
Index requires_before(const Source& source, Index close);

}  // namespace musasim::mcc
