// Copies, fills and allocation of the _ptsz and _ptds names: stream 0 is the thread's own, so none
// of them waits for the blocking stream that is held meanwhile.
#include <cstdint>
#include <utility>
#include <vector>

#include "blocked.h"
#include "environment.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

constexpr std::size_t kCount = 8;
constexpr std::size_t kBytes = kCount * sizeof(int);

int g_symbol[kCount];
musasimVariable variables[] = {{"g_symbol", g_symbol, kBytes, nullptr, MUSASIM_VARIABLE_DEVICE}};
musasimModule table = {MUSASIM_KERNEL_ABI, 0, nullptr, 1, variables, "test"};
musasimFatBinary binary = {MUSASIM_FATBIN_MAGIC, 1, &table, nullptr};

// Host memory to copy from and to, device memory, an array; all the same size.
struct Places {
  std::vector<int> from = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<int> to = std::vector<int>(kCount);
  int* device = nullptr;
  musaArray_t array = nullptr;
  void** registered = __musaRegisterFatBinary(&binary);

  Places() {
    const musaChannelFormatDesc format = musaCreateChannelDesc<int>();
    EQUAL(musaMalloc(&device, kBytes), musaSuccess);
    EQUAL(musaMemset(device, 0, kBytes), musaSuccess);
    EQUAL(musaMallocArray(&array, &format, kCount, 1), musaSuccess);
    void* symbol = nullptr;  // made now: that waits for the device
    EQUAL(musaGetSymbolAddress(&symbol, g_symbol), musaSuccess);
  }
  ~Places() {
    EQUAL(musaFree(device), musaSuccess);
    EQUAL(musaFreeArray(array), musaSuccess);
    __musaUnregisterFatBinary(registered);
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  void wait() const { EQUAL(musaStreamSynchronize_ptsz(nullptr), musaSuccess); }
  bool arrived() const { return to == from; }
  void read_back() {
    EQUAL(musaMemcpy_ptds(to.data(), device, kBytes, musaMemcpyDeviceToHost), musaSuccess);
  }
  std::vector<int> all(int value) const { return std::vector<int>(kCount, value); }

  musaMemcpy3DParms box(bool in) {
    musaMemcpy3DParms parms{};
    void* const host = in ? from.data() : to.data();
    parms.srcPtr = make_musaPitchedPtr(in ? host : device, kBytes, kBytes, 1);
    parms.dstPtr = make_musaPitchedPtr(in ? device : host, kBytes, kBytes, 1);
    parms.extent = make_musaExtent(kBytes, 1, 1);
    parms.kind = in ? musaMemcpyHostToDevice : musaMemcpyDeviceToHost;
    return parms;
  }
};

}  // namespace

TEST(linear_copies) {
  Places p;
  const Blocked blocked;
  EQUAL(musaMemcpy_ptds(p.device, p.from.data(), kBytes, musaMemcpyHostToDevice), musaSuccess);
  EQUAL(musaMemcpyAsync_ptsz(p.to.data(), p.device, kBytes, musaMemcpyDeviceToHost, nullptr),
        musaSuccess);
  p.wait();
  CHECK(p.arrived());
}

