// Copies of rectangles and boxes.
#include "machine/array/array.h"
#include "musa/copy.h"

namespace d = musasim::driver;

namespace {

// One side of a copy.
struct Side {
  MUmemorytype type;
  const void* host;
  MUdeviceptr device;
  MUarray array;
  std::size_t pitch;
  std::size_t height;
  musaPos at;
};

bool is_array(MUmemorytype type) { return type == MU_MEMORYTYPE_ARRAY; }

bool is_type(MUmemorytype type) {
  return type == MU_MEMORYTYPE_HOST || type == MU_MEMORYTYPE_DEVICE || is_array(type) ||
         type == MU_MEMORYTYPE_UNIFIED;
}

void* start_of(const Side& side) {
  return side.type == MU_MEMORYTYPE_HOST ? const_cast<void*>(side.host) : d::pointer(side.device);
}

// The pitch matters only when there is more than one row.
musaPitchedPtr pitched(const Side& side, const musaExtent& extent) {
  const bool one_row = extent.height <= 1 && extent.depth <= 1;
  const std::size_t least = side.at.x + extent.width;
  const std::size_t pitch = side.pitch == 0 && one_row ? least : side.pitch;
  const std::size_t height = side.height == 0 ? side.at.y + extent.height : side.height;
  return {start_of(side), pitch, pitch, height};
}

musaMemcpyKind kind_of(MUmemorytype from, MUmemorytype to) {
  if (from == MU_MEMORYTYPE_UNIFIED || to == MU_MEMORYTYPE_UNIFIED) {
    return musaMemcpyDefault;
  }
  if (from == MU_MEMORYTYPE_HOST) {
    return to == MU_MEMORYTYPE_HOST ? musaMemcpyHostToHost : musaMemcpyHostToDevice;
  }
  return to == MU_MEMORYTYPE_HOST ? musaMemcpyDeviceToHost : musaMemcpyDeviceToDevice;
}

musaError_t check_side(const Side& side, const musaExtent& extent) {
  if (!is_type(side.type)) {
    return musaErrorInvalidValue;
  }
  if (is_array(side.type)) {
    return musasim::find_array(side.array) ? musaSuccess : musaErrorInvalidResourceHandle;
  }
  const musaPitchedPtr memory = pitched(side, extent);
  const bool fits = side.at.x + extent.width <= memory.pitch &&
                    (extent.depth <= 1 || side.at.y + extent.height <= memory.ysize);
  return fits ? musaSuccess : musaErrorInvalidValue;
}

// Bytes of an element of the arrays that take part; 1 when none does.
std::size_t element_of(const Side& from, const Side& to) {
  for (const Side& side : {from, to}) {
    if (is_array(side.type)) {
      return musasim::find_array(side.array)->element;
    }
  }
  return 1;
}

// The runtime counts widths in elements when an array takes part, and its offsets always so.
musaError_t count_elements(const Side& from, const Side& to, musaMemcpy3DParms* parms) {
  const std::size_t element = element_of(from, to);
  if (parms->extent.width % element != 0) {
    return musaErrorInvalidValue;
  }
  parms->extent.width /= element;
  if (is_array(from.type)) {
    parms->srcPtr = {};
    parms->srcArray = reinterpret_cast<musaArray_t>(from.array);
    parms->srcPos.x /= element;
  }
  if (is_array(to.type)) {
    parms->dstPtr = {};
    parms->dstArray = reinterpret_cast<musaArray_t>(to.array);
    parms->dstPos.x /= element;
  }
  return musaSuccess;
}

// A rectangle is a box of depth 1.
MUSA_MEMCPY3D box_from(const MUSA_MEMCPY2D& copy) {
  MUSA_MEMCPY3D box{};
  box.srcXInBytes = copy.srcXInBytes;
  box.srcY = copy.srcY;
  box.srcMemoryType = copy.srcMemoryType;
  box.srcHost = copy.srcHost;
  box.srcDevice = copy.srcDevice;
  box.srcArray = copy.srcArray;
  box.srcPitch = copy.srcPitch;
  box.dstXInBytes = copy.dstXInBytes;
  box.dstY = copy.dstY;
  box.dstMemoryType = copy.dstMemoryType;
  box.dstHost = copy.dstHost;
  box.dstDevice = copy.dstDevice;
  box.dstArray = copy.dstArray;
  box.dstPitch = copy.dstPitch;
  box.WidthInBytes = copy.WidthInBytes;
  box.Height = copy.Height;
  box.Depth = 1;
  return box;
}

musaError_t copy_box(const MUSA_MEMCPY3D& box, MUstream stream, bool wait) {
  musaMemcpy3DParms parms{};
  if (const musaError_t error = d::box_of(box, &parms); error != musaSuccess) {
    return error;
  }
  musasim::Copy copy;
  const musaError_t error = musasim::copy_of(parms, &copy);
  return error != musaSuccess ? error : musasim::do_copy(copy, stream, wait);
}

template <class Form>
musaError_t copy_rows(const Form* copy, MUstream stream, bool wait) {
  return copy == nullptr ? musaErrorInvalidValue : copy_box(box_from(*copy), stream, wait);
}

musaError_t copy_between(const MUSA_MEMCPY3D_PEER* copy, MUstream stream, bool wait) {
  if (copy == nullptr) {
    return musaErrorInvalidValue;
  }
  const int to = d::device_of(copy->dstContext);
  const int from = d::device_of(copy->srcContext);
  if (to < 0 || from < 0) {
    return musaErrorDeviceUninitialized;
  }
  if (wait) {
    if (const musaError_t error = d::wait_for_devices(to, from); error != musaSuccess) {
      return error;
    }
  }
  return copy_box(d::as<MUSA_MEMCPY3D>(*copy), stream, wait);
}

}  // namespace

