// Loads and stores that say how they use the caches, and kinds of addresses.
#pragma once

#include <cstddef>

#define MUSASIM_LOAD(name) \
  template <class T>       \
  T name(const T* address);
MUSASIM_LOAD(__ldg)
MUSASIM_LOAD(__ldca)
MUSASIM_LOAD(__ldcg)
MUSASIM_LOAD(__ldcs)
MUSASIM_LOAD(__ldcv)
MUSASIM_LOAD(__ldlu)
#undef MUSASIM_LOAD

#define MUSASIM_STORE(name) \
  template <class T>        \
  void name(T* address, T value);
MUSASIM_STORE(__stcg)
MUSASIM_STORE(__stcs)
MUSASIM_STORE(__stwb)
MUSASIM_STORE(__stwt)
#undef MUSASIM_STORE

std::size_t __cvta_generic_to_shared(const void* address);
std::size_t __cvta_generic_to_global(const void* address);
unsigned __isGlobal(const void* address);
unsigned __isShared(const void* address);
unsigned __isConstant(const void* address);
unsigned __isLocal(const void* address);
