// Texture and surface objects: what they are bound to and how they are to be read. Their handles
// are numbers; kernels look them up here.
#pragma once

#include <optional>

#include "driver_types.h"
#include "machine/export.h"
#include "surface_types.h"
#include "texture_types.h"

namespace musasim {

struct Texture {
  musaResourceDesc resource{};
  musaTextureDesc how{};
  std::optional<musaResourceViewDesc> view;
};

// musaErrorInvalidValue, musaErrorInvalidResourceHandle for dead arrays,
// musaErrorInvalidChannelDescriptor.
MUSASIM_API musaError_t make_texture(const Texture& texture, musaTextureObject_t* object);
// False: there is no such object. The same for the others.
MUSASIM_API bool find_texture(musaTextureObject_t object, Texture* texture);
MUSASIM_API bool free_texture(musaTextureObject_t object);

// Only of arrays made for it (musaArraySurfaceLoadStore).
MUSASIM_API musaError_t make_surface(const musaResourceDesc& resource, musaSurfaceObject_t* object);
MUSASIM_API bool find_surface(musaSurfaceObject_t object, musaResourceDesc* resource);
MUSASIM_API bool free_surface(musaSurfaceObject_t object);

}  // namespace musasim
