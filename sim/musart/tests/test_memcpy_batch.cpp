// Many copies in one call.
#include <cstdint>
#include <vector>

#include "check.h"
#include "environment.h"
#include "musa_runtime.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

struct Work {
  musaStream_t stream = nullptr;
  int* device = nullptr;

  Work() {
    EQUAL(musaStreamCreate(&stream), musaSuccess);
    EQUAL(musaMalloc(&device, 8 * sizeof(int)), musaSuccess);
  }
  ~Work() {
    EQUAL(musaStreamDestroy(stream), musaSuccess);
    EQUAL(musaFree(device), musaSuccess);
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
};

musaMemcpyAttributes in_order() {
  musaMemcpyAttributes attributes{};
  attributes.srcAccessOrder = musaMemcpySrcAccessOrderStream;
  return attributes;
}

musaMemcpy3DOperand operand(void* pointer, std::size_t row) {
  musaMemcpy3DOperand made{};
  made.type = musaMemcpyOperandTypePointer;
  made.op.ptr.ptr = pointer;
  made.op.ptr.rowLength = row;
  return made;
}

}  // namespace

TEST(batches_copy_all_they_name) {
  const Work work;
  int from[] = {1, 2, 3, 4};
  int back[] = {0, 0, 0, 0};
  void* targets[] = {work.device, work.device + 2, back};
  void* sources[] = {from + 2, from, work.device};
  std::size_t sizes[] = {8, 8, 16};
  musaMemcpyAttributes attributes[] = {in_order(), in_order()};
  std::size_t firsts[] = {0, 2};
  std::size_t failed = 0;
  EQUAL(
      musaMemcpyBatchAsync(targets, sources, sizes, 3, attributes, firsts, 2, &failed, work.stream),
      musaSuccess);
  EQUAL(musaStreamSynchronize(work.stream), musaSuccess);
  EQUAL(back[0], 3);
  EQUAL(back[3], 2);
  EQUAL(failed, SIZE_MAX);
}

TEST(batches_say_which_copy_is_wrong) {
  const Work work;
  int host[2] = {};
  void* targets[] = {work.device, nullptr};
  void* sources[] = {host, host};
  std::size_t sizes[] = {8, 8};
  musaMemcpyAttributes attributes = in_order();
  std::size_t first = 0;
  std::size_t failed = 0;
  const auto batch = [&](std::size_t count, std::size_t attribute_count, musaStream_t stream) {
    return musaMemcpyBatchAsync(targets, sources, sizes, count, &attributes, &first,
                                attribute_count, &failed, stream);
  };
  EQUAL(batch(2, 1, work.stream), musaErrorInvalidValue);
  EQUAL(failed, 1u);
  EQUAL(batch(0, 1, work.stream), musaErrorInvalidValue);
  EQUAL(batch(1, 0, work.stream), musaErrorInvalidValue);
  EQUAL(batch(1, 1, nullptr), musaErrorInvalidValue);
  EQUAL(failed, SIZE_MAX);
  first = 1;
  EQUAL(batch(1, 1, work.stream), musaErrorInvalidValue);
  first = 0;
  EQUAL(musaMemcpyBatchAsync(targets, sources, sizes, 1, &attributes, &first, 1, nullptr,
                             work.stream),
        musaErrorInvalidValue);
  EQUAL(musaStreamSynchronize(work.stream), musaSuccess);
}

TEST(boxes_are_copied_with_their_pitches) {
  const Work work;
  int from[] = {1, 2, 0, 3, 4, 0};  // rows of 3, of which 2 are wanted
  int back[] = {0, 0, 0, 0};
  musaMemcpy3DBatchOp operations[2] = {};
  operations[0].src = operand(from, 12);
  operations[0].dst = operand(work.device, 8);
  operations[0].extent = make_musaExtent(8, 2, 1);
  operations[1].src = operand(work.device, 0);
  operations[1].dst = operand(back, 0);
  operations[1].extent = make_musaExtent(8, 2, 1);
  std::size_t failed = 0;
  EQUAL(musaMemcpy3DBatchAsync(2, operations, &failed, 0, work.stream), musaSuccess);
  EQUAL(musaStreamSynchronize(work.stream), musaSuccess);
  EQUAL(back[2], 3);
  EQUAL(musaMemcpy3DBatchAsync(2, operations, &failed, 1, work.stream), musaErrorInvalidValue);
  EQUAL(musaMemcpy3DBatchAsync(0, operations, &failed, 0, work.stream), musaErrorInvalidValue);
  operations[1].src.type = musaMemcpyOperandTypeArray;
  EQUAL(musaMemcpy3DBatchAsync(2, operations, &failed, 0, work.stream), musaErrorNotSupported);
  EQUAL(failed, 1u);
  EQUAL(musaStreamSynchronize(work.stream), musaSuccess);
}

TEST_MAIN()
