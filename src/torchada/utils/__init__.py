"""torchada's counterpart of torch.utils."""
