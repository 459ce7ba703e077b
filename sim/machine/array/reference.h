// Texture and surface references: variables of the program that compiled code makes known, and what
// each is bound to on each device. Kernels look them up here.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/array/texture.h"
#include "machine/export.h"
#include "surface_types.h"
#include "texture_types.h"

namespace musasim {

MUSASIM_API void register_texture(const textureReference* reference, musaTextureReadMode mode);
MUSASIM_API void register_surface(const surfaceReference* reference);

// The variable itself; musaErrorInvalidTexture and musaErrorInvalidSurface for an unknown one. So
// answer all functions here. What they bind is bound on the current device.
MUSASIM_API musaError_t texture_reference(const void* symbol, const textureReference** reference);
MUSASIM_API musaError_t surface_reference(const void* symbol, const surfaceReference** reference);

// Device memory starts at a multiple of an alignment for a texture: `offset` is how far before the
// pointer, and may be null if that is nothing.
MUSASIM_API musaError_t bind_linear(std::size_t* offset, const textureReference* reference,
                                    const void* pointer, const musaChannelFormatDesc* format,
                                    std::size_t bytes);
MUSASIM_API musaError_t bind_pitched(std::size_t* offset, const textureReference* reference,
                                     const void* pointer, const musaChannelFormatDesc* format,
                                     std::size_t width, std::size_t height, std::size_t pitch);
// musaErrorInvalidValue when the array's elements have another size than the format.
MUSASIM_API musaError_t bind_array(const textureReference* reference, const void* array,
                                   const musaChannelFormatDesc* format);
MUSASIM_API musaError_t bind_mipmapped(const textureReference* reference, const void* array,
                                       const musaChannelFormatDesc* format);
MUSASIM_API musaError_t unbind_texture(const textureReference* reference);
MUSASIM_API musaError_t bind_surface(const surfaceReference* reference, const void* array,
                                     const musaChannelFormatDesc* format);

// musaErrorInvalidTextureBinding: not bound.
MUSASIM_API musaError_t bound_texture(const textureReference* reference, Texture* texture,
                                      std::size_t* offset);
// The object that reads what is bound on the device; 0: nothing is.
MUSASIM_API musaTextureObject_t bound_object(const textureReference* reference, int device);
// musaErrorInvalidSurface: not bound.
MUSASIM_API musaError_t bound_surface(const surfaceReference* reference,
                                      musaResourceDesc* resource);

}  // namespace musasim
