// The module that tests/module.cpp makes, loaded for the time of a test.
#pragma once

#include "driver.h"

namespace driver_test {

struct Module {
  MUmodule handle = nullptr;
  Module() { OK(muModuleLoad(&handle, MUSASIM_TEST_MODULE)); }
  ~Module() { OK(muModuleUnload(handle)); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  MUfunction function(const char* name) const {
    MUfunction found = nullptr;
    OK(muModuleGetFunction(&found, handle, name));
    return found;
  }
};

// scale() over 100 floats.
struct Scale {
  MUdeviceptr data;
  float factor = 3;
  int n = 100;
  void* arguments[3] = {&data, &factor, &n};
  explicit Scale(MUdeviceptr at) : data(at) { write(at, std::vector<float>(100, 2.0F)); }
  void check(float value) {
    for (const float found : read<float>(data, 100)) {
      EQUAL(found, value);
    }
  }
};

}  // namespace driver_test
