void* a = dlopen("libnvrtc.so.12", RTLD_LAZY);
void* b = dlopen("libcudnn_cnn_infer.so.8", RTLD_LAZY);
void* c = dlopen("libnvidia-ml.so.1", RTLD_LAZY);
void* d = dlopen("libcuda.so.1", RTLD_LAZY);
void* e = dlopen("libstdc++.so.6", RTLD_LAZY);
PFN_cuTensorMapEncodeTiled f;
