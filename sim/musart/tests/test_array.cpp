// Arrays and mipmapped arrays, and copies with them.
#include <numeric>
#include <vector>

#include "check.h"
#include "environment.h"
#include "musa_runtime.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

constexpr std::size_t kWidth = 8;
constexpr std::size_t kHeight = 4;
constexpr std::size_t kRow = kWidth * sizeof(int);
constexpr std::size_t kCount = kWidth * kHeight;

std::vector<int> counted(std::size_t count = kCount) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

class IntArray {
 public:
  IntArray() {
    const musaChannelFormatDesc format = musaCreateChannelDesc<int>();
    EQUAL(musaMallocArray(&handle_, &format, kWidth, kHeight), musaSuccess);
  }
  ~IntArray() { EQUAL(musaFreeArray(handle_), musaSuccess); }
  IntArray(const IntArray&) = delete;
  IntArray& operator=(const IntArray&) = delete;

  musaArray_t get() const { return handle_; }

  void fill(const std::vector<int>& numbers) const {
    EQUAL(musaMemcpy2DToArray(handle_, 0, 0, numbers.data(), kRow, kRow, kHeight,
                              musaMemcpyHostToDevice),
          musaSuccess);
  }
  std::vector<int> read() const {
    std::vector<int> numbers(kCount);
    EQUAL(musaMemcpy2DFromArray(numbers.data(), kRow, handle_, 0, 0, kRow, kHeight,
                                musaMemcpyDeviceToHost),
          musaSuccess);
    return numbers;
  }

 private:
  musaArray_t handle_ = nullptr;
};

}  // namespace

TEST(arrays_take_memory_and_give_it_back) {
  std::size_t before = 0;
  std::size_t during = 0;
  std::size_t after = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&before, &total), musaSuccess);
  {
    musaArray_t array = nullptr;
    const musaChannelFormatDesc format = musaCreateChannelDesc<float4>();
    EQUAL(musaMallocArray(&array, &format, 1024, 1024), musaSuccess);
    EQUAL(musaMemGetInfo(&during, &total), musaSuccess);
    CHECK(before - during >= std::size_t{16} << 20);
    EQUAL(musaFreeArray(array), musaSuccess);
    EQUAL(musaFreeArray(array), musaErrorInvalidResourceHandle);
  }
  EQUAL(musaMemGetInfo(&after, &total), musaSuccess);
  EQUAL(after, before);
  EQUAL(musaFreeArray(nullptr), musaSuccess);
}

TEST(arrays_say_what_they_are) {
  musaArray_t array = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<ushort2>();
  EQUAL(musaMalloc3DArray(&array, &format, make_musaExtent(4, 3, 2), musaArraySurfaceLoadStore),
        musaSuccess);
  musaChannelFormatDesc seen{};
  musaExtent extent{};
  unsigned flags = 0;
  EQUAL(musaArrayGetInfo(&seen, &extent, &flags, array), musaSuccess);
  EQUAL(seen.x, 16);
  EQUAL(seen.y, 16);
  EQUAL(seen.z, 0);
  EQUAL(extent.depth, 2u);
  EQUAL(flags, unsigned{musaArraySurfaceLoadStore});
  EQUAL(musaArrayGetInfo(nullptr, nullptr, nullptr, array), musaSuccess);
  musaChannelFormatDesc again{};
  EQUAL(musaGetChannelDesc(&again, array), musaSuccess);
  EQUAL(again.f, musaChannelFormatKindUnsigned);
  EQUAL(musaGetChannelDesc(nullptr, array), musaErrorInvalidValue);
  EQUAL(musaFreeArray(array), musaSuccess);
  EQUAL(musaGetChannelDesc(&again, array), musaErrorInvalidResourceHandle);
  EQUAL(musaArrayGetInfo(&seen, &extent, &flags, array), musaErrorInvalidResourceHandle);
}

TEST(arrays_that_cannot_be_are_refused) {
  musaArray_t array = nullptr;
  const musaChannelFormatDesc three =
      musaCreateChannelDesc(8, 8, 8, 0, musaChannelFormatKindSigned);
  const musaChannelFormatDesc odd = musaCreateChannelDesc(12, 0, 0, 0, musaChannelFormatKindSigned);
  const musaChannelFormatDesc good = musaCreateChannelDesc<float>();
  EQUAL(musaMallocArray(&array, &three, 4, 4), musaErrorInvalidChannelDescriptor);
  EQUAL(musaMallocArray(&array, &odd, 4, 4), musaErrorInvalidChannelDescriptor);
  EQUAL(musaMallocArray(&array, &good, 0, 4), musaErrorInvalidValue);
  EQUAL(musaMallocArray(&array, &good, 1 << 20, 4), musaErrorInvalidValue);
  EQUAL(musaMallocArray(&array, &good, 4, 4, musaArrayLayered), musaErrorInvalidValue);
  EQUAL(musaMallocArray(&array, &good, 4, 4, musaArraySparse), musaErrorNotSupported);
  EQUAL(musaMallocArray(nullptr, &good, 4, 4), musaErrorInvalidValue);
  EQUAL(musaMallocArray(&array, nullptr, 4, 4), musaErrorInvalidValue);
  EQUAL(musaMalloc3DArray(&array, &good, make_musaExtent(4, 0, 4)), musaErrorInvalidValue);
  EQUAL(musaMalloc3DArray(&array, &good, make_musaExtent(4, 4, 5), musaArrayCubemap),
        musaErrorInvalidValue);
}

