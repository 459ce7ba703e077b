// Rounding modes of conversions in kernels.
#pragma once

enum musaRoundMode { musaRoundNearest, musaRoundZero, musaRoundPosInf, musaRoundMinInf };
