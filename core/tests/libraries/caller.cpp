// Calls provided_value() through its PLT or GOT, depending on how it is compiled and linked.
extern "C" int provided_value();
extern "C" int call_provided_value() { return provided_value(); }
