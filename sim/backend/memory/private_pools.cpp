// Private pools: memory of a graph, or what a user keeps apart.
#include <algorithm>
#include <atomic>
#include <set>
#include <string>

#include "memory/device_allocator.h"

namespace musasim::caching {

namespace {

std::atomic<unsigned long long> g_graph_pools{0};
std::atomic<unsigned long long> g_user_pools{0};

[[noreturn]] void no_such_pool(PoolId id) {
  throw UsageError("there is no memory pool (" + std::to_string(id.first) + ", " +
                   std::to_string(id.second) + ") on this device");
}

}  // namespace

PoolId new_graph_pool_id() { return {g_graph_pools.fetch_add(1) + 1, 0}; }
PoolId new_user_pool_id() { return {0, g_user_pools.fetch_add(1) + 1}; }

PrivatePool* DeviceAllocator::find_pool(PoolId id) {
  const auto found = pools_.find(id);
  return found == pools_.end() ? nullptr : found->second.get();
}

void DeviceAllocator::add_pool_user(PoolId id, PoolOptions options) {
  const Lock lock(mutex_);
  if (PrivatePool* pool = find_pool(id)) {
    if (options.source != nullptr && options.source != pool->options.source) {
      throw UsageError("the memory pool already has another allocator");
    }
    ++pool->users;
  } else {
    pools_.emplace(id, std::make_unique<PrivatePool>(id, std::move(options)));
  }
}

// Memory of a pool that helps out; freed, it is the pool's again.
Block* DeviceAllocator::borrow_from_pools(const Request& request) {
  if (request.pool->owner != nullptr) {
    return nullptr;
  }
  Request there = request;
  for (auto& [id, pool] : pools_) {
    if (!pool->options.use_on_oom) {
      continue;
    }
    there.pool = request.pool->large ? &pool->large : &pool->small;
    if (Block* block = find_free(there)) {
      return block;
    }
  }
  return nullptr;
}

void DeviceAllocator::release_pool(PoolId id) {
  const Lock lock(mutex_);
  PrivatePool* pool = find_pool(id);
  if (pool == nullptr || pool->users == 0) {
    no_such_pool(id);
  }
  if (--pool->users == 0 && pool->segments == 0) {
    drop_freeable_pools();
  }
}

int DeviceAllocator::pool_users(PoolId id) {
  const Lock lock(mutex_);
  const PrivatePool* pool = find_pool(id);
  return pool == nullptr ? 0 : pool->users;
}

// Pools without users and without memory are over.
void DeviceAllocator::drop_freeable_pools() {
  for (auto it = pools_.begin(); it != pools_.end();) {
    const bool is_target = std::any_of(filters_.begin(), filters_.end(), [&](const auto& filter) {
      return filter.first == it->first;
    });
    const bool over = it->second->users == 0 && it->second->segments == 0 && !is_target;
    it = over ? pools_.erase(it) : std::next(it);
  }
}

void DeviceAllocator::begin_allocate_to_pool(PoolId id, StreamFilter filter) {
  add_pool_user(id);
  const Lock lock(mutex_);
  for (const auto& [other, unused] : filters_) {
    if (other == id) {
      --find_pool(id)->users;
      throw UsageError("beginAllocateToPool: already recording to mempool_id");
    }
  }
  filters_.emplace_back(id, std::move(filter));
}

void DeviceAllocator::end_allocate_to_pool(PoolId id) {
  const Lock lock(mutex_);
  for (auto it = filters_.begin(); it != filters_.end(); ++it) {
    if (it->first == id) {
      filters_.erase(it);
      return;
    }
  }
  throw UsageError("endAllocatePool: not currently recording to mempool_id");
}

PoolId DeviceAllocator::target_of(musaStream_t stream) const {
  for (auto filter = filters_.rbegin(); filter != filters_.rend(); ++filter) {
    if (filter->second(stream)) {
      return filter->first;
    }
  }
  return kNoPool;
}

PoolId DeviceAllocator::target_pool(musaStream_t stream) {
  const Lock lock(mutex_);
  return target_of(stream);
}

bool DeviceAllocator::pool_has_only(PoolId id, const std::vector<const void*>& expected) {
  const Lock lock(mutex_);
  if (find_pool(id) == nullptr) {
    no_such_pool(id);
  }
  const std::set<const void*> wanted(expected.begin(), expected.end());
  std::size_t found = 0;
  bool only = true;
  allocated_.for_each([&](const Block* block) {
    if (id_of(*block->pool) == id) {
      only = only && wanted.count(block->start) != 0;
      ++found;
    }
  });
  return only && found == wanted.size();
}

}  // namespace musasim::caching
