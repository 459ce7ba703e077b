// Matrix products of muBLASLt against plain loops: types, layouts, batches, scalars, epilogues.
#include "mublas/tests/support.h"
#include "mublasLt.h"
#include "musa_fp8.h"

using namespace blas_test;

namespace {

constexpr int kM = 6;
constexpr int kN = 5;
constexpr int kK = 4;

struct LtHandle {
  LtHandle() { MUBLAS_OK(mublasLtCreate(&handle)); }
  ~LtHandle() { MUBLAS_OK(mublasLtDestroy(handle)); }
  LtHandle(const LtHandle&) = delete;
  LtHandle& operator=(const LtHandle&) = delete;
  operator mublasLtHandle_t() const { return handle; }
  mublasLtHandle_t handle = nullptr;
};

struct Layout {
  Layout(musaDataType_t type, int rows, int columns, int ld) {
    MUBLAS_OK(mublasLtMatrixLayoutCreate(&layout, type, static_cast<std::uint64_t>(rows),
                                         static_cast<std::uint64_t>(columns), ld));
  }
  ~Layout() { MUBLAS_OK(mublasLtMatrixLayoutDestroy(layout)); }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  template <class T>
  void set(mublasLtMatrixLayoutAttribute_t attribute, T value) {
    MUBLAS_OK(mublasLtMatrixLayoutSetAttribute(layout, attribute, &value, sizeof value));
  }
  void batch(int count, std::int64_t stride) {
    set(MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count);
    set(MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride);
  }
  operator mublasLtMatrixLayout_t() const { return layout; }
  mublasLtMatrixLayout_t layout = nullptr;
};

struct Desc {
  explicit Desc(mublasComputeType_t compute = MUBLAS_COMPUTE_32F,
                musaDataType_t scale = MUSA_R_32F) {
    MUBLAS_OK(mublasLtMatmulDescCreate(&desc, compute, scale));
  }
  ~Desc() { MUBLAS_OK(mublasLtMatmulDescDestroy(desc)); }
  Desc(const Desc&) = delete;
  Desc& operator=(const Desc&) = delete;
  template <class T>
  void set(mublasLtMatmulDescAttributes_t attribute, T value) {
    MUBLAS_OK(mublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value));
  }
  operator mublasLtMatmulDesc_t() const { return desc; }
  mublasLtMatmulDesc_t desc = nullptr;
};

// A and B of floats with their layouts, C and D, and what A B is.
struct Floats {
  Device<float> a{random_values<float>(kM * kK, 1)};
  Device<float> b{random_values<float>(kK * kN, 2)};
  Device<float> c{random_values<float>(kM * kN, 3)};
  Device<float> d{kM * kN};
  Layout la{MUSA_R_32F, kM, kK, kM}, lb{MUSA_R_32F, kK, kN, kK}, lc{MUSA_R_32F, kM, kN, kM};
  Plain product = plain(a.host, kM, kK, kM) * plain(b.host, kK, kN, kK);

  mublasStatus_t multiply(mublasLtHandle_t handle, mublasLtMatmulDesc_t desc, float alpha = 1,
                          float beta = 0) {
    return mublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &beta, c, lc, d, lc, nullptr, nullptr,
                          0, nullptr);
  }
};

Plain mapped(Plain a, double (*f)(double)) {
  for (Complex& value : a.at_) value = f(value.real());
  return a;
}
double relu(double x) { return x > 0 ? x : 0; }
double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
double gelu_slope(double x) { return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5; }

Plain with_bias(Plain a, const std::vector<float>& bias) {
  for (int row = 0; row < a.rows; ++row) {
    for (int column = 0; column < a.columns; ++column) {
      a.at(row, column) += bias[static_cast<std::size_t>(row)];
    }
  }
  return a;
}

}  // namespace

TEST(matmul_adds_the_scaled_c) {
  const LtHandle handle;
  const Desc desc;
  Floats f;
  MUBLAS_OK(f.multiply(handle, desc, 1.5F, -0.5F));
  NEAR(f.d.read(), (1.5 * f.product + (-0.5) * plain(f.c.host, kM, kN, kM)).at_);
  // C is not read where beta is zero, and may be D.
  std::fill(f.d.host.begin(), f.d.host.end(), NAN);
  f.d.put();
  const float one = 1, zero = 0;
  MUBLAS_OK(mublasLtMatmul(handle, desc, &one, f.a, f.la, f.b, f.lb, &zero, f.d, f.lc, f.d, f.lc,
                           nullptr, nullptr, 0, nullptr));
  NEAR(f.d.read(), f.product.at_);
}

