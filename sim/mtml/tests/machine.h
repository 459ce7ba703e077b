// A machine with chosen devices, and the library on it.
#pragma once

#include <cstdlib>
#include <string>

#include "mtml.h"

namespace {

class Machine {
 public:
  Machine(int devices, const char* model) {
    setenv("MUSASIM_DEVICES", std::to_string(devices).c_str(), 1);
    setenv("MUSASIM_MODEL", model, 1);
    started_ = mtmlLibraryInit(&library);
  }
  ~Machine() {
    if (started_ == MTML_SUCCESS) mtmlLibraryShutDown(library);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  MtmlDevice* device(unsigned index) const {
    MtmlDevice* found = nullptr;
    mtmlLibraryInitDeviceByIndex(library, index, &found);
    return found;
  }

  MtmlLibrary* library = nullptr;

 private:
  MtmlReturn started_;
};

}  // namespace
