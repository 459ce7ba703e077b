#pragma once
#include "complex.cuh"
constexpr int kThreads = 128;
static_assert(sizeof(Complex) == 8, "two floats");
