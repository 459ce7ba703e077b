// Finding devices, the system that they are in, and the texts of errors.
#include <algorithm>
#include <cstdio>

#include "machine/settings/settings.h"
#include "mtml/handles.h"
#include "mtml/identity.h"
#include "musart_version.h"

namespace musasim::mtml {

namespace {

// The driver is the simulator, so its version says that.
std::string version_text() {
  return std::to_string(__MUSA_API_VER_MAJOR__) + "." + std::to_string(__MUSA_API_VER_MINOR__) +
         "." + std::to_string(__MUSA_API_VER_PATCH__) + "-musasim";
}

template <class Predicate>
MtmlReturn find(const MtmlLibrary* lib, MtmlDevice** dev, Predicate is_wanted) {
  if (!is_live(lib) || dev == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  for (int index = 0; index < inventory().devices; ++index) {
    if (is_wanted(index)) {
      *dev = device_at(index);
      return MTML_SUCCESS;
    }
  }
  return MTML_ERROR_NOT_FOUND;
}

}  // namespace

}  // namespace musasim::mtml

using namespace musasim::mtml;

MtmlReturn mtmlLibraryGetVersion(const MtmlLibrary* lib, char* version, unsigned int length) {
  return answer_text(lib, version, length, version_text().c_str());
}

MtmlReturn mtmlLibraryCountDevice(const MtmlLibrary* lib, unsigned int* count) {
  return answer(lib, count, [] { return inventory().devices; });
}

MtmlReturn mtmlLibraryInitDeviceByIndex(const MtmlLibrary* lib, unsigned int index,
                                        MtmlDevice** dev) {
  const MtmlReturn found =
      find(lib, dev, [&](int other) { return static_cast<unsigned>(other) == index; });
  return found == MTML_ERROR_NOT_FOUND ? MTML_ERROR_INVALID_ARGUMENT : found;
}

MtmlReturn mtmlLibraryInitDeviceByUuid(const MtmlLibrary* lib, const char* uuid, MtmlDevice** dev) {
  if (uuid == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return find(lib, dev, [&](int index) { return uuid_of(index) == uuid; });
}

MtmlReturn mtmlLibraryInitDeviceByPciSbdf(const MtmlLibrary* lib, const char* pciSbdf,
                                          MtmlDevice** dev) {
  if (pciSbdf == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  unsigned segment = 0, bus = 0, device = 0, function = 0;
  if (std::sscanf(pciSbdf, "%x:%x:%x.%x", &segment, &bus, &device, &function) != 4) {
    return is_live(lib) ? MTML_ERROR_NOT_FOUND : MTML_ERROR_INVALID_ARGUMENT;
  }
  return find(lib, dev, [&](int index) {
    return segment == 0 && bus == bus_of(index) && device == 0 && function == 0;
  });
}

MtmlReturn mtmlLibraryFreeDevice(MtmlDevice* dev) { return released(dev); }

MtmlReturn mtmlLibraryFreeSystem(MtmlSystem* sys) { return released(sys); }

MtmlReturn mtmlSystemGetDriverVersion(const MtmlSystem* sys, char* version, unsigned int length) {
  return answer_text(sys, version, length, version_text().c_str());
}

const char* mtmlErrorString(MtmlReturn result) {
  switch (result) {
    case MTML_SUCCESS: return "Success";
    case MTML_ERROR_DRIVER_NOT_LOADED: return "Driver Not Loaded";
    case MTML_ERROR_DRIVER_FAILURE: return "Driver Failure";
    case MTML_ERROR_INVALID_ARGUMENT: return "Invalid Argument";
    case MTML_ERROR_NOT_SUPPORTED: return "Not Supported";
    case MTML_ERROR_NO_PERMISSION: return "No Permission";
    case MTML_ERROR_INSUFFICIENT_SIZE: return "Insufficient Size";
    case MTML_ERROR_NOT_FOUND: return "Not Found";
    case MTML_ERROR_INSUFFICIENT_MEMORY: return "Insufficient Memory";
    case MTML_ERROR_DRIVER_TOO_OLD: return "Driver Too Old";
    case MTML_ERROR_DRIVER_TOO_NEW: return "Driver Too New";
    case MTML_ERROR_TIMEOUT: return "Timeout";
    case MTML_ERROR_RESOURCE_IS_BUSY: return "Resource Is Busy";
    default: return "Unknown Error";
  }
}
