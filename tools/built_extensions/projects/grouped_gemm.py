"""grouped-gemm: products of groups of matrices, by CUTLASS and cuBLAS."""

BLOCKED = "the CUTLASS that it brings along has PTX, and C++ that g++ does not accept"
