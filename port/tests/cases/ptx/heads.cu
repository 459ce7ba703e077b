// The head of a function goes on before braces in it.
struct Pipeline {
  DEVICE Pipeline(int stages, Params = {}, Masks = {}) : stages_(stages), used_{0} {
    if (stages == 0) asm volatile("brkpt;\n" ::);
  }
  int stages_, used_;
};
__device__ void kernel_part() {
  int last[] = {1, 2};
}
void host() {
  asm("trap;");
}