TEST(rectangles_go_to_and_from_arrays) {
  const IntArray array;
  array.fill(counted());
  CHECK(array.read() == counted());
  const int patch[] = {-1, -2, -3, -4};
  EQUAL(musaMemcpy2DToArray(array.get(), 2 * sizeof(int), 1, patch, 2 * sizeof(int),
                            2 * sizeof(int), 2, musaMemcpyHostToDevice),
        musaSuccess);
  std::vector<int> wanted = counted();
  wanted[kWidth + 2] = -1;
  wanted[kWidth + 3] = -2;
  wanted[2 * kWidth + 2] = -3;
  wanted[2 * kWidth + 3] = -4;
  CHECK(array.read() == wanted);
}

TEST(rectangles_go_asynchronously) {
  const IntArray array;
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  const std::vector<int> numbers = counted();
  std::vector<int> back(kCount);
  EQUAL(musaMemcpy2DToArrayAsync(array.get(), 0, 0, numbers.data(), kRow, kRow, kHeight,
                                 musaMemcpyHostToDevice, stream),
        musaSuccess);
  EQUAL(musaMemcpy2DFromArrayAsync(back.data(), kRow, array.get(), 0, 0, kRow, kHeight,
                                   musaMemcpyDeviceToHost, stream),
        musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(back == numbers);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(runs_go_on_from_row_to_row) {
  const IntArray array;
  const std::vector<int> numbers = counted();
  const std::size_t start = 6;  // the last two of the first row, then the next one
  const std::size_t count = 4;
  array.fill(std::vector<int>(kCount));
  EQUAL(musaMemcpyToArray(array.get(), start * sizeof(int), 0, numbers.data(), count * sizeof(int),
                          musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(array.read()[start], 1);
  EQUAL(array.read()[start + count - 1], 4);
  std::vector<int> back(count);
  EQUAL(musaMemcpyFromArray(back.data(), array.get(), start * sizeof(int), 0, count * sizeof(int),
                            musaMemcpyDeviceToHost),
        musaSuccess);
  CHECK(back == counted(count));
}

TEST(runs_go_asynchronously) {
  const IntArray array;
  const std::vector<int> numbers = counted();
  std::vector<int> back(kCount);
  EQUAL(musaMemcpyToArrayAsync(array.get(), 0, 0, numbers.data(), kCount * sizeof(int),
                               musaMemcpyHostToDevice, nullptr),
        musaSuccess);
  EQUAL(musaMemcpyFromArrayAsync(back.data(), array.get(), 0, 0, kCount * sizeof(int),
                                 musaMemcpyDeviceToHost, nullptr),
        musaSuccess);
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  CHECK(back == numbers);
}

TEST(arrays_copy_to_each_other) {
  const IntArray from;
  const IntArray to;
  from.fill(counted());
  EQUAL(musaMemcpy2DArrayToArray(to.get(), 0, 0, from.get(), 0, 0, kRow, kHeight), musaSuccess);
  CHECK(to.read() == counted());
  to.fill(std::vector<int>(kCount));
  EQUAL(musaMemcpyArrayToArray(to.get(), 0, 1, from.get(), 0, 0, 2 * kRow), musaSuccess);
  EQUAL(to.read()[0], 0);
  EQUAL(to.read()[kWidth], 1);
  EQUAL(to.read()[3 * kWidth - 1], static_cast<int>(2 * kWidth));
}

TEST(copies_beyond_an_array_are_refused) {
  const IntArray array;
  std::vector<int> host(2 * kCount);
  const auto copy = [&](std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
    return musaMemcpy2DToArray(array.get(), x, y, host.data(), 2 * kRow, width, height,
                               musaMemcpyHostToDevice);
  };
  EQUAL(copy(1, 0, kRow, 1), musaErrorInvalidValue);
  EQUAL(copy(0, 1, kRow, kHeight), musaErrorInvalidValue);
  EQUAL(copy(0, kHeight + 1, 1, 0), musaErrorInvalidValue);
  EQUAL(musaMemcpyToArray(array.get(), 4, 0, host.data(), kCount * sizeof(int),
                          musaMemcpyHostToDevice),
        musaErrorInvalidValue);
  EQUAL(musaMemcpyFromArray(host.data(), nullptr, 0, 0, 4, musaMemcpyDeviceToHost),
        musaErrorInvalidResourceHandle);
  EQUAL(musaMemcpy2DFromArray(host.data(), kRow, nullptr, 0, 0, 4, 1, musaMemcpyDeviceToHost),
        musaErrorInvalidResourceHandle);
}

TEST(boxes_of_arrays_count_elements) {
  musaArray_t array = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<int>();
  const musaExtent all = make_musaExtent(4, 3, 2);
  EQUAL(musaMalloc3DArray(&array, &format, all), musaSuccess);
  std::vector<int> numbers = counted(24);
  musaMemcpy3DParms in{};
  in.srcPtr = make_musaPitchedPtr(numbers.data(), 4 * sizeof(int), 4, 3);
  in.dstArray = array;
  in.extent = all;
  in.kind = musaMemcpyHostToDevice;
  EQUAL(musaMemcpy3D(&in), musaSuccess);
  std::vector<int> back(2);
  musaMemcpy3DParms out{};
  out.srcArray = array;
  out.srcPos = make_musaPos(1, 2, 1);
  out.dstPtr = make_musaPitchedPtr(back.data(), 2 * sizeof(int), 2, 1);
  out.extent = make_musaExtent(2, 1, 1);
  out.kind = musaMemcpyDeviceToHost;
  EQUAL(musaMemcpy3D(&out), musaSuccess);
  EQUAL(back[0], 12 + 8 + 1 + 1);
  EQUAL(back[1], 12 + 8 + 1 + 2);
  out.srcPos = make_musaPos(3, 2, 1);
  EQUAL(musaMemcpy3D(&out), musaErrorInvalidValue);
  EQUAL(musaFreeArray(array), musaSuccess);
  EQUAL(musaMemcpy3D(&in), musaErrorInvalidResourceHandle);
}

TEST(levels_of_mipmapped_arrays_are_arrays) {
  musaMipmappedArray_t mipmapped = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<int>();
  EQUAL(musaMallocMipmappedArray(&mipmapped, &format, make_musaExtent(8, 2, 0), 99), musaSuccess);
  musaArray_t level = nullptr;
  musaExtent extent{};
  EQUAL(musaGetMipmappedArrayLevel(&level, mipmapped, 2), musaSuccess);
  EQUAL(musaArrayGetInfo(nullptr, &extent, nullptr, level), musaSuccess);
  EQUAL(extent.width, 2u);
  EQUAL(extent.height, 1u);
  const int numbers[] = {5, 6};
  int back[] = {0, 0};
  EQUAL(musaMemcpyToArray(level, 0, 0, numbers, sizeof numbers, musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaMemcpyFromArray(back, level, 0, 0, sizeof back, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(back[1], 6);
  EQUAL(musaGetMipmappedArrayLevel(&level, mipmapped, 4), musaErrorInvalidValue);
  EQUAL(musaFreeArray(level), musaErrorInvalidValue);
  EQUAL(musaFreeMipmappedArray(mipmapped), musaSuccess);
  EQUAL(musaFreeMipmappedArray(mipmapped), musaErrorInvalidResourceHandle);
  EQUAL(musaGetMipmappedArrayLevel(&level, mipmapped, 0), musaErrorInvalidResourceHandle);
  EQUAL(musaFreeMipmappedArray(nullptr), musaSuccess);
}

TEST(plain_arrays_are_neither_planar_nor_sparse_nor_deferred) {
  const IntArray array;
  musaMipmappedArray_t mipmapped = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<int>();
  EQUAL(musaMallocMipmappedArray(&mipmapped, &format, make_musaExtent(8, 2, 0), 2), musaSuccess);
  musaArray_t plane = nullptr;
  musaArrayMemoryRequirements memory{};
  musaArraySparseProperties sparse{};
  EQUAL(musaArrayGetPlane(&plane, array.get(), 0), musaErrorInvalidValue);
  EQUAL(musaArrayGetMemoryRequirements(&memory, array.get(), 0), musaErrorInvalidValue);
  EQUAL(musaArrayGetSparseProperties(&sparse, array.get()), musaErrorInvalidValue);
  EQUAL(musaMipmappedArrayGetMemoryRequirements(&memory, mipmapped, 0), musaErrorInvalidValue);
  EQUAL(musaMipmappedArrayGetSparseProperties(&sparse, mipmapped), musaErrorInvalidValue);
  EQUAL(musaFreeMipmappedArray(mipmapped), musaSuccess);
  EQUAL(musaArrayGetPlane(&plane, nullptr, 0), musaErrorInvalidResourceHandle);
  EQUAL(musaArrayGetMemoryRequirements(&memory, nullptr, 0), musaErrorInvalidResourceHandle);
  EQUAL(musaArrayGetMemoryRequirements(&memory, array.get(), 5), musaErrorInvalidDevice);
  EQUAL(musaArrayGetSparseProperties(&sparse, nullptr), musaErrorInvalidResourceHandle);
  EQUAL(musaMipmappedArrayGetMemoryRequirements(&memory, mipmapped, 0),
        musaErrorInvalidResourceHandle);
  EQUAL(musaMipmappedArrayGetSparseProperties(&sparse, mipmapped), musaErrorInvalidResourceHandle);
}

TEST_MAIN()
