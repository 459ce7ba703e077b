// Memory, events and pools between processes. The second process is this program again.
#include <fcntl.h>
#include <unistd.h>
#include <cstdint>

#include <string>

#include "driver.h"
#include "musart/tests/child.h"

namespace {

template <class T>
std::string to_hex(const T& value) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  std::string text;
  for (std::size_t i = 0; i < sizeof value; ++i) {
    text += "0123456789abcdef"[bytes[i] / 16];
    text += "0123456789abcdef"[bytes[i] % 16];
  }
  return text;
}

template <class T>
T from_hex(const std::string& text) {
  T value{};
  auto* bytes = reinterpret_cast<unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof value; ++i) {
    bytes[i] = static_cast<unsigned char>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  }
  return value;
}

// Says what went wrong by its exit status.
int opener(const std::string& memory_text, const std::string& event_text) {
  MUdeviceptr pointer = 0;
  if (muIpcOpenMemHandle(&pointer, from_hex<MUipcMemHandle>(memory_text),
                         MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) != MUSA_SUCCESS ||
      read<int>(pointer, 100) != counted(100, 3)) {
    return 10;
  }
  MUevent event = nullptr;
  if (muIpcOpenEventHandle(&event, from_hex<MUipcEventHandle>(event_text)) != MUSA_SUCCESS ||
      muEventSynchronize(event) != MUSA_SUCCESS) {
    return 11;
  }
  write(pointer, counted(100, 50));
  if (muEventRecord(event, nullptr) != MUSA_SUCCESS || muCtxSynchronize() != MUSA_SUCCESS ||
      muEventDestroy(event) != MUSA_SUCCESS || muIpcCloseMemHandle(pointer) != MUSA_SUCCESS ||
      muIpcCloseMemHandle(pointer) == MUSA_SUCCESS) {
    return 12;
  }
  return ::testing::failures;
}

int pool_opener(const std::string& path, const std::string& text) {
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  MUmemoryPool pool = nullptr;
  if (muMemPoolImportFromShareableHandle(
          &pool, reinterpret_cast<void*>(static_cast<std::intptr_t>(file)),
          MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0) != MUSA_SUCCESS) {
    return 20;
  }
  auto data = from_hex<MUmemPoolPtrExportData>(text);
  MUdeviceptr pointer = 0;
  if (muMemPoolImportPointer(&pointer, pool, &data) != MUSA_SUCCESS ||
      read<int>(pointer, 1000)[999] != 77) {
    return 21;
  }
  OK(muMemsetD32(pointer, 78, 1000));
  OK(muMemFreeAsync(pointer, nullptr));
  OK(muCtxSynchronize());
  return ::testing::failures;
}

}  // namespace

TEST(a_second_process_reads_and_writes_shared_memory) {
  const Memory memory(4096);
  write(memory.at, counted(100, 3));
  MUipcMemHandle handle{};
  OK(muIpcGetMemHandle(&handle, memory.at));
  MUevent event = nullptr;
  OK(muEventCreate(&event, MU_EVENT_INTERPROCESS | MU_EVENT_DISABLE_TIMING));
  OK(muEventRecord(event, nullptr));
  MUipcEventHandle event_handle{};
  OK(muIpcGetEventHandle(&event_handle, event));
  Child child({"--opener", to_hex(handle), to_hex(event_handle)});
  EQUAL(child.finish().status, 0);
  OK(muEventSynchronize(event));
  CHECK(read<int>(memory.at, 100) == counted(100, 50));
  OK(muEventDestroy(event));
  int local = 0;
  IS(muIpcGetMemHandle(&handle, reinterpret_cast<MUdeviceptr>(&local)), INVALID_VALUE);
  IS(muIpcGetMemHandle(nullptr, memory.at), INVALID_VALUE);
  IS(muIpcGetEventHandle(&event_handle, event), INVALID_HANDLE);
}

TEST(a_pool_is_shared_by_file_descriptor) {
  MUmemPoolProps props{};
  props.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  MUmemoryPool pool = nullptr;
  OK(muMemPoolCreate(&pool, &props));
  int file = -1;
  OK(muMemPoolExportToShareableHandle(&file, pool, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  MUdeviceptr pointer = 0;
  OK(muMemAllocFromPoolAsync(&pointer, 4000, pool, nullptr));
  OK(muMemsetD32Async(pointer, 77, 1000, nullptr));
  OK(muCtxSynchronize());
  MUmemPoolPtrExportData data{};
  OK(muMemPoolExportPointer(&data, pointer));
  Child child({"--pool-opener", "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file),
               to_hex(data)});
  EQUAL(child.finish().status, 0);
  EQUAL(read<int>(pointer, 1000)[999], 78);
  OK(muMemFreeAsync(pointer, nullptr));
  OK(muCtxSynchronize());
  OK(muMemPoolDestroy(pool));
  close(file);
}

int main(int argc, char** argv) {
  const std::string role = argc > 1 ? argv[1] : "";
  if (role == "--opener") {
    return opener(argv[2], argv[3]);
  }
  if (role == "--pool-opener") {
    return pool_opener(argv[2], argv[3]);
  }
  return ::testing::run_all(argc, argv);
}
