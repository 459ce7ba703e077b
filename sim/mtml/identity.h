// By what a device is known: the same as the runtime and mthreads-gmi say.
#pragma once

#include <string>

#include "machine/settings/settings.h"
#include "mtml/handles.h"

namespace musasim::mtml {

inline std::string uuid_of(int index) { return uuid_text(device_uuid(*inventory().model, index)); }

// Each device is alone on a bus of segment 0.
inline unsigned bus_of(int index) { return static_cast<unsigned>(index) + 1; }

}  // namespace musasim::mtml
