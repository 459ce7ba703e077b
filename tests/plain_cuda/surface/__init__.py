"""One call at least of each function of torch.cuda and around it, with sensible arguments."""
