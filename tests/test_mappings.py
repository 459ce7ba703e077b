"""Names: what CUDA names become. The symbol tables come later; device names are here already."""

import time

import pytest
import torch

from torchada._patch import _translate_device

pytestmark = pytest.mark.musa


class TestTranslateDevice:
    @pytest.mark.parametrize(
        "given, expected",
        [
            ("cuda", "musa"),
            ("cuda:0", "musa:0"),
            ("cuda:127", "musa:127"),
            ("cpu", "cpu"),
            ("musa:1", "musa:1"),
            ("cudax", "cudax"),
            ("meta", "meta"),
            ("", ""),
            (0, 0),
            (None, None),
            (b"cuda", b"cuda"),
        ],
    )
    def test_translation(self, given, expected):
        assert _translate_device(given) == expected

    def test_devices_are_returned_as_they_are(self):
        for device in (torch.device("cuda:1"), torch.device("cpu")):
            assert _translate_device(device) is device

    @pytest.mark.slow  # a limit in seconds, which `make bench` holds as well
    def test_cost(self):
        best = float("inf")
        for _ in range(20):
            start = time.perf_counter()
            for _ in range(5000):
                _translate_device("cuda")
            best = min(best, (time.perf_counter() - start) / 5000)
        assert best < 200e-9
