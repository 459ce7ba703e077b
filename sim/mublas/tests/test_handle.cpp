// Handles and their settings, misuse of them, texts, versions, the log.
#include "mublas/tests/support.h"
#include "testing/temporary_file.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

#include "mublas_v2.h"

using namespace blas_test;

TEST(settings_are_kept_by_the_handle) {
  const Handle handle, other;
  musaStream_t stream = nullptr, got = nullptr;
  MUSA_OK(musaStreamCreate(&stream));
  MUBLAS_OK(mublasSetStream(handle, stream));
  MUBLAS_OK(mublasGetStream(handle, &got));
  CHECK(got == stream);
  MUBLAS_OK(mublasGetStream(other, &got));
  CHECK(got == nullptr);

  mublasPointerMode_t pointers = MUBLAS_POINTER_MODE_DEVICE;
  MUBLAS_OK(mublasGetPointerMode(handle, &pointers));
  EQUAL(pointers, MUBLAS_POINTER_MODE_HOST);
  MUBLAS_OK(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
  MUBLAS_OK(mublasGetPointerMode(handle, &pointers));
  EQUAL(pointers, MUBLAS_POINTER_MODE_DEVICE);

  mublasAtomicsMode_t atomics = MUBLAS_ATOMICS_ALLOWED;
  MUBLAS_OK(mublasGetAtomicsMode(handle, &atomics));
  EQUAL(atomics, MUBLAS_ATOMICS_NOT_ALLOWED);
  MUBLAS_OK(mublasSetAtomicsMode(handle, MUBLAS_ATOMICS_ALLOWED));
  MUBLAS_OK(mublasGetAtomicsMode(handle, &atomics));
  EQUAL(atomics, MUBLAS_ATOMICS_ALLOWED);

  mublasMath_t math = MUBLAS_TENSOR_OP_MATH;
  MUBLAS_OK(mublasGetMathMode(handle, &math));
  EQUAL(math, MUBLAS_DEFAULT_MATH);
  MUBLAS_OK(mublasSetMathMode(handle, MUBLAS_TENSOR_OP_MATH));
  MUBLAS_OK(mublasGetMathMode(handle, &math));
  EQUAL(math, MUBLAS_TENSOR_OP_MATH);

  int target = -1;
  MUBLAS_OK(mublasSetSmCountTarget(handle, 4));
  MUBLAS_OK(mublasGetSmCountTarget(handle, &target));
  EQUAL(target, 4);
  MUSA_OK(musaStreamDestroy(stream));
}

TEST(settings_refuse_what_they_do_not_know) {
  const Handle handle;
  const auto value = MUBLAS_STATUS_INVALID_VALUE, pointer = MUBLAS_STATUS_INVALID_POINTER;
  MUBLAS_FAILS(mublasSetPointerMode(handle, static_cast<mublasPointerMode_t>(7)), value);
  MUBLAS_FAILS(mublasSetAtomicsMode(handle, static_cast<mublasAtomicsMode_t>(7)), value);
  MUBLAS_FAILS(mublasSetMathMode(handle, static_cast<mublasMath_t>(9)), value);
  MUBLAS_FAILS(mublasSetSmCountTarget(handle, -1), value);
  MUBLAS_FAILS(mublasGetStream(handle, nullptr), pointer);
  MUBLAS_FAILS(mublasGetPointerMode(handle, nullptr), pointer);
  MUBLAS_FAILS(mublasGetVersion(handle, nullptr), pointer);
  MUBLAS_FAILS(mublasCreate(nullptr), pointer);
}

TEST(the_workspace_must_be_aligned) {
  const Handle handle;
  char* memory = nullptr;
  MUSA_OK(musaMalloc(reinterpret_cast<void**>(&memory), 1024));
  MUBLAS_OK(mublasSetWorkspace(handle, memory, 1024));
  MUBLAS_FAILS(mublasSetWorkspace(handle, memory + 4, 512), MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(mublasSetWorkspace(handle, nullptr, 512), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_OK(mublasSetWorkspace(handle, nullptr, 0));
  MUSA_OK(musaFree(memory));
}

TEST(dead_and_null_handles_are_invalid) {
  mublasHandle_t handle = nullptr;
  MUBLAS_OK(mublasCreate(&handle));
  CHECK(handle != nullptr);
  MUBLAS_OK(mublasDestroy(handle));
  const auto invalid = MUBLAS_STATUS_INVALID_HANDLE;
  int stack_object = 0;
  for (mublasHandle_t bad : {handle, static_cast<mublasHandle_t>(nullptr),
                             reinterpret_cast<mublasHandle_t>(&stack_object),
                             reinterpret_cast<mublasHandle_t>(std::uintptr_t{0x1234})}) {
    float x = 0;
    int version = 0;
    mublasMath_t math;
    MUBLAS_FAILS(mublasDestroy(bad), invalid);
    MUBLAS_FAILS(mublasSetStream(bad, nullptr), invalid);
    MUBLAS_FAILS(mublasGetMathMode(bad, &math), invalid);
    MUBLAS_FAILS(mublasGetVersion(bad, &version), invalid);
    MUBLAS_FAILS(mublasSscal(bad, 1, &x, &x, 1), invalid);
    MUBLAS_FAILS(mublasSgemm(bad, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &x, &x, 1, &x, 1, &x, &x, 1),
                 invalid);
  }
}

TEST(handles_come_and_go_on_many_threads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 20; ++round) {
        const Handle handle;
        const float factor = 2;
        Device<float> x(std::vector<float>{3});
        MUBLAS_OK(mublasSscal(handle, 1, &factor, x, 1));
        NEAR(x.read(), {6.0});
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(versions_agree) {
  const Handle handle;
  int version = 0, major = 0, minor = 0, patch = 0;
  MUBLAS_OK(mublasGetVersion(handle, &version));
  MUBLAS_OK(mublasGetProperty(MAJOR_VERSION, &major));
  MUBLAS_OK(mublasGetProperty(MINOR_VERSION, &minor));
  MUBLAS_OK(mublasGetProperty(PATCH_LEVEL, &patch));
  EQUAL(version, MUBLAS_VERSION);
  EQUAL(version, major * 10000 + minor * 100 + patch);
  MUBLAS_FAILS(mublasGetProperty(static_cast<libraryPropertyType>(9), &major),
               MUBLAS_STATUS_INVALID_VALUE);
  int runtime = 0;
  MUSA_OK(musaRuntimeGetVersion(&runtime));
  EQUAL(static_cast<int>(mublasGetMusartVersion()), runtime);
}

TEST(every_status_has_its_name_and_a_text) {
  for (int i = 0; i <= MUBLAS_STATUS_LICENSE_ERROR; ++i) {
    const auto status = static_cast<mublasStatus_t>(i);
    const std::string name = mublasGetStatusName(status);
    EQUAL(name.compare(0, 14, "MUBLAS_STATUS_"), 0);
    EQUAL(name, std::string(mublasStatus_to_string(status)));
    CHECK(std::strlen(mublasGetStatusString(status)) > 5);
    CHECK(name != "MUBLAS_STATUS_UNKNOWN");
  }
  EQUAL(std::string(mublasGetStatusName(MUBLAS_STATUS_NOT_SUPPORTED)),
        std::string("MUBLAS_STATUS_NOT_SUPPORTED"));
  EQUAL(std::string(mublasGetStatusName(static_cast<mublasStatus_t>(99))),
        std::string("MUBLAS_STATUS_UNKNOWN"));
}

namespace {

std::string heard;
void hear(const char* message) { heard += message; }

}  // namespace

TEST(the_log_names_the_calls) {
  const Handle handle;
  float x = 0;
  mublasLogCallback callback = nullptr;
  MUBLAS_OK(mublasSetLoggerCallback(hear));
  MUBLAS_OK(mublasGetLoggerCallback(&callback));
  CHECK(callback == hear);
  MUBLAS_OK(mublasSscal(handle, 0, &x, nullptr, 1));
  MUBLAS_OK(mublasSetLoggerCallback(nullptr));
  MUBLAS_OK(mublasSscal(handle, 0, &x, nullptr, 1));
  EQUAL(heard, std::string("mublasSscal"));

  const musasim::testing::TemporaryFile temporary("mublas.log");
  const std::string& file = temporary.path();
  MUBLAS_OK(mublasLoggerConfigure(1, 0, 0, file.c_str()));
  MUBLAS_OK(mublasSscal(handle, 0, &x, nullptr, 1));
  MUBLAS_OK(mublasLoggerConfigure(0, 0, 0, nullptr));
  MUBLAS_OK(mublasSscal(handle, 0, &x, nullptr, 1));
  std::ifstream log(file);
  std::string all((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
  EQUAL(all, std::string("[mublas] mublasSscal\n"));
  MUBLAS_FAILS(mublasLoggerConfigure(1, 0, 0, "/nowhere/to/write"), MUBLAS_STATUS_INVALID_VALUE);
}

TEST(xerbla_says_which_parameter) {
  std::FILE* const file = std::tmpfile();
  const int kept = dup(2);
  std::fflush(stderr);
  dup2(fileno(file), 2);
  mublasXerbla("SGEMM", 3);
  std::fflush(stderr);
  dup2(kept, 2);
  close(kept);
  std::rewind(file);
  char line[200] = {};
  CHECK(std::fgets(line, sizeof line, file) != nullptr);
  CHECK(std::strstr(line, "SGEMM") != nullptr && std::strstr(line, "3") != nullptr);
  std::fclose(file);
}

TEST(gemm_ex_is_found_under_its_cxx_symbol) {
  const Handle handle;
  using GemmEx =
      mublasStatus_t (*)(mublasHandle_t, int, int, int, int, int, const void*, const void*, int,
                         int, const void*, int, int, const void*, void*, int, int, int, int);
  const auto gemm = reinterpret_cast<GemmEx>(dlsym(
      RTLD_DEFAULT,
      "_Z12mublasGemmExP15_mublasHandle_t17mublasOperation_tS1_iiiPKvS3_14musaDataType_tiS3_S4_iS3_"
      "PvS4_i19mublasComputeType_t16mublasGemmAlgo_t"));
  CHECK(gemm != nullptr);
  const float one = 1, zero = 0;
  Device<float> a(std::vector<float>{3}), b(std::vector<float>{5}), c(1);
  MUBLAS_OK(gemm(handle, 111, 111, 1, 1, 1, &one, a.get(), 0, 1, b.get(), 0, 1, &zero, c.get(), 0,
                 1, 68, 0));
  NEAR(c.read(), {15.0});
}

TEST_MAIN()
