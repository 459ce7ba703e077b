// Names of memory pools, as PyTorch gives them: (n, 0) is a graph's own pool, (0, n) one that the
// user made or asked a handle for; (0, 0) is what belongs to no private pool.
#pragma once

#include <utility>

namespace musasim::caching {

using PoolId = std::pair<unsigned long long, unsigned long long>;

inline constexpr PoolId kNoPool{0, 0};

// A name that no pool of the process had before.
PoolId new_graph_pool_id();
PoolId new_user_pool_id();

}  // namespace musasim::caching
