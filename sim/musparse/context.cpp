// Handles, versions, status texts, and what MatDescr says about a matrix.
#include "musparse/call.h"
#include "musparse/matrix_type.h"

using namespace musasim::musparse;

namespace {

struct StatusText {
  const char* name;
  const char* text;
};

// By value of musparseStatus_t.
constexpr StatusText kTexts[] = {
    {"MUSPARSE_STATUS_SUCCESS", "success"},
    {"MUSPARSE_STATUS_NOT_INITIALIZED", "library not initialized"},
    {"MUSPARSE_STATUS_ALLOC_FAILED", "resource allocation failed"},
    {"MUSPARSE_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed"},
    {"MUSPARSE_STATUS_ARCH_MISMATCH", "the device lacks a feature that is required"},
    {"MUSPARSE_STATUS_MAPPING_ERROR", "access to device memory failed"},
    {"MUSPARSE_STATUS_EXECUTION_FAILED", "the work failed on the device"},
    {"MUSPARSE_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {"MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "the matrix type is not supported"},
    {"MUSPARSE_STATUS_ZERO_PIVOT", "an entry of the diagonal is missing or zero"},
    {"MUSPARSE_STATUS_NOT_SUPPORTED", "the operation or data type is not supported"},
    {"MUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "not enough resources"},
};

const StatusText& text_of(musparseStatus_t status) {
  static constexpr StatusText kUnknown = {"MUSPARSE_STATUS_UNKNOWN", "unknown status"};
  const auto index = static_cast<size_t>(status);
  return index < sizeof(kTexts) / sizeof(kTexts[0]) ? kTexts[index] : kUnknown;
}

template <class Change>
musparseStatus_t change(const char* function, musparseMatDescr_t descr, Change&& body) {
  return public_call(function, [&] {
    require_pointers(descr);
    body(*descr);
  });
}

}  // namespace

extern "C" {

musparseStatus_t musparseCreate(musparseHandle_t* handle) {
  return public_call(__func__, [&](const musasim::ApiCall& call) {
    require_pointers(handle);
    require(call.usable() == musaSuccess, MUSPARSE_STATUS_NOT_INITIALIZED);
    *handle = musasim::add_handle(std::make_shared<musparseContext>());
  });
}

musparseStatus_t musparseDestroy(musparseHandle_t handle) {
  return public_call(__func__, handle, [&] { musasim::remove_handle(handle); });
}

musparseStatus_t musparseGetVersion(musparseHandle_t handle, int* version) {
  return public_call(__func__, handle, [&] {
    require_pointers(version);
    *version = MUSPARSE_VERSION;
  });
}

musparseStatus_t musparseGetProperty(libraryPropertyType type, int* value) {
  return public_call(__func__, [&] {
    require_pointers(value);
    require(type == MAJOR_VERSION || type == MINOR_VERSION || type == PATCH_LEVEL);
    *value = type == MAJOR_VERSION   ? MUSPARSE_VER_MAJOR
             : type == MINOR_VERSION ? MUSPARSE_VER_MINOR
                                     : MUSPARSE_VER_PATCH;
  });
}

const char* musparseGetErrorName(musparseStatus_t status) { return text_of(status).name; }
const char* musparseGetErrorString(musparseStatus_t status) { return text_of(status).text; }

musparseStatus_t musparseSetStream(musparseHandle_t handle, musaStream_t stream) {
  return public_call(__func__, handle, [&] { handle->stream = stream; });
}

musparseStatus_t musparseGetStream(musparseHandle_t handle, musaStream_t* stream) {
  return public_call(__func__, handle, [&] {
    require_pointers(stream);
    *stream = handle->stream;
  });
}

musparseStatus_t musparseSetPointerMode(musparseHandle_t handle, musparsePointerMode_t mode) {
  return public_call(__func__, handle, [&] {
    require_one_of(mode, {MUSPARSE_POINTER_MODE_HOST, MUSPARSE_POINTER_MODE_DEVICE});
    handle->pointer_mode = mode;
  });
}

musparseStatus_t musparseGetPointerMode(musparseHandle_t handle, musparsePointerMode_t* mode) {
  return public_call(__func__, handle, [&] {
    require_pointers(mode);
    *mode = handle->pointer_mode;
  });
}

musparseStatus_t musparseCreateMatDescr(musparseMatDescr_t* descr) {
  return public_call(__func__, [&] {
    require_pointers(descr);
    *descr = new musparseMatDescr;
  });
}

musparseStatus_t musparseDestroyMatDescr(musparseMatDescr_t descr) {
  return public_call(__func__, [&] { delete descr; });
}

musparseStatus_t musparseSetMatType(musparseMatDescr_t descr, musparseMatrixType_t type) {
  return change(__func__, descr, [&](musparseMatDescr& d) {
    require_one_of(type, {MUSPARSE_MATRIX_TYPE_GENERAL, MUSPARSE_MATRIX_TYPE_SYMMETRIC,
                          MUSPARSE_MATRIX_TYPE_HERMITIAN, MUSPARSE_MATRIX_TYPE_TRIANGULAR});
    d.type = type;
  });
}

musparseStatus_t musparseSetMatFillMode(musparseMatDescr_t descr, musparseFillMode_t fill) {
  return change(__func__, descr, [&](musparseMatDescr& d) {
    require_one_of(fill, {MUSPARSE_FILL_MODE_LOWER, MUSPARSE_FILL_MODE_UPPER});
    d.fill = fill;
  });
}

musparseStatus_t musparseSetMatDiagType(musparseMatDescr_t descr, musparseDiagType_t diagonal) {
  return change(__func__, descr, [&](musparseMatDescr& d) {
    require_one_of(diagonal, {MUSPARSE_DIAG_TYPE_NON_UNIT, MUSPARSE_DIAG_TYPE_UNIT});
    d.diagonal = diagonal;
  });
}

musparseStatus_t musparseSetMatIndexBase(musparseMatDescr_t descr, musparseIndexBase_t base) {
  return change(__func__, descr, [&](musparseMatDescr& d) {
    require_one_of(base, {MUSPARSE_INDEX_BASE_ZERO, MUSPARSE_INDEX_BASE_ONE});
    d.base = base;
  });
}

musparseMatrixType_t musparseGetMatType(const musparseMatDescr_t descr) {
  return descr == nullptr ? MUSPARSE_MATRIX_TYPE_GENERAL : descr->type;
}

musparseFillMode_t musparseGetMatFillMode(const musparseMatDescr_t descr) {
  return descr == nullptr ? MUSPARSE_FILL_MODE_LOWER : descr->fill;
}

musparseDiagType_t musparseGetMatDiagType(const musparseMatDescr_t descr) {
  return descr == nullptr ? MUSPARSE_DIAG_TYPE_NON_UNIT : descr->diagonal;
}

musparseIndexBase_t musparseGetMatIndexBase(const musparseMatDescr_t descr) {
  return descr == nullptr ? MUSPARSE_INDEX_BASE_ZERO : descr->base;
}

}  // extern "C"
