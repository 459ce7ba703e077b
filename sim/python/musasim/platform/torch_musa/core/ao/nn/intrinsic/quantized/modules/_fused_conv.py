"""The common part of the quantized convolutions with SiLU.

PyTorch has no quantized operator for them: they compute with float numbers and quantize the result.
"""

import torch
import torch.ao.nn.quantized as nnq
import torch.nn.functional as F

_reverse_repeat_padding = nnq.modules.conv._reverse_repeat_padding


class FusedConv2d(nnq.Conv2d):
    """A quantized Conv2d with more behind it."""

    def _convolve(self, input):
        """The convolution of a quantized input, as float numbers."""
        if input.dim() != 4:
            raise ValueError(f"{self._get_name()}: the input's shape is not (N, C, H, W)")
        value, padding = input.dequantize(), self.padding
        if self.padding_mode != "zeros":
            value = F.pad(value, _reverse_repeat_padding(padding), mode=self.padding_mode)
            padding = 0
        weight, bias = self._weight_bias()
        options = (self.stride, padding, self.dilation, self.groups)
        return F.conv2d(value, weight.dequantize(), bias, *options)

    def _quantize(self, value, like):
        return torch.quantize_per_tensor(value, self.scale, self.zero_point, like.dtype)

    def _get_name(self):
        return "Quantized" + type(self).__name__

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        """From a float or fake-quantized module that observers have watched."""
        observer = getattr(mod, "activation_post_process", None)
        if hasattr(mod, "weight_fake_quant"):
            return cls.get_qconv(mod, observer, mod.weight_fake_quant)
        if type(mod) is not cls._FLOAT_MODULE:
            raise AssertionError(
                f"from_float needs a {cls._FLOAT_MODULE.__name__}, not {type(mod)}"
            )
        return cls.get_qconv(mod[0], observer, mod.qconfig.weight())

    @classmethod
    def from_reference(cls, ref_qconv, output_scale, output_zero_point):
        """From a reference module, whose first part is the convolution."""
        return super().from_reference(ref_qconv[0], output_scale, output_zero_point)
