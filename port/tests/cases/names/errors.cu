#error "CUDA_VERSION is too old for cudaMalloc"
#error cudaMalloc is missing
#pragma message "cudaMalloc"
cudaUnheardOf(1);
