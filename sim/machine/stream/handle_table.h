// The live objects behind handles, so that dead handles are recognised.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace musasim {

// Handles are the objects' addresses. The table owns its objects until they are removed.
template <class T>
class HandleTable {
 public:
  // The handle, as yet without the type of one.
  void* add(std::shared_ptr<T> object) {
    void* const key = object.get();
    const std::lock_guard<std::mutex> lock(mutex_);
    objects_[key] = std::move(object);
    return key;
  }

  // Empty when the handle is dead.
  std::shared_ptr<T> find(const void* handle) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  std::shared_ptr<T> remove(const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) {
      return nullptr;
    }
    std::shared_ptr<T> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }

  // Removes what `chosen` picks, and returns it.
  template <class Choice>
  std::vector<std::shared_ptr<T>> remove_if(const Choice& chosen) {
    std::vector<std::shared_ptr<T>> removed;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto each = objects_.begin(); each != objects_.end();) {
      if (chosen(*each->second)) {
        removed.push_back(std::move(each->second));
        each = objects_.erase(each);
      } else {
        ++each;
      }
    }
    return removed;
  }

  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return objects_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<T>> objects_;
};

}  // namespace musasim
