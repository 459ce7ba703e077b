"""The compile backend "musagraphs": operators as in eager mode, recorded in graphs.

PyTorch's backend "cudagraphs" with MUSA's names; musagraphs_inner(model, inputs) records one call of a
function.
"""

from torch_musa._inductor.renamed import run_renamed

run_renamed("torch._dynamo.backends.cudagraphs", globals(), rename_definitions=True)


class MusagraphsBackend:
    """The backend as torch._dynamo calls it."""

    compiler_name = "musagraphs"

    @staticmethod
    def reset():
        """Forget what was recorded."""
        from torch._inductor.cudagraph_trees import reset_cudagraph_trees

        reset_cudagraph_trees()

    @staticmethod
    def __call__(model, inputs):
        return musagraphs(model, inputs)  # noqa: F821


backend = MusagraphsBackend()
