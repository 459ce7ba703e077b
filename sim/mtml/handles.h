// The objects of handles, those that are alive, and the answers that all functions give alike.
#pragma once

#include <cstring>
#include <string>

#include "machine/settings/inventory.h"
#include "mtml.h"

// A part of a device: distinct types, so that a program cannot take one for the other.
struct MtmlGpu {
  int device;
};

struct MtmlMemory {
  int device;
};

// One of the machine's devices. All handles of a device are this one.
struct MtmlDevice {
  int index;
  MtmlGpu gpu;
  MtmlMemory memory;
};

namespace musasim::mtml {

// The devices that the first of the live libraries has found.
const Inventory& inventory();

// Made by an initialization that was not shut down; a null pointer is not.
bool is_live(const MtmlLibrary* library);
bool is_live(const MtmlSystem* system);
bool is_live(const MtmlDevice* device);
bool is_live(const MtmlGpu* gpu);
bool is_live(const MtmlMemory* memory);

// `index` must be in range.
MtmlDevice* device_at(int index);

// Stores what `compute` gives for a live handle.
template <class Handle, class Value, class Compute>
MtmlReturn answer(const Handle* handle, Value* value, Compute compute) {
  if (!is_live(handle) || value == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  *value = static_cast<Value>(compute());
  return MTML_SUCCESS;
}

template <class Handle>
MtmlReturn answer_text(const Handle* handle, char* buffer, unsigned length, const char* text) {
  if (!is_live(handle) || buffer == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  if (std::strlen(text) >= length) {
    return MTML_ERROR_INSUFFICIENT_SIZE;
  }
  std::strcpy(buffer, text);
  return MTML_SUCCESS;
}

// Handles are shared and end with the library, so nothing is freed.
template <class Handle>
MtmlReturn released(const Handle* handle) {
  return is_live(handle) ? MTML_SUCCESS : MTML_ERROR_INVALID_ARGUMENT;
}

}  // namespace musasim::mtml
