// MUSASIM_CHECK=1: each kind of misuse happens in a child process; the report says what, where, and
// who made it.
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "child.h"
#include "gate.h"
#include "musa_runtime_api.h"
#include "musasim/check.h"

namespace {

constexpr std::size_t kSize = 10000;

char* device_block() {
  void* pointer = nullptr;
  musaMalloc(&pointer, kSize);
  return static_cast<char*>(pointer);
}

char* pinned_block() {
  void* pointer = nullptr;
  musaMallocHost(&pointer, 2 * kSize);
  return static_cast<char*>(pointer);
}

// --- what children do ---

void host_read() {
  volatile char* pointer = device_block();
  static_cast<void>(pointer[17]);
}

void host_write() {
  volatile char* pointer = device_block();
  pointer[17] = 1;
}

void read_after_free() {
  volatile char* pointer = pinned_block();
  musaFreeHost(const_cast<char*>(pointer));
  static_cast<void>(pointer[5]);
}

void copy_after_free() {
  char* pointer = device_block();
  musaFree(pointer);
  char host[10];
  if (musaMemcpy(host, pointer + 7, 10, musaMemcpyDeviceToHost) != musaErrorInvalidValue) {
    std::abort();
  }
}

void copy_beyond() {
  char* pointer = device_block();
  std::vector<char> host(kSize + 24);
  if (musaMemcpy(pointer, host.data(), kSize + 24, musaMemcpyHostToDevice) !=
      musaErrorInvalidValue) {
    std::abort();
  }
  musaFree(pointer);
}

void fill_beyond() {
  char* pointer = device_block();
  if (musaMemsetAsync(pointer + 100, 0, kSize, nullptr) != musaErrorInvalidValue) {
    std::abort();
  }
  musaFree(pointer);
}

void double_free() {
  char* pointer = device_block();
  musaFree(pointer);
  if (musaFree(pointer) != musaErrorInvalidValue) {
    std::abort();
  }
}

void inner_free() {
  char* pointer = device_block();
  musaFree(pointer + 512);
  musaFree(pointer);
}

void foreign_free() {
  int here = 0;
  musaFree(&here);
}

void leak() {
  device_block();
  char* freed = device_block();
  musaFree(freed);
  pinned_block();
}

// Frees when the program's static objects are destroyed: that is not a leak.
struct LateOwner {
  void* memory = nullptr;
  ~LateOwner() {
    if (memory != nullptr) {
      musaFree(memory);
    }
  }
};

LateOwner g_late;

void freed_late() { g_late.memory = device_block(); }

struct Pending {
  explicit Pending(bool to_host) {
    pinned = pinned_block();
    std::memset(pinned, 1, 2 * kSize);
    device = device_block();
    musaMemset(device, 2, kSize);
    musaStreamCreateWithFlags(&stream, musaStreamNonBlocking);
    gate.hold(stream);
    if (to_host) {
      musaMemcpyAsync(pinned, device, kSize, musaMemcpyDeviceToHost, stream);
    } else {
      musaMemcpyAsync(device, pinned, kSize, musaMemcpyHostToDevice, stream);
    }
  }
  void finish() {
    musaStreamSynchronize(stream);
    musaStreamDestroy(stream);
    musaFreeHost(pinned);
    musaFree(device);
  }
  char* pinned = nullptr;
  char* device = nullptr;
  musaStream_t stream = nullptr;
  Gate gate;
};

void read_of_pending_target() {
  Pending pending(true);
  static_cast<void>(*static_cast<volatile char*>(pending.pinned));
}

void write_of_pending_source() {
  Pending pending(false);
  *static_cast<volatile char*>(pending.pinned) = 1;
}

// Nothing is wrong here: reads beside and after the copy.
void innocent_neighbour() {
  Pending pending(true);
  std::thread opener([&] { pending.gate.open(); });
  const char beside = *static_cast<volatile char*>(pending.pinned + kSize);
  opener.join();
  musaStreamSynchronize(pending.stream);
  const char copied = *static_cast<volatile char*>(pending.pinned + kSize - 1);
  if (beside != 1 || copied != 2) {
    std::abort();
  }
  pending.finish();
}

void innocent_source() {
  Pending pending(false);
  if (*static_cast<volatile char*>(pending.pinned + 5) != 1) {
    std::abort();
  }
  pending.gate.open();
  pending.finish();
}

void fill_with_seven(void* data) { std::memset(data, 7, kSize); }

// A host function fills the buffer that the copy behind it reads.
void innocent_host_function() {
  char* pinned = pinned_block();
  char* device = device_block();
  musaStream_t stream = nullptr;
  musaStreamCreate(&stream);
  Gate gate;
  gate.hold(stream);
  musaLaunchHostFunc(stream, fill_with_seven, pinned);
  musaMemcpyAsync(device, pinned, kSize, musaMemcpyHostToDevice, stream);
  gate.open();
  musaStreamSynchronize(stream);
  char last = 0;
  musaMemcpy(&last, device + kSize - 1, 1, musaMemcpyDeviceToHost);
  if (last != 7) {
    std::abort();
  }
  musaStreamDestroy(stream);
  musaFreeHost(pinned);
  musaFree(device);
}

void all_is_well() {
  char* first = device_block();
  char* second = device_block();
  void* managed = nullptr;
  musaMallocManaged(&managed, kSize, musaMemAttachGlobal);
  std::memset(managed, 1, kSize);
  musaMemcpy(first, managed, kSize, musaMemcpyDefault);
  musaMemcpy(second, first, kSize, musaMemcpyDeviceToDevice);
  std::vector<char> host(kSize);
  musaMemcpy(host.data(), second, kSize, musaMemcpyDeviceToHost);
  void* pooled = nullptr;
  musaMallocAsync(&pooled, kSize, nullptr);
  musaMemsetAsync(pooled, 1, kSize, nullptr);
  musaFreeAsync(pooled, nullptr);
  musaDeviceSynchronize();
  if (host[kSize - 1] != 1 || musasimCheckReportCount() != 0) {
    std::abort();
  }
  musaFree(first);
  musaFree(second);
  musaFree(managed);
}

void pool_after_free() {
  void* pooled = nullptr;
  musaMallocAsync(&pooled, kSize, nullptr);
  musaFreeAsync(pooled, nullptr);
  musaMemset(pooled, 1, 10);
}

void last_report() {
  double_free();
  char text[40];
  const std::size_t length = musasimCheckLastReport(text, sizeof text);
  if (length < 100 || std::strlen(text) != 39 || musasimCheckReportCount() != 1 ||
      std::strstr(text, "double free") == nullptr) {
    std::abort();
  }
}

bool report_has(unsigned long long number, const char* words) {
  char text[400];
  return musasimCheckReport(number, text, sizeof text) != 0 && std::strstr(text, words) != nullptr;
}

void reports_by_number() {
  double_free();
  foreign_free();
  if (!report_has(1, "double free") || !report_has(2, "bad free") || report_has(3, "") ||
      report_has(0, "")) {
    std::abort();
  }
  for (int i = 0; i < 16; ++i) {
    foreign_free();
  }
  if (report_has(2, "") || !report_has(3, "bad free") || !report_has(18, "bad free")) {
    std::abort();
  }
}

void acknowledged() {
  double_free();
  musasimCheckAcknowledge(musasimCheckReportCount());
}

void leaks_of_a_part() {
  device_block();
  const unsigned long long before = musasimCheckLeaks(ULLONG_MAX);
  char* freed = device_block();
  musaFree(freed);
  musasimCheckLeaks(before);
  if (before == 0 || musasimCheckReportCount() != 0) {
    std::abort();
  }
  pinned_block();
  const unsigned long long after = musasimCheckLeaks(before);
  if (after <= before || !report_has(1, "leak: 20000 bytes in 1 allocations")) {
    std::abort();
  }
}

// A report that ends the process is told there twice: stderr is the same file.
void crash_file() {
  musasimCheckCrashFile(2);
  double_free();
  host_read();
}

void on_segv(int) { _exit(55); }

void chained_handler() {
  signal(SIGSEGV, on_segv);
  host_read();
}

struct Case {
  const char* name;
  void (*run)();
};

constexpr Case kCases[] = {{"host_read", host_read},
                           {"host_write", host_write},
                           {"read_after_free", read_after_free},
                           {"copy_after_free", copy_after_free},
                           {"copy_beyond", copy_beyond},
                           {"fill_beyond", fill_beyond},
                           {"double_free", double_free},
                           {"inner_free", inner_free},
                           {"foreign_free", foreign_free},
                           {"leak", leak},
                           {"freed_late", freed_late},
                           {"read_of_pending_target", read_of_pending_target},
                           {"write_of_pending_source", write_of_pending_source},
                           {"innocent_neighbour", innocent_neighbour},
                           {"innocent_source", innocent_source},
                           {"innocent_host_function", innocent_host_function},
                           {"all_is_well", all_is_well},
                           {"pool_after_free", pool_after_free},
                           {"last_report", last_report},
                           {"reports_by_number", reports_by_number},
                           {"acknowledged", acknowledged},
                           {"leaks_of_a_part", leaks_of_a_part},
                           {"crash_file", crash_file},
                           {"chained_handler", chained_handler}};

ChildResult run(const std::string& name, const std::string& setting = "MUSASIM_CHECK=1") {
  // The sanitizers' own handlers must leave the signal to end the process.
  Child child({"--case", name}, {setting, "ASAN_OPTIONS=handle_segv=0:handle_sigbus=0",
                                 "TSAN_OPTIONS=handle_segv=0:handle_sigbus=0"});
  return child.finish();
}

void expect(const ChildResult& result, int status, const std::vector<std::string>& words) {
  EQUAL(result.status, status);
  for (const std::string& word : words) {
    if (result.output.find(word) == std::string::npos) {
      ::testing::fail(__FILE__, __LINE__, "no `" + word + "` in:\n" + result.output);
    }
  }
}

}  // namespace