TEST(transposed_operands) {
  const LtHandle handle;
  Device<muComplex> a(random_values<muComplex>(kK * kM, 1)),
      b(random_values<muComplex>(kN * kK, 2)), d(kM * kN);
  const muComplex one = make_muComplex(1, 0), zero = make_muComplex(0, 0);
  for (const auto transa : kOperations) {
    for (const auto transb : kOperations) {
      Desc desc(MUBLAS_COMPUTE_32F, MUSA_C_32F);
      desc.set(MUBLASLT_MATMUL_DESC_TRANSA, transa);
      desc.set(MUBLASLT_MATMUL_DESC_TRANSB, transb);
      const bool na = transa == MUBLAS_OP_N, nb = transb == MUBLAS_OP_N;
      const int ra = na ? kM : kK, ca = na ? kK : kM, rb = nb ? kK : kN, cb = nb ? kN : kK;
      const Layout lc(MUSA_C_32F, kM, kN, kM);
      for (const int order : {MUBLASLT_ORDER_COL, MUBLASLT_ORDER_ROW}) {
        const bool row = order == MUBLASLT_ORDER_ROW;
        Layout la(MUSA_C_32F, ra, ca, row ? ca : ra), lb(MUSA_C_32F, rb, cb, row ? cb : rb);
        la.set(MUBLASLT_MATRIX_LAYOUT_ORDER, order);
        lb.set(MUBLASLT_MATRIX_LAYOUT_ORDER, order);
        // Row order is the transpose of what the same memory is in column order.
        const Plain pa =
            row ? op(MUBLAS_OP_T, plain(a.host, ca, ra, ca)) : plain(a.host, ra, ca, ra);
        const Plain pb =
            row ? op(MUBLAS_OP_T, plain(b.host, cb, rb, cb)) : plain(b.host, rb, cb, rb);
        MUBLAS_OK(mublasLtMatmul(handle, desc, &one, a, la, b, lb, &zero, nullptr, lc, d, lc,
                                 nullptr, nullptr, 0, nullptr));
        NEAR(d.read(), (op(transa, pa) * op(transb, pb)).at_);
      }
    }
  }
}

TEST(results_in_row_order_and_in_blocks_of_columns) {
  const LtHandle handle;
  const Desc desc;
  Floats f;
  Layout rows(MUSA_R_32F, kM, kN, kN);
  rows.set(MUBLASLT_MATRIX_LAYOUT_ORDER, static_cast<int>(MUBLASLT_ORDER_ROW));
  const float one = 1, zero = 0;
  MUBLAS_OK(mublasLtMatmul(handle, desc, &one, f.a, f.la, f.b, f.lb, &zero, f.d, rows, f.d, rows,
                           nullptr, nullptr, 0, nullptr));
  NEAR(f.d.read(), op(MUBLAS_OP_T, f.product).at_);

  Device<float> blocks(32 * kM);
  Layout col32(MUSA_R_32F, kM, kN, 32 * kM);
  col32.set(MUBLASLT_MATRIX_LAYOUT_ORDER, static_cast<int>(MUBLASLT_ORDER_COL32));
  MUBLAS_OK(mublasLtMatmul(handle, desc, &one, f.a, f.la, f.b, f.lb, &zero, blocks, col32, blocks,
                           col32, nullptr, nullptr, 0, nullptr));
  std::vector<Complex> wanted(32 * kM);
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      wanted[static_cast<std::size_t>(row * 32 + column)] = f.product.at(row, column);
    }
  }
  NEAR(blocks.read(), wanted);
}

