"""Rows for the names that a training step calls: streams, events, memory, autocast, data, modules.

In setup and statement `{device}` is "cuda" or "musa", `{key}` the dispatch key of its kernels.
"""

from .row import Row

X = "x = torch.ones(4, device='{device}')"
H = "h = torch.ones(4)"
STREAM = "s = torch.{device}.Stream(); e = torch.{device}.Event(); e.record(s)"
NET = "m = torch.nn.Linear(4, 4).to('{device}')"
SCALER = NET + """
o = torch.optim.SGD(m.parameters(), lr=0.0)
scaler = torch.amp.GradScaler('{device}', init_scale=1.0)
y = torch.ones(2, 4, device='{device}')
scaler.scale(m(y).sum()).backward()
loss = torch.ones((), device='{device}')"""
USERS_OPERATOR = """
x = torch.ones(4, device='{device}')
library = torch.library.Library('benchmark_rows', 'DEF')
library.define('twice(Tensor x) -> Tensor')
library.impl('twice', lambda x: x, '{key}')"""
CUSTOM_OP = """
x = torch.ones(4, device='{device}')
def twice(x: torch.Tensor) -> torch.Tensor:
    return x.clone()
twice = torch.library.custom_op('benchmark_rows::clone', twice, mutates_args=(), device_types='{device}')"""
DEPRECATED_AUTOCAST = """
import inspect
from torch.cuda.amp import autocast_mode
names = dict(vars(autocast_mode))
exec(inspect.getsource(autocast_mode.autocast).replace('"cuda"', '"{device}"'), names)
autocast = names['autocast']"""
CUSTOM_FUNCTION = """
class F(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type='{device}')
    def forward(ctx, x):
        return x
    @staticmethod
    @torch.amp.custom_bwd(device_type='{device}')
    def backward(ctx, g):
        return g
x = torch.ones(4, device='{device}')"""
GRAPH = """
x = torch.ones(4, device='{device}')
g = torch.{device}.{Graph}()
with torch.{device}.graph(g):
    y = x + 1"""
LOADER = """
data = torch.utils.data.TensorDataset(torch.ones(8, 4))
loader = torch.utils.data.DataLoader(data, batch_size=4, pin_memory=True)"""
OPTIMIZER = """
p = torch.nn.Parameter(torch.ones(4, device='{device}'))
p.grad = torch.ones_like(p)
o = torch.optim.AdamW([p], lr=0.0)"""
STEP = """
m = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU(), torch.nn.Linear(8, 1)).to('{device}')
o = torch.optim.AdamW(m.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler('{device}')
h = torch.randn(16, 8)
def step():
    y = h.to('{device}', non_blocking=True)
    with torch.autocast('{device}', dtype=torch.bfloat16):
        loss = m(y).square().mean()
    o.zero_grad()
    scaler.scale(loss).backward()
    scaler.unscale_(o)
    torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    scaler.step(o)
    scaler.update()"""


def _row(template, setup="pass", name=None):
    """A row that is the same text in both spellings but for the placeholders."""
    return Row(name or template.replace("{device}", "cuda"), template, template, setup)


DEVICES = (
    _row("torch.{device}.synchronize()"),
    _row("torch.{device}.set_device(0)"),
    _row("with torch.{device}.device(0): pass"),
    _row("with torch.{device}.device_of(x): pass", X),
    _row("torch.{device}.is_initialized()"),
    _row("torch.{device}.get_device_properties(0)"),
    _row("torch.{device}.get_device_name()"),
    _row("torch.{device}.get_device_capability()"),
    _row("torch.{device}.is_bf16_supported()"),
    _row("torch.cuda.is_available()"),
    _row("torch.get_device_module('{device}')"),
    _row("torch.accelerator.current_device_index()"),
    _row("torch.accelerator.synchronize()"),
    _row("with torch.device('{device}'): pass"),
    _row("torch.device('{device}', 0)"),
    _row("torch.device(0)"),
    _row("x.device == d", X + "; d = torch.device('{device}:0')"),
)

