// Copies to, from and between arrays: rectangles (2D), and runs of bytes that go on from row to
// row.
#include "machine/array/array.h"
#include "machine/memory/copy.h"
#include "musart/api.h"
#include "musart/memcpy.h"

using namespace musasim;

namespace {

// A place in an array: byte x of row y.
struct Place {
  musaArray_const_t array;
  std::size_t x;
  std::size_t y;
};

struct Rectangle {
  std::size_t width;  // bytes
  std::size_t height;
};

bool holds(std::size_t size, std::size_t at, std::size_t count) {
  return at <= size && count <= size - at;
}

void* address(const Array& array, const Place& place) {
  return static_cast<char*>(array.memory) + place.x + place.y * array.row_bytes();
}

// body(address, pitch) of the rectangle in a living array.
template <class Body>
musaError_t with_rectangle(const Place& place, const Rectangle& size, Body&& body) {
  const ArrayPtr array = find_array(place.array);
  if (!array) {
    return musaErrorInvalidResourceHandle;
  }
  if (!holds(array->row_bytes(), place.x, size.width) ||
      !holds(array->rows, place.y, size.height)) {
    return musaErrorInvalidValue;
  }
  return body(address(*array, place), array->row_bytes());
}

// body(address) of the run.
template <class Body>
musaError_t with_run(const Place& place, std::size_t count, Body&& body) {
  const ArrayPtr array = find_array(place.array);
  if (!array) {
    return musaErrorInvalidResourceHandle;
  }
  const bool inside = holds(array->row_bytes(), place.x, 0) && holds(array->rows, place.y, 0);
  const std::size_t start = inside ? place.x + place.y * array->row_bytes() : 0;
  if (!inside || !holds(array->row_bytes() * array->rows, start, count)) {
    return musaErrorInvalidValue;
  }
  return body(address(*array, place));
}

musaError_t rows_to(const Place& to, const void* from, std::size_t pitch, const Rectangle& size,
                    musaMemcpyKind kind, musaStream_t stream, bool wait) {
  return with_rectangle(to, size, [&](void* start, std::size_t row) {
    return copy_rows(start, row, from, pitch, size.width, size.height, kind, stream, wait);
  });
}

musaError_t rows_from(void* to, std::size_t pitch, const Place& from, const Rectangle& size,
                      musaMemcpyKind kind, musaStream_t stream, bool wait) {
  return with_rectangle(from, size, [&](void* start, std::size_t row) {
    return copy_rows(to, pitch, start, row, size.width, size.height, kind, stream, wait);
  });
}

musaError_t run_to(const Place& to, const void* from, std::size_t count, musaMemcpyKind kind,
                   musaStream_t stream, bool wait) {
  return with_run(to, count,
                  [&](void* start) { return copy_bytes(start, from, count, kind, stream, wait); });
}

musaError_t run_from(void* to, const Place& from, std::size_t count, musaMemcpyKind kind,
                     musaStream_t stream, bool wait) {
  return with_run(from, count,
                  [&](void* start) { return copy_bytes(to, start, count, kind, stream, wait); });
}

}  // namespace

musaError_t musaMemcpy2DToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                size_t spitch, size_t width, size_t height, musaMemcpyKind kind) {
  return api(__func__, [&] {
    return rows_to({dst, wOffset, hOffset}, src, spitch, {width, height}, kind, nullptr, true);
  });
}

musaError_t musaMemcpy2DToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void* src, size_t spitch, size_t width, size_t height,
                                     musaMemcpyKind kind, musaStream_t stream) {
  return api(__func__, [&] {
    return rows_to({dst, wOffset, hOffset}, src, spitch, {width, height}, kind, stream, false);
  });
}

musaError_t musaMemcpy2DFromArray(void* dst, size_t dpitch, musaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  musaMemcpyKind kind) {
  return api(__func__, [&] {
    return rows_from(dst, dpitch, {src, wOffset, hOffset}, {width, height}, kind, nullptr, true);
  });
}

musaError_t musaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, musaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       musaMemcpyKind kind, musaStream_t stream) {
  return api(__func__, [&] {
    return rows_from(dst, dpitch, {src, wOffset, hOffset}, {width, height}, kind, stream, false);
  });
}

musaError_t musaMemcpy2DArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, musaMemcpyKind kind) {
  return api(__func__, [&] {
    const Rectangle size{width, height};
    return with_rectangle({src, wOffsetSrc, hOffsetSrc}, size, [&](void* from, std::size_t pitch) {
      return rows_to({dst, wOffsetDst, hOffsetDst}, from, pitch, size, kind, nullptr, true);
    });
  });
}

musaError_t musaMemcpyToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                              size_t count, musaMemcpyKind kind) {
  return api(__func__,
             [&] { return run_to({dst, wOffset, hOffset}, src, count, kind, nullptr, true); });
}

musaError_t musaMemcpyToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                   size_t count, musaMemcpyKind kind, musaStream_t stream) {
  return api(__func__,
             [&] { return run_to({dst, wOffset, hOffset}, src, count, kind, stream, false); });
}

musaError_t musaMemcpyFromArray(void* dst, musaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, musaMemcpyKind kind) {
  return api(__func__,
             [&] { return run_from(dst, {src, wOffset, hOffset}, count, kind, nullptr, true); });
}

musaError_t musaMemcpyFromArrayAsync(void* dst, musaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, musaMemcpyKind kind,
                                     musaStream_t stream) {
  return api(__func__,
             [&] { return run_from(dst, {src, wOffset, hOffset}, count, kind, stream, false); });
}

musaError_t musaMemcpyArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                   size_t count, musaMemcpyKind kind) {
  return api(__func__, [&] {
    return with_run({src, wOffsetSrc, hOffsetSrc}, count, [&](void* from) {
      return run_to({dst, wOffsetDst, hOffsetDst}, from, count, kind, nullptr, true);
    });
  });
}
