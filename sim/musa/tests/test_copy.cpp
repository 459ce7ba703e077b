// Copies of bytes, rectangles and boxes; fills.
#include <numeric>

#include "driver.h"

namespace {

MUcontext second_context() {
  static const MUcontext second = [] {
    MUcontext found = nullptr;
    OK(muDevicePrimaryCtxRetain(&found, 1));
    return found;
  }();
  return second;
}

// Memory of the second device.
MUdeviceptr allocate_there(std::size_t bytes) {
  OK(muCtxPushCurrent(second_context()));
  const MUdeviceptr pointer = allocate(bytes);
  MUcontext popped = nullptr;
  OK(muCtxPopCurrent(&popped));
  return pointer;
}

const std::vector<int> kNumbers = counted(1000, 1);
constexpr std::size_t kBytes = 1000 * sizeof(int);

// 4 x 3 ints out of rows of 10 ints.
MUSA_MEMCPY2D rectangle(MUdeviceptr from, int* to) {
  MUSA_MEMCPY2D copy{};
  copy.srcMemoryType = MU_MEMORYTYPE_DEVICE;
  copy.srcDevice = from;
  copy.srcPitch = 10 * sizeof(int);
  copy.srcXInBytes = 2 * sizeof(int);
  copy.srcY = 1;
  copy.dstMemoryType = MU_MEMORYTYPE_HOST;
  copy.dstHost = to;
  copy.dstPitch = 4 * sizeof(int);
  copy.WidthInBytes = 4 * sizeof(int);
  copy.Height = 3;
  return copy;
}

void check_rectangle(const int* found) {
  EQUAL(found[0], kNumbers[12]);
  EQUAL(found[3], kNumbers[15]);
  EQUAL(found[11], kNumbers[35]);
}

// 2 x 2 x 2 ints out of planes of 5 x 4.
template <class Form>
Form box(MUdeviceptr from, MUdeviceptr to) {
  Form copy{};
  copy.srcMemoryType = MU_MEMORYTYPE_DEVICE;
  copy.srcDevice = from;
  copy.srcPitch = 5 * sizeof(int);
  copy.srcHeight = 4;
  copy.srcXInBytes = sizeof(int);
  copy.srcY = 1;
  copy.srcZ = 1;
  copy.dstMemoryType = MU_MEMORYTYPE_UNIFIED;
  copy.dstDevice = to;
  copy.dstPitch = 2 * sizeof(int);
  copy.dstHeight = 2;
  copy.WidthInBytes = 2 * sizeof(int);
  copy.Height = 2;
  copy.Depth = 2;
  return copy;
}

void check_box(MUdeviceptr at) {
  const std::vector<int> found = read<int>(at, 8);
  EQUAL(found[0], kNumbers[20 + 5 + 1]);
  EQUAL(found[3], kNumbers[20 + 10 + 2]);
  EQUAL(found[7], kNumbers[40 + 10 + 2]);
}

}  // namespace

TEST(bytes_are_copied_both_ways) {
  const Memory first(kBytes);
  const Memory second(kBytes);
  OK(muMemcpyHtoD(first.at, kNumbers.data(), kBytes));
  OK(muMemcpyDtoD(second.at, first.at, kBytes));
  std::vector<int> found(1000);
  OK(muMemcpyDtoH(found.data(), second.at, kBytes));
  CHECK(found == kNumbers);
  IS(muMemcpyDtoH(found.data(), second.at, kBytes + 4096), INVALID_VALUE);
  IS(muMemcpyHtoD(0, kNumbers.data(), 4), INVALID_VALUE);
}

TEST(the_direction_is_read_off_the_pointers) {
  const Memory first(kBytes);
  std::vector<int> found(1000);
  OK(muMemcpy(first.at, reinterpret_cast<MUdeviceptr>(kNumbers.data()), kBytes));
  OK(muMemcpyAsync(reinterpret_cast<MUdeviceptr>(found.data()), first.at, kBytes, nullptr));
  OK(muCtxSynchronize());
  CHECK(found == kNumbers);
}

