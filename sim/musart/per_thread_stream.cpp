// Stream and event functions with stream 0 as the calling thread's own stream.
#include "musart/per_thread.h"

using namespace musasim;

musaError_t musaEventRecord_ptsz(musaEvent_t event, musaStream_t stream) {
  return on_own_stream(__func__, musaEventRecord, event, stream);
}

musaError_t musaEventRecordWithFlags_ptsz(musaEvent_t event, musaStream_t stream,
                                          unsigned int flags) {
  return on_own_stream(__func__, musaEventRecordWithFlags, event, stream, flags);
}

musaError_t musaStreamAddCallback_ptsz(musaStream_t stream, musaStreamCallback_t callback,
                                       void* userData, unsigned int flags) {
  return on_own_stream(__func__, musaStreamAddCallback, stream, callback, userData, flags);
}

musaError_t musaStreamAttachMemAsync_ptsz(musaStream_t stream, void* devPtr, size_t length,
                                          unsigned int flags) {
  return on_own_stream(__func__, musaStreamAttachMemAsync, stream, devPtr, length, flags);
}

musaError_t musaStreamCopyAttributes_ptsz(musaStream_t dst, musaStream_t src) {
  return on_own_stream(__func__, musaStreamCopyAttributes, dst, src);
}

musaError_t musaStreamGetAttribute_ptsz(musaStream_t hStream, musaStreamAttrID attr,
                                        musaStreamAttrValue* value_out) {
  return on_own_stream(__func__, musaStreamGetAttribute, hStream, attr, value_out);
}

musaError_t musaStreamGetDevice_ptsz(musaStream_t hStream, int* device) {
  return on_own_stream(__func__, musaStreamGetDevice, hStream, device);
}

musaError_t musaStreamGetFlags_ptsz(musaStream_t hStream, unsigned int* flags) {
  return on_own_stream(__func__, musaStreamGetFlags, hStream, flags);
}

musaError_t musaStreamGetId_ptsz(musaStream_t hStream, unsigned long long* streamId) {
  return on_own_stream(__func__, musaStreamGetId, hStream, streamId);
}

musaError_t musaStreamGetPriority_ptsz(musaStream_t hStream, int* priority) {
  return on_own_stream(__func__, musaStreamGetPriority, hStream, priority);
}

musaError_t musaStreamIsCapturing_ptsz(musaStream_t stream,
                                       musaStreamCaptureStatus* pCaptureStatus) {
  return on_own_stream(__func__, musaStreamIsCapturing, stream, pCaptureStatus);
}

musaError_t musaStreamQuery_ptsz(musaStream_t stream) {
  return on_own_stream(__func__, musaStreamQuery, stream);
}

musaError_t musaStreamSetAttribute_ptsz(musaStream_t hStream, musaStreamAttrID attr,
                                        const musaStreamAttrValue* value) {
  return on_own_stream(__func__, musaStreamSetAttribute, hStream, attr, value);
}

musaError_t musaStreamSynchronize_ptsz(musaStream_t stream) {
  return on_own_stream(__func__, musaStreamSynchronize, stream);
}

musaError_t musaStreamWaitEvent_ptsz(musaStream_t stream, musaEvent_t event, unsigned int flags) {
  return on_own_stream(__func__, musaStreamWaitEvent, stream, event, flags);
}
