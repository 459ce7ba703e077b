int a = kDLCUDA;
auto b = DLDeviceType::kDLCUDA;
auto c = tvm::DLDeviceType::kDLCUDA;
