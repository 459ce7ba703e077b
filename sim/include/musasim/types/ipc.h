// Handles that other processes open.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"

#define musaIpcMemLazyEnablePeerAccess 0x01
#define MUSA_IPC_HANDLE_SIZE 64

typedef struct musaIpcEventHandle_st {
  char reserved[64];
} musaIpcEventHandle_t;

typedef struct musaIpcMemHandle_st {
  char reserved[64];
} musaIpcMemHandle_t;
