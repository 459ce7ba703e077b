// Operations of the driver that select, resize and gate, and normalise groups.
#include "mudnn_driver.h"

namespace {

Rope rope(const Arguments& a) {
  Rope op;
  op.SetRotaryInterleaved(a.b(0));
  op.SetBatchFirst(a.b(1));
  op.SetMultiLatentAttention(a.b(2));
  return op;
}

// integers: mode, corners, antialias, dimensions; numbers: the scale of each, none when the first is 0.
Interpolate interpolate(const Arguments& a) {
  Interpolate op;
  op.SetMode(static_cast<Interpolate::Mode>(a.i(0)));
  op.SetAlignCorners(a.b(1));
  op.SetAntialias(a.b(2));
  const auto scale = [&](int n) { return static_cast<float>(a.x(n)); };
  if (scale(0) > 0) {
    switch (a.i(3)) {
      case 1: op.SetScaleInfo({scale(0)}); break;
      case 2: op.SetScaleInfo({scale(0), scale(1)}); break;
      default: op.SetScaleInfo({scale(0), scale(1), scale(2)});
    }
  }
  return op;
}

GroupNorm group_norm(const Arguments& a) {
  GroupNorm op;
  op.SetAxis(a.i(0));
  op.SetGroup(a.i(1));
  op.SetEpsilon(a.x(0));
  return op;
}

CTCLoss ctc(const Arguments& a) {
  CTCLoss op;
  op.SetBlank(a.i(0));
  op.SetZeroInfinity(a.b(1));
  op.SetMaxTargetLength(a.i(2));
  return op;
}

}  // namespace

const Operations& other_operations() {
  static const Operations all = {
      {"Nonzero", [](Handle& h, Arguments& a) { return Nonzero().Run(h, a[0], a[1]); }},
      {"MaskedSelect",
       [](Handle& h, Arguments& a) { return MaskedSelect().Run(h, a[0], a[1], a[2]); }},
      {"MaskedScatter",
       [](Handle& h, Arguments& a) { return MaskedScatter().Run(h, a[0], a[1], a[2]); }},
      {"Unique",
       [](Handle& h, Arguments& a) {
         Unique op;
         op.SetMode(static_cast<Unique::Mode>(a.i(0)));
         return op.Run(h, a[0], a[1], a[2], a[3]);
       }},
      {"Glu",
       [](Handle& h, Arguments& a) {
         Glu op;
         op.SetAxis(a.i(0));
         return op.Run(h, a[0], a[1]);
       }},
      {"SwiGlu", [](Handle& h, Arguments& a) { return SwiGlu().Run(h, a[0], a[1]); }},
      {"SwiGluBwd", [](Handle& h, Arguments& a) { return SwiGlu().RunBwd(h, a[0], a[1], a[2]); }},
      {"Rope", [](Handle& h, Arguments& a) { return rope(a).Run(h, a[0], a[1], a[2]); }},
      {"RopeBwd", [](Handle& h, Arguments& a) { return rope(a).RunBwd(h, a[0], a[1], a[2]); }},
      {"Interpolate", [](Handle& h, Arguments& a) { return interpolate(a).Run(h, a[0], a[1]); }},
      {"InterpolateBwd",
       [](Handle& h, Arguments& a) { return interpolate(a).RunBackward(h, a[0], a[1]); }},
      // integers: mode, then the borders.
      {"Pad",
       [](Handle& h, Arguments& a) {
         Pad op;
         op.SetMode(static_cast<Pad::Mode>(a.i(0)));
         op.SetValue(a.x(0));
         op.SetPaddingInfo(a.count(1), a.list(1));
         return op.Run(h, a[0], a[1]);
       }},
      {"GroupNorm",
       [](Handle& h, Arguments& a) {
         return group_norm(a).Run(h, a[0], a[1], a[2], a[3], a[4], a[5]);
       }},
      {"GroupNormBwd",
       [](Handle& h, Arguments& a) {
         return group_norm(a).RunBwd(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
       }},
      {"CTCLoss",
       [](Handle& h, Arguments& a) { return ctc(a).Run(h, a[0], a[1], a[2], a[3], a[4], a[5]); }},
      {"CTCLossBwd",
       [](Handle& h, Arguments& a) {
         return ctc(a).RunBwd(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
       }},
  };
  return all;
}
