"""Callables whose forward and backward passes are graphs."""

import torch
import torch_musa
from torch.utils import _pytree as pytree

_BETA = "In the beta API, sample_args for each callable must contain only Tensors."


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False):
    """Capture callables (functions or modules, one or a tuple of them) and return replacements.

    sample_args: a tuple of tensors for one callable, a tuple of such tuples for several; with the
    shapes and requires_grad of the later arguments. num_warmup_iters: runs before the capture.
    allow_unused_input: inputs may have no influence on the outputs. Several callables must be called
    in this order, and their backward passes in the reverse one, because they share memory. A module
    is changed in place, and uses its graphs only in the mode (training or not) that it is in now.
    ValueError: not as many tuples of arguments as callables. RuntimeError: autocast with its cache.
    """
    if torch.is_autocast_enabled() and torch.is_autocast_cache_enabled():
        raise RuntimeError(
            "make_graphed_callables does not support the autocast caching. "
            "Please set `cache_enabled=False`."
        )
    is_single = not isinstance(callables, tuple)
    if is_single:
        callables, sample_args = (callables,), (sample_args,)
    if len(callables) != len(sample_args):
        raise ValueError(
            f"expected {len(callables)} tuples of sample_args, one for each callable, not "
            f"{len(sample_args)}"
        )
    sections = [
        _Section(function, arguments, allow_unused_input)
        for function, arguments in zip(callables, sample_args)
    ]
    torch_musa.synchronize()
    with torch_musa.stream(torch_musa.Stream()):
        for section in sections:
            section.warm_up(num_warmup_iters)
    torch_musa.synchronize()
    # In the order in which they will run: each pass may use again what the later ones do not need.
    pool = torch_musa.graph_pool_handle()
    for section in sections:
        section.capture_forward(pool)
    for section in reversed(sections):
        section.capture_backward(pool)
    graphed = tuple(section.replacement() for section in sections)
    return graphed[0] if is_single else graphed


def _check_module(module):
    hooks = (module._backward_hooks, module._forward_hooks, module._forward_pre_hooks)
    assert not any(hooks), (
        "Modules must not have hooks registered at the time they are passed. However, registering "
        "hooks on modules after passing them through make_graphed_callables is allowed."
    )
    assert not any(buffer.requires_grad for buffer in module.buffers()), (
        "In any :class:`~torch.nn.Module` passed to :func:`~make_graphed_callables`, only parameters "
        "may be trainable. All buffers must have ``requires_grad=False``."
    )


def _requiring_grad(tensors):
    return tuple(tensor for tensor in tensors if tensor.requires_grad)


class _Section:
    """One callable, with the tensors that its graphs read and write.

    `inputs` are the flattened arguments and then the module's parameters; what has a gradient there
    has its place in `input_grads`, the others have None. So for `outputs` and `output_grads`.
    """

    def __init__(self, function, sample_args, allow_unused_input):
        self.function = function
        self.sample_args = sample_args
        self.allow_unused_input = allow_unused_input
        self.parameters = ()
        if isinstance(function, torch.nn.Module):
            _check_module(function)
            self.parameters = tuple(function.parameters())
        self.arguments = tuple(pytree.arg_tree_leaves(*sample_args))
        assert all(isinstance(argument, torch.Tensor) for argument in self.arguments), _BETA
        self.inputs = self.arguments + self.parameters
        self.forward_graph = torch_musa.MUSAGraph()
        self.backward_graph = torch_musa.MUSAGraph()

    def _gradients(self, outputs, output_grads):
        return torch.autograd.grad(
            outputs=_requiring_grad(outputs),
            inputs=_requiring_grad(self.inputs),
            grad_outputs=[grad for grad in output_grads if grad is not None],
            only_inputs=True,
            allow_unused=self.allow_unused_input,
        )

    @staticmethod
    def _space_for_gradients(outputs):
        return tuple(torch.empty_like(o) if o.requires_grad else None for o in outputs)

    def warm_up(self, iterations):
        for _ in range(iterations):
            outputs = pytree.tree_leaves(self.function(*self.sample_args))
            if _requiring_grad(outputs):
                self._gradients(outputs, self._space_for_gradients(outputs))

    def capture_forward(self, pool):
        with torch_musa.graph(self.forward_graph, pool=pool):
            results = self.function(*self.sample_args)
        outputs, self.form = pytree.tree_flatten(results)
        self.outputs = tuple(outputs)

    def capture_backward(self, pool):
        self.output_grads = self._space_for_gradients(self.outputs)
        gradients = iter(())
        self.has_backward = bool(_requiring_grad(self.outputs))
        if self.has_backward:
            with torch_musa.graph(self.backward_graph, pool=pool):
                found = self._gradients(self.outputs, self.output_grads)
            gradients = iter(found)
        self.input_grads = tuple(
            next(gradients, None) if tensor.requires_grad else None for tensor in self.inputs
        )
        # Their autograd graph would tie the parameters to the streams of the captures.
        self.fixed = [index for index, o in enumerate(self.outputs) if not o.requires_grad]
        self.outputs = tuple(output.detach() for output in self.outputs)

    def run_forward(self, inputs):
        """Replay on new arguments; the parameters are read where they are."""
        for mine, given in zip(self.arguments, inputs):
            if mine.data_ptr() != given.data_ptr():
                mine.copy_(given)
        self.forward_graph.replay()
        return tuple(output.detach() for output in self.outputs)

    def run_backward(self, output_grads):
        """Replay on new gradients of the outputs; those of the inputs."""
        for mine, given in zip(self.output_grads, output_grads):
            if mine is not None and mine.data_ptr() != given.data_ptr():
                mine.copy_(given)
        if self.has_backward:
            self.backward_graph.replay()
        return tuple(None if grad is None else grad.detach() for grad in self.input_grads)

    def __call__(self, *arguments):
        leaves = pytree.arg_tree_leaves(*arguments)
        return pytree.tree_unflatten(_Replay.apply(self, *leaves, *self.parameters), self.form)

    def replacement(self):
        module = self.function
        if not isinstance(module, torch.nn.Module):
            return lambda *arguments: self(*arguments)
        training, forward = module.training, module.forward

        def graphed_forward(*arguments, **keywords):
            if module.training == training:
                return self(*arguments, **keywords)
            return forward(*arguments, **keywords)

        module.forward = graphed_forward
        return module


class _Replay(torch.autograd.Function):
    """The two graphs of a section as one step of autograd."""

    @staticmethod
    def forward(ctx, section, *inputs):
        ctx.section = section
        results = section.run_forward(inputs)
        ctx.mark_non_differentiable(*(results[index] for index in section.fixed))
        return results

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, *output_grads):
        return (None, *ctx.section.run_backward(output_grads))
