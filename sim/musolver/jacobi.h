// The parameters of the Jacobi methods.
#pragma once

#include "musolver.h"

struct syevjInfo {
  double tolerance = 0;
  int sweeps = 100;
  bool sorted = true;
};

struct gesvdjInfo {
  double tolerance = 0;
  int sweeps = 100;
  bool sorted = true;
};
