"""One rank: runs the functions check_* of a module, one after the other, and writes what they say."""

import importlib
import json
import os
import sys
import traceback
from datetime import timedelta

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402
import torch.distributed as dist  # noqa: E402
import torch_musa  # noqa: E402


def run_checks(module, path):
    found = {}
    for name in [name for name in vars(module) if name.startswith("check_")]:
        try:
            getattr(module, name)()
            found[name] = ""
        except Exception:
            found[name] = traceback.format_exc()
        with open(path, "w") as report:
            json.dump(found, report)
        if found[name]:
            break  # the ranks are out of step


def main():
    module = importlib.import_module(sys.argv[1])
    rank = int(os.environ["RANK"])
    torch_musa.set_device(rank)
    options = {"backend": "cpu:gloo,musa:mccl", "timeout": timedelta(seconds=30)}
    options.update(getattr(module, "OPTIONS", {}))
    if options.pop("bind", False):
        options["device_id"] = torch.device("musa", rank)
    dist.init_process_group(**options)
    run_checks(module, sys.argv[2])
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
