// A chain that knows MUSA is left alone, earlier branches too.
#if defined(USE_CUDA)
cudaError_t a;
#elif defined(USE_MUSA)
musaError_t a;
#endif
#ifdef USE_MUSA
musaError_t b;
#else
cudaError_t b;
#endif
cudaError_t c;
