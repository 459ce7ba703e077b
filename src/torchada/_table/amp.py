"""Rows of torch.cuda.amp and its modules."""

from .rows import SAME, STOCK, rows

_OWN_ROWS = "the module stays, its names have rows of their own"

MODULES = {
    "torch.cuda.amp": rows(
        ("GradScaler", STOCK, "", "its device string is translated in torch.amp"),
        ("amp_definitely_not_available", SAME),
        ("autocast", STOCK, "", "its device string is translated in torch.amp"),
        ("autocast_mode", STOCK, "", _OWN_ROWS),
        ("common", STOCK, "", _OWN_ROWS),
        ("custom_bwd", STOCK, "", "its device string is translated in torch.amp"),
        ("custom_fwd", STOCK, "", "its device string is translated in torch.amp"),
        ("grad_scaler", STOCK, "", _OWN_ROWS),
    ),
    "torch.cuda.amp.autocast_mode": rows(
        ("autocast", STOCK, "", "its device string is translated in torch.amp"),
        ("custom_bwd", STOCK, "", "its device string is translated in torch.amp"),
        ("custom_fwd", STOCK, "", "its device string is translated in torch.amp"),
    ),
    "torch.cuda.amp.common": rows(
        ("amp_definitely_not_available", SAME),
    ),
    "torch.cuda.amp.grad_scaler": rows(
        ("GradScaler", STOCK, "", "its device string is translated in torch.amp"),
    ),
}