TEST(rectangles) {
  Places p;
  const Blocked blocked;
  EQUAL(musaMemcpy2D_ptds(p.device, 16, p.from.data(), 16, 16, 2, musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(
      musaMemcpy2DAsync_ptsz(p.to.data(), 16, p.device, 16, 16, 2, musaMemcpyDeviceToHost, nullptr),
      musaSuccess);
  p.wait();
  CHECK(p.arrived());
}

TEST(boxes) {
  Places p;
  const Blocked blocked;
  const musaMemcpy3DParms in = p.box(true);
  const musaMemcpy3DParms out = p.box(false);
  EQUAL(musaMemcpy3D_ptds(&in), musaSuccess);
  EQUAL(musaMemcpy3DAsync_ptsz(&out, nullptr), musaSuccess);
  p.wait();
  CHECK(p.arrived());
}

TEST(boxes_between_devices) {
  Places p;
  int* other = nullptr;
  EQUAL(musaMalloc(&other, kBytes), musaSuccess);
  {
    const Blocked blocked;
    EQUAL(musaMemcpy_ptds(p.device, p.from.data(), kBytes, musaMemcpyHostToDevice), musaSuccess);
    musaMemcpy3DPeerParms there{};
    there.srcPtr = make_musaPitchedPtr(p.device, kBytes, kBytes, 1);
    there.dstPtr = make_musaPitchedPtr(other, kBytes, kBytes, 1);
    there.extent = make_musaExtent(kBytes, 1, 1);
    musaMemcpy3DPeerParms back = there;
    std::swap(back.srcPtr, back.dstPtr);
    EQUAL(musaMemcpy3DPeer_ptds(&there), musaSuccess);
    EQUAL(musaMemset_ptds(p.device, 0, kBytes), musaSuccess);
    EQUAL(musaMemcpy3DPeerAsync_ptsz(&back, nullptr), musaSuccess);
    p.wait();
    p.read_back();
    CHECK(p.arrived());
  }
  EQUAL(musaFree(other), musaSuccess);
}

TEST(variables_of_the_device) {
  Places p;
  const Blocked blocked;
  EQUAL(musaMemcpyToSymbol_ptds(g_symbol, p.from.data(), kBytes, 0, musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaMemcpyFromSymbolAsync_ptsz(p.to.data(), g_symbol, kBytes, 0, musaMemcpyDeviceToHost,
                                       nullptr),
        musaSuccess);
  p.wait();
  CHECK(p.arrived());
  p.from = p.all(9);
  EQUAL(musaMemcpyToSymbolAsync_ptsz(g_symbol, p.from.data(), kBytes, 0, musaMemcpyHostToDevice,
                                     nullptr),
        musaSuccess);
  EQUAL(musaMemcpyFromSymbol_ptds(p.to.data(), g_symbol, kBytes, 0, musaMemcpyDeviceToHost),
        musaSuccess);
  CHECK(p.arrived());
}

TEST(runs_of_arrays) {
  Places p;
  const Blocked blocked;
  EQUAL(musaMemcpyToArray_ptds(p.array, 0, 0, p.from.data(), kBytes, musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaMemcpyFromArrayAsync_ptsz(p.to.data(), p.array, 0, 0, kBytes, musaMemcpyDeviceToHost,
                                      nullptr),
        musaSuccess);
  p.wait();
  CHECK(p.arrived());
  p.from = p.all(7);
  EQUAL(musaMemcpyToArrayAsync_ptsz(p.array, 0, 0, p.from.data(), kBytes, musaMemcpyHostToDevice,
                                    nullptr),
        musaSuccess);
  EQUAL(musaMemcpyFromArray_ptds(p.to.data(), p.array, 0, 0, kBytes, musaMemcpyDeviceToHost),
        musaSuccess);
  CHECK(p.arrived());
}

TEST(rectangles_of_arrays) {
  Places p;
  const Blocked blocked;
  EQUAL(musaMemcpy2DToArray_ptds(p.array, 0, 0, p.from.data(), kBytes, kBytes, 1,
                                 musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaMemcpy2DFromArrayAsync_ptsz(p.to.data(), kBytes, p.array, 0, 0, kBytes, 1,
                                        musaMemcpyDeviceToHost, nullptr),
        musaSuccess);
  p.wait();
  CHECK(p.arrived());
  p.from = p.all(5);
  EQUAL(musaMemcpy2DToArrayAsync_ptsz(p.array, 0, 0, p.from.data(), kBytes, kBytes, 1,
                                      musaMemcpyHostToDevice, nullptr),
        musaSuccess);
  EQUAL(musaMemcpy2DFromArray_ptds(p.to.data(), kBytes, p.array, 0, 0, kBytes, 1,
                                   musaMemcpyDeviceToHost),
        musaSuccess);
  CHECK(p.arrived());
}

TEST(arrays_to_arrays) {
  const Places from;
  Places to;
  const Blocked blocked;
  EQUAL(musaMemcpyToArray_ptds(from.array, 0, 0, from.from.data(), kBytes, musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaMemcpyArrayToArray_ptds(to.array, 0, 0, from.array, 0, 0, kBytes,
                                    musaMemcpyDeviceToDevice),
        musaSuccess);
  EQUAL(musaMemcpyFromArray_ptds(to.to.data(), to.array, 0, 0, kBytes, musaMemcpyDeviceToHost),
        musaSuccess);
  CHECK(to.arrived());
  const int last = 44;
  EQUAL(musaMemcpyToArray_ptds(from.array, kBytes - 4, 0, &last, 4, musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaMemcpy2DArrayToArray_ptds(to.array, 0, 0, from.array, kBytes - 4, 0, 4, 1,
                                      musaMemcpyDeviceToDevice),
        musaSuccess);
  EQUAL(musaMemcpyFromArray_ptds(to.to.data(), to.array, 0, 0, 4, musaMemcpyDeviceToHost),
        musaSuccess);
  EQUAL(to.to[0], 44);
}

TEST(fills) {
  Places p;
  const Blocked blocked;
  const musaPitchedPtr pitched = make_musaPitchedPtr(p.device, 16, 16, 2);
  const musaExtent extent = make_musaExtent(16, 2, 1);
  EQUAL(musaMemset_ptds(p.device, 1, kBytes), musaSuccess);
  p.read_back();
  CHECK(p.to == p.all(0x01010101));
  EQUAL(musaMemsetAsync_ptsz(p.device, 2, kBytes, nullptr), musaSuccess);
  p.read_back();
  CHECK(p.to == p.all(0x02020202));
  EQUAL(musaMemset2D_ptds(p.device, 16, 3, 16, 2), musaSuccess);
  p.read_back();
  CHECK(p.to == p.all(0x03030303));
  EQUAL(musaMemset2DAsync_ptsz(p.device, 16, 4, 16, 2, nullptr), musaSuccess);
  p.read_back();
  CHECK(p.to == p.all(0x04040404));
  EQUAL(musaMemset3D_ptds(pitched, 5, extent), musaSuccess);
  p.read_back();
  CHECK(p.to == p.all(0x05050505));
  EQUAL(musaMemset3DAsync_ptsz(pitched, 6, extent, nullptr), musaSuccess);
  p.read_back();
  CHECK(p.to == p.all(0x06060606));
}

TEST(batches) {
  Places p;
  const Blocked blocked;
  void* to[] = {p.device, p.device + 4};
  void* from[] = {p.from.data(), p.from.data() + 4};
  std::size_t sizes[] = {16, 16};
  musaMemcpyAttributes attributes{};
  attributes.srcAccessOrder = musaMemcpySrcAccessOrderStream;
  std::size_t first = 0;
  std::size_t failed = 0;
  EQUAL(musaMemcpyBatchAsync_ptsz(to, from, sizes, 2, &attributes, &first, 1, &failed, nullptr),
        musaSuccess);
  p.wait();
  p.read_back();
  CHECK(p.arrived());
  p.to = p.all(0);
  musaMemcpy3DBatchOp operation{};
  operation.src.type = musaMemcpyOperandTypePointer;
  operation.src.op.ptr.ptr = p.device;
  operation.dst.type = musaMemcpyOperandTypePointer;
  operation.dst.op.ptr.ptr = p.to.data();
  operation.extent = make_musaExtent(kBytes, 1, 1);
  EQUAL(musaMemcpy3DBatchAsync_ptsz(1, &operation, &failed, 0, nullptr), musaSuccess);
  p.wait();
  CHECK(p.arrived());
}

TEST(stream_ordered_memory) {
  musaMemPool_t pool = nullptr;
  EQUAL(musaDeviceGetDefaultMemPool(&pool, 0), musaSuccess);
  const Blocked blocked;
  void* one = nullptr;
  void* two = nullptr;
  EQUAL(musaMallocAsync_ptsz(&one, kBytes, nullptr), musaSuccess);
  EQUAL(musaMallocFromPoolAsync_ptsz(&two, kBytes, pool, nullptr), musaSuccess);
  EQUAL(musaMemset_ptds(one, 1, kBytes), musaSuccess);
  EQUAL(musaMemcpy_ptds(two, one, kBytes, musaMemcpyDeviceToDevice), musaSuccess);
  EQUAL(musaFreeAsync_ptsz(one, nullptr), musaSuccess);
  EQUAL(musaFreeAsync_ptsz(two, nullptr), musaSuccess);
  EQUAL(musaStreamSynchronize_ptsz(nullptr), musaSuccess);
  std::uint64_t used = 1;
  EQUAL(musaMemPoolGetAttribute(pool, musaMemPoolAttrUsedMemCurrent, &used), musaSuccess);
  EQUAL(used, 0u);
}

TEST(managed_memory) {
  int* managed = nullptr;
  EQUAL(musaMallocManaged(&managed, kBytes), musaSuccess);
  {
    const Blocked blocked;
    const musaMemLocation here = {musaMemLocationTypeDevice, 0};
    EQUAL(musaMemPrefetchAsync_ptsz(managed, kBytes, 0, nullptr), musaSuccess);
    EQUAL(musaMemPrefetchAsync_v2_ptsz(managed, kBytes, here, 0, nullptr), musaSuccess);
    EQUAL(musaStreamAttachMemAsync_ptsz(nullptr, managed, 0, musaMemAttachGlobal), musaSuccess);
    EQUAL(musaStreamSynchronize_ptsz(nullptr), musaSuccess);
    int where = -1;
    EQUAL(musaMemRangeGetAttribute(&where, sizeof where, musaMemRangeAttributeLastPrefetchLocation,
                                   managed, kBytes),
          musaSuccess);
    EQUAL(where, 0);
  }
  EQUAL(musaFree(managed), musaSuccess);
}

TEST_MAIN()
