"""What tools/run_genuine_torch_musa.py needs: the import path, the shims, the script it runs."""
