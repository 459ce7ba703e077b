// Defines the function whose callers are patched in test_slot_patch.
extern "C" int provided_value() { return 1; }
// Calls a function of its own that others may replace, through a slot like any other.
extern "C" int own_value() { return 1; }
extern "C" int call_own_value() { return own_value(); }
