// Device memory between processes: IPC handles and exported pools.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"
#include "child.h"
#include "musa_runtime_api.h"

namespace {

template <class T>
std::string to_hex(const T& value) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  std::string text;
  for (std::size_t i = 0; i < sizeof value; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", unsigned{bytes[i]});
    text += digits;
  }
  return text;
}

template <class T>
T from_hex(const std::string& text) {
  T value{};
  auto* bytes = reinterpret_cast<unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof value && 2 * i + 1 < text.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  }
  return value;
}

musaIpcMemHandle_t export_block(void** pointer, std::size_t bytes, int value) {
  EQUAL(musaMalloc(pointer, bytes), musaSuccess);
  EQUAL(musaMemset(*pointer, value, bytes), musaSuccess);
  musaIpcMemHandle_t handle{};
  EQUAL(musaIpcGetMemHandle(&handle, *pointer), musaSuccess);
  return handle;
}

int first_byte(const void* device) {
  unsigned char byte = 0;
  EQUAL(musaMemcpy(&byte, device, 1, musaMemcpyDeviceToHost), musaSuccess);
  return byte;
}

// --- what the second process does ---

// Opens the handle, says what it reads, writes, and goes when told to.
int opener(const std::string& hex) {
  char* pointer = nullptr;
  const musaError_t error =
      musaIpcOpenMemHandle(reinterpret_cast<void**>(&pointer), from_hex<musaIpcMemHandle_t>(hex),
                           musaIpcMemLazyEnablePeerAccess);
  if (error != musaSuccess) {
    std::printf("error %d\n", static_cast<int>(error));
    return 0;
  }
  std::printf("read %d\n", first_byte(pointer));
  musaMemset(pointer, 77, 1000);
  const musaError_t beyond = musaMemset(pointer, 77, 1 << 20);
  musaPointerAttributes attributes{};
  musaPointerGetAttributes(&attributes, pointer + 10);
  void* again = nullptr;
  musaIpcOpenMemHandle(&again, from_hex<musaIpcMemHandle_t>(hex), 1);
  const bool same = again == pointer && musaIpcCloseMemHandle(again) == musaSuccess;
  std::printf("written %d %d %d\n", beyond == musaErrorInvalidValue ? 1 : 0,
              attributes.type == musaMemoryTypeDevice ? 1 : 0, same ? 1 : 0);
  std::fflush(stdout);
  std::getchar();
  std::printf("read %d\n", first_byte(pointer));
  const bool closed = musaIpcCloseMemHandle(pointer) == musaSuccess &&
                      musaIpcCloseMemHandle(pointer) == musaErrorInvalidValue;
  std::printf("closed %d\n", closed ? 1 : 0);
  return 0;
}

// Exports memory, says the handle, and goes when told to.
int exporter() {
  void* pointer = nullptr;
  std::printf("%s\n", to_hex(export_block(&pointer, 4096, 5)).c_str());
  std::fflush(stdout);
  std::getchar();
  return 0;
}

// Takes a pool by the maker's file descriptor and a block of it.
int pool_opener(const std::string& path, const std::string& hex) {
  const int file = open(path.c_str(), O_RDWR);
  musaMemPool_t pool = nullptr;
  if (musaMemPoolImportFromShareableHandle(
          &pool, reinterpret_cast<void*>(static_cast<intptr_t>(file)),
          musaMemHandleTypePosixFileDescriptor, 0) != musaSuccess) {
    return 1;
  }
  auto data = from_hex<musaMemPoolPtrExportData>(hex);
  void* pointer = nullptr;
  if (musaMemPoolImportPointer(&pointer, pool, &data) != musaSuccess) {
    return 2;
  }
  std::printf("read %d\n", first_byte(pointer));
  musaMemset(pointer, 78, 10);
  void* none = nullptr;
  const bool refused = musaMallocFromPoolAsync(&none, 10, pool, nullptr) == musaErrorInvalidValue;
  const bool freed = musaFreeAsync(pointer, nullptr) == musaSuccess;
  std::printf("done %d %d\n", refused ? 1 : 0, freed ? 1 : 0);
  return 0;
}

}  // namespace

TEST(another_process_reads_and_writes_the_memory) {
  void* before = nullptr;
  EQUAL(musaMalloc(&before, 100), musaSuccess);  // so that ours does not begin a page
  void* pointer = nullptr;
  const musaIpcMemHandle_t handle = export_block(&pointer, 100000, 42);
  Child child({"--opener", to_hex(handle)});
  EQUAL(child.line(), "read 42");
  EQUAL(child.line(), "written 1 1 1");
  EQUAL(first_byte(pointer), 77);
  EQUAL(musaMemset(pointer, 99, 1), musaSuccess);
  child.say("");
  EQUAL(child.line(), "read 99");
  EQUAL(child.line(), "closed 1");
  EQUAL(child.finish().status, 0);
  EQUAL(musaFree(pointer), musaSuccess);
  EQUAL(musaFree(before), musaSuccess);
}

