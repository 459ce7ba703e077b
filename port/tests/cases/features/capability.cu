// The compute capability at run time, as a member; a variable of that name is the program's.
bool is_ampere(const cudaDeviceProp& prop) { return prop.major >= 8; }
int number(const cudaDeviceProp* prop) { return prop->major * 10 + prop->minor; }
bool is_major(int major) { return major >= 8; }
