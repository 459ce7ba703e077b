// Arrays: making, describing, copies to and from them.
#include "driver.h"

namespace {

struct Array {
  MUarray handle = nullptr;
  Array(size_t width, size_t height) {
    const MUSA_ARRAY_DESCRIPTOR description{width, height, MU_AD_FORMAT_SIGNED_INT32, 1};
    OK(muArrayCreate(&handle, &description));
  }
  ~Array() { OK(muArrayDestroy(handle)); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
};

constexpr size_t kBytes = 40 * sizeof(int);

std::vector<int> content(const Array& array) {
  std::vector<int> found(40);
  OK(muMemcpyAtoH(found.data(), array.handle, 0, kBytes));
  return found;
}

}  // namespace

TEST(an_array_describes_itself) {
  const Array flat(10, 4);
  MUSA_ARRAY_DESCRIPTOR description{};
  OK(muArrayGetDescriptor(&description, flat.handle));
  EQUAL(description.Width, size_t{10});
  EQUAL(description.Height, size_t{4});
  EQUAL(static_cast<int>(description.Format), static_cast<int>(MU_AD_FORMAT_SIGNED_INT32));
  EQUAL(description.NumChannels, 1U);

  const MUSA_ARRAY3D_DESCRIPTOR wanted{8, 4, 2, MU_AD_FORMAT_HALF, 4, 0};
  MUarray box = nullptr;
  OK(muArray3DCreate(&box, &wanted));
  MUSA_ARRAY3D_DESCRIPTOR found{};
  OK(muArray3DGetDescriptor(&found, box));
  EQUAL(found.Depth, size_t{2});
  EQUAL(static_cast<int>(found.Format), static_cast<int>(MU_AD_FORMAT_HALF));
  EQUAL(found.NumChannels, 4U);
  OK(muArrayDestroy(box));
  IS(muArrayDestroy(box), INVALID_HANDLE);
  IS(muArrayGetDescriptor(&description, box), INVALID_HANDLE);
  MUSA_ARRAY3D_DESCRIPTOR wrong = wanted;
  wrong.NumChannels = 3;
  IS(muArray3DCreate(&box, &wrong), INVALID_VALUE);
  IS(muArrayCreate(&box, nullptr), INVALID_VALUE);
}

TEST(bytes_go_into_and_out_of_arrays) {
  const Array first(10, 4);
  const Array second(10, 4);
  const Memory memory(kBytes);
  const std::vector<int> numbers = counted(40, 1);
  OK(muMemcpyHtoA(first.handle, 0, numbers.data(), kBytes));
  CHECK(content(first) == numbers);
  OK(muMemcpyAtoD(memory.at, first.handle, 0, kBytes));
  CHECK(read<int>(memory.at, 40) == numbers);
  OK(muMemcpyDtoA(second.handle, 4, memory.at, kBytes - 4));
  EQUAL(content(second)[1], 1);
  EQUAL(content(second)[39], 39);
  OK(muMemcpyAtoA(second.handle, 0, first.handle, 0, kBytes));
  CHECK(content(second) == numbers);
  IS(muMemcpyHtoA(first.handle, 4, numbers.data(), kBytes), INVALID_VALUE);
  IS(muMemcpyHtoA(nullptr, 0, numbers.data(), kBytes), INVALID_HANDLE);
}

TEST(bytes_of_arrays_are_copied_in_the_order_of_a_stream) {
  const Array array(10, 4);
  const std::vector<int> numbers = counted(40, 7);
  std::vector<int> found(40);
  OK(muMemcpyHtoAAsync(array.handle, 0, numbers.data(), kBytes, nullptr));
  OK(muMemcpyAtoHAsync(found.data(), array.handle, 0, kBytes, nullptr));
  OK(muStreamSynchronize(nullptr));
  CHECK(found == numbers);
}

TEST(rectangles_of_arrays_are_copied) {
  const Array array(10, 4);
  OK(muMemcpyHtoA(array.handle, 0, counted(40).data(), kBytes));
  std::vector<int> found(6);
  MUSA_MEMCPY2D copy{};
  copy.srcMemoryType = MU_MEMORYTYPE_ARRAY;
  copy.srcArray = array.handle;
  copy.srcXInBytes = 2 * sizeof(int);
  copy.srcY = 1;
  copy.dstMemoryType = MU_MEMORYTYPE_HOST;
  copy.dstHost = found.data();
  copy.dstPitch = 3 * sizeof(int);
  copy.WidthInBytes = 3 * sizeof(int);
  copy.Height = 2;
  OK(muMemcpy2D(&copy));
  EQUAL(found[0], 12);
  EQUAL(found[5], 24);
  copy.Height = 4;
  IS(muMemcpy2D(&copy), INVALID_VALUE);
  copy.WidthInBytes = 5;
  IS(muMemcpy2D(&copy), INVALID_VALUE);
}

TEST(a_node_of_a_graph_copies_an_array) {
  const Array array(10, 4);
  const std::vector<int> numbers = counted(40);
  MUSA_MEMCPY3D copy{};
  copy.srcMemoryType = MU_MEMORYTYPE_HOST;
  copy.srcHost = numbers.data();
  copy.srcPitch = 10 * sizeof(int);
  copy.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  copy.dstArray = array.handle;
  copy.WidthInBytes = 10 * sizeof(int);
  copy.Height = 4;
  copy.Depth = 1;
  MUgraph graph = nullptr;
  MUgraphNode node = nullptr;
  MUgraphExec exec = nullptr;
  OK(muGraphCreate(&graph, 0));
  OK(muGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy, context));
  MUSA_MEMCPY3D shown{};
  OK(muGraphMemcpyNodeGetParams(node, &shown));
  CHECK(shown.dstArray == array.handle);
  EQUAL(shown.WidthInBytes, 10 * sizeof(int));
  OK(muGraphInstantiate(&exec, graph, 0));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  CHECK(content(array) == numbers);
  OK(muGraphExecDestroy(exec));
  OK(muGraphDestroy(graph));
}

TEST_MAIN()