TEST(handles_of_freed_memory_are_dead) {
  void* pointer = nullptr;
  const musaIpcMemHandle_t handle = export_block(&pointer, 4096, 1);
  EQUAL(musaFree(pointer), musaSuccess);
  void* next = nullptr;
  export_block(&next, 4096, 2);  // in its place
  Child child({"--opener", to_hex(handle)});
  EQUAL(child.line(), "error " + std::to_string(static_cast<int>(musaErrorInvalidValue)));
  EQUAL(musaFree(next), musaSuccess);
}

TEST(handles_of_dead_processes_are_dead) {
  musaIpcMemHandle_t handle{};
  void* pointer = nullptr;
  {
    Child child({"--exporter"});
    handle = from_hex<musaIpcMemHandle_t>(child.line());
    EQUAL(musaIpcOpenMemHandle(&pointer, handle, 1), musaSuccess);
    EQUAL(first_byte(pointer), 5);
    child.say("");
    EQUAL(child.finish().status, 0);
  }
  // Memory that is open stays usable.
  EQUAL(first_byte(pointer), 5);
  EQUAL(musaIpcCloseMemHandle(pointer), musaSuccess);
  EQUAL(musaIpcOpenMemHandle(&pointer, handle, 1), musaErrorInvalidValue);
  musaGetLastError();
}

TEST(a_process_cannot_open_its_own_handle) {
  void* pointer = nullptr;
  const musaIpcMemHandle_t handle = export_block(&pointer, 100, 1);
  void* opened = nullptr;
  EQUAL(musaIpcOpenMemHandle(&opened, handle, 1), musaErrorDeviceUninitialized);
  EQUAL(musaIpcCloseMemHandle(pointer), musaErrorInvalidValue);
  EQUAL(musaFree(pointer), musaSuccess);
  musaGetLastError();
}

TEST(the_handle_of_an_allocation_is_always_the_same) {
  char* pointer = nullptr;
  const musaIpcMemHandle_t first = export_block(reinterpret_cast<void**>(&pointer), 4096, 1);
  musaIpcMemHandle_t second{};
  EQUAL(musaIpcGetMemHandle(&second, pointer + 100), musaSuccess);
  EQUAL(std::memcmp(&first, &second, sizeof first), 0);
  EQUAL(musaFree(pointer), musaSuccess);
}

TEST(only_device_memory_has_handles) {
  int here = 0;
  musaIpcMemHandle_t handle{};
  EQUAL(musaIpcGetMemHandle(&handle, &here), musaErrorInvalidValue);
  EQUAL(musaIpcGetMemHandle(nullptr, nullptr), musaErrorInvalidValue);
  void* opened = nullptr;
  EQUAL(musaIpcOpenMemHandle(&opened, handle, 1), musaErrorInvalidValue);
  EQUAL(musaIpcOpenMemHandle(nullptr, handle, 1), musaErrorInvalidValue);
  EQUAL(musaIpcOpenMemHandle(&opened, handle, 0), musaErrorInvalidValue);
  musaGetLastError();
}

TEST(a_forked_child_has_no_memory_of_its_parent) {
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, 4096), musaSuccess);
  EQUAL(musaMemset(pointer, 6, 4096), musaSuccess);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    void* more = nullptr;
    const bool refused =
        musaMemcpy(&byte, pointer, 1, musaMemcpyDeviceToHost) == musaErrorInitializationError &&
        musaMalloc(&more, 1) == musaErrorInitializationError &&
        musaFree(pointer) == musaErrorInitializationError;
    _exit(refused ? 7 : 8);
  }
  int status = 0;
  EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  EQUAL(first_byte(pointer), 6);
  EQUAL(musaFree(pointer), musaSuccess);
}

TEST(pools_are_shared_by_file_descriptors) {
  musaMemPoolProps props{};
  props.allocType = musaMemAllocationTypePinned;
  props.handleTypes = musaMemHandleTypePosixFileDescriptor;
  props.location = {musaMemLocationTypeDevice, 0};
  musaMemPool_t pool = nullptr;
  EQUAL(musaMemPoolCreate(&pool, &props), musaSuccess);
  int file = -1;
  EQUAL(musaMemPoolExportToShareableHandle(&file, pool, musaMemHandleTypePosixFileDescriptor, 0),
        musaSuccess);
  void* pointer = nullptr;
  EQUAL(musaMallocFromPoolAsync(&pointer, 1000, pool, nullptr), musaSuccess);
  EQUAL(musaMemset(pointer, 33, 1000), musaSuccess);
  musaMemPoolPtrExportData data{};
  EQUAL(musaMemPoolExportPointer(&data, pointer), musaSuccess);
  Child child({"--pool-opener", "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file),
               to_hex(data)});
  EQUAL(child.line(), "read 33");
  EQUAL(child.line(), "done 1 1");
  EQUAL(child.finish().status, 0);
  EQUAL(first_byte(pointer), 78);
  EQUAL(musaFreeAsync(pointer, nullptr), musaSuccess);
  EQUAL(musaMemPoolDestroy(pool), musaSuccess);
  close(file);
}

int main(int argc, char** argv) {
  const std::string role = argc > 1 ? argv[1] : "";
  if (role == "--opener") {
    return opener(argv[2]);
  }
  if (role == "--exporter") {
    return exporter();
  }
  if (role == "--pool-opener") {
    return pool_opener(argv[2], argv[3]);
  }
  return ::testing::run_all(argc, argv);
}
