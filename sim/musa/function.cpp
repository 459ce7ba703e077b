// Functions: attributes, preferences, occupancy.
#include "musa/function.h"

#include "machine/device/limits.h"

namespace d = musasim::driver;
using musasim::Function;

musaError_t d::function_attribute(const Function& function, MUfunction_attribute attribute,
                                  int* value) {
  const musaFuncAttributes all = musasim::function_attributes(function);
  switch (attribute) {
    case MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return d::store(value, all.maxThreadsPerBlock);
    case MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: return d::store(value, all.sharedSizeBytes);
    case MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: return d::store(value, all.constSizeBytes);
    case MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: return d::store(value, all.localSizeBytes);
    case MU_FUNC_ATTRIBUTE_NUM_REGS: return d::store(value, all.numRegs);
    case MU_FUNC_ATTRIBUTE_PTX_VERSION: return d::store(value, all.ptxVersion);
    case MU_FUNC_ATTRIBUTE_BINARY_VERSION: return d::store(value, all.binaryVersion);
    case MU_FUNC_ATTRIBUTE_CACHE_MODE_CA: return d::store(value, all.cacheModeCA);
    case MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return d::store(value, all.maxDynamicSharedSizeBytes);
    case MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return d::store(value, all.preferredShmemCarveout);
    case MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      return d::store(value, all.nonPortableClusterSizeAllowed);
    case MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    case MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: return d::store(value, 0);
    default: return musaErrorInvalidValue;
  }
}

musaError_t d::prefer_cache(Function& function, MUfunc_cache config) {
  if (!is_cache_config(config)) {
    return musaErrorInvalidValue;
  }
  function.cache_config = config;
  return musaSuccess;
}

namespace {

musaError_t best_block(int* grid, int* block, MUfunction func, MUoccupancyB2DSize shared_of,
                       size_t shared, int limit, unsigned flags) {
  if ((flags & ~unsigned{MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE}) != 0) {
    return musaErrorInvalidValue;
  }
  return d::with_function(func, [&](Function& function) {
    const auto size_of = [&](int size) { return shared_of != nullptr ? shared_of(size) : shared; };
    return musasim::best_block(function, size_of, limit, grid, block);
  });
}

musaError_t active_blocks(int* blocks, MUfunction func, int block_size, size_t shared,
                          unsigned flags) {
  if ((flags & ~unsigned{MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE}) != 0) {
    return musaErrorInvalidValue;
  }
  return d::with_function(func, [&](Function& function) {
    return musasim::active_blocks(function, block_size, shared, blocks);
  });
}

}  // namespace

MUresult muFuncGetAttribute(int* pi, MUfunction_attribute attrib, MUfunction hfunc) {
  return d::in_context(__func__, [&] {
    return d::with_function(
        hfunc, [&](Function& function) { return d::function_attribute(function, attrib, pi); });
  });
}

// The numbers of the attributes that can be set are the runtime's too.
MUresult muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value) {
  return d::in_context(__func__, [&] {
    return d::with_function(hfunc, [&](Function& function) {
      return musasim::set_function_attribute(function, static_cast<musaFuncAttribute>(attrib),
                                             value);
    });
  });
}

MUresult muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config) {
  return d::in_context(__func__, [&] {
    return d::with_function(hfunc,
                            [&](Function& function) { return d::prefer_cache(function, config); });
  });
}

MUresult muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config) {
  return d::in_context(__func__, [&] {
    return d::with_function(hfunc, [&](Function& function) {
      if (!musasim::is_shared_config(config)) {
        return musaErrorInvalidValue;
      }
      function.shared_config = config;
      return musaSuccess;
    });
  });
}

MUresult muFuncGetModule(MUmodule* hmod, MUfunction hfunc) {
  return d::in_context(__func__, [&] {
    return d::with_function(hfunc, [&](Function& function) {
      return d::store(hmod, reinterpret_cast<MUmodule>(
                                const_cast<musasim::Module*>(&function.kernel->module())));
    });
  });
}

MUresult muOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, MUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
  return d::in_context(
      __func__, [&] { return active_blocks(numBlocks, func, blockSize, dynamicSMemSize, 0); });
}

MUresult muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, MUfunction func,
                                                              int blockSize, size_t dynamicSMemSize,
                                                              unsigned int flags) {
  return d::in_context(
      __func__, [&] { return active_blocks(numBlocks, func, blockSize, dynamicSMemSize, flags); });
}

MUresult muOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, MUfunction func,
                                          MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit) {
  return d::in_context(__func__, [&] {
    return best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize,
                      blockSizeLimit, 0);
  });
}

MUresult muOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize,
                                                   MUfunction func,
                                                   MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int flags) {
  return d::in_context(__func__, [&] {
    return best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize,
                      blockSizeLimit, flags);
  });
}

MUresult muOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, MUfunction func,
                                                 int numBlocks, int blockSize) {
  return d::in_context(__func__, [&] {
    return d::with_function(func, [&](Function& function) {
      return musasim::available_dynamic_shared(function, numBlocks, blockSize, dynamicSmemSize);
    });
  });
}