TEST(bytes_are_copied_in_the_order_of_a_stream) {
  const Memory first(kBytes);
  const Memory second(kBytes);
  std::vector<int> found(1000);
  OK(muMemcpyHtoDAsync(first.at, kNumbers.data(), kBytes, nullptr));
  OK(muMemcpyDtoDAsync(second.at, first.at, kBytes, nullptr));
  OK(muMemcpyDtoHAsync(found.data(), second.at, kBytes, nullptr));
  OK(muStreamSynchronize(nullptr));
  CHECK(found == kNumbers);
  IS(muMemcpyHtoDAsync(first.at, kNumbers.data(), kBytes, reinterpret_cast<MUstream>(&found)),
     INVALID_HANDLE);
}

TEST(bytes_are_copied_between_devices) {
  const Memory first(kBytes);
  const MUdeviceptr second = allocate_there(kBytes);
  const Memory third(kBytes);
  write(first.at, kNumbers);
  OK(muMemcpyPeer(second, second_context(), first.at, context, kBytes));
  OK(muMemcpyPeerAsync(third.at, context, second, second_context(), kBytes, nullptr));
  OK(muCtxSynchronize());
  CHECK(read<int>(third.at, 1000) == kNumbers);
  IS(muMemcpyPeer(second, nullptr, first.at, context, kBytes), INVALID_CONTEXT);
  OK(muMemFree(second));
}

TEST(rectangles_are_copied) {
  const Memory memory(kBytes);
  write(memory.at, kNumbers);
  std::vector<int> found(12);
  MUSA_MEMCPY2D copy = rectangle(memory.at, found.data());
  OK(muMemcpy2D(&copy));
  check_rectangle(found.data());
  found.assign(12, 0);
  OK(muMemcpy2DUnaligned(&copy));
  check_rectangle(found.data());
  found.assign(12, 0);
  OK(muMemcpy2DAsync(&copy, nullptr));
  OK(muCtxSynchronize());
  check_rectangle(found.data());
  copy.srcPitch = 3;
  IS(muMemcpy2D(&copy), INVALID_VALUE);
  IS(muMemcpy2D(nullptr), INVALID_VALUE);
}

TEST(boxes_are_copied) {
  const Memory from(kBytes);
  const Memory to(64);
  write(from.at, kNumbers);
  auto copy = box<MUSA_MEMCPY3D>(from.at, to.at);
  OK(muMemcpy3D(&copy));
  check_box(to.at);
  OK(muMemsetD8(to.at, 0, 64));
  OK(muMemcpy3DAsync(&copy, nullptr));
  OK(muCtxSynchronize());
  check_box(to.at);
  IS(muMemcpy3D(nullptr), INVALID_VALUE);
}

TEST(boxes_are_copied_between_devices) {
  const Memory from(kBytes);
  write(from.at, kNumbers);
  const MUdeviceptr to = allocate_there(64);
  auto copy = box<MUSA_MEMCPY3D_PEER>(from.at, to);
  copy.srcContext = context;
  copy.dstContext = second_context();
  OK(muMemcpy3DPeer(&copy));
  check_box(to);
  OK(muMemsetD8(to, 0, 64));
  OK(muMemcpy3DPeerAsync(&copy, nullptr));
  OK(muCtxSynchronize());
  check_box(to);
  copy.dstContext = nullptr;
  IS(muMemcpy3DPeer(&copy), INVALID_CONTEXT);
  OK(muMemFree(to));
}

TEST(a_batch_of_copies_is_made_in_order) {
  const Memory first(kBytes);
  const Memory second(kBytes);
  write(first.at, kNumbers);
  const Stream stream;
  std::vector<int> found(1000);
  MUdeviceptr to[] = {second.at, reinterpret_cast<MUdeviceptr>(found.data())};
  MUdeviceptr from[] = {first.at, second.at};
  size_t sizes[] = {kBytes, kBytes};
  MUmemcpyAttributes attributes{};
  attributes.srcAccessOrder = MU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  size_t index = 0;
  size_t failed = 0;
  OK(muMemoryTransferBatchAsync(to, from, sizes, 2, &attributes, &index, 1, &failed,
                                stream.handle));
  OK(muStreamSynchronize(stream.handle));
  CHECK(found == kNumbers);
  EQUAL(failed, SIZE_MAX);
  found.assign(1000, 0);
  OK(muMemcpyBatchAsync(to, from, sizes, 2, &attributes, &index, 1, &failed, stream.handle));
  OK(muStreamSynchronize(stream.handle));
  CHECK(found == kNumbers);
  IS(muMemcpyBatchAsync(to, from, sizes, 0, &attributes, &index, 1, &failed, stream.handle),
     INVALID_VALUE);
  from[1] = 0;
  IS(muMemcpyBatchAsync(to, from, sizes, 2, &attributes, &index, 1, &failed, stream.handle),
     INVALID_VALUE);
  EQUAL(failed, size_t{1});
  OK(muStreamSynchronize(stream.handle));
}

