// Where an element lies.
#pragma once

__device__ __forceinline__ int index(int row, int column, int columns) {
  return row * columns + column;
}
