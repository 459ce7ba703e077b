"""The gradient scaler of sharded models: torch's, for our device."""

import logging
from typing import Optional

import torch.distributed as dist
from torch.distributed import ProcessGroup
from torch.distributed.fsdp import sharded_grad_scaler as _torchs
from torch.distributed.fsdp.sharded_grad_scaler import (
    _GeneralMultiDeviceReplicator,
    _is_supported_device,
    _refresh_per_optimizer_state,
)

log = logging.getLogger(__name__)


class ShardedGradScaler(_torchs.ShardedGradScaler):
    """Scales losses; all ranks of the group skip a step together when a gradient of one overflows."""

    def __init__(
        self,
        init_scale: float = 2.0**16,
        backoff_factor: float = 0.5,
        growth_factor: float = 2.0,
        growth_interval: int = 2000,
        enabled: bool = True,
        process_group: Optional[ProcessGroup] = dist.group.WORLD,
    ) -> None:
        super().__init__(
            "musa",
            init_scale=init_scale,
            backoff_factor=backoff_factor,
            growth_factor=growth_factor,
            growth_interval=growth_interval,
            enabled=enabled,
            process_group=process_group,
        )


_torchs.ShardedGradScaler = ShardedGradScaler
