// Reports: their text, and where they go.
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

#include "machine/device/api_call.h"
#include "machine/export.h"
#include "machine/memory/check/call_site_text.h"
#include "machine/memory/check/check.h"
#include "machine/memory/pieces.h"
#include "musasim/check.h"

namespace musasim::check {

namespace {

std::atomic<unsigned long long> g_count{0};
std::atomic<unsigned long long> g_acknowledged{0};
std::atomic<int> g_crash_file{-1};

constexpr std::size_t kKept = 16;

struct Kept {
  std::mutex mutex;
  std::array<Text, kKept> texts;  // of report n: at n % kKept
};

Kept& kept_reports() {
  static Kept* const kept = new Kept;
  return *kept;
}

const char* name_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kDevice: return "device memory";
    case MemoryKind::kPool: return "pool memory";
    case MemoryKind::kGraph: return "graph memory";
    case MemoryKind::kIpc: return "another process's memory";
    case MemoryKind::kMapped: return "mapped device memory";
    case MemoryKind::kExternal: return "external memory";
    case MemoryKind::kVariable: return "a device variable";
    case MemoryKind::kManaged: return "managed memory";
    case MemoryKind::kHost: return "pinned host memory";
    case MemoryKind::kRegistered: return "registered host memory";
    default: return "memory";
  }
}

// Adds how far the address is from the allocation's bounds.
void add_distance(Text& text, const Allocation& what, const char* address) {
  if (address < what.base) {
    text.add("%p lies %zu bytes before", static_cast<const void*>(address),
             static_cast<std::size_t>(what.base - address));
  } else if (address >= what.base + what.size) {
    text.add("%p lies %zu bytes beyond", static_cast<const void*>(address),
             static_cast<std::size_t>(address - what.base - what.size));
  } else {
    text.add("%p lies %zu bytes into", static_cast<const void*>(address),
             static_cast<std::size_t>(address - what.base));
  }
}

// Whether the address may have been meant to lie in the allocation.
bool is_near(const Allocation& what, const char* address) {
  constexpr std::size_t kNear = std::size_t{1} << 30;
  const char* const end = what.base + what.size;
  return static_cast<std::size_t>(address < what.base ? what.base - address : address - end) <
             kNear ||
         (address >= what.base && address < end);
}

registry::Record record_near(const void* pointer) noexcept {
  registry::Record record = pieces::near(pointer);
  if (!record.what) {
    record = registry::find(pointer);
  }
  if (!record.what) {
    record = registry::find_freed(pointer);
  }
  if (!record.what) {
    record = registry::find_neighbour(pointer);
  }
  const bool near = record.what && is_near(record.what, static_cast<const char*>(pointer));
  return near ? record : registry::Record{};
}

// A null address: only the allocation.
void add_place(Text& text, const Allocation& what, const char* address) {
  add_line(text);
  if (address != nullptr) {
    add_distance(text, what, address);
  }
  text.add("%s%zu bytes of %s at %p", address == nullptr ? "" : " ", what.size, name_of(what.kind),
           static_cast<void*>(what.base));
  if (what.device >= 0) {
    text.add(" (device %d)", what.device);
  }
}

void add_record(Text& text, const registry::Record& record, const void* pointer) {
  add_place(text, record.what, static_cast<const char*>(pointer));
  if (record.made) {
    add_line(text);
    text.add("made by ");
    add_site(text, *record.made);
  }
  if (record.freed) {
    add_line(text);
    text.add("freed by ");
    add_site(text, *record.freed);
  }
}

void print(const Text& text, int file) noexcept {
  struct iovec parts[] = {{const_cast<char*>(text.data()), text.length()},
                          {const_cast<char*>("\n"), 1}};
  const ssize_t written = writev(file, parts, 2);
  static_cast<void>(written);
}

void add_present_call(Text& text) noexcept {
  add_line(text);
  text.add("in ");
  CallSite site;
  site.function = current_call();
  site.number = current_call_number();
  find_frames(site, nullptr);
  add_site(text, site);
}

}  // namespace

void begin(Text& text, const char* what) noexcept {
  text.add("==%d== musasim: ERROR: %s", static_cast<int>(getpid()), what);
}

void add_line(Text& text) noexcept { text.add("\n==%d==   ", static_cast<int>(getpid())); }

void add_address(Text& text, const void* pointer) noexcept {
  const registry::Record record = record_near(pointer);
  if (record.what) {
    add_record(text, record, pointer);
  } else {
    add_line(text);
    text.add("%p is not in any allocation", pointer);
  }
}

void add_hint_at_lines(Text& text) noexcept {
  add_line(text);
  text.add(
      "if a kernel did this: compile it with MUSASIM_CHECK_KERNELS=1 to see its line and thread");
}

void finish(const Text& text) noexcept {
  {
    Kept& kept = kept_reports();
    const std::lock_guard<std::mutex> lock(kept.mutex);
    kept.texts[(g_count.load() + 1) % kKept] = text;
    g_count.fetch_add(1);
  }
  print(text, STDERR_FILENO);
}

void finish_fatal(const Text& text) noexcept {
  finish(text);
  if (const int file = g_crash_file.load(); file >= 0) {
    print(text, file);
  }
}

bool any_reports() noexcept { return g_count.load() > g_acknowledged.load(); }

