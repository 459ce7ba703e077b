// The interposer: libraries loaded after it bind to it, and it forwards what it does not answer.
#include "interposer/interposer.h"

#include <dlfcn.h>

#include <string>

#include "check.h"
#include "interposer/device_string.h"

namespace {

using torchada::Hook;
using torchada::Interposer;
using torchada::kCudaType;
using torchada::kHooks;
using torchada::kPrivateUse1Type;
using torchada::Mode;
namespace hook = torchada::hook;

void* library() {
  static void* const handle = dlopen(INTERPOSER, RTLD_NOW | RTLD_GLOBAL);
  return handle;
}

Interposer* interposer() {
  return static_cast<Interposer*>(dlsym(library(), TORCHADA_INTERPOSER_SYMBOL));
}

int device_code(const char* text) {
  static auto* function = [] {
    interposer();  // first, so that the library below binds to it
    void* handle = dlopen((std::string(TEST_LIBRARIES) + "/libdevice_user.so").c_str(), RTLD_NOW);
    CHECK(handle != nullptr);
    return reinterpret_cast<int (*)(const char*)>(dlsym(handle, "device_code"));
  }();
  return function(text);
}

// The fake constructor answers with the length of the text as index.
TEST(inactive_it_passes_everything_through) {
  interposer()->mode = Mode::off;
  CHECK(device_code("cuda") == 256 * kCudaType + 4);
  CHECK(device_code("cpu") == 3);
  const void* original = interposer()->originals[hook::construct_device].load();
  CHECK(original != nullptr);
  CHECK(original != dlsym(library(), kHooks[hook::construct_device].symbol));
}

TEST(active_it_answers_the_common_spellings_itself) {
  interposer()->mode = Mode::on;
  CHECK(device_code("cuda") == 256 * kPrivateUse1Type - 1);
  CHECK(device_code("cuda:7") == 256 * kPrivateUse1Type + 7);
  CHECK(device_code("cpu") == -1);
}

TEST(active_it_turns_a_forwarded_cuda_device_into_ours) {
  interposer()->mode = Mode::on;
  CHECK(device_code("cuda:128") == 256 * kPrivateUse1Type + 8);
  CHECK(device_code("cpu:1") == 5);
}

std::string told;

TEST(traced_it_answers_the_same_and_tells_of_cuda_devices) {
  told.clear();
  interposer()->on_device = [](const char* text, std::size_t size) {
    told += std::string(text, size) + " ";
  };
  interposer()->mode = Mode::traced;
  CHECK(device_code("cuda") == 256 * kPrivateUse1Type - 1);
  CHECK(device_code("cuda:7") == 256 * kPrivateUse1Type + 7);
  CHECK(device_code("cpu") == -1);
  CHECK(device_code("cuda:128") == 256 * kPrivateUse1Type + 8);
  CHECK(device_code("cpu:1") == 5);
  interposer()->mode = Mode::on;
  CHECK(device_code("cuda:3") == 256 * kPrivateUse1Type + 3);
  CHECK(told == "cuda cuda:7 cuda:128 ");
}

TEST(an_exception_of_the_original_passes_through) {
  interposer()->mode = Mode::on;
  CHECK(device_code("") == -1);
}

// A function of the fake libtorch_python, which asks for its own default device.
int ask_default(const char* function) {
  interposer();  // first, so that the library binds to it
  void* handle = dlopen((std::string(TEST_LIBRARIES) + "/libtorch_python.so").c_str(), RTLD_NOW);
  CHECK(handle != nullptr);
  return reinterpret_cast<int (*)()>(dlsym(handle, function))();
}

TEST(the_default_device_is_pytorchs_until_a_key_is_set) {
  interposer()->mode = Mode::on;
  CHECK(ask_default("default_device_code") == -1);
  CHECK(ask_default("default_key") == 7);
  interposer()->default_key = 61;
  CHECK(ask_default("default_device_code") == 256 * kPrivateUse1Type - 1);
  CHECK(ask_default("default_key") == 61);
  interposer()->mode = Mode::off;
  CHECK(ask_default("default_device_code") == -1);
  CHECK(ask_default("default_key") == 7);
  interposer()->default_key = 0;
}

TEST(the_first_definition_in_the_global_scope_is_ours) {
  CHECK(library() != nullptr);
  for (const Hook& hook : kHooks) {
    CHECK(dlsym(RTLD_DEFAULT, hook.symbol) != nullptr);
    CHECK(dlsym(RTLD_DEFAULT, hook.symbol) == dlsym(library(), hook.symbol));
  }
}

}  // namespace

TEST_MAIN()
