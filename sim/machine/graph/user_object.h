// User objects: things of the program that live as long as graphs refer to them.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

class UserObject {
 public:
  UserObject(void* data, musaHostFn_t destroy, unsigned count)
      : data_(data), destroy_(destroy), count_(count) {}

  void retain(unsigned count);
  // The last release calls the destructor. False when there are fewer references than that.
  bool release(unsigned count);

 private:
  void* const data_;
  const musaHostFn_t destroy_;
  std::mutex mutex_;
  unsigned long long count_;
};

MUSASIM_API musaError_t create_user_object(musaUserObject_t* object, void* data,
                                           musaHostFn_t destroy, unsigned count, unsigned flags);
MUSASIM_API musaError_t retain_user_object(musaUserObject_t object, unsigned count);
MUSASIM_API musaError_t release_user_object(musaUserObject_t object, unsigned count);
MUSASIM_API musaError_t retain_user_object(musaGraph_t graph, musaUserObject_t object,
                                           unsigned count, unsigned flags);
MUSASIM_API musaError_t release_user_object(musaGraph_t graph, musaUserObject_t object,
                                            unsigned count);

void retain_user_object(const std::shared_ptr<UserObject>& object, unsigned count);
void release_user_object(const std::shared_ptr<UserObject>& object, unsigned count);

// Delays what release_user_object() of a reference does in this thread until the scope's end.
class MUSASIM_API DelayedReleases {
 public:
  DelayedReleases() noexcept;
  ~DelayedReleases();
  DelayedReleases(const DelayedReleases&) = delete;
  DelayedReleases& operator=(const DelayedReleases&) = delete;
  void add(const std::shared_ptr<UserObject>& object, unsigned count);

 private:
  DelayedReleases* const outer_;
  std::vector<std::pair<std::shared_ptr<UserObject>, unsigned>> list_;
};

}  // namespace musasim
