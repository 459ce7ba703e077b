// Memory of other APIs: a file in memory, seen by the device and by whoever else maps it.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "environment.h"
#include "machine/memory/vmm.h"
#include "stream_helpers.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

constexpr std::size_t kBytes = 8192;

// A file in memory and the test's own mapping of it.
class File {
 public:
  explicit File(std::size_t bytes = kBytes) : bytes_(bytes) {
    file_ = memfd_create("external", MFD_CLOEXEC);
    CHECK(ftruncate(file_, static_cast<off_t>(bytes)) == 0);
    mapped_ =
        static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0));
    CHECK(mapped_ != MAP_FAILED);
  }
  ~File() {
    munmap(mapped_, bytes_);
    close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  char* data() const { return mapped_; }
  int number() const { return file_; }

 private:
  const std::size_t bytes_;
  int file_;
  char* mapped_;
};

musaExternalMemoryHandleDesc described(int file, unsigned long long size) {
  musaExternalMemoryHandleDesc what{};
  what.type = musaExternalMemoryHandleTypeOpaqueFd;
  what.handle.fd = file;
  what.size = size;
  return what;
}

// The import owns a descriptor of its own.
musaExternalMemory_t imported(int file, unsigned long long size = kBytes) {
  musaExternalMemory_t memory = nullptr;
  const musaExternalMemoryHandleDesc what = described(dup(file), size);
  EQUAL(musaImportExternalMemory(&memory, &what), musaSuccess);
  return memory;
}

char* mapped(musaExternalMemory_t memory, unsigned long long offset, unsigned long long size) {
  const musaExternalMemoryBufferDesc part{offset, size, 0};
  void* pointer = nullptr;
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, &part), musaSuccess);
  return static_cast<char*>(pointer);
}

bool is_open(int file) { return fcntl(file, F_GETFD) >= 0; }

}  // namespace

