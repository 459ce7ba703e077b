// Handles, versions, status texts, and what MatDescr keeps.
#include <cstring>

#include "support.h"

using namespace sparse_test;

TEST(a_handle_keeps_stream_and_pointer_mode) {
  const Handle handle;
  musaStream_t stream = nullptr;
  musaStream_t found = nullptr;
  OK(musaStreamCreate(&stream));
  OK(musparseSetStream(handle, stream));
  OK(musparseGetStream(handle, &found));
  CHECK(found == stream);
  OK(musparseSetStream(handle, nullptr));
  OK(musaStreamDestroy(stream));
  musparsePointerMode_t mode = MUSPARSE_POINTER_MODE_DEVICE;
  OK(musparseGetPointerMode(handle, &mode));
  EQUAL(mode, MUSPARSE_POINTER_MODE_HOST);
  OK(musparseSetPointerMode(handle, MUSPARSE_POINTER_MODE_DEVICE));
  OK(musparseGetPointerMode(handle, &mode));
  EQUAL(mode, MUSPARSE_POINTER_MODE_DEVICE);
  EQUAL(musparseSetPointerMode(handle, static_cast<musparsePointerMode_t>(7)),
        MUSPARSE_STATUS_INVALID_VALUE);
}

TEST(versions) {
  const Handle handle;
  int version = 0;
  int major = 0;
  int minor = 0;
  OK(musparseGetVersion(handle, &version));
  EQUAL(version, MUSPARSE_VERSION);
  OK(musparseGetProperty(MAJOR_VERSION, &major));
  OK(musparseGetProperty(MINOR_VERSION, &minor));
  EQUAL(major * 1000 + minor * 100, version);
  EQUAL(musparseGetVersion(handle, nullptr), MUSPARSE_STATUS_INVALID_VALUE);
}

TEST(dead_handles_are_diagnosed) {
  musparseHandle_t handle = nullptr;
  EQUAL(musparseCreate(nullptr), MUSPARSE_STATUS_INVALID_VALUE);
  OK(musparseCreate(&handle));
  CHECK(handle != nullptr);
  OK(musparseDestroy(handle));
  EQUAL(musparseDestroy(handle), MUSPARSE_STATUS_NOT_INITIALIZED);
  EQUAL(musparseSetStream(handle, nullptr), MUSPARSE_STATUS_NOT_INITIALIZED);
  EQUAL(musparseSetStream(nullptr, nullptr), MUSPARSE_STATUS_NOT_INITIALIZED);
}

TEST(statuses_have_names_and_texts) {
  for (int i = 0; i <= MUSPARSE_STATUS_INSUFFICIENT_RESOURCES; ++i) {
    const auto status = static_cast<musparseStatus_t>(i);
    CHECK(std::strncmp(musparseGetErrorName(status), "MUSPARSE_STATUS_", 16) == 0);
    CHECK(std::strlen(musparseGetErrorString(status)) > 3);
  }
  EQUAL(std::string(musparseGetErrorName(MUSPARSE_STATUS_ZERO_PIVOT)),
        "MUSPARSE_STATUS_ZERO_PIVOT");
  EQUAL(std::string(musparseGetErrorName(MUSPARSE_STATUS_NOT_SUPPORTED)),
        "MUSPARSE_STATUS_NOT_SUPPORTED");
}

TEST(a_matrix_description_keeps_what_is_set) {
  musparseMatDescr_t descr = nullptr;
  OK(musparseCreateMatDescr(&descr));
  EQUAL(musparseGetMatType(descr), MUSPARSE_MATRIX_TYPE_GENERAL);
  EQUAL(musparseGetMatIndexBase(descr), MUSPARSE_INDEX_BASE_ZERO);
  OK(musparseSetMatType(descr, MUSPARSE_MATRIX_TYPE_TRIANGULAR));
  OK(musparseSetMatFillMode(descr, MUSPARSE_FILL_MODE_UPPER));
  OK(musparseSetMatDiagType(descr, MUSPARSE_DIAG_TYPE_UNIT));
  OK(musparseSetMatIndexBase(descr, MUSPARSE_INDEX_BASE_ONE));
  EQUAL(musparseGetMatType(descr), MUSPARSE_MATRIX_TYPE_TRIANGULAR);
  EQUAL(musparseGetMatFillMode(descr), MUSPARSE_FILL_MODE_UPPER);
  EQUAL(musparseGetMatDiagType(descr), MUSPARSE_DIAG_TYPE_UNIT);
  EQUAL(musparseGetMatIndexBase(descr), MUSPARSE_INDEX_BASE_ONE);
  EQUAL(musparseSetMatType(descr, static_cast<musparseMatrixType_t>(9)),
        MUSPARSE_STATUS_INVALID_VALUE);
  EQUAL(musparseSetMatIndexBase(nullptr, MUSPARSE_INDEX_BASE_ONE), MUSPARSE_STATUS_INVALID_VALUE);
  OK(musparseDestroyMatDescr(descr));
}

TEST_MAIN()