TEST(host_access_to_device_memory_is_reported_and_fatal) {
  expect(run("host_read"), -SIGSEGV,
         {"ERROR: host access: the host reads memory at", "17 bytes into 10000 bytes of device",
          "(device 0)", "made by call #1 musaMalloc, called from", "musart_test_check"});
  expect(run("host_write"), -SIGSEGV, {"the host writes memory at"});
}

TEST(the_signal_goes_on_to_an_older_handler) {
  expect(run("chained_handler"), 55, {"ERROR: host access"});
}

TEST(use_after_free_is_reported) {
  expect(run("read_after_free"), -SIGSEGV,
         {"ERROR: use after free: the host reads", "5 bytes into 20000 bytes of pinned host",
          "made by call #1 musaMallocHost", "freed by call #2 musaFreeHost"});
  expect(run("copy_after_free"), 99,
         {"ERROR: use after free: the source of 10 bytes", "in call #3 musaMemcpy",
          "7 bytes into 10000 bytes", "freed by call #2 musaFree"});
  expect(run("pool_after_free"), 99, {"ERROR: use after free", "freed by call #2 musaFreeAsync"});
}

TEST(copies_beyond_an_allocation_are_reported) {
  expect(run("copy_beyond"), 99,
         {"ERROR: copy beyond an allocation: the destination of 10024 bytes ends 24 bytes beyond",
          "in call #2 musaMemcpy", "made by call #1 musaMalloc"});
  expect(run("fill_beyond"), 99, {"ends 100 bytes beyond", "in call #2 musaMemsetAsync"});
}

