// Array copies with stream 0 as the calling thread's own stream.
#include "musart/per_thread.h"

using namespace musasim;

musaError_t musaMemcpy2DArrayToArray_ptds(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                          musaArray_const_t src, size_t wOffsetSrc,
                                          size_t hOffsetSrc, size_t width, size_t height,
                                          musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpy2DArrayToArray, dst, wOffsetDst, hOffsetDst, src,
                       wOffsetSrc, hOffsetSrc, width, height, kind);
}

musaError_t musaMemcpy2DFromArray_ptds(void* dst, size_t dpitch, musaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpy2DFromArray, dst, dpitch, src, wOffset, hOffset, width,
                       height, kind);
}

musaError_t musaMemcpy2DFromArrayAsync_ptsz(void* dst, size_t dpitch, musaArray_const_t src,
                                            size_t wOffset, size_t hOffset, size_t width,
                                            size_t height, musaMemcpyKind kind,
                                            musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpy2DFromArrayAsync, dst, dpitch, src, wOffset, hOffset,
                       width, height, kind, stream);
}

musaError_t musaMemcpy2DToArray_ptds(musaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void* src, size_t spitch, size_t width, size_t height,
                                     musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpy2DToArray, dst, wOffset, hOffset, src, spitch, width,
                       height, kind);
}

musaError_t musaMemcpy2DToArrayAsync_ptsz(musaArray_t dst, size_t wOffset, size_t hOffset,
                                          const void* src, size_t spitch, size_t width,
                                          size_t height, musaMemcpyKind kind, musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpy2DToArrayAsync, dst, wOffset, hOffset, src, spitch,
                       width, height, kind, stream);
}

musaError_t musaMemcpyArrayToArray_ptds(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                        musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                        size_t count, musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpyArrayToArray, dst, wOffsetDst, hOffsetDst, src,
                       wOffsetSrc, hOffsetSrc, count, kind);
}

musaError_t musaMemcpyFromArray_ptds(void* dst, musaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpyFromArray, dst, src, wOffset, hOffset, count, kind);
}

musaError_t musaMemcpyFromArrayAsync_ptsz(void* dst, musaArray_const_t src, size_t wOffset,
                                          size_t hOffset, size_t count, musaMemcpyKind kind,
                                          musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpyFromArrayAsync, dst, src, wOffset, hOffset, count, kind,
                       stream);
}

musaError_t musaMemcpyToArray_ptds(musaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                   size_t count, musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpyToArray, dst, wOffset, hOffset, src, count, kind);
}

musaError_t musaMemcpyToArrayAsync_ptsz(musaArray_t dst, size_t wOffset, size_t hOffset,
                                        const void* src, size_t count, musaMemcpyKind kind,
                                        musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpyToArrayAsync, dst, wOffset, hOffset, src, count, kind,
                       stream);
}
