// Streams, events and capture.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"

// The default streams have small numbers for handles.
#if defined(__cplusplus)
#define MUSASIM_STREAM_HANDLE(number) (reinterpret_cast<musaStream_t>(number))
#else
#define MUSASIM_STREAM_HANDLE(number) ((musaStream_t)(number))
#endif

#define musaStreamDefault 0x00
#define musaStreamNonBlocking 0x01
#define musaStreamLegacy MUSASIM_STREAM_HANDLE(0x1)
#define musaStreamPerThread MUSASIM_STREAM_HANDLE(0x2)
#define musaEventDefault 0x00
#define musaEventBlockingSync 0x01
#define musaEventDisableTiming 0x02
#define musaEventInterprocess 0x04
#define musaEventRecordDefault 0x00
#define musaEventRecordExternal 0x01
#define musaEventWaitDefault 0x00
#define musaEventWaitExternal 0x01

// A function that a stream or a graph calls on the host.
typedef void (*musaHostFn_t)(void* userData);

// Whether a stream is being captured; Invalidated: it is, but the capture has failed.
enum musaStreamCaptureStatus {
  musaStreamCaptureStatusNone = 0,
  musaStreamCaptureStatusActive = 1,
  musaStreamCaptureStatusInvalidated = 2
};

// Unsafe calls that a capture forbids: those of any thread, of its own, of none.
enum musaStreamCaptureMode {
  musaStreamCaptureModeGlobal = 0,
  musaStreamCaptureModeThreadLocal = 1,
  musaStreamCaptureModeRelaxed = 2
};

enum musaSynchronizationPolicy {
  musaSyncPolicyAuto = 1,
  musaSyncPolicySpin = 2,
  musaSyncPolicyYield = 3,
  musaSyncPolicyBlockingSync = 4
};

enum musaStreamUpdateCaptureDependenciesFlags {
  musaStreamAddCaptureDependencies = 0x0,
  musaStreamSetCaptureDependencies = 0x1
};
