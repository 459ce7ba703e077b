// The table of the libraries' live handles.
#include "machine/library_handles.h"

#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace musasim {
namespace {

struct Entry {
  const char* kind;
  std::shared_ptr<void> object;
};

struct Table {
  std::mutex mutex;
  std::unordered_map<const void*, Entry> entries;
};

Table& table() {
  static Table* const all = new Table;
  return *all;
}

}  // namespace

void add_library_handle(const char* kind, std::shared_ptr<void> object) {
  const void* const handle = object.get();
  const std::lock_guard<std::mutex> lock(table().mutex);
  table().entries[handle] = Entry{kind, std::move(object)};
}

std::shared_ptr<void> find_library_handle(const char* kind, const void* handle) noexcept {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto found = table().entries.find(handle);
  const bool live = found != table().entries.end() && std::strcmp(found->second.kind, kind) == 0;
  return live ? found->second.object : nullptr;
}

std::shared_ptr<void> remove_library_handle(const char* kind, const void* handle) noexcept {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto found = table().entries.find(handle);
  if (found == table().entries.end() || std::strcmp(found->second.kind, kind) != 0) {
    return nullptr;
  }
  std::shared_ptr<void> object = std::move(found->second.object);
  table().entries.erase(found);
  return object;
}

}  // namespace musasim
