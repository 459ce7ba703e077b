"""torch.compile: code written for CUDA is traced, guarded and compiled as on CUDA; one idea a module.

Nothing here runs in compiled code, and nothing here is imported before dynamo is: `../late.py` says
which function changes which module of PyTorch.
"""
