// Return addresses outside of our own libraries, and their names.
#include "machine/memory/check/call_site.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <cstring>

#include "machine/device/api_call.h"
#include "machine/memory/check/call_site_text.h"
#include "machine/memory/check/check.h"

namespace musasim::check {

namespace {

constexpr int kDepth = 24;

std::size_t folder_length(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? 0 : static_cast<std::size_t>(slash - path) + 1;
}

// The file of this library; its neighbours are the other libraries of the platform.
const char* own_file() {
  static const char* const file = [] {
    Dl_info info{};
    return dladdr(reinterpret_cast<const void*>(&here), &info) != 0 ? info.dli_fname : "";
  }();
  return file;
}

bool is_ours(const Dl_info& info) {
  const char* own = own_file();
  const std::size_t length = folder_length(own);
  const char* name = info.dli_fname + folder_length(info.dli_fname);
  return folder_length(info.dli_fname) == length &&
         std::strncmp(info.dli_fname, own, length) == 0 && std::strncmp(name, "lib", 3) == 0;
}

}  // namespace

void find_frames(CallSite& site, const void* from) noexcept {
  void* frames[kDepth];
  const int depth = backtrace(frames, kDepth);
  bool started = from == nullptr;
  for (int i = 1; i < depth && site.count < CallSite::kFrames; ++i) {
    started = started || frames[i] == from;
    Dl_info info{};
    const bool ours = dladdr(frames[i], &info) != 0 && is_ours(info);
    if (started && (from != nullptr || !ours)) {
      site.frames[site.count++] = frames[i];
    }
  }
}

std::shared_ptr<const CallSite> here() {
  auto site = std::make_shared<CallSite>();
  site->function = current_call();
  site->number = current_call_number();
  find_frames(*site, nullptr);
  return site;
}

void add_frame(Text& text, const void* address) noexcept {
  Dl_info info{};
  // A return address is behind its call.
  const char* const at = static_cast<const char*>(address) - 1;
  if (dladdr(at, &info) == 0 || info.dli_fname == nullptr) {
    text.add("%p", address);
    return;
  }
  const char* name = info.dli_fname + folder_length(info.dli_fname);
  text.add("%s+0x%zx", name,
           static_cast<std::size_t>(static_cast<const char*>(address) -
                                    static_cast<const char*>(info.dli_fbase)));
  if (info.dli_sname != nullptr) {
    text.add(" (%s)", info.dli_sname);
  }
}

void add_site(Text& text, const CallSite& site) noexcept {
  if (site.number == 0 && *site.function != '\0') {
    text.add("%s", site.function);
  } else if (*site.function != '\0') {
    text.add("call #%llu %s", static_cast<unsigned long long>(site.number), site.function);
  } else {
    text.add("a stream's work");
  }
  for (int i = 0; i < site.count; ++i) {
    if (i == 0) {
      text.add(", called from ");
    } else {
      add_line(text);
      text.add("  from ");
    }
    add_frame(text, site.frames[i]);
  }
}

}  // namespace musasim::check
