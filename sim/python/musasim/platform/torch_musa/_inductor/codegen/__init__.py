"""How torch._inductor writes code for the musa device."""
