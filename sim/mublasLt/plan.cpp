// Checks of the descriptors of a matrix product: shapes, types, epilogues.
#include "mublasLt/layout.h"
#include "mublasLt/matmul.h"

namespace musasim::lt {
namespace {

bool one_of(musaDataType_t type, std::initializer_list<musaDataType_t> types) {
  for (const musaDataType_t each : types) {
    if (each == type) {
      return true;
    }
  }
  return false;
}

bool is_fp8(musaDataType_t type) { return type == MUSA_R_8F_E4M3 || type == MUSA_R_8F_E5M2; }

// Element types and the type of the scalars.
struct Types {
  musaDataType_t a, b, c, d, scale;
};

bool fp8_product(const Types& t) {
  const bool inputs = is_fp8(t.a) && is_fp8(t.b) && !(t.a == MUSA_R_8F_E5M2 && t.a == t.b);
  const bool wide = one_of(t.c, {MUSA_R_16F, MUSA_R_16BF, MUSA_R_32F});
  return inputs && wide && (t.d == t.c || (is_fp8(t.d) && t.c != MUSA_R_32F));
}

bool float_product(const Types& t) {
  if (t.scale != MUSA_R_32F) return false;
  if (fp8_product(t)) return true;
  if (t.a != t.b || t.c != t.d) return false;
  switch (t.a) {
    case MUSA_R_16F:
    case MUSA_R_16BF: return t.c == t.a || t.c == MUSA_R_32F;
    case MUSA_R_8I:
    case MUSA_R_32F: return t.c == MUSA_R_32F;
    default: return false;
  }
}

bool all_are(const Types& t, musaDataType_t type) {
  return t.a == type && t.b == type && t.c == type && t.d == type && t.scale == type;
}

bool integer_product(const Types& t) {
  const musaDataType_t result = t.scale == MUSA_R_32I ? MUSA_R_32I : MUSA_R_8I;
  return one_of(t.scale, {MUSA_R_32I, MUSA_R_32F}) && t.a == MUSA_R_8I && t.b == MUSA_R_8I &&
         t.c == result && t.d == result;
}

bool find_compute(std::int32_t type, const Types& t, Compute* compute) {
  switch (type) {
    case MUBLAS_COMPUTE_16F:
    case MUBLAS_COMPUTE_16F_PEDANTIC: *compute = Compute::kFloat; return all_are(t, MUSA_R_16F);
    case MUBLAS_COMPUTE_32F:
    case MUBLAS_COMPUTE_32F_PEDANTIC:
    case MUBLAS_COMPUTE_32F_FAST_16F:
    case MUBLAS_COMPUTE_32F_FAST_16BF:
    case MUBLAS_COMPUTE_32F_FAST_TF32:
      *compute = all_are(t, MUSA_C_32F) ? Compute::kComplexFloat : Compute::kFloat;
      return *compute == Compute::kComplexFloat || float_product(t);
    case MUBLAS_COMPUTE_64F:
    case MUBLAS_COMPUTE_64F_PEDANTIC:
      *compute = all_are(t, MUSA_C_64F) ? Compute::kComplexDouble : Compute::kDouble;
      return *compute == Compute::kComplexDouble || all_are(t, MUSA_R_64F);
    case MUBLAS_COMPUTE_32I:
    case MUBLAS_COMPUTE_32I_PEDANTIC: *compute = Compute::kIntegers; return integer_product(t);
    default: return false;
  }
}

bool valid_op(std::int32_t op) {
  return op == MUBLAS_OP_N || op == MUBLAS_OP_T || op == MUBLAS_OP_C;
}

// op(matrix) has these dimensions.
std::uint64_t rows_of(const Layout& layout, std::int32_t op) {
  return op == MUBLAS_OP_N ? layout.rows : layout.columns;
}
std::uint64_t columns_of(const Layout& layout, std::int32_t op) {
  return op == MUBLAS_OP_N ? layout.columns : layout.rows;
}

bool shapes_match(const Plan& p) {
  const Layout* const all[] = {&p.a, &p.b, &p.c, &p.d};
  for (const Layout* layout : all) {
    if (!well_formed(*layout) || layout->batch_count != p.d.batch_count) {
      return false;
    }
  }
  return p.c.rows == p.d.rows && p.c.columns == p.d.columns &&
         rows_of(p.a, p.desc.transa) == p.d.rows && columns_of(p.b, p.desc.transb) == p.d.columns &&
         columns_of(p.a, p.desc.transa) == rows_of(p.b, p.desc.transb);
}

bool known_epilogue(unsigned epilogue) {
  switch (epilogue) {
    case MUBLASLT_EPILOGUE_DEFAULT:
    case MUBLASLT_EPILOGUE_RELU:
    case MUBLASLT_EPILOGUE_RELU_AUX:
    case MUBLASLT_EPILOGUE_BIAS:
    case MUBLASLT_EPILOGUE_RELU_BIAS:
    case MUBLASLT_EPILOGUE_RELU_AUX_BIAS:
    case MUBLASLT_EPILOGUE_DRELU:
    case MUBLASLT_EPILOGUE_DRELU_BGRAD:
    case MUBLASLT_EPILOGUE_GELU:
    case MUBLASLT_EPILOGUE_GELU_AUX:
    case MUBLASLT_EPILOGUE_GELU_BIAS:
    case MUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    case MUBLASLT_EPILOGUE_DGELU:
    case MUBLASLT_EPILOGUE_DGELU_BGRAD:
    case MUBLASLT_EPILOGUE_BGRADA:
    case MUBLASLT_EPILOGUE_BGRADB: return true;
    default: return false;
  }
}

}  // namespace

// Narrow results take their bias in the type of C.
musaDataType_t Plan::bias_type() const {
  if (desc.bias_type >= 0) {
    return static_cast<musaDataType_t>(desc.bias_type);
  }
  if (compute == Compute::kIntegers && desc.scale_type == MUSA_R_32F) {
    return MUSA_R_32F;
  }
  return is_fp8(d.data_type()) ? c.data_type() : d.data_type();
}

musaDataType_t Plan::aux_type() const {
  return desc.aux_type >= 0 ? static_cast<musaDataType_t>(desc.aux_type) : bias_type();
}

Status make_plan(mublasLtMatmulDesc_t desc, mublasLtMatrixLayout_t a, mublasLtMatrixLayout_t b,
                 mublasLtMatrixLayout_t c, mublasLtMatrixLayout_t d, Plan* plan) {
  Plan& p = *plan;
  if (!contents(desc, &p.desc) || !contents(a, &p.a) || !contents(b, &p.b) || !contents(c, &p.c) ||
      !contents(d, &p.d)) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  if (!valid_op(p.desc.transa) || !valid_op(p.desc.transb) || !valid_op(p.desc.transc) ||
      !shapes_match(p)) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  const std::uint64_t k = columns_of(p.a, p.desc.transa);
  const std::uint64_t most = 0x7fffffff;
  p.m = static_cast<int>(p.d.rows);
  p.n = static_cast<int>(p.d.columns);
  p.k = static_cast<int>(k);
  const Types types{p.a.data_type(), p.b.data_type(), p.c.data_type(), p.d.data_type(),
                    p.desc.scalars()};
  const bool supported =
      p.d.rows <= most && p.d.columns <= most && k <= most && known_order(p.a) &&
      known_order(p.b) && known_order(p.c) && known_order(p.d) && p.desc.transc == MUBLAS_OP_N &&
      p.desc.fill_mode == MUBLAS_FILL_MODE_FULL && known_epilogue(p.desc.epilogue) &&
      find_compute(p.desc.compute_type, types, &p.compute);
  if (!supported) {
    return MUBLAS_STATUS_NOT_SUPPORTED;
  }
  const bool mode = p.desc.pointer_mode >= MUBLASLT_POINTER_MODE_HOST &&
                    p.desc.pointer_mode <= MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
  return mode ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INVALID_VALUE;
}

bool buffers_given(const Plan& p) {
  constexpr unsigned kWithBias =
      MUBLASLT_EPILOGUE_BIAS | 16U | MUBLASLT_EPILOGUE_BGRADA | MUBLASLT_EPILOGUE_BGRADB;
  if ((p.desc.epilogue & kWithBias) != 0 && p.desc.bias == nullptr) {
    return false;
  }
  return !p.has(128U) || (p.desc.aux != nullptr && p.desc.aux_ld >= p.m);
}

}  // namespace musasim::lt
