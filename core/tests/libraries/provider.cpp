// Defines the function whose callers are patched in test_slot_patch.
extern "C" int provided_value() { return 1; }