void report_bad_free(const void* pointer) noexcept {
  const registry::Record live = registry::find(pointer);
  const registry::Record freed = registry::find_freed(pointer);
  Text text;
  if (live.what) {
    begin(text, live.what.base == pointer
                    ? "bad free: this function does not free memory of this kind"
                    : "bad free: the address lies inside of an allocation");
  } else if (freed.what && freed.what.base == pointer) {
    begin(text, "double free");
  } else {
    begin(text, "bad free: nothing was allocated at this address");
  }
  add_present_call(text);
  add_address(text, pointer);
  finish(text);
}

void report_bad_range(const char* side, const void* pointer, std::size_t bytes) noexcept {
  const registry::Record live = registry::find(pointer);
  const bool freed = !live.what && registry::find_freed(pointer).what;
  Text text;
  if (live.what) {
    const char* const end = live.what.base + live.what.size;
    const auto left = static_cast<std::size_t>(end - static_cast<const char*>(pointer));
    begin(text, "copy beyond an allocation: ");
    text.add("the %s of %zu bytes ends %zu bytes beyond its end", side, bytes, bytes - left);
  } else {
    begin(text, freed ? "use after free: " : "copy outside of any allocation: ");
    text.add("the %s of %zu bytes", side, bytes);
  }
  add_present_call(text);
  add_address(text, pointer);
  finish(text);
}

void report_host_pointer(const void* pointer, const char* kernel) noexcept {
  Text text;
  begin(text, "host pointer: ");
  text.add("kernel %s uses %p, which is host memory that no device can reach", kernel, pointer);
  finish(text);
}

void report_in_kernel(const std::string& what, const std::vector<std::string>& lines,
                      bool with_address, const void* address) {
  Text text;
  begin(text, what.c_str());
  for (const std::string& line : lines) {
    add_line(text);
    text.add("%s", line.c_str());
  }
  if (with_address) {
    add_address(text, address);
  }
  finish(text);
}

Neighbour allocation_near(const void* pointer) {
  const registry::Record record = record_near(pointer);
  const auto text_of = [](const std::shared_ptr<const CallSite>& site) {
    Text text;
    if (site) {
      add_site(text, *site);
    }
    std::string result = text.data();
    return result.substr(0, result.find('\n'));
  };
  return {record.what.base, record.what.size, text_of(record.made), text_of(record.freed)};
}

std::string place_in_program(const void* return_address) {
  Text text;
  add_frame(text, return_address);
  return text.data();
}

void report_overrun(const void* pointer) noexcept {
  Text text;
  begin(text, "overrun: the program wrote beyond an allocation (noticed when it is freed)");
  add_present_call(text);
  const registry::Record record = registry::find_freed(static_cast<const char*>(pointer) - 1);
  add_record(text, record.what ? record : registry::find_neighbour(pointer), pointer);
  add_hint_at_lines(text);
  finish(text);
}

void report_leaks(std::uint64_t since) noexcept {
  const auto kinds = registry::bit(MemoryKind::kDevice) | registry::bit(MemoryKind::kPool) |
                     registry::bit(MemoryKind::kManaged) | registry::bit(MemoryKind::kHost);
  std::vector<registry::Record> left = registry::all(kinds);
  // Memory that a library keeps for itself is not the user's to free.
  const auto kept = [since](const registry::Record& record) {
    return !record.made || record.made->number <= since ||
           std::strstr(record.made->function, "lloc") == nullptr;
  };
  left.erase(std::remove_if(left.begin(), left.end(), kept), left.end());
  if (left.empty()) {
    return;
  }
  std::size_t bytes = 0;
  for (const registry::Record& record : left) {
    bytes += record.what.size;
  }
  constexpr std::size_t kShown = 6;
  Text text;
  begin(text, "leak: ");
  text.add("%zu bytes in %zu allocations were not freed", bytes, left.size());
  for (std::size_t i = 0; i < left.size() && i < kShown; ++i) {
    add_record(text, left[i], nullptr);
  }
  if (left.size() > kShown) {
    add_line(text);
    text.add("... and %zu more", left.size() - kShown);
  }
  finish(text);
}

}  // namespace musasim::check

extern "C" MUSASIM_API unsigned long long musasimCheckReportCount(void) {
  return musasim::check::g_count.load();
}

extern "C" MUSASIM_API size_t musasimCheckReport(unsigned long long number, char* text,
                                                 size_t size) {
  using namespace musasim::check;
  Kept& kept = kept_reports();
  const std::lock_guard<std::mutex> lock(kept.mutex);
  const unsigned long long count = g_count.load();
  if (number == 0 || number > count || count - number >= kKept) {
    return 0;
  }
  const Text& report = kept.texts[number % kKept];
  const std::size_t length = report.length();
  if (text != nullptr && size != 0) {
    const std::size_t shown = length < size ? length : size - 1;
    std::memcpy(text, report.data(), shown);
    text[shown] = '\0';
  }
  return length;
}

extern "C" MUSASIM_API size_t musasimCheckLastReport(char* text, size_t size) {
  return musasimCheckReport(musasimCheckReportCount(), text, size);
}

extern "C" MUSASIM_API void musasimCheckAcknowledge(unsigned long long reports) {
  musasim::check::g_acknowledged.fetch_add(reports);
}

extern "C" MUSASIM_API unsigned long long musasimCheckLeaks(unsigned long long since) {
  musasim::check::report_leaks(since);
  return musasim::call_count();
}

extern "C" MUSASIM_API void musasimCheckCrashFile(int file) { musasim::check::g_crash_file = file; }
