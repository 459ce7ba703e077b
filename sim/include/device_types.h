// How conversions in kernels round.
#pragma once

enum musaRoundMode { musaRoundNearest, musaRoundZero, musaRoundPosInf, musaRoundMinInf };
