// What the kernel and its program share.
#pragma once

constexpr int kOptions = 8;
constexpr int kSteps = 127;

struct Option {
  float stock, strike, volatility, up, down;
};