TEST(batches_step_through_memory) {
  const LtHandle handle;
  const Desc desc;
  const int count = 3;
  Device<double> unused(1);
  Device<float> a(random_values<float>(kM * kK * count, 1)), b(random_values<float>(kK * kN, 2)),
      d(kM * kN * count);
  Layout la(MUSA_R_32F, kM, kK, kM), lb(MUSA_R_32F, kK, kN, kK), ld(MUSA_R_32F, kM, kN, kM);
  la.batch(count, kM * kK);
  lb.batch(count, 0);
  ld.batch(count, kM * kN);
  const float one = 1, zero = 0;
  MUBLAS_OK(mublasLtMatmul(handle, desc, &one, a, la, b, lb, &zero, d, ld, d, ld, nullptr, nullptr,
                           0, nullptr));
  std::vector<Complex> wanted;
  for (std::size_t i = 0; i < count; ++i) {
    const Plain item = plain(a.host, kM, kK, kM, i * kM * kK) * plain(b.host, kK, kN, kK);
    wanted.insert(wanted.end(), item.at_.begin(), item.at_.end());
  }
  NEAR(d.read(), wanted);
}

namespace {

template <class AB, class CD, class S>
void check_types(musaDataType_t ab, musaDataType_t cd, mublasComputeType_t compute,
                 musaDataType_t scale) {
  const LtHandle handle;
  const Desc desc(compute, scale);
  const S alpha = from_wide<S>(2), beta = from_wide<S>(3);
  std::vector<AB> va, vb;
  for (int i = 0; i < kM * kK; ++i) va.push_back(from_wide<AB>((i * 37) % 19 - 9));
  for (int i = 0; i < kK * kN; ++i) vb.push_back(from_wide<AB>((i * 23) % 17 - 8));
  std::vector<CD> vc;
  for (int i = 0; i < kM * kN; ++i) vc.push_back(from_wide<CD>(i % 5));
  Device<AB> a(va), b(vb);
  Device<CD> c(vc), d(kM * kN);
  const Layout la(ab, kM, kK, kM), lb(ab, kK, kN, kK), lc(cd, kM, kN, kM);
  const Plain wanted =
      2.0 * (plain(va, kM, kK, kM) * plain(vb, kK, kN, kK)) + 3.0 * plain(vc, kM, kN, kM);
  MUBLAS_OK(mublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &beta, c, lc, d, lc, nullptr,
                           nullptr, 0, nullptr));
  NEAR(d.read(), wanted.at_);
}

}  // namespace

TEST(element_types) {
  check_types<float, float, float>(MUSA_R_32F, MUSA_R_32F, MUBLAS_COMPUTE_32F_FAST_TF32,
                                   MUSA_R_32F);
  check_types<double, double, double>(MUSA_R_64F, MUSA_R_64F, MUBLAS_COMPUTE_64F, MUSA_R_64F);
  check_types<__half, __half, float>(MUSA_R_16F, MUSA_R_16F, MUBLAS_COMPUTE_32F, MUSA_R_32F);
  check_types<__half, float, float>(MUSA_R_16F, MUSA_R_32F, MUBLAS_COMPUTE_32F, MUSA_R_32F);
  check_types<__half, __half, __half>(MUSA_R_16F, MUSA_R_16F, MUBLAS_COMPUTE_16F, MUSA_R_16F);
  check_types<__mt_bfloat16, __mt_bfloat16, float>(MUSA_R_16BF, MUSA_R_16BF, MUBLAS_COMPUTE_32F,
                                                   MUSA_R_32F);
  check_types<std::int8_t, int, int>(MUSA_R_8I, MUSA_R_32I, MUBLAS_COMPUTE_32I, MUSA_R_32I);
}

TEST(narrow_integer_results_saturate) {
  const LtHandle handle;
  const Desc desc(MUBLAS_COMPUTE_32I, MUSA_R_32F);
  Device<std::int8_t> a(std::vector<std::int8_t>{100, 3}), b(std::vector<std::int8_t>{5}), d(2);
  const Layout la(MUSA_R_8I, 2, 1, 2), lb(MUSA_R_8I, 1, 1, 1), ld(MUSA_R_8I, 2, 1, 2);
  const float alpha = 0.5, beta = 0;
  MUBLAS_OK(mublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &beta, d, ld, d, ld, nullptr,
                           nullptr, 0, nullptr));
  EQUAL(static_cast<int>(d.read()[0]), 127);
  EQUAL(static_cast<int>(d.host[1]), 8);  // 7.5, to even
}