musaError_t musasim::driver::box_of(const MUSA_MEMCPY3D& copy, musaMemcpy3DParms* parms) {
  const Side from{copy.srcMemoryType,
                  copy.srcHost,
                  copy.srcDevice,
                  copy.srcArray,
                  copy.srcPitch,
                  copy.srcHeight,
                  {copy.srcXInBytes, copy.srcY, copy.srcZ}};
  const Side to{copy.dstMemoryType,
                copy.dstHost,
                copy.dstDevice,
                copy.dstArray,
                copy.dstPitch,
                copy.dstHeight,
                {copy.dstXInBytes, copy.dstY, copy.dstZ}};
  const musaExtent extent{copy.WidthInBytes, copy.Height, copy.Depth};
  for (const Side& side : {from, to}) {
    if (const musaError_t error = check_side(side, extent); error != musaSuccess) {
      return error;
    }
  }
  parms->srcPos = from.at;
  parms->srcPtr = pitched(from, extent);
  parms->dstPos = to.at;
  parms->dstPtr = pitched(to, extent);
  parms->extent = extent;
  parms->kind = kind_of(from.type, to.type);
  return count_elements(from, to, parms);
}

MUresult muMemcpy2D(const MUSA_MEMCPY2D* pCopy) {
  return d::in_context(__func__, [&] { return copy_rows(pCopy, nullptr, true); });
}

MUresult muMemcpy2DUnaligned(const MUSA_MEMCPY2D* pCopy) {
  return d::in_context(__func__, [&] { return copy_rows(pCopy, nullptr, true); });
}

MUresult muMemcpy2DAsync(const MUSA_MEMCPY2D* pCopy, MUstream hStream) {
  return d::in_context(__func__, [&] { return copy_rows(pCopy, hStream, false); });
}

MUresult muMemcpy3D(const MUSA_MEMCPY3D* pCopy) {
  return d::in_context(__func__, [&] {
    return pCopy == nullptr ? musaErrorInvalidValue : copy_box(*pCopy, nullptr, true);
  });
}

MUresult muMemcpy3DAsync(const MUSA_MEMCPY3D* pCopy, MUstream hStream) {
  return d::in_context(__func__, [&] {
    return pCopy == nullptr ? musaErrorInvalidValue : copy_box(*pCopy, hStream, false);
  });
}

MUresult muMemcpy3DPeer(const MUSA_MEMCPY3D_PEER* pCopy) {
  return d::in_context(__func__, [&] { return copy_between(pCopy, nullptr, true); });
}

MUresult muMemcpy3DPeerAsync(const MUSA_MEMCPY3D_PEER* pCopy, MUstream hStream) {
  return d::in_context(__func__, [&] { return copy_between(pCopy, hStream, false); });
}
