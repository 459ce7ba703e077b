const char* name(c10::DeviceType type) {
  switch (type) {
    case at::kCUDA: return "gpu";
    case c10::DeviceType::CPU: return "cpu";
    case at::kPrivateUse1: { return "other"; }
  }
  switch (type) {
    case c10::DeviceType::CUDA:
    case c10::DeviceType::PrivateUse1:
    default: return "";
  }
  switch (type) { case at::kCUDA: break; case 1 + 2: break; }
  switch (type) { case at::kPrivateUse1: break; case at::kCPU: break; }
}
