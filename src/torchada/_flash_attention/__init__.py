"""flash-attn's Python functions on MUSA, by PyTorch's operators.

    from flash_attn import flash_attn_func    # where flash-attn is not installed

torchada._patch.flash_attention has the imports found. flash_attn_2 and flash_attn_3 are the interfaces, engine
and scores the computation.
"""