TEST(bytes_go_both_ways) {
  const File file;
  musaExternalMemory_t memory = imported(file.number());
  char* const buffer = mapped(memory, 0, kBytes);
  std::memset(file.data(), 3, kBytes);
  std::vector<char> read(kBytes);
  EQUAL(musaMemcpy(read.data(), buffer, kBytes, musaMemcpyDeviceToHost), musaSuccess);
  CHECK(read == std::vector<char>(kBytes, 3));
  EQUAL(musaMemset(buffer + 100, 5, 200), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(file.data()[99], 3);
  EQUAL(file.data()[100], 5);
  EQUAL(file.data()[299], 5);
  EQUAL(file.data()[300], 3);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
}

TEST(a_buffer_is_a_part_at_any_offset) {
  const File file;
  musaExternalMemory_t memory = imported(file.number());
  char* const buffer = mapped(memory, 4100, 50);
  EQUAL(musaMemset(buffer, 7, 50), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(file.data()[4099], 0);
  EQUAL(file.data()[4100], 7);
  EQUAL(file.data()[4149], 7);
  EQUAL(file.data()[4150], 0);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
}

TEST(kernels_write_to_it) {
  const File file;
  musaExternalMemory_t memory = imported(file.number());
  int* const buffer = reinterpret_cast<int*>(mapped(memory, 0, kBytes));
  const int before = 40;
  std::memcpy(file.data(), &before, sizeof before);
  helpers::Stream stream;
  EQUAL(helpers::launch<helpers::add>(buffer, 2, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  int after = 0;
  std::memcpy(&after, file.data(), sizeof after);
  EQUAL(after, 42);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
}

TEST(buffers_outlive_the_handle) {
  const File file;
  musaExternalMemory_t memory = imported(file.number());
  char* const first = mapped(memory, 0, kBytes);
  char* const second = mapped(memory, 0, kBytes);
  CHECK(first != second);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
  EQUAL(musaMemset(first, 9, 1), musaSuccess);
  char read = 0;
  EQUAL(musaMemcpy(&read, second, 1, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(read, 9);
  EQUAL(musaFree(first), musaSuccess);
  EQUAL(musaFree(second), musaSuccess);
  EQUAL(musaFree(second), musaErrorInvalidValue);
  EQUAL(musaMemset(first, 9, 1), musaErrorInvalidValue);
}

TEST(it_belongs_to_the_device_that_imported_it) {
  const File file;
  EQUAL(musaSetDevice(1), musaSuccess);
  std::size_t free_before = 0;
  std::size_t free_after = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&free_before, &total), musaSuccess);
  musaExternalMemory_t memory = imported(file.number());
  EQUAL(musaSetDevice(0), musaSuccess);
  char* const buffer = mapped(memory, 0, kBytes);
  musaPointerAttributes attributes{};
  EQUAL(musaPointerGetAttributes(&attributes, buffer + 1), musaSuccess);
  EQUAL(attributes.type, musaMemoryTypeDevice);
  EQUAL(attributes.device, 1);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(musaMemGetInfo(&free_after, &total), musaSuccess);
  EQUAL(free_after, free_before);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaMemGetInfo(&free_after, &total), musaSuccess);
  EQUAL(free_after, free_before);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(exported_physical_memory_can_be_imported) {
  using namespace musasim;
  constexpr std::size_t kSize = vmm::kGranularity;
  vmm::PhysicalPtr physical;
  void* address = nullptr;
  int file = -1;
  EQUAL(vmm::create(0, kSize, &physical), musaSuccess);
  EQUAL(vmm::reserve(kSize, 0, nullptr, &address), musaSuccess);
  EQUAL(vmm::map(address, kSize, 0, physical), musaSuccess);
  EQUAL(vmm::set_access(address, kSize, 0, musaMemAccessFlagsProtReadWrite), musaSuccess);
  EQUAL(vmm::export_fd(*physical, &file), musaSuccess);
  musaExternalMemory_t memory = imported(file, kSize);
  close(file);
  char* const buffer = mapped(memory, 0, kSize);
  EQUAL(musaMemset(address, 6, kSize), musaSuccess);
  char last = 0;
  EQUAL(musaMemcpy(&last, buffer + kSize - 1, 1, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(last, 6);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
  EQUAL(vmm::unmap(address, kSize), musaSuccess);
  EQUAL(vmm::release(address, kSize), musaSuccess);
}

TEST(writes_of_another_process_are_seen_after_a_flush) {
  const File file;
  const pid_t child = fork();
  if (child == 0) {
    std::memset(file.data(), 8, kBytes);
    _exit(0);
  }
  musaExternalMemory_t memory = imported(file.number());
  int* const buffer = reinterpret_cast<int*>(mapped(memory, 0, kBytes));
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  EQUAL(musaDeviceFlushGPUDirectRDMAWrites(musaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                           musaFlushGPUDirectRDMAWritesToOwner),
        musaSuccess);
  EQUAL(helpers::launch<helpers::add>(buffer, 1, nullptr), musaSuccess);
  int seen = 0;
  EQUAL(musaMemcpy(&seen, buffer, sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(seen, 0x08080809);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
}

TEST(a_flush_has_a_target_and_a_scope) {
  constexpr auto kHere = musaFlushGPUDirectRDMAWritesTargetCurrentDevice;
  EQUAL(musaDeviceFlushGPUDirectRDMAWrites(kHere, musaFlushGPUDirectRDMAWritesToAllDevices),
        musaSuccess);
  EQUAL(musaDeviceFlushGPUDirectRDMAWrites(kHere, musaFlushGPUDirectRDMAWritesScope()),
        musaErrorInvalidValue);
  int options = 0;
  EQUAL(musaDeviceGetAttribute(&options, musaDevAttrGPUDirectRDMAFlushWritesOptions, 0),
        musaSuccess);
  EQUAL(options, int{musaFlushGPUDirectRDMAWritesOptionHost});
}

TEST(the_handle_owns_the_descriptor) {
  const File file;
  musaExternalMemory_t memory = nullptr;
  const int ours = dup(file.number());
  musaExternalMemoryHandleDesc what = described(ours, kBytes + 1);
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorInvalidValue);
  CHECK(is_open(ours));
  what.size = kBytes;
  EQUAL(musaImportExternalMemory(&memory, &what), musaSuccess);
  CHECK(is_open(ours));
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
  CHECK(!is_open(ours));
}

TEST(bad_imports_are_diagnosed) {
  const File file;
  musaExternalMemory_t memory = nullptr;
  musaExternalMemoryHandleDesc what = described(file.number(), kBytes);
  EQUAL(musaImportExternalMemory(nullptr, &what), musaErrorInvalidValue);
  EQUAL(musaImportExternalMemory(&memory, nullptr), musaErrorInvalidValue);
  what.flags = 0x10;
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorInvalidValue);
  what = described(file.number(), 0);
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorInvalidValue);
  what = described(-1, kBytes);
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorOperatingSystem);
  what = described(file.number(), kBytes);
  what.type = musaExternalMemoryHandleTypeOpaqueWin32;
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorNotSupported);
  what.type = static_cast<musaExternalMemoryHandleType>(12);
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorInvalidValue);
  int ends[2] = {-1, -1};
  CHECK(pipe(ends) == 0);
  what = described(ends[0], kBytes);
  EQUAL(musaImportExternalMemory(&memory, &what), musaErrorInvalidValue);
  close(ends[0]);
  close(ends[1]);
}

TEST(bad_buffers_are_diagnosed) {
  const File file;
  musaExternalMemory_t memory = imported(file.number());
  void* pointer = nullptr;
  musaExternalMemoryBufferDesc part{0, kBytes, 0};
  EQUAL(musaExternalMemoryGetMappedBuffer(nullptr, memory, &part), musaErrorInvalidValue);
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, nullptr), musaErrorInvalidValue);
  part.offset = 1;
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, &part), musaErrorInvalidValue);
  part = {kBytes + 1, 1, 0};
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, &part), musaErrorInvalidValue);
  part = {0, 0, 0};
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, &part), musaErrorInvalidValue);
  part = {0, 1, 1};
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, &part), musaErrorInvalidValue);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
  part = {0, kBytes, 0};
  EQUAL(musaExternalMemoryGetMappedBuffer(&pointer, memory, &part), musaErrorInvalidResourceHandle);
  EQUAL(musaDestroyExternalMemory(memory), musaErrorInvalidResourceHandle);
}

TEST_MAIN()