TEST(fp8_with_scales_and_largest_value) {
  const LtHandle handle;
  Desc desc;
  // e4m3 codes: 0x38 is 1, 0x40 is 2, 0x44 is 3, 0x48 is 4.
  Device<unsigned char> a(std::vector<unsigned char>{0x38, 0x40}),
      b(std::vector<unsigned char>{0x44, 0x48}), d(1);
  Device<__mt_bfloat16> c(1);
  Device<float> scale_a(std::vector<float>{2}), scale_b(std::vector<float>{4}),
      scale_d(std::vector<float>{0.5}), largest(1);
  desc.set(MUBLASLT_MATMUL_DESC_A_SCALE_POINTER, static_cast<const void*>(scale_a.get()));
  desc.set(MUBLASLT_MATMUL_DESC_B_SCALE_POINTER, static_cast<const void*>(scale_b.get()));
  desc.set(MUBLASLT_MATMUL_DESC_D_SCALE_POINTER, static_cast<const void*>(scale_d.get()));
  desc.set(MUBLASLT_MATMUL_DESC_AMAX_D_POINTER, static_cast<void*>(largest.get()));
  desc.set(MUBLASLT_MATMUL_DESC_TRANSA, MUBLAS_OP_T);
  const Layout la(MUSA_R_8F_E4M3, 2, 1, 2), lb(MUSA_R_8F_E4M3, 2, 1, 2), lc(MUSA_R_16BF, 1, 1, 1),
      ld(MUSA_R_8F_E4M3, 1, 1, 1);
  const float one = 1, zero = 0;
  MUBLAS_OK(mublasLtMatmul(handle, desc, &one, a, la, b, lb, &zero, c, lc, d, ld, nullptr, nullptr,
                           0, nullptr));
  // (1*3 + 2*4) * 8 = 88, halved 44: 1.375 * 2^5
  EQUAL(static_cast<int>(d.read()[0]), 0x63);
  EQUAL(largest.read()[0], 88.0F);
  Device<__half> wide(1);
  const Layout half_layout(MUSA_R_16F, 1, 1, 1), lb5(MUSA_R_8F_E5M2, 2, 1, 2);
  Desc plain_desc;
  plain_desc.set(MUBLASLT_MATMUL_DESC_TRANSA, MUBLAS_OP_T);
  // As e5m2, 0x44 is 4 and 0x48 is 8.
  MUBLAS_OK(mublasLtMatmul(handle, plain_desc, &one, a, la, b, lb5, &zero, wide, half_layout, wide,
                           half_layout, nullptr, nullptr, 0, nullptr));
  EQUAL(__half2float(wide.read()[0]), 20.0F);
}

TEST(bias_and_activations) {
  const LtHandle handle;
  Floats f;
  Device<float> bias(random_values<float>(kM, 7));
  const Plain biased = with_bias(f.product, bias.host);
  const struct {
    mublasLtEpilogue_t epilogue;
    Plain wanted;
  } cases[] = {
      {MUBLASLT_EPILOGUE_DEFAULT, f.product},
      {MUBLASLT_EPILOGUE_BIAS, biased},
      {MUBLASLT_EPILOGUE_RELU, mapped(f.product, relu)},
      {MUBLASLT_EPILOGUE_RELU_BIAS, mapped(biased, relu)},
      {MUBLASLT_EPILOGUE_GELU, mapped(f.product, gelu)},
      {MUBLASLT_EPILOGUE_GELU_BIAS, mapped(biased, gelu)},
  };
  for (const auto& each : cases) {
    Desc desc;
    desc.set(MUBLASLT_MATMUL_DESC_EPILOGUE, each.epilogue);
    desc.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void*>(bias.get()));
    MUBLAS_OK(f.multiply(handle, desc));
    NEAR(f.d.read(), each.wanted.at_);
  }
  Desc without;
  without.set(MUBLASLT_MATMUL_DESC_EPILOGUE, MUBLASLT_EPILOGUE_BIAS);
  MUBLAS_FAILS(f.multiply(handle, without), MUBLAS_STATUS_INVALID_VALUE);
}

