"""Applies one operation to lists of tensors."""


class MultiTensorApply:
    """Calls op(chunk_size, noop_flag_buffer, tensor_lists, *args)."""

    available = True
    warned = False

    def __init__(self, chunk_size):
        self.chunk_size = chunk_size

    def check_avail(self):
        """Do nothing: the operations are always available on the simulated device."""

    def __call__(self, op, noop_flag_buffer, tensor_lists, *args):
        self.check_avail()
        return op(self.chunk_size, noop_flag_buffer, tensor_lists, *args)
