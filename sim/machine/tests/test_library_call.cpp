// The frame of the libraries' public functions: statuses, refusals, exceptions; and work that fails.
#include "machine/library_call.h"

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

#include "check.h"
#include "machine/library_handles.h"
#include "musa_runtime_api.h"

using namespace musasim;

namespace {

const int kEnvironment = setenv("MUSASIM_DEVICES", "2", 1);

enum Status { kFine, kNoMemory, kBroken, kWrong };
using Plain = LibraryStatuses<Status, kFine, kNoMemory, kBroken>;

std::string logged;
struct Logged : Plain {
  static void entered(const char* function) { logged += function; }
};

struct Thing {
  static constexpr const char* kHandleKind = "Thing";
  int value;
};
struct OtherThing {
  static constexpr const char* kHandleKind = "OtherThing";
};

// On a device of its own: what work gives stays the device's error.
musaError_t result_of(int device, std::function<musaError_t()> work) {
  musaSetDevice(device);
  const musaError_t launched = launch_work(nullptr, "library_work", std::move(work));
  return launched == musaSuccess ? musaDeviceSynchronize() : launched;
}

}  // namespace

TEST(a_body_gives_its_status_or_success) {
  EQUAL(public_call<Plain>("f", [] { return kWrong; }), kWrong);
  EQUAL(public_call<Plain>("f", [] {}), kFine);
  EQUAL(public_call<Plain>(
            "f", [](const ApiCall& call) { return call.usable() == musaSuccess ? kFine : kWrong; }),
        kFine);
}

TEST(a_body_that_fails_gives_the_librarys_status) {
  EQUAL(public_call<Plain>("f", [] { require(false, kWrong); }), kWrong);
  EQUAL(public_call<Plain>("f", []() -> Status { refuse(kWrong); }), kWrong);
  EQUAL(public_call<Plain>("f", [] { throw std::bad_alloc(); }), kNoMemory);
  EQUAL(public_call<Plain>("f", [] { throw std::runtime_error("text"); }), kBroken);
}

TEST(a_body_runs_under_the_functions_name) {
  logged.clear();
  std::string inside;
  public_call<Logged>("outer",
                      [&] { public_call<Logged>("inner", [&] { inside = current_call(); }); });
  EQUAL(logged, "outerinner");
  EQUAL(inside, "outer");
}

TEST(handles_are_found_by_their_type) {
  Thing* const handle = add_handle(std::make_shared<Thing>(Thing{7}));
  EQUAL(find_handle(handle)->value, 7);
  CHECK(find_handle(reinterpret_cast<OtherThing*>(handle)) == nullptr);
  EQUAL(remove_handle(handle)->value, 7);
  CHECK(find_handle(handle) == nullptr);
  CHECK(remove_handle(handle) == nullptr);
}

TEST(work_that_throws_gives_an_error) {
  EQUAL(result_of(0, []() -> musaError_t { throw std::bad_alloc(); }), musaErrorMemoryAllocation);
  EQUAL(result_of(1, []() -> musaError_t { throw DeviceFault{musaErrorIllegalAddress}; }),
        musaErrorIllegalAddress);
}

TEST_MAIN()
