"""Compares the simulated torch_musa with the facts about the real one (torch_musa_api.tsv)."""
