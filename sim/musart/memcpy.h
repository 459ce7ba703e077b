// Copies and fills on a given stream, for the functions and their per-thread variants.
#pragma once

#include <cstddef>

#include "driver_types.h"

namespace musasim {

musaError_t copy_bytes(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind,
                       musaStream_t stream, bool wait);
musaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, musaMemcpyKind kind,
                      musaStream_t stream, bool wait);
musaError_t copy_box(const musaMemcpy3DParms* parms, musaStream_t stream, bool wait);
musaError_t copy_box_between(const musaMemcpy3DPeerParms* parms, musaStream_t stream, bool wait);
musaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes,
                           std::size_t offset, musaMemcpyKind kind, musaStream_t stream, bool wait);
musaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             musaMemcpyKind kind, musaStream_t stream, bool wait);
musaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                      musaStream_t stream, bool wait);
musaError_t fill_box(musaPitchedPtr to, int value, musaExtent extent, musaStream_t stream,
                     bool wait);

// Waits for the work of both devices, unless they are the current one.
musaError_t wait_for_devices(int first, int second);

}  // namespace musasim
