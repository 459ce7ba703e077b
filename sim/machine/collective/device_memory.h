// Device memory as ranks in other processes reach it: by the file that backs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "machine/collective/segment.h"

namespace musasim::collective {

// The place where other processes find the bytes; `where` stays kNone when they cannot.
BufferNote share_device_memory(const void* pointer, std::size_t bytes);

// A duplicate of the file of one of this process' device memories; -1 when there is none.
int duplicate_memory_file(int memory);

// The device memories of one other process, mapped at their first use.
class RemoteMemory {
 public:
  explicit RemoteMemory(std::string service) : service_(std::move(service)) {}
  ~RemoteMemory();
  RemoteMemory(const RemoteMemory&) = delete;
  RemoteMemory& operator=(const RemoteMemory&) = delete;

  // Null when it cannot be mapped.
  char* find(const BufferNote& note, std::size_t bytes);

 private:
  struct Mapping {
    char* base = nullptr;
    std::size_t size = 0;
  };
  const std::string service_;
  std::mutex mutex_;
  std::map<int, Mapping> mappings_;
};

// The memory of the process behind the socket, shared by all communicators.
std::shared_ptr<RemoteMemory> remote_memory(const std::string& service);

}  // namespace musasim::collective
