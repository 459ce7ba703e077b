// Elements of matrices in the orders that layouts describe.
#pragma once

#include <vector>

#include "blas/element.h"
#include "mublasLt/descriptor.h"

namespace musasim::lt {

// Columns, rows, and blocks of 32 columns whose rows follow each other. The other two orders are
// those of one maker's integer units.
inline bool known_order(const Layout& layout) {
  return layout.order == MUBLASLT_ORDER_COL || layout.order == MUBLASLT_ORDER_ROW ||
         layout.order == MUBLASLT_ORDER_COL32;
}

inline std::int64_t offset(const Layout& layout, std::int64_t row, std::int64_t column) {
  switch (layout.order) {
    case MUBLASLT_ORDER_ROW: return row * layout.ld + column;
    case MUBLASLT_ORDER_COL32: return column / 32 * layout.ld + row * 32 + column % 32;
    default: return row + column * layout.ld;
  }
}

// The leading dimension is large enough, and the batch makes sense.
inline bool well_formed(const Layout& layout) {
  const auto rows = static_cast<std::int64_t>(layout.rows);
  const auto columns = static_cast<std::int64_t>(layout.columns);
  const std::int64_t least = layout.order == MUBLASLT_ORDER_ROW     ? columns
                             : layout.order == MUBLASLT_ORDER_COL32 ? 32 * rows
                                                                    : rows;
  return rows >= 0 && columns >= 0 && layout.ld >= least && layout.batch_count >= 1;
}

// The place at which a matrix of the batch begins.
template <class Pointer>
Pointer batch_item(const Layout& layout, Pointer data, std::int64_t i) {
  return data == nullptr ? data : blas::element(layout.data_type(), data, i * layout.batch_stride);
}

}  // namespace musasim::lt
