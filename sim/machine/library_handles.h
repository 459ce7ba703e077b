// The live handles of the libraries above the runtime (mublasHandle_t and their like), so that dead
// and foreign ones are diagnosed. It is here because a library may be loaded twice, under both of
// its file names, and each copy must know the handles that the other made.
#pragma once

#include <memory>

#include "machine/export.h"

namespace musasim {

// `kind` names the handle's type. The handle is the object's address; the table keeps it alive.
MUSASIM_API void add_library_handle(const char* kind, std::shared_ptr<void> object);
// Empty when this is no live handle of that kind.
MUSASIM_API std::shared_ptr<void> find_library_handle(const char* kind,
                                                      const void* handle) noexcept;
// Takes it out of the table: from now on the handle is dead.
MUSASIM_API std::shared_ptr<void> remove_library_handle(const char* kind,
                                                        const void* handle) noexcept;

}  // namespace musasim
