"""Rows of torch.cuda.amp and its modules."""

from .rows import SAME, STOCK, rows

_AUTOCAST = "PyTorch's own: its device string goes to C++ only"
_TRANSLATED = "its device string is translated in torch.amp"
_OWN_ROWS = "the module stays, its names have rows of their own"

MODULES = {
    "torch.cuda.amp": rows(
        ("GradScaler", STOCK, "", _TRANSLATED),
        ("amp_definitely_not_available", SAME),
        ("autocast", STOCK, "", _AUTOCAST),
        ("autocast_mode", STOCK, "", _OWN_ROWS),
        ("common", STOCK, "", _OWN_ROWS),
        ("custom_bwd", STOCK, "", _TRANSLATED),
        ("custom_fwd", STOCK, "", _TRANSLATED),
        ("grad_scaler", STOCK, "", _OWN_ROWS),
    ),
    "torch.cuda.amp.autocast_mode": rows(
        ("autocast", STOCK, "", _AUTOCAST),
        ("custom_bwd", STOCK, "", _TRANSLATED),
        ("custom_fwd", STOCK, "", _TRANSLATED),
    ),
    "torch.cuda.amp.common": rows(
        ("amp_definitely_not_available", SAME),
    ),
    "torch.cuda.amp.grad_scaler": rows(
        ("GradScaler", STOCK, "", _TRANSLATED),
    ),
}
