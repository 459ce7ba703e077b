"""What calls become on MUSA, as files of traces name it. Nothing here needs torch."""

MUSA = "musa"
EMULATED = "emulated"
UNSUPPORTED = "unsupported"
# By torchada's own function, outside of the table.
CHANGED = "changed"
