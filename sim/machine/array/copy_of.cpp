// Sides of copies that are arrays.
#include "machine/array/array.h"
#include "machine/memory/copy.h"

namespace musasim {

namespace {

CopySide pitched_side(const musaPitchedPtr& pitched, const musaPos& at) {
  const std::size_t plane = pitched.pitch * pitched.ysize;
  char* start = static_cast<char*>(pitched.ptr) + at.x + at.y * pitched.pitch + at.z * plane;
  return {start, pitched.pitch, plane};
}

bool holds(std::size_t size, std::size_t at, std::size_t count) {
  return at <= size && count <= size - at;
}

bool holds(const Array& array, const musaPos& at, const musaExtent& extent) {
  return holds(array.extent.width, at.x, extent.width) && holds(array.rows, at.y, extent.height) &&
         holds(array.planes, at.z, extent.depth);
}

CopySide array_side(const Array& array, const musaPos& at) {
  CopySide side = array.side();
  side.pointer = static_cast<char*>(side.pointer) + at.x * array.element + at.y * side.pitch +
                 at.z * side.plane;
  return side;
}

// Widths and offsets count elements where an array takes part, bytes elsewhere.
musaError_t copy_with_arrays(const musaMemcpy3DParms& parms, Copy* copy) {
  const ArrayPtr from = find_array(parms.srcArray);
  const ArrayPtr to = find_array(parms.dstArray);
  if ((parms.srcArray != nullptr && !from) || (parms.dstArray != nullptr && !to)) {
    return musaErrorInvalidResourceHandle;
  }
  if ((from && !holds(*from, parms.srcPos, parms.extent)) ||
      (to && !holds(*to, parms.dstPos, parms.extent)) ||
      (from && to && from->element != to->element)) {
    return musaErrorInvalidValue;
  }
  copy->from = from ? array_side(*from, parms.srcPos) : pitched_side(parms.srcPtr, parms.srcPos);
  copy->to = to ? array_side(*to, parms.dstPos) : pitched_side(parms.dstPtr, parms.dstPos);
  const std::size_t element = from ? from->element : to ? to->element : 1;
  copy->width = parms.extent.width * element;
  copy->height = parms.extent.height;
  copy->depth = parms.extent.depth;
  copy->kind = parms.kind;
  return musaSuccess;
}

}  // namespace

musaError_t copy_of(const musaMemcpy3DParms& parms, Copy* copy) {
  const bool one_source = (parms.srcArray == nullptr) != (parms.srcPtr.ptr == nullptr);
  const bool one_target = (parms.dstArray == nullptr) != (parms.dstPtr.ptr == nullptr);
  if (!one_source || !one_target) {
    return musaErrorInvalidValue;
  }
  return copy_with_arrays(parms, copy);
}

}  // namespace musasim
