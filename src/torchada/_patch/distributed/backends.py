"""Names of backends that enter PyTorch, and how a group of ours is made."""

import sys
from datetime import timedelta
from functools import wraps
from typing import Any

from ... import _core, _environment
from .._views import as_user
from .words import AREA, C10D, here, serves_nccl, set_everywhere, shown

# PyTorch's default for NCCL, a constant that only builds with NCCL have.
_NCCL_TIMEOUT = timedelta(minutes=10)


def patch(ledger: Any) -> None:
    """Backend, BackendConfig, the functions that make groups, and torch_musa's creator of them."""
    c10d = sys.modules[C10D]
    backend = c10d.Backend
    ledger.set_attr(backend, "__new__", staticmethod(_new(backend.__new__)), area=AREA)
    config = c10d.BackendConfig
    for_users = as_user(config.__init__, ledger, AREA)
    ledger.set_attr(config, "__init__", _core.ByAsker(config.__init__, for_users), area=AREA)
    _set_timeouts(ledger, c10d)
    helper = _new_group_helper(c10d._new_process_group_helper, c10d)
    ledger.set_attr(c10d, "_new_process_group_helper", helper, area=AREA)
    if hasattr(c10d, "_parse_backend_string"):
        parse = c10d._parse_backend_string
        translated = wraps(parse)(lambda text: parse(here(text)))
        ledger.set_attr(c10d, "_parse_backend_string", translated, area=AREA)
    set_everywhere(ledger, "new_subgroups", _new_subgroups(c10d.new_subgroups))
    _take_options(ledger, c10d)
    _explain_gloo(ledger)


def _explain_gloo(ledger):
    """PyTorch describes each call that fails, for its log: then gloo's errors are explained."""
    logger = sys.modules["torch.distributed.c10d_logger"]
    distributed, name = sys.modules["torch.distributed"], "_verify_params_across_processes"
    describe, verify = logger._get_msg_dict, getattr(distributed, name)

    @wraps(describe)
    def explaining(func_name, *args, **kwargs):
        _explain(sys.exc_info()[1], func_name)
        return describe(func_name, *args, **kwargs)

    @wraps(verify)
    def verifying(*args, **kwargs):
        """The first call that DistributedDataParallel and FSDP make in C++."""
        try:
            return verify(*args, **kwargs)
        except RuntimeError as error:
            _explain(error, "DistributedDataParallel")
            raise

    ledger.set_attr(logger, "_get_msg_dict", explaining, area=AREA)
    ledger.set_attr(distributed, name, verifying, area=AREA)


def _explain(error, function):
    from . import refused

    refused.explain_gloo(error, function)


def _new(new):
    """Backend("nccl") is "mccl" in PyTorch's own functions, all of which make their name a Backend."""

    def for_pytorch(cls, name):
        return here(new(cls, name))

    return _core.ByAsker(for_pytorch, new)


def _set_timeouts(ledger, c10d):
    genuine = c10d._get_default_timeout
    for module in (c10d, sys.modules["torch.distributed.constants"]):
        ledger.set_attr(module, "default_pg_nccl_timeout", _NCCL_TIMEOUT, area=AREA)
    translated = wraps(genuine)(lambda backend: genuine(shown(backend)))
    ledger.set_attr(c10d, "_get_default_timeout", translated, area=AREA)


def _new_group_helper(helper, c10d):
    outside = c10d.GroupMember.NON_GROUP_MEMBER

    @wraps(helper)
    def translated(group_size, group_rank, global_ranks_in_group, backend, *args, **kwargs):
        # Programs set TORCH_NCCL_... until here; torch_musa reads its own when it makes the group.
        _environment.apply()
        backend = here(backend)
        group, store = helper(
            group_size, group_rank, global_ranks_in_group, backend, *args, **kwargs
        )
        # PyTorch looks for NCCL's name among several where the name is not one of a backend.
        is_named = backend != "undefined" and ":" not in backend
        if not is_named and group is not outside and serves_nccl(group):
            group._set_default_backend(c10d.ProcessGroup.BackendType.CUSTOM)
        return group, store

    return translated


def _new_subgroups(new_subgroups):
    @wraps(new_subgroups)
    def translated(group_size=None, *args, **kwargs):
        if group_size is None:
            # PyTorch asks torch.cuda.is_available() before it counts.
            group_size = sys.modules["torch"].cuda.device_count()
        return new_subgroups(group_size, *args, **kwargs)

    return translated


def _take_options(ledger, c10d):
    """Let pg_options reach the group: PyTorch hands them to backends with the extended API only."""
    plugins = c10d.Backend._plugins
    genuine = plugins["MCCL"]
    if genuine.extended_api:
        return
    group_class = sys.modules["torch.distributed"].ProcessGroupMCCL

    def create(about, options):
        if options is None:
            return genuine.creator_fn(
                about.store, about.group_rank, about.group_size, about.timeout
            )
        if not isinstance(options, group_class.Options):
            raise AssertionError(
                "Expected backend_options argument to be of type ProcessGroupNCCL.Options"
            )
        options._timeout = about.timeout
        _split(options, list(about.global_ranks_in_group), c10d)
        options.global_ranks_in_group = about.global_ranks_in_group
        options.group_name = about.group_id
        return group_class(about.store, about.group_rank, about.group_size, options)

    extended = c10d.Backend._BackendPlugin(create, True)
    target = f"{C10D}.Backend._plugins['MCCL']"
    ledger.set_item(plugins, "MCCL", extended, target=target, area=AREA)


def _split(options, ranks, c10d):
    """Ranks outside of the new group take part where this is possible, as with NCCL."""
    if not c10d.is_initialized() or not c10d._get_default_group().bound_device_id:
        return
    source = c10d._get_split_source(c10d._get_default_group())
    if source:
        options.split_from = source
        options.split_color = c10d._process_group_color(ranks)