TEST(bad_frees_are_reported) {
  expect(run("double_free"), 99,
         {"ERROR: double free", "in call #3 musaFree", "made by call #1 musaMalloc",
          "freed by call #2 musaFree"});
  expect(run("inner_free"), 99,
         {"ERROR: bad free: the address lies inside of an allocation", "512 bytes into"});
  expect(run("foreign_free"), 99, {"ERROR: bad free: nothing was allocated at this address"});
}

TEST(leaks_are_reported_at_exit) {
  const ChildResult result = run("leak");
  expect(result, 99,
         {"ERROR: leak: 30000 bytes in 2 allocations were not freed", "made by call #1 musaMalloc",
          "made by call #4 musaMallocHost"});
  CHECK(result.output.find("call #2") == std::string::npos);
  expect(run("leak", "MUSASIM_CHECK=noleak"), 0, {});
  expect(run("freed_late"), 0, {});
}

TEST(races_with_pending_copies_are_reported) {
  expect(run("read_of_pending_target"), -SIGSEGV,
         {"ERROR: race: the host reads a buffer of a pending copy",
          "a pending copy writes 10000 bytes", "musaMemcpyAsync, called from"});
  expect(run("write_of_pending_source"), -SIGSEGV,
         {"the host writes a buffer of a pending copy", "a pending copy reads 10000 bytes"});
}

TEST(innocent_accesses_near_pending_copies_go_on) {
  expect(run("innocent_neighbour"), 0, {});
  expect(run("innocent_source"), 0, {});
  expect(run("innocent_host_function"), 0, {});
}

TEST(correct_programs_run_without_reports) { expect(run("all_is_well"), 0, {}); }

TEST(reports_can_be_asked_for) {
  expect(run("last_report"), 99, {"double free"});
  expect(run("reports_by_number"), 99, {"double free"});
}

TEST(acknowledged_reports_leave_the_exit_status) {
  expect(run("acknowledged", "MUSASIM_CHECK=noleak"), 0, {"double free"});
}

TEST(leaks_of_a_part_of_the_program_are_reported) {
  expect(run("leaks_of_a_part", "MUSASIM_CHECK=noleak"), 99, {"leak: 20000 bytes"});
}

TEST(fatal_reports_go_to_the_crash_file_too) {
  const std::string output = run("crash_file").output;
  const auto count = [&output](const std::string& word) {
    std::size_t found = 0;
    for (std::size_t at = output.find(word); at != std::string::npos;
         at = output.find(word, at + 1)) {
      ++found;
    }
    return found;
  };
  EQUAL(count("ERROR: host access"), 2u);
  EQUAL(count("ERROR: double free"), 1u);
}

int main(int argc, char** argv) {
  if (argc > 2 && std::string(argv[1]) == "--case") {
    for (const Case& one : kCases) {
      if (std::strcmp(one.name, argv[2]) == 0) {
        one.run();
        return 0;
      }
    }
    return 2;
  }
  return ::testing::run_all(argc, argv);
}
