// Names that no table has: guessed, unless the program defines them.
cudaError_t cudaMyDefined(int n);
cudaError_t e = cudaMyDefined(1);
void f() {
  cudaNobodyKnows(0);
}