STREAMS = (
    _row("torch.{device}.default_stream()"),
    _row("with torch.{device}.stream(s): pass", STREAM),
    _row("torch.{device}.set_stream(s)", "s = torch.{device}.current_stream()"),
    _row("s.synchronize()", STREAM),
    _row("s.query()", STREAM),
    _row("s.wait_event(e)", STREAM),
    _row("s.wait_stream(t)", STREAM + "; t = torch.{device}.Stream()"),
    _row("s.record_event(e)", STREAM),
    _row("s.{device}_stream", STREAM),
    _row("e.record()", STREAM),
    _row("e.query()", STREAM),
    _row("e.synchronize()", STREAM),
    _row("x.record_stream(s)", X + "; " + STREAM),
    Row(
        "g.replay(), synchronize",
        "g.replay(); torch.{device}.synchronize()",
        "g.replay(); torch.{device}.synchronize()",
        GRAPH,
        names={"cuda": {"Graph": "CUDAGraph"}, "native": {"Graph": "MUSAGraph"}},
    ),
    _row("torch.{device}.is_current_stream_capturing()"),
)

MEMORY = (
    _row("torch.{device}.empty_cache()"),
    _row("torch.{device}.memory_allocated()"),
    _row("torch.{device}.max_memory_allocated()"),
    _row("torch.{device}.memory_reserved()"),
    _row("torch.{device}.memory_stats()"),
    _row("torch.{device}.reset_peak_memory_stats()"),
    _row("torch.{device}.mem_get_info()"),
)

RANDOM = (
    _row("torch.{device}.manual_seed(1)"),
    _row("torch.{device}.get_rng_state()"),
    _row("torch.Generator(device='{device}')"),
    _row("torch.randn(4, device='{device}', generator=g)", "g = torch.Generator('{device}')"),
    _row("torch.manual_seed(1)"),
)

AMP = (
    _row("with torch.autocast('{device}', dtype=torch.float16): pass"),
    _row("with torch.amp.autocast('{device}'): pass"),
    # PyTorch's own class, a subclass of torch.autocast that warns of being deprecated. torch_musa's
    # class of that name is neither, so PyTorch's is made again for torch_musa's device.
    Row(
        "with torch.cuda.amp.autocast(): pass",
        "with torch.cuda.amp.autocast(): pass",
        "with autocast(): pass",
        DEPRECATED_AUTOCAST,
    ),
    _row("f(0)", "f = torch.autocast('{device}')(abs)", "@torch.autocast('cuda')"),
    _row("torch.is_autocast_enabled()"),
    _row("torch.is_autocast_enabled('{device}')"),
    _row("torch.get_autocast_dtype('{device}')"),
    _row("scaler.scale(loss)", SCALER),
    _row("scaler.unscale_(o); scaler.step(o); scaler.update()", SCALER),
    _row("scaler.get_scale()", SCALER),
    _row("F.apply(x)", CUSTOM_FUNCTION, "custom_fwd"),
)

TENSORS = (
    _row("x.type()", X),
    _row("h.type()", H),
    _row("x.get_device()", X),
    _row("x.to(0)", X),
    _row("x.to(d)", X + "; d = torch.device('{device}:0')"),
    _row("x.to(torch.float16)", X),
    _row("x.to(x)", X),
    _row("x.{device}(0)", X),
    _row("x.cpu()", X),
    _row("x.item()", "x = torch.ones((), device='{device}')"),
    _row("h.to('{device}', non_blocking=True)", H),
    _row("h.{device}(non_blocking=True)", H),
    _row("p.to('{device}', non_blocking=True)", "p = torch.ones(4).pin_memory()"),
    _row("h.pin_memory()", H),
    _row("h.is_pinned()", H),
    _row("torch.ones(4, pin_memory=True)"),
    _row("torch.empty_like(x)", X),
    _row("torch.tensor([1.0], device='{device}')"),
    _row("x.new_empty(4)", X),
    _row("isinstance(x, torch.{device}.FloatTensor)", X),
    _row("x + x", X),
    _row("x.untyped_storage().is_{device}", X),
)

REST = (
    _row("m.{device}()", NET),
    _row("m.to('{device}')", NET),
    _row("torch.ops.benchmark_rows.twice(x)", USERS_OPERATOR, "user's operator"),
    _row("twice(x)", CUSTOM_OP, "user's custom_op"),
    _row("list(loader)", LOADER, "DataLoader with pin_memory"),
    # Asks whether the step is being captured, as PyTorch does on CUDA.
    _row("o.step()", OPTIMIZER, "AdamW.step()"),
    _row("step()", STEP, "training step"),
)

ROWS = DEVICES + STREAMS + MEMORY + RANDOM + AMP + TENSORS + REST
