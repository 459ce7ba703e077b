// Start, version, status codes, functions by name, what is not supported.
#include <dlfcn.h>

#include "check.h"
#include "musa.h"

#define OK(call) EQUAL(static_cast<int>(call), static_cast<int>(MUSA_SUCCESS))
#define IS(call, error) EQUAL(static_cast<int>(call), static_cast<int>(MUSA_ERROR_##error))

TEST(nothing_works_before_init_but_versions_and_errors) {
  int count = -1;
  IS(muDeviceGetCount(&count), NOT_INITIALIZED);
  MUdeviceptr pointer = 0;
  IS(muMemAlloc(&pointer, 4), NOT_INITIALIZED);
  MUcontext context = nullptr;
  IS(muCtxGetCurrent(&context), NOT_INITIALIZED);
  int version = 0;
  OK(muDriverGetVersion(&version));
  EQUAL(version, MUSA_VERSION);
  IS(muDriverGetVersion(nullptr), INVALID_VALUE);
  IS(muInit(1), INVALID_VALUE);
  OK(muInit(0));
  OK(muDeviceGetCount(&count));
  CHECK(count > 0);
  IS(muMemAlloc(&pointer, 4), INVALID_CONTEXT);
  OK(muCtxGetCurrent(&context));
  CHECK(context == nullptr);
}

TEST(status_codes_have_names_and_texts) {
  const char* text = nullptr;
  OK(muGetErrorName(MUSA_ERROR_OUT_OF_MEMORY, &text));
  EQUAL(std::string(text), "MUSA_ERROR_OUT_OF_MEMORY");
  OK(muGetErrorString(MUSA_ERROR_OUT_OF_MEMORY, &text));
  EQUAL(std::string(text), "out of memory");
  OK(muGetErrorName(MUSA_SUCCESS, &text));
  EQUAL(std::string(text), "MUSA_SUCCESS");
  IS(muGetErrorName(static_cast<MUresult>(1000), &text), INVALID_VALUE);
  CHECK(text == nullptr);
  IS(muGetErrorString(static_cast<MUresult>(1000), &text), INVALID_VALUE);
  IS(muGetErrorString(MUSA_SUCCESS, nullptr), INVALID_VALUE);
}

TEST(every_status_code_has_a_text) {
  const int codes[] = {
#define MUSASIM_RESULT(name, text) MUSA_##name,
#include "musa/results.def"
#undef MUSASIM_RESULT
  };
  for (const int code : codes) {
    const char* name = nullptr;
    const char* text = nullptr;
    OK(muGetErrorName(static_cast<MUresult>(code), &name));
    OK(muGetErrorString(static_cast<MUresult>(code), &text));
    CHECK(name != nullptr && text != nullptr && *text != '\0');
  }
}

TEST(functions_are_found_by_name) {
  using GetCount = MUresult (*)(int*);
  void* found = nullptr;
  MUdriverProcAddressQueryResult result = MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  OK(muGetProcAddress("muDeviceGetCount", &found, MUSA_VERSION, 0, &result));
  EQUAL(static_cast<int>(result), static_cast<int>(MU_GET_PROC_ADDRESS_SUCCESS));
  int count = 0;
  OK(reinterpret_cast<GetCount>(found)(&count));
  CHECK(count > 0);

  void* plain = nullptr;
  void* per_thread = nullptr;
  OK(muGetProcAddress("muMemcpyAsync", &plain, MUSA_VERSION, 0, nullptr));
  OK(muGetProcAddress("muMemcpyAsync", &per_thread, MUSA_VERSION,
                      MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, nullptr));
  CHECK(plain != per_thread);
  OK(muGetProcAddress("muMemAlloc", &found, MUSA_VERSION, 0, nullptr));
  CHECK(found == dlsym(RTLD_DEFAULT, "muMemAlloc_v2"));

  IS(muGetProcAddress("muNothing", &found, MUSA_VERSION, 0, &result), NOT_FOUND);
  CHECK(found == nullptr);
  EQUAL(static_cast<int>(result), static_cast<int>(MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND));
  IS(muGetProcAddress(nullptr, &found, MUSA_VERSION, 0, nullptr), INVALID_VALUE);
}

TEST(the_first_form_of_the_look_up_takes_four_arguments) {
  using First = MUresult (*)(const char*, void**, int, muuint64_t);
  const auto look_up = reinterpret_cast<First>(dlsym(RTLD_DEFAULT, "muGetProcAddress"));
  void* found = nullptr;
  OK(look_up("muInit", &found, MUSA_VERSION, 0));
  CHECK(found == reinterpret_cast<void*>(&muInit));
}

TEST(what_is_only_declared_is_not_supported) {
  using Function = int (*)();
  const char* const names[] = {
#define MUSASIM_UNSUPPORTED(name) #name,
#include "musa/unsupported.def"
#undef MUSASIM_UNSUPPORTED
  };
  for (const char* name : names) {
    const auto function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
    CHECK(function != nullptr);
    EQUAL(function(), static_cast<int>(MUSA_ERROR_NOT_SUPPORTED));
  }
}

TEST_MAIN()
