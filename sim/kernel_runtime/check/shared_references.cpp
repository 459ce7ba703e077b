// Keeps the references of all loaded libraries, which are few; a library may go and take its own along.
#include "kernel_runtime/check/shared_references.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "musasim/device/shared_guard.h"

namespace musasim::device {

namespace {

using Use = void* (*)();

struct All {
  std::mutex mutex;
  std::vector<Use> uses;
};

All& all() {
  static All* const references = new All;
  return *references;
}

}  // namespace

SharedReference::SharedReference(Use use) : use_(use) {
  const std::lock_guard<std::mutex> lock(all().mutex);
  all().uses.push_back(use);
}

SharedReference::~SharedReference() {
  const std::lock_guard<std::mutex> lock(all().mutex);
  std::vector<Use>& uses = all().uses;
  uses.erase(std::find(uses.begin(), uses.end(), use_));
}

void check::make_shared_references() {
  const std::lock_guard<std::mutex> lock(all().mutex);
  for (const Use use : all().uses) {
    use();
  }
}

}  // namespace musasim::device
