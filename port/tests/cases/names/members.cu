// Behind `.` and `->` a name belongs to the program.
void f(State s, State* p, at::Tensor x, at::Tensor* y) {
  s.cudaStreamCreate(1);
  p->cudaMalloc(2);
  if (x.is_cuda() && y->is_cuda() && x.device().is_cuda()) return;
  x.cuda();
  x . is_cuda ();
}