TEST(relu_keeps_bits_for_its_gradient) {
  const LtHandle handle;
  Floats f;
  const std::int64_t ld = 128;
  Device<unsigned char> bits(128 / 8 * kN);
  Device<float> bias(std::vector<float>(kM, 0.25F));
  Desc forward;
  forward.set(MUBLASLT_MATMUL_DESC_EPILOGUE, MUBLASLT_EPILOGUE_RELU_AUX_BIAS);
  forward.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void*>(bias.get()));
  forward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void*>(bits.get()));
  forward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, ld);
  MUBLAS_OK(f.multiply(handle, forward));
  const Plain before = with_bias(f.product, bias.host);
  NEAR(f.d.read(), mapped(before, relu).at_);

  Device<float> gradient(kM);
  Desc backward;
  backward.set(MUBLASLT_MATMUL_DESC_EPILOGUE, MUBLASLT_EPILOGUE_DRELU_BGRAD);
  backward.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void*>(gradient.get()));
  backward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void*>(bits.get()));
  backward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, ld);
  MUBLAS_OK(f.multiply(handle, backward));
  Plain wanted = f.product;
  std::vector<Complex> sums(kM);
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      if (before.at(row, column).real() <= 0) wanted.at(row, column) = 0;
      sums[static_cast<std::size_t>(row)] += wanted.at(row, column);
    }
  }
  NEAR(f.d.read(), wanted.at_);
  NEAR(gradient.read(), sums);
}

TEST(gelu_keeps_its_input_for_its_gradient) {
  const LtHandle handle;
  Floats f;
  Device<float> kept(8 * kN), gradient(kM);
  Desc forward;
  forward.set(MUBLASLT_MATMUL_DESC_EPILOGUE, MUBLASLT_EPILOGUE_GELU_AUX);
  forward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void*>(kept.get()));
  forward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{8});
  const auto aux = overlaid(kept.host, f.product, 8);
  MUBLAS_OK(f.multiply(handle, forward));
  NEAR(f.d.read(), mapped(f.product, gelu).at_);
  NEAR(kept.read(), aux);

  for (const auto epilogue : {MUBLASLT_EPILOGUE_DGELU, MUBLASLT_EPILOGUE_DGELU_BGRAD}) {
    Desc backward;
    backward.set(MUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    backward.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void*>(gradient.get()));
    backward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void*>(kept.get()));
    backward.set(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{8});
    MUBLAS_OK(f.multiply(handle, backward));
    Plain wanted = f.product;
    std::vector<Complex> sums(kM);
    for (int row = 0; row < kM; ++row) {
      for (int column = 0; column < kN; ++column) {
        wanted.at(row, column) *= gelu_slope(f.product.at(row, column).real());
        sums[static_cast<std::size_t>(row)] += wanted.at(row, column);
      }
    }
    NEAR(f.d.read(), wanted.at_);
    if (epilogue == MUBLASLT_EPILOGUE_DGELU_BGRAD) NEAR(gradient.read(), sums);
  }
}

