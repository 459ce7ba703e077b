// The functions that work, and those that answer that they do not.
#include "check.h"
#include "mudnn.h"

TEST(the_version_is_that_of_the_header) { EQUAL(mudnnGetVersion(), size_t{MUDNN_VERSION}); }

TEST(status_codes_have_names) {
  EQUAL(std::string(mudnnGetErrorString(MUDNN_STATUS_BAD_PARAM)), "MUDNN_STATUS_BAD_PARAM");
  EQUAL(std::string(mudnnGetErrorString(static_cast<mudnnStatus_t>(99))), "MUDNN_STATUS unknown");
}

TEST(there_are_no_handles) {
  mudnnHandle_t handle = reinterpret_cast<mudnnHandle_t>(&handle);
  musaStream_t stream = nullptr;
  const int no = MUDNN_STATUS_NOT_SUPPORTED;
  EQUAL(static_cast<int>(mudnnCreate(&handle)), no);
  CHECK(handle == nullptr);
  EQUAL(static_cast<int>(mudnnSetStream(handle, nullptr)), no);
  EQUAL(static_cast<int>(mudnnGetStream(handle, &stream)), no);
  EQUAL(static_cast<int>(mudnnDestroy(handle)), no);
}

TEST_MAIN()
