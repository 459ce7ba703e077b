// Storages that several processes use: what the sender gives away, and what the receiver makes of it.
#pragma once

#include <c10/core/Storage.h>

#include <cstdint>
#include <string>

namespace musasim {

// A storage as it travels. `handle` is empty for a storage without memory.
struct SharedStorage {
  int device = 0;
  std::string handle;  // names the allocation
  std::size_t size = 0;
  std::size_t offset = 0;  // in the allocation
  std::string counter_file;
  std::int64_t counter_place = 0;
};

// From now on the storage's memory is not used again before the receiver has let go of it, even when
// the storage is gone. Waits for the current stream: the receiver finds everything written.
SharedStorage share_storage(const c10::Storage& storage);
// The storage of another process (or of this one); it cannot be resized or shared further.
c10::Storage open_shared_storage(const SharedStorage& shared);
// The receiver has the storage already: one message less to wait for.
void release_shared_storage(const std::string& counter_file, std::int64_t counter_place);
// Frees what receivers have let go of since; true when it was anything.
bool collect_shared_storages();

}  // namespace musasim
