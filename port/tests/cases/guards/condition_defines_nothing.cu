// A member or a scope in a condition does not make the name the program's own.
__CUDA_ARCHITECTURES_OF
#if __CUDA__.__CUDA_ARCHITECTURES_OF || ns::__CUDA_ARCHITECTURES_FOR
#endif
__CUDA_ARCHITECTURES_FOR
