// Counting the references to user objects.
#include "machine/graph/user_object.h"

#include <climits>

#include "machine/graph/graph.h"
#include "machine/stream/handle_table.h"
#include "machine/stream/host_function.h"

namespace musasim {

namespace {

HandleTable<UserObject>& user_objects() {
  static HandleTable<UserObject>* const table = new HandleTable<UserObject>;
  return *table;
}

thread_local DelayedReleases* t_delayed = nullptr;

bool bad_count(unsigned count) { return count == 0 || count > INT_MAX; }

}  // namespace

void UserObject::retain(unsigned count) {
  const std::lock_guard<std::mutex> lock(mutex_);
  count_ += count;
}

bool UserObject::release(unsigned count) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (count > count_) {
      return false;
    }
    count_ -= count;
    if (count_ != 0) {
      return true;
    }
  }
  user_objects().remove(this);
  const HostFunctionScope scope;
  destroy_(data_);
  return true;
}

void retain_user_object(const std::shared_ptr<UserObject>& object, unsigned count) {
  object->retain(count);
}

void release_user_object(const std::shared_ptr<UserObject>& object, unsigned count) {
  if (t_delayed != nullptr) {
    t_delayed->add(object, count);
  } else {
    object->release(count);
  }
}

DelayedReleases::DelayedReleases() noexcept : outer_(t_delayed) { t_delayed = this; }

DelayedReleases::~DelayedReleases() {
  t_delayed = outer_;
  for (const auto& [object, count] : list_) {
    release_user_object(object, count);
  }
}

void DelayedReleases::add(const std::shared_ptr<UserObject>& object, unsigned count) {
  list_.emplace_back(object, count);
}

musaError_t create_user_object(musaUserObject_t* object, void* data, musaHostFn_t destroy,
                               unsigned count, unsigned flags) {
  // The destructor may run at any time, so that flag is obligatory.
  if (object == nullptr || destroy == nullptr || bad_count(count) ||
      flags != musaUserObjectNoDestructorSync) {
    return musaErrorInvalidValue;
  }
  *object = reinterpret_cast<musaUserObject_t>(
      user_objects().add(std::make_shared<UserObject>(data, destroy, count)));
  return musaSuccess;
}

musaError_t retain_user_object(musaUserObject_t object, unsigned count) {
  const std::shared_ptr<UserObject> found = user_objects().find(object);
  if (!found || bad_count(count)) {
    return musaErrorInvalidValue;
  }
  found->retain(count);
  return musaSuccess;
}

musaError_t release_user_object(musaUserObject_t object, unsigned count) {
  const std::shared_ptr<UserObject> found = user_objects().find(object);
  if (!found || bad_count(count) || !found->release(count)) {
    return musaErrorInvalidValue;
  }
  return musaSuccess;
}

musaError_t retain_user_object(musaGraph_t graph, musaUserObject_t object, unsigned count,
                               unsigned flags) {
  const std::shared_ptr<UserObject> found = user_objects().find(object);
  if (!found || bad_count(count) || (flags & ~unsigned{musaGraphUserObjectMove}) != 0) {
    return musaErrorInvalidValue;
  }
  const GraphLock lock;
  Graph* const target = find_graph(graph);
  if (target == nullptr) {
    return musaErrorInvalidValue;
  }
  if ((flags & musaGraphUserObjectMove) == 0) {
    found->retain(count);
  }
  target->user_objects()[found] += count;
  return musaSuccess;
}

musaError_t release_user_object(musaGraph_t graph, musaUserObject_t object, unsigned count) {
  const std::shared_ptr<UserObject> found = user_objects().find(object);
  if (!found || bad_count(count)) {
    return musaErrorInvalidValue;
  }
  {
    const GraphLock lock;
    Graph* const target = find_graph(graph);
    if (target == nullptr) {
      return musaErrorInvalidValue;
    }
    const auto held = target->user_objects().find(found);
    if (held == target->user_objects().end() || held->second < count) {
      return musaErrorInvalidValue;
    }
    held->second -= count;
    if (held->second == 0) {
      target->user_objects().erase(held);
    }
  }
  found->release(count);
  return musaSuccess;
}

}  // namespace musasim
