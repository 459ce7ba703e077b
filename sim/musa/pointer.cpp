// Attributes of pointers.
#include "machine/context/context.h"
#include "machine/memory/allocation.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::Allocation;
using musasim::MemoryKind;

namespace {

constexpr int kNoDevice = -2;

template <class T>
musaError_t put(void* data, T value) {
  std::memcpy(data, &value, sizeof(value));
  return musaSuccess;
}

musaError_t memory_type(void* data, const Allocation& what) {
  const bool device = what.on_device() || what.kind == MemoryKind::kManaged;
  return put<unsigned>(data, device ? MU_MEMORYTYPE_DEVICE : MU_MEMORYTYPE_HOST);
}

musaError_t context_of(void* data, const Allocation& what) {
  const int device = what.device >= 0 ? what.device : musasim::current_device();
  return put(data, d::handle_of(musasim::context_of_owner(device, what.context)));
}

bool can_be_shared(const Allocation& what) {
  return what.kind == MemoryKind::kDevice || what.kind == MemoryKind::kIpc;
}

unsigned handle_types(const Allocation& what) {
  return what.kind == MemoryKind::kMapped ? unsigned{MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR} : 0;
}

unsigned access_flags(const Allocation& what) {
  return what.kind == MemoryKind::kNone ? MU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE
                                        : MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
}

// About a pointer that is known.
musaError_t read(MUpointer_attribute attribute, const Allocation& what, void* pointer, void* data) {
  switch (attribute) {
    case MU_POINTER_ATTRIBUTE_CONTEXT: return context_of(data, what);
    case MU_POINTER_ATTRIBUTE_MEMORY_TYPE: return memory_type(data, what);
    case MU_POINTER_ATTRIBUTE_DEVICE_POINTER: return put(data, d::address(pointer));
    case MU_POINTER_ATTRIBUTE_HOST_POINTER:
      return what.on_host() ? put(data, pointer) : musaErrorInvalidValue;
    case MU_POINTER_ATTRIBUTE_SYNC_MEMOPS: return put(data, 0);
    case MU_POINTER_ATTRIBUTE_BUFFER_ID: return put<unsigned long long>(data, what.id);
    case MU_POINTER_ATTRIBUTE_IS_MANAGED:
      return put(data, what.kind == MemoryKind::kManaged ? 1 : 0);
    case MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return put(data, what.device);
    case MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE:
      return put(data, can_be_shared(what) ? 1 : 0);
    case MU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return put(data, d::address(what.base));
    case MU_POINTER_ATTRIBUTE_RANGE_SIZE: return put(data, what.size);
    case MU_POINTER_ATTRIBUTE_MAPPED: return put(data, 1);
    case MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      return put<unsigned long long>(data, handle_types(what));
    case MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: return put(data, 0);
    case MU_POINTER_ATTRIBUTE_ACCESS_FLAGS: return put(data, access_flags(what));
    case MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return put(data, what.kind == MemoryKind::kPool ? what.owner : nullptr);
    case MU_POINTER_ATTRIBUTE_MAPPING_SIZE: return put(data, what.size);
    case MU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: return put(data, what.base);
    case MU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: return put<unsigned long long>(data, what.id);
    default: return musaErrorInvalidValue;
  }
}

// The size of an attribute: muPointerGetAttributes gives zeros, not an error, for a pointer that is not known.
std::size_t size_of(MUpointer_attribute attribute) {
  switch (attribute) {
    case MU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case MU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case MU_POINTER_ATTRIBUTE_IS_MANAGED:
    case MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    case MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE:
    case MU_POINTER_ATTRIBUTE_MAPPED:
    case MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case MU_POINTER_ATTRIBUTE_ACCESS_FLAGS: return sizeof(int);
    default: return sizeof(void*);
  }
}

bool is_attribute(MUpointer_attribute attribute) {
  return attribute >= MU_POINTER_ATTRIBUTE_CONTEXT &&
         attribute <= MU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID;
}

musaError_t read_or_zero(MUpointer_attribute attribute, const Allocation& what, void* pointer,
                         void* data) {
  if (data == nullptr || !is_attribute(attribute)) {
    return musaErrorInvalidValue;
  }
  if (what && read(attribute, what, pointer, data) == musaSuccess) {
    return musaSuccess;
  }
  std::memset(data, 0, size_of(attribute));
  if (attribute == MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) {
    put(data, kNoDevice);
  }
  return musaSuccess;
}

}  // namespace

MUresult muPointerGetAttribute(void* data, MUpointer_attribute attribute, MUdeviceptr ptr) {
  return d::in_context(__func__, [&] {
    const Allocation what = musasim::find_allocation(d::pointer(ptr));
    return data == nullptr || !what ? musaErrorInvalidValue
                                    : read(attribute, what, d::pointer(ptr), data);
  });
}

MUresult muPointerGetAttributes(unsigned int numAttributes, MUpointer_attribute* attributes,
                                void** data, MUdeviceptr ptr) {
  return d::in_context(__func__, [&] {
    if (numAttributes == 0 || attributes == nullptr || data == nullptr) {
      return musaErrorInvalidValue;
    }
    const Allocation what = musasim::find_allocation(d::pointer(ptr));
    for (unsigned i = 0; i < numAttributes; ++i) {
      const musaError_t error = read_or_zero(attributes[i], what, d::pointer(ptr), data[i]);
      if (error != musaSuccess) {
        return error;
      }
    }
    return musaSuccess;
  });
}

// Copies that wait are the rule here already.
MUresult muPointerSetAttribute(const void* value, MUpointer_attribute attribute, MUdeviceptr ptr) {
  return d::in_context(__func__, [&] {
    const bool known = attribute == MU_POINTER_ATTRIBUTE_SYNC_MEMOPS &&
                       musasim::find_allocation(d::pointer(ptr)).on_device();
    return value != nullptr && known ? musaSuccess : musaErrorInvalidValue;
  });
}