TEST(bias_gradients_are_sums_of_the_operands) {
  const LtHandle handle;
  Floats f;
  Device<float> sums(kM);
  std::vector<Complex> rows(kM), columns(kM);
  for (int k = 0; k < kK; ++k) {
    for (int row = 0; row < kM; ++row) {
      rows[static_cast<std::size_t>(row)] += plain(f.a.host, kM, kK, kM).at(row, k);
    }
    for (int column = 0; column < kN; ++column) {
      columns[static_cast<std::size_t>(column)] += plain(f.b.host, kK, kN, kK).at(k, column);
    }
  }
  const auto run = [&](mublasLtEpilogue_t epilogue) {
    Desc desc;
    desc.set(MUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    desc.set(MUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void*>(sums.get()));
    MUBLAS_OK(f.multiply(handle, desc));
    NEAR(f.d.read(), f.product.at_);
  };
  run(MUBLASLT_EPILOGUE_BGRADA);
  NEAR(sums.read(), rows);
  sums.host.assign(kM, 0);
  sums.put();
  run(MUBLASLT_EPILOGUE_BGRADB);
  NEAR(sums.read(), columns);
}

TEST(scalars_and_vectors_of_scalars_on_the_device) {
  const LtHandle handle;
  Floats f;
  Device<float> alpha(random_values<float>(kM, 5)), beta(random_values<float>(kM, 6));
  const Plain c = plain(f.c.host, kM, kN, kM);
  const auto wanted = [&](bool alpha_vector, bool with_beta, bool beta_vector) {
    Plain result = f.product;
    for (int row = 0; row < kM; ++row) {
      for (int column = 0; column < kN; ++column) {
        const auto i = static_cast<std::size_t>(row);
        Complex& x = result.at(row, column);
        x *= alpha.host[alpha_vector ? i : 0];
        if (with_beta) x += double(beta.host[beta_vector ? i : 0]) * c.at(row, column);
      }
    }
    return result;
  };
  const auto run = [&](int mode, const float* used_beta) {
    Desc desc;
    desc.set(MUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
    MUBLAS_OK(mublasLtMatmul(handle, desc, alpha.get(), f.a, f.la, f.b, f.lb, used_beta, f.c, f.lc,
                             f.d, f.lc, nullptr, nullptr, 0, nullptr));
  };
  run(MUBLASLT_POINTER_MODE_DEVICE, beta);
  NEAR(f.d.read(), wanted(false, true, false).at_);
  run(MUBLASLT_POINTER_MODE_DEVICE_VECTOR, beta);
  NEAR(f.d.read(), wanted(true, true, true).at_);
  run(MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO, nullptr);
  NEAR(f.d.read(), wanted(true, false, false).at_);
  run(MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST, beta.host.data());
  NEAR(f.d.read(), wanted(true, true, false).at_);
}

TEST(work_runs_on_the_stream_and_in_graphs) {
  const LtHandle handle;
  const Desc desc;
  Floats f;
  musaStream_t stream = nullptr;
  MUSA_OK(musaStreamCreate(&stream));
  musaGraph_t graph = nullptr;
  musaGraphExec_t exec = nullptr;
  const float one = 1, zero = 0;
  MUSA_OK(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  MUBLAS_OK(mublasLtMatmul(handle, desc, &one, f.a, f.la, f.b, f.lb, &zero, f.d, f.lc, f.d, f.lc,
                           nullptr, nullptr, 0, stream));
  MUSA_OK(musaStreamEndCapture(stream, &graph));
  EQUAL(f.d.read()[0], 0.0F);
  MUSA_OK(musaGraphInstantiate(&exec, graph, 0));
  for (const float factor : {1.0F, 2.0F}) {
    std::vector<float> scaled = f.a.host;
    for (float& value : scaled) value *= factor;
    MUSA_OK(musaMemcpy(f.a.get(), scaled.data(), scaled.size() * sizeof(float),
                       musaMemcpyHostToDevice));
    MUSA_OK(musaGraphLaunch(exec, stream));
    MUSA_OK(musaStreamSynchronize(stream));
    NEAR(f.d.read(), (Complex(factor) * f.product).at_);
  }
  MUSA_OK(musaGraphExecDestroy(exec));
  MUSA_OK(musaGraphDestroy(graph));
  MUSA_OK(musaStreamDestroy(stream));
}

TEST(what_does_not_fit_is_refused) {
  const LtHandle handle;
  Floats f;
  const Desc desc;
  const float one = 1;
  const Layout wrong(MUSA_R_32F, kM + 1, kN, kM + 1), half_layout(MUSA_R_16F, kM, kK, kM);
  const auto run = [&](mublasLtHandle_t h, const void* a, mublasLtMatrixLayout_t la,
                       mublasLtMatrixLayout_t ld) {
    return mublasLtMatmul(h, desc, &one, a, la, f.b, f.lb, &one, f.c, ld, f.d, ld, nullptr, nullptr,
                          0, nullptr);
  };
  MUBLAS_FAILS(run(nullptr, f.a, f.la, f.lc), MUBLAS_STATUS_INVALID_HANDLE);
  MUBLAS_FAILS(run(handle, f.a, f.la, wrong), MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(run(handle, f.a, nullptr, f.lc), MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(run(handle, nullptr, f.la, f.lc), MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(run(handle, f.a, half_layout, f.lc), MUBLAS_STATUS_NOT_SUPPORTED);
  Layout strange(MUSA_R_32F, kM, kN, 32 * kM);
  strange.set(MUBLASLT_MATRIX_LAYOUT_ORDER, static_cast<int>(MUBLASLT_ORDER_COL4_4R2_8C));
  MUBLAS_FAILS(run(handle, f.a, f.la, strange), MUBLAS_STATUS_NOT_SUPPORTED);
}

TEST_MAIN()
