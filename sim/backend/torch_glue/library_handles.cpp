// One handle for each thread and device, as in PyTorch. They live as long as the process: at its end the
// devices may be gone before them.
#include "torch_glue/library_handles.h"

#include <dlfcn.h>

#include <map>

#include "torch_glue/stream.h"

namespace musasim {

namespace {

// Found by the RPATH of this library.
void* open_library(const char* name) {
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  TORCH_CHECK(library != nullptr, "cannot load ", name, ": ", dlerror());
  return library;
}

template <typename Function>
Function* find(void* library, const char* name) {
  auto* function = reinterpret_cast<Function*>(dlsym(library, name));
  TORCH_CHECK(function != nullptr, "the library has no function ", name, ": ", dlerror());
  return function;
}

struct Names {
  const char* library;
  const char* create;
  const char* set_stream;  // null: its calls take a stream
};

void check_status(int status, const char* call) {
  TORCH_CHECK(status == 0, "MUSA error: status ", status, " when calling `", call, "`");
}

template <const Names& names, typename Handle, typename Status>
Handle current_handle() {
  static void* const library = open_library(names.library);
  static auto* const create = find<Status(Handle*)>(library, names.create);
  static thread_local std::map<int, Handle> handles;
  const int device = current_device();
  Handle& handle = handles[device];
  if (handle == nullptr) {
    check_status(create(&handle), names.create);
  }
  if constexpr (names.set_stream != nullptr) {
    static auto* const set_stream = find<Status(Handle, musaStream_t)>(library, names.set_stream);
    check_status(set_stream(handle, current_stream_handle(device)), names.set_stream);
  }
  return handle;
}

constexpr Names kBlas{"libmublas.so.1", "mublasCreate", "mublasSetStream"};
constexpr Names kBlasLt{"libmublasLt.so.1", "mublasLtCreate", nullptr};
constexpr Names kSparse{"libmusparse.so.1", "musparseCreate", "musparseSetStream"};
constexpr Names kSolver{"libmusolver.so.1", "musolverDnCreate", "musolverDnSetStream"};

}  // namespace

mublasHandle_t current_blas_handle() {
  return current_handle<kBlas, mublasHandle_t, mublasStatus_t>();
}
mublasLtHandle_t current_blaslt_handle() {
  return current_handle<kBlasLt, mublasLtHandle_t, mublasStatus_t>();
}
musparseHandle_t current_sparse_handle() {
  return current_handle<kSparse, musparseHandle_t, musparseStatus_t>();
}
musolverDnHandle_t current_solver_handle() {
  return current_handle<kSolver, musolverDnHandle_t, musolverStatus_t>();
}

const char* sparse_status_text(musparseStatus_t status) {
  static auto* const text = find<decltype(musparseGetErrorString)>(open_library(kSparse.library),
                                                                   "musparseGetErrorString");
  return text(status);
}

}  // namespace musasim
