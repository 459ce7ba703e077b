"""Counterparts of torch.utils for code that names torchada itself."""
