// What qualifies a name is no enumerator.
void i() { enum { cuda::std::atomic<int> broken; cuda::broken(); }
