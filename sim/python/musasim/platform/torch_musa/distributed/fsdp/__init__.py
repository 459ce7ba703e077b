"""FSDP's part: a gradient scaler whose device is ours."""

from .sharded_grad_scaler import ShardedGradScaler
