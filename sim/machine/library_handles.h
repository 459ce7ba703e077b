// The live handles of the libraries above the runtime (mublasHandle_t and their like), so that dead
// and foreign ones are diagnosed. It is here because a library may be loaded twice, under both of
// its file names, and each copy must know the handles that the other made.
#pragma once

#include <memory>
#include <utility>

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

// The same for handles that are pointers to the object itself, whose type names its kind:
//   static constexpr const char* kHandleKind = "musparseHandle_t";

// Puts the object into the table and gives its handle.
template <class Object>
Object* add_handle(std::shared_ptr<Object> object) {
  Object* const handle = object.get();
  add_library_handle(Object::kHandleKind, std::move(object));
  return handle;
}

template <class Object>
std::shared_ptr<Object> find_handle(const Object* handle) noexcept {
  return std::static_pointer_cast<Object>(find_library_handle(Object::kHandleKind, handle));
}

// Empty when it was no live handle.
template <class Object>
std::shared_ptr<Object> remove_handle(const Object* handle) noexcept {
  return std::static_pointer_cast<Object>(remove_library_handle(Object::kHandleKind, handle));
}

}  // namespace musasim
