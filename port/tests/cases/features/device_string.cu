// Strings that name a device stay: "cuda" in a comment says nothing.
bool f(const c10::Device& d) { return d.str() == "cuda:0" || d.str() == "cuda"; }
const char* others[] = {"cuda:", "cuda:x", "my cuda", "cudart"};