TEST(batches_are_checked_before_any_copy) {
  const Memory memory(64);
  const Stream stream;
  MUdeviceptr to[] = {memory.at, memory.at};
  MUdeviceptr from[] = {memory.at + 32, memory.at + 32};
  size_t sizes[] = {32, 32};
  MUmemcpyAttributes attributes[2] = {};
  size_t indices[] = {0, 1};
  size_t failed = 0;
  const auto batch = [&](size_t* fail, MUstream on) {
    return muMemcpyBatchAsync(to, from, sizes, 2, attributes, indices, 2, fail, on);
  };
  IS(batch(&failed, stream.handle), INVALID_VALUE);  // no order is given
  EQUAL(failed, SIZE_MAX);
  attributes[0].srcAccessOrder = attributes[1].srcAccessOrder = MU_MEMCPY_SRC_ACCESS_ORDER_ANY;
  for (const size_t wrong : {size_t{0}, size_t{2}}) {
    indices[1] = wrong;
    IS(batch(&failed, stream.handle), INVALID_VALUE);
  }
  indices[1] = 1;
  IS(batch(&failed, nullptr), INVALID_VALUE);
  IS(batch(&failed, reinterpret_cast<MUstream>(1)), INVALID_VALUE);
  IS(batch(nullptr, stream.handle), INVALID_VALUE);
  OK(batch(&failed, stream.handle));
  OK(muStreamSynchronize(stream.handle));
}

TEST(memory_is_filled_with_each_width) {
  const Memory memory(64);
  OK(muMemsetD8(memory.at, 0x11, 64));
  EQUAL(read<unsigned>(memory.at, 16)[15], 0x11111111U);
  OK(muMemsetD16(memory.at, 0x1234, 4));
  EQUAL(read<unsigned>(memory.at, 16)[1], 0x12341234U);
  EQUAL(read<unsigned>(memory.at, 16)[2], 0x11111111U);
  OK(muMemsetD32(memory.at, 0xDEADBEEF, 1));
  EQUAL(read<unsigned>(memory.at, 16)[0], 0xDEADBEEFU);
  OK(muMemsetD8Async(memory.at, 1, 4, nullptr));
  OK(muMemsetD16Async(memory.at + 4, 2, 2, nullptr));
  OK(muMemsetD32Async(memory.at + 8, 3, 1, nullptr));
  OK(muCtxSynchronize());
  EQUAL(read<unsigned>(memory.at, 16)[0], 0x01010101U);
  EQUAL(read<unsigned>(memory.at, 16)[1], 0x00020002U);
  EQUAL(read<unsigned>(memory.at, 16)[2], 3U);
  IS(muMemsetD32(memory.at + 1, 3, 1), INVALID_VALUE);
  IS(muMemsetD8(memory.at, 0, 4096), INVALID_VALUE);
}

TEST(rows_are_filled_with_each_width) {
  const Memory memory(64);
  const auto word = [&](std::size_t i) { return read<unsigned>(memory.at, 16)[i]; };
  OK(muMemsetD2D8(memory.at, 16, 1, 4, 4));
  EQUAL(word(4), 0x01010101U);
  EQUAL(word(5), 0U);
  OK(muMemsetD2D16(memory.at + 4, 16, 2, 2, 4));
  EQUAL(word(5), 0x00020002U);
  OK(muMemsetD2D32(memory.at + 8, 16, 3, 1, 4));
  EQUAL(word(14), 3U);
  EQUAL(word(15), 0U);
  OK(muMemsetD2D8Async(memory.at, 16, 4, 4, 4, nullptr));
  OK(muMemsetD2D16Async(memory.at + 4, 16, 5, 2, 4, nullptr));
  OK(muMemsetD2D32Async(memory.at + 8, 16, 6, 1, 4, nullptr));
  OK(muCtxSynchronize());
  EQUAL(word(12), 0x04040404U);
  EQUAL(word(13), 0x00050005U);
  EQUAL(word(14), 6U);
}

TEST_MAIN()
