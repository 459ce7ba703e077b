"""PyTorch's operator database (`op_db`) on the device against the CPU: what test_opinfo.py runs."""
